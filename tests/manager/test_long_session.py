"""A session of 1,000 turns in a window of 8,192 tokens (100 in `make test`).

Over real HTTP: the stub behind the real worker. In process, too, where what the worker
takes hides nothing.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from statistics import median

import pytest

from jupyter_ctx.core.talk.validator import faults
from jupyter_ctx.gateway.gateway import ModelCall
from jupyter_ctx.gateway.process import WorkerGateway
from jupyter_ctx.workspace.memory import MemoryFile
from tests.manager.desk import WAIT
from tests.manager.talking import WINDOW, Independent, Talk, is_summary, talk
from tests.manager.wire import received, wired

MEMORY = "Never use pandas.\nThe target is `price`."
FILES = [MemoryFile("/w/JUPYTER_CTX.md", "JUPYTER_CTX.md", MEMORY)]
INDEPENDENT = Independent()
MOST = 1.5  # of what a turn takes at 50, at 1,000
TRACED = (*range(71, 111), *range(961, 1_001))  # turns whose memory is measured


@pytest.fixture(scope="module")
def worker():
    """One worker for all: litellm takes seconds to import."""
    worker = WorkerGateway(idle=lambda: WAIT)
    yield worker
    worker.close()


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
        asked = f"topic_{self.turns} please, " + "and more of it " * 37
        assert rest[-1].content.endswith(asked)
        assert all("<history" not in one.content for one in rest[1:])


def check_received(at: Talk) -> None:
    """Check what came in over the wire, and forget it."""
    for messages in received(at):
        assert INDEPENDENT.count(messages) <= WINDOW.window - WINDOW.max_tokens
        assert faults(messages) == ()
    at.gateway.stub.requests.clear()
    at.gateway.stub.headers.clear()
    at.gateway.stub.paths.clear()


def test_every_request_of_a_long_session_fits(worker):
    """100 turns: rules and memory byte-identical, the newest message last and whole.

    One compaction a send at most, each from the log and not from another one.
    """
    with wired(worker, memory=lambda: FILES) as at:
        session = Session(at)
        for turn in range(1, 101):
            session.turn()
            assert len(received(at)) in (1, 2)
            check_received(at)
            assert at.reply(at.manager.conversation.tip).text.startswith(
                f"About topic_{turn}: "
            )
        compactions = at.manager.conversation.condensed.compactions

    assert 0 < session.summaries <= len(compactions) < 50
    assert {one.form for one in compactions} == {"nine"}
    assert all(one.after < one.before for one in compactions)
    assert len({one.turn for one in compactions}) == len(compactions)
    told = [end for one in compactions for part in one.parts for end in part.turns]
    assert len(told) == len(set(told))


def costs_of(at: Talk, check: Callable[[Talk], None]) -> list[tuple[float, int]]:
    """Hold 1,000 turns; give what each took: seconds of the processor, bytes kept.

    Bytes are counted in some turns only; their time, which that takes, is not used.
    """
    session, costs = Session(at), []
    for turn in range(1, 1_001):
        if turn in TRACED and not tracemalloc.is_tracing():
            tracemalloc.start()
        if turn not in TRACED:
            tracemalloc.stop()
        costs.append(session.turn())
        check(at)
    tracemalloc.stop()
    return costs


def check_flat(costs: list[tuple[float, int]]) -> None:
    """Check that turns around 1,000 take what turns around 50 do, by the median."""
    early, late = (median(c[0] for c in costs[n : n + 40]) for n in (30, 920))
    assert late <= MOST * early, (early, late)
    early, late = (median(c[1] for c in costs[n : n + 40]) for n in (70, 960))
    assert late <= MOST * early, (early, late)


@pytest.mark.soak
def test_turn_1000_costs_what_turn_50_does():
    """Time and memory per turn stay flat where nothing else takes any."""
    with talk(memory=lambda: FILES) as at:
        check_flat(costs_of(at, lambda _: None))


@pytest.mark.soak
def test_turn_1000_costs_what_turn_50_does_over_http(worker):
    """1,000 turns over the wire: each fits, and time and memory stay flat."""
    with wired(worker, memory=lambda: FILES) as at:
        check_flat(costs_of(at, check_received))
