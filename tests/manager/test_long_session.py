"""A session of 1,000 turns in a window of 8,192 tokens (100 in `make test`)."""

from __future__ import annotations

import time
import tracemalloc
from statistics import median

import pytest

from jupyter_ctx.core.validator import faults
from jupyter_ctx.gateway.gateway import ModelCall
from jupyter_ctx.workspace.memory import MemoryFile
from tests.manager.talking import WINDOW, Independent, Talk, is_summary, talk

MEMORY = "Never use pandas.\nThe target is `price`."
FILES = [MemoryFile("/w/JUPYTER_CTX.md", "JUPYTER_CTX.md", MEMORY)]
INDEPENDENT = Independent()
WALK = 0.0005  # seconds; a turn takes 1 ms here, where nothing goes over a wire


class Session:
    """Holds a session; each request is checked when it was made, and then forgotten."""

    def __init__(self, at: Talk) -> None:
        self.at = at
        self.turns = 0
        self.summaries = 0
        self.head = ""

    def turn(self) -> tuple[float, int]:
        """Ask once; give the seconds of the processor, and the bytes that are kept."""
        self.turns += 1
        before = tracemalloc.get_traced_memory()[0]
        begun = time.process_time()
        self.at.talk(1, self.turns)
        seconds = time.process_time() - begun
        self._check()
        return seconds, tracemalloc.get_traced_memory()[0] - before

    def _check(self) -> None:
        calls = list(self.at.gateway.calls)
        self.at.gateway.calls.clear()
        self.at.gateway.streams.clear()
        summaries = [call for call in calls if is_summary(call)]
        assert len(summaries) <= 1
        assert len(calls) == len(summaries) + 1
        self.summaries += len(summaries)
        for call in calls:
            room = WINDOW.window - (call.max_tokens or 0)
            assert INDEPENDENT.count(call.messages) <= room
            assert faults(call.messages) == ()
        self._check_question(calls[-1])

    def _check_question(self, call: ModelCall) -> None:
        system, *rest = call.messages
        self.head = self.head or system.content
        assert system.content == self.head
        assert MEMORY in system.content
        asked = f"topic_{self.turns} please, " + "and more of it " * 15
        assert rest[-1].content.endswith(asked)
        assert all("<history" not in one.content for one in rest[1:])


def test_every_request_of_a_long_session_fits():
    """100 turns: rules and memory byte-identical, the newest message last and whole.

    One compaction a send at most, each from the log and not from another one.
    """
    with talk(memory=lambda: FILES) as at:
        session = Session(at)
        for _ in range(100):
            session.turn()
        compactions = at.manager.conversation.condensed.compactions

    assert 0 < session.summaries <= len(compactions) < 50
    assert {one.form for one in compactions} == {"nine"}
    assert all(one.after < one.before for one in compactions)
    assert len({one.turn for one in compactions}) == len(compactions)
    told = [end for one in compactions for part in one.parts for end in part.turns]
    assert len(told) == len(set(told))


@pytest.mark.soak
def test_turn_1000_costs_what_turn_50_does():
    """Time and memory per turn stay flat: turn 1,000 to turn 50 is at most 1.5."""
    with talk(memory=lambda: FILES) as at:
        session = Session(at)
        costs = []
        for turn in range(1, 1_001):
            is_measured = turn in range(71, 101) or turn > 970
            if is_measured and not tracemalloc.is_tracing():
                tracemalloc.start()
            if not is_measured:
                tracemalloc.stop()
            costs.append(session.turn())
        tracemalloc.stop()

    # The tenth fastest of forty: what else this machine does is no part of a turn.
    early, late = (sorted(c[0] for c in costs[n : n + 40])[9] for n in (30, 930))
    assert late <= 1.5 * early + WALK
    early, late = (median(c[1] for c in costs[n : n + 30]) for n in (70, 970))
    assert late <= 1.5 * early
