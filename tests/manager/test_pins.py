"""Pins beyond what earlier turns may take: what is shown as sent is what is sent."""

from __future__ import annotations

import re

import pytest

from jupyter_ctx.core.compact.strategy import STRATEGIES, Ways
from jupyter_ctx.core.talk.events import Pinned
from jupyter_ctx.core.talk.view import entries, messages
from tests.manager.talking import Talk, talk
from tests.manager.test_compaction import compactions, fits


def sent_truly(at: Talk) -> None:
    """Check that the last request is just what is shown as sent, and the question."""
    tip = at.manager.conversation.branch()[-1]
    shown = messages(entries(at.manager.conversation, before=tip.id))
    sent = [one.content for one in at.asked[-1].messages[1:-1]]
    assert len(sent) == len(shown)
    assert all(a in b for a, b in zip((m.content for m in shown), sent, strict=True))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_pins_beyond_the_share_are_shortened_and_said_so(strategy):
    """What is shown as sent is sent; the middle of the long pins is marked."""
    with talk(ways=Ways(strategy=strategy)) as at:
        for n in range(3):
            turn = at.ask(f"Pin_{n} begins. " + "words of it " * 260 + f"Pin_{n} ends.")
            at.manager.change(Pinned(turn))
        at.talk(6)

        last = compactions(at)[-1]
        assert {
            one.turn for one in last.shortened
        } == at.manager.conversation.condensed.pinned
        assert last.unkept == ()
        assert "3 pinned ones are too long for this model" in "".join(last.notices)
        text = "\n".join(one.content for one in at.asked[-1].messages)
        for n in range(3):
            assert re.search(
                rf"Pin_{n} begins.+characters left out here.+Pin_{n} ends",
                text,
                re.DOTALL,
            )
        sent_truly(at)
        fits(at)


def test_pins_that_there_is_no_room_for_are_said_so_and_not_shown_as_sent():
    """The newest of them stay; of the others is said that they are not sent."""
    with talk() as at:
        for n in range(60):
            turn = at.ask(f"Pin_{n}: " + "words of it " * 20)
            at.manager.change(Pinned(turn))
        at.talk(2)

        last = compactions(at)[-1]
        assert last.unkept
        assert f"{len(last.unkept)} pinned ones are not sent" in "".join(last.notices)
        shown = entries(at.manager.conversation)
        status = {one.turn: one.status for one in shown if one.role == "user"}
        assert {status[turn] for turn in last.unkept} == {"summarised"}
        sent_truly(at)
        fits(at)
