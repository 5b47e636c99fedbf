"""The server fails in each way: one sentence, and the session goes on (must hold).

Through the real worker and real HTTP; one worker serves all, since litellm takes
seconds to import.
"""

from __future__ import annotations

import pytest

from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.gateway.process import WorkerGateway
from tests.manager.room import FIRST
from tests.manager.room import room as opened
from tests.manager.ways import DONE, WAYS

IDLE = 1.0  # seconds


@pytest.fixture(scope="module")
def worker():
    """One worker for all tests: litellm takes seconds to import."""
    worker = WorkerGateway(idle=lambda: IDLE)
    yield worker
    worker.close()


@pytest.fixture
def room(worker):
    """Open a room with a conversation that has one turn."""
    with opened(worker) as room:
        yield room


def test_there_are_thirty_ways():
    """Each has a name of its own."""
    assert len({way.name for way in WAYS}) == len(WAYS) >= 30


@pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
def test_the_server_fails_and_the_session_goes_on(room, way):
    """A sentence, the bound on the calls, nothing lost, and the next question works."""
    before = len(room.stub.requests)
    way.script(room.stub)

    reply = room.ask("second question")

    calls = len(room.stub.requests) - before
    told = " ".join((reply.failure, *reply.notices))
    assert (reply.status, reply.text) == (way.status, way.text), told
    assert way.said in told
    assert bool(reply.failure) == (way.status != "complete")
    assert not reply.failure or reply.failure.rstrip().count(".") >= 1
    assert "Traceback" not in told
    assert calls == way.calls or (way.is_overflow and calls < way.calls)

    room.stub.reply("third answer")
    last = room.ask("third question")

    assert (last.status, last.text, last.failure) == ("complete", "third answer", "")
    sent = room.sent()
    assert sent[-1][0] == "user"
    assert sent[-1][1].endswith("third question")
    # After "too long" older turns may be condensed; they are all there still.
    assert way.is_overflow or sent[:2] == FIRST
    kept = fold(room.store.events("one")).branch()
    assert [(turn.prompt, turn.reply.text) for turn in kept] == [
        ("first question", "first answer"),
        ("second question", way.text),
        ("third question", "third answer"),
    ]


PHRASES = [
    "prompt has 5000 tokens, too large for model with 4096 maximum context length",
    "input exceeds configured limit",
    "context_length_exceeded",
    "This model's maximum context length is 4096 tokens",
    "too many tokens",
    "request (5000 tokens) exceeds the available context size (4096 tokens)",
]
TOLD = [*((one, False) for one in PHRASES), *((one, True) for one in PHRASES[2:4])]


@pytest.mark.parametrize(("phrase", "is_streamed"), TOLD)
def test_too_long_in_whatever_words_is_asked_once_more_with_less(
    room, phrase, is_streamed
):
    """Also inside a stream: a second, shorter request is answered (case D1)."""
    for number in range(2):
        room.stub.reply(f"answer {number} " + "of some length " * 500)
        room.ask(f"question {number}")
    before = len(room.stub.requests)
    if is_streamed:
        room.stub.reply(events=[{"error": {"message": phrase}}, DONE])
    else:
        room.stub.fail(400, {"error": {"message": phrase}})
    room.stub.reply("made it")

    reply = room.ask("and now?")

    first, second = room.stub.requests[before:]
    assert (reply.status, reply.text) == ("complete", "made it")
    assert len(str(second["messages"])) < len(str(first["messages"]))
    assert second["messages"][-1]["content"].endswith("and now?")
