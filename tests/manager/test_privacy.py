"""The privacy level in the manager: what is made here, and what goes to the model."""

from __future__ import annotations

import msgspec
import pytest

from tests.kernel.recording import recording
from tests.manager.desk import PROFILE, Desk, desk

VALUE = "Zaphod"


@pytest.fixture
def at():
    """Give a manager whose kernel has failed at a key that is data."""
    with desk() as made:
        shell, recorder = recording()
        shell.run_cell(f"who = '{VALUE[:2]}' + '{VALUE[2:]}'\nprices = {{who: 1}}")
        shell.run_cell(f"prices['{VALUE[:-1]}t']")
        made.state = recorder.state()
        yield made


def kept_to(at: Desk, level: str) -> None:
    """Let the level of the model be *level* from now on."""
    at.profile = msgspec.structs.replace(PROFILE, privacy=level)


def everything(at: Desk) -> str:
    """Give all that the last call had, the system's message included."""
    return "\n".join(one.content for one in at.gateway.calls[-1].messages)


def test_a_reply_that_is_made_again_is_kept_to_the_level_of_the_moment(at):
    """The same context is sent with what may leave now, more or less than before."""
    for reply in ("one", "two", "three"):
        at.gateway.reply(reply)
    kept_to(at, "schema")
    turn = at.ask("what is who?")
    assert VALUE not in everything(at)
    kept_to(at, "everything")
    at.ended(at.manager.regenerate(turn, at.occasion()))
    assert VALUE in everything(at)
    kept_to(at, "code")
    at.ended(at.manager.regenerate(turn, at.occasion()))
    assert VALUE not in everything(at)


@pytest.mark.parametrize("level", ["schema", "code"])
def test_a_fix_is_offered_at_every_level_and_its_title_is_not_sent(at, level):
    """No model is asked for it; to ask one about the click is refused in words."""
    kept_to(at, level)
    turn = at.ask("fix it", request="fix")
    offer = at.reply(turn)
    assert VALUE in offer.choices[0].value
    click = at.ended(at.manager.choose(turn, "1", at.occasion(door="line")))

    at.ended(at.manager.regenerate(click, at.occasion()))

    assert at.gateway.calls == []
    assert at.reply(click).failure.endswith("Ask in your own words.")
