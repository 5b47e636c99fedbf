"""A session of 1,000 turns in a window of 8,192 tokens (100 in `make test`)."""

from __future__ import annotations

import time

import pytest

from jupyter_ctx.core.validator import faults
from jupyter_ctx.workspace.memory import MemoryFile
from tests.manager.talking import WINDOW, Independent, Talk, answer_with, talk

MEMORY = "Never use pandas.\nThe target is `price`."


def session(turns: int) -> tuple[Talk, list[float]]:
    """Hold a session of *turns*; give the desk and the seconds of each turn."""
    seconds = []
    memory = [MemoryFile("/w/JUPYTER_CTX.md", "JUPYTER_CTX.md", MEMORY)]
    with talk(answer_with(), memory=lambda: memory) as at:
        for n in range(1, turns + 1):
            begun = time.process_time()
            at.talk(1, n)
            seconds.append(time.process_time() - begun)
        check(at, turns)
    return at, seconds


def check(at: Talk, turns: int) -> None:
    """Check every request of a session."""
    independent = Independent()
    head = at.gateway.calls[0].messages[0]
    assert MEMORY in head.content
    for call in at.gateway.calls:
        room = WINDOW.window - (call.max_tokens or 0)
        assert independent.count(call.messages) <= room
        assert faults(call.messages) == ()
    for n, call in enumerate(at.asked, 1):
        assert call.messages[0] == head
        assert call.messages[-1].content.endswith(
            f"topic_{n} please, " + "and more of it " * 15
        )
        assert all("<history" not in one.content for one in call.messages[2:])
    compactions = at.manager.conversation.condensed.compactions
    assert len(at.asked) == turns
    assert len(at.summaries) <= len(compactions) < turns / 2
    assert {one.form for one in compactions} == {"nine"}
    assert all(one.after < one.before for one in compactions)


def test_every_request_of_a_long_session_fits():
    """100 turns: rules and memory byte-identical, the newest message last and whole.

    One compaction a send at most, each from the log and not from another one.
    """
    at, _ = session(100)
    compactions = at.manager.conversation.condensed.compactions
    ends = [one.turn for one in compactions]
    assert len(set(ends)) == len(ends)
    told = [end for one in compactions for part in one.parts for end in part.turns]
    assert len(told) == len(set(told))


@pytest.mark.soak
def test_turn_1000_costs_what_turn_50_does():
    """Time per turn stays flat: turn 1,000 to turn 50 is at most 1.5."""
    _, seconds = session(1_000)
    early, late = sorted(seconds[30:70]), sorted(seconds[960:1_000])
    assert late[len(late) // 2] <= 1.5 * early[len(early) // 2]
