"""What a question mentions and is not there is said under its reply, at every door."""

from __future__ import annotations

from pathlib import Path

import pytest

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.kernel.mentioning.guide import Guide
from jupyter_ctx.kernel.providers.desk import Desk
from jupyter_ctx.manager import Manager, Occasion, Services
from jupyter_ctx.manager.services import Door
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from tests.core.counting import SignCounter
from tests.store.test_store import Mask

PROFILE = Profile("my-llm", window=60_000, max_tokens=400, budget=40_000)
STATE = KernelState(variables=(Summary("df", "int", kind="scalar", value="7"),))


@pytest.mark.parametrize("door", ["sidebar", "magic"])
def test_a_missing_mention_is_said_and_the_prompt_stays_as_written(
    tmp_path: Path, door: Door
):
    """The preview tells it before, the reply after; what is there is told its size."""
    gateway = ScriptedGateway()
    gateway.reply("Hm.")
    desk = Desk(lambda text: text, lambda: tmp_path)
    manager = Manager(
        Services(
            gateway=gateway,
            store=Store(None, Mask()),
            masker=Mask(),
            offer=desk.offer,
            counter_for=lambda _: SignCounter(),
            meet=Guide(lambda: tmp_path, lambda: True).meet,
        ),
        "one",
    )
    occasion = Occasion(STATE, PROFILE, door=door)
    prompt = "Plot  @dg and\n@df."

    met = manager.preview(prompt, occasion).met
    ticket = manager.ask(prompt, occasion)
    assert ticket.wait(20)
    (turn,) = manager.conversation.branch()

    problem = "There is no @dg here. Did you mean @df?"
    assert [(one.mention, one.problem) for one in met] == [
        ("@dg", problem),
        ("@df", ""),
    ]
    assert met[1].tokens > 0
    assert turn.reply is not None
    assert problem in turn.reply.notices
    assert gateway.calls[0].messages[-1].content.endswith(prompt)
    manager.close()
