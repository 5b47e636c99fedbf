"""A secret that is learnt after it was said: no later request tells it."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.manager import Manager, Services
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from tests.core.counting import SignCounter
from tests.manager.desk import Desk, _offer

LATE = "zebra-quartz-9931"
MASKED = "<masked rule=test>"


class Learner:
    """Masks what it has learnt; both masker and hider."""

    def __init__(self) -> None:
        self.known: frozenset[str] = frozenset()

    def mask(self, text: str) -> str:
        """Replace what is known."""
        for secret in self.known:
            text = text.replace(secret, MASKED)
        return text

    def secrets(self) -> frozenset[str]:
        """Give what is known."""
        return self.known

    def hide(self, state: KernelState) -> KernelState:
        """Replace what is known in variables and sources."""
        return msgspec.structs.replace(
            state,
            variables=tuple(
                msgspec.structs.replace(one, value=self.mask(one.value))
                for one in state.variables
            ),
            executions=tuple(
                msgspec.structs.replace(one, source=self.mask(one.source))
                for one in state.executions
            ),
        )


@pytest.fixture
def learner():
    """Give one that knows nothing yet."""
    return Learner()


@pytest.fixture
def at(learner):
    """Give a desk whose masker learns."""
    gateway = ScriptedGateway()
    services = Services(
        gateway=gateway,
        store=Store(None, learner),
        masker=learner,
        offer=_offer,
        counter_for=lambda _: SignCounter(),
        hider=learner,
    )
    manager = Manager(services, "one")
    yield Desk(manager, gateway)
    manager.close()


def told(at: Desk, call: int = -1) -> str:
    """Join all that was sent with a call."""
    return "\n".join(one.content for one in at.gateway.calls[call].messages)


def state(value: str) -> KernelState:
    """Describe a kernel that holds one text."""
    source = f"conn = {value!r}"
    ran = Execution(run=1, source=source, execution_count=1, cell_id="c1")
    variable = Summary("conn", "str", "scalar", value=repr(value))
    return KernelState(executions=(ran,), variables=(variable,), as_of_run=1)


def test_turns_that_told_it_are_sent_masked(at, learner):
    """Question and reply hold it; both go out with a placeholder from then on."""
    at.gateway.reply(f"yes, {LATE} is fine")
    at.ask(f"is {LATE} fine ?")
    learner.known = frozenset({LATE})
    at.ask("and now ?")
    assert at.sent() == [
        ("user", f"is {MASKED} fine ?"),
        ("assistant", f"yes, {MASKED} is fine"),
        ("user", "and now ?"),
    ]


def test_a_context_that_told_it_is_not_gone_on_from(at, learner):
    """The turns are innocent, the plan above them is not: a new one is made."""
    at.gateway.reply("fine")
    at.ask("one ?", state=state(LATE))
    assert told(at).count(LATE) == 2
    learner.known = frozenset({LATE})
    at.ask("two ?", state=state(LATE))
    assert LATE not in told(at)
    assert at.sent()[0] == ("user", "one ?")
    assert f"conn: str = '{MASKED}'" in at.sent()[-1][1]


def test_a_secret_that_was_never_told_changes_nothing(at, learner):
    """What was sent is gone on from, so that the provider's cache holds."""
    at.gateway.reply("fine")
    at.ask("one ?", state=state("harmless"))
    learner.known = frozenset({LATE})
    at.ask("two ?", state=state("harmless"))
    assert told(at).startswith(told(at, 0))


def test_a_masked_beginning_is_gone_on_from(at, learner):
    """After the one new plan the prefix is as stable as ever."""
    at.gateway.reply(f"it is {LATE}")
    at.ask("one ?", state=state(LATE))
    learner.known = frozenset({LATE})
    at.ask("two ?", state=state(LATE))
    at.ask("three ?", state=state(LATE))
    assert told(at).startswith(told(at, 1))
    assert LATE not in told(at)


def test_an_old_state_is_masked_when_it_is_asked_again(at, learner):
    """Regenerating takes the state of then, with what is secret now hidden."""
    at.gateway.reply("fine")
    turn = at.ask(f"what of {LATE} ?", state=state(LATE))
    learner.known = frozenset({LATE})
    at.ended(at.manager.regenerate(turn, at.occasion(state=state(LATE))))
    assert len(at.gateway.calls) == 2
    assert LATE not in told(at)
    assert f"what of {MASKED} ?" in told(at)


def test_a_preview_tells_what_would_be_sent(at, learner):
    """`%ctx show` shows the masked turns too."""
    at.gateway.reply(f"yes, {LATE}")
    at.ask(f"is it {LATE} ?", state=state(LATE))
    learner.known = frozenset({LATE})
    made = at.manager.preview(f"still {LATE} ?", at.occasion(state=state(LATE)))
    texts = "\n".join(one.content for one in made.messages)
    assert LATE not in texts
    assert f"still {MASKED} ?" in texts
