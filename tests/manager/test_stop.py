"""Stop: the server's socket closes within a second, whatever the moment (must hold)."""

from __future__ import annotations

import socket
import threading
import time

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.gateway.process import WorkerGateway
from jupyter_ctx.manager import Occasion
from tests.manager.room import room as opened
from tests.stub import StubModel

CLOSED = 1.0  # seconds
VIEW = 0.2  # seconds


@pytest.fixture(scope="module")
def worker():
    """One worker for all tests: litellm takes seconds to import."""
    worker = WorkerGateway()
    yield worker
    worker.close()


@pytest.fixture
def room(worker):
    """Open a room whose waits are as long as they are told."""
    with opened(worker, pace=1.0) as room:
        yield room


def _stop(room, ticket):
    """Stop; the view must end at once and take nothing more."""
    started = time.monotonic()
    assert room.manager.stop() == 1
    assert time.monotonic() - started < VIEW
    return room.ended(ticket)


def _is_unchanged(room, ticket, reply):
    """Ask again, which takes its while; then the stopped reply is as it was."""
    room.stub.reply("next answer")
    assert room.ask("next question").text == "next answer"
    return room.manager.conversation.turn(ticket.turn).reply == reply


def test_while_it_connects(room):
    """A server that takes no connection is not waited for."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        there = room.profile
        room.profile = replace(there, api_base=f"http://127.0.0.1:{port}/v1")
        ticket = room.start("second question")
        accepted, _ = listening.accept()
        reply = _stop(room, ticket)
        accepted.settimeout(CLOSED)
        with accepted:
            while accepted.recv(65_536):
                """Read on to its end, which a timeout would break."""
        room.profile = there

    assert (reply.status, reply.text) == ("cancelled", "")
    assert _is_unchanged(room, ticket, reply)


def test_while_it_waits_for_the_first_byte(room):
    """A model that thinks for long is let go."""
    room.stub.reply("late", first_delay=30)
    ticket = room.start("second question")
    assert room.stub.wait(lambda s: len(s.requests) == 2)

    reply = _stop(room, ticket)

    assert room.stub.wait(lambda s: s.disconnects == 1, CLOSED)
    assert (reply.status, reply.text) == ("cancelled", "")
    assert _is_unchanged(room, ticket, reply)


@pytest.mark.parametrize("after", [1, 2, 7])
def test_in_the_middle_of_the_stream(room, after):
    """What was shown stays, and no chunk after the stop reaches the view."""
    room.stub.reply(chunks=[f"{n} " for n in range(900)], delay=0.03)
    ticket = room.start("second question")
    assert room.stub.wait(lambda _: len(ticket.text.split()) >= after)

    reply = _stop(room, ticket)
    shown = ticket.text

    assert room.stub.wait(lambda s: s.disconnects == 1, CLOSED)
    assert reply.status == "cancelled"
    assert reply.text.split() == [str(n) for n in range(len(shown.split()))]
    assert _is_unchanged(room, ticket, reply)
    assert ticket.text == shown


def test_while_it_waits_for_a_retry(room):
    """The wait is shown, ends at once, and nothing is sent any more."""
    room.stub.fail(429, {"error": {"message": "Please try again in 40s."}})
    ticket = room.start("second question")
    assert room.stub.wait(lambda _: ticket.activity == "waiting 40 s: rate limit")

    reply = _stop(room, ticket)

    assert (reply.status, reply.failure) == ("cancelled", "")
    assert len(room.stub.requests) == 2
    assert _is_unchanged(room, ticket, reply)
    assert len(room.stub.requests) == 3


def _talk(room):
    """Let there be something to condense; then the model is asked and never answers."""
    for number in range(6):
        room.stub.reply(f"answer {number} " + "of some length " * 200)
        room.ask(f"question {number}")
    room.stub.reply("a summary that never comes", first_delay=30)
    return len(room.stub.requests)


def test_during_the_call_for_a_summary(room):
    """A compaction that the user asked for changes nothing when it is stopped."""
    before = _talk(room)
    told = room.manager.conversation
    done = threading.Event()
    occasion = Occasion(KernelState(), room.profile)
    hold = room.manager.compaction.begin(
        occasion, lambda _: done.set(), is_written=True
    )
    assert room.stub.wait(lambda s: len(s.requests) == before + 1)

    hold.close()

    assert room.stub.wait(lambda s: s.disconnects == 1, CLOSED)
    assert done.wait(CLOSED)
    assert room.manager.conversation == told


def test_during_the_call_for_a_summary_that_a_question_needs(room):
    """The question stays, its reply is cancelled, and the next one is answered."""
    before = _talk(room)
    room.profile = replace(room.profile, budget=4_000)
    ticket = room.start("a question for which older turns have to go")
    assert room.stub.wait(lambda s: len(s.requests) == before + 1)
    assert "a question for which" not in room.sent()[-1][1]

    reply = _stop(room, ticket)

    assert room.stub.wait(lambda s: s.disconnects == 1, CLOSED)
    assert (reply.status, reply.text) == ("cancelled", "")
    assert _is_unchanged(room, ticket, reply)


def test_the_same_worker_goes_on_after_all_stops(worker):
    """Stops leave nothing behind that is complained of at the end."""
    with StubModel() as stub, opened(worker) as room:
        room.profile = replace(room.profile, api_base=stub.url)
        assert room.ask("still there?").text == "ok"

    assert [one for one in worker.stderr if "never retrieved" in one] == []
