"""The server fails in each way: one sentence, and the session goes on (must hold).

Through the real worker and real HTTP; one worker serves all, since litellm takes
seconds to import.
"""

from __future__ import annotations

import pytest

from jupyter_ctx.core.conversation import fold
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.patience import PatientGateway
from jupyter_ctx.gateway.process import WorkerGateway
from jupyter_ctx.manager import Manager, Occasion, Services
from jupyter_ctx.store import Store
from tests.core.counting import SignCounter
from tests.manager.ways import WAYS
from tests.store.test_store import Mask
from tests.stub import StubModel

FIRST = [("user", "first question"), ("assistant", "first answer")]
WAIT = 60  # seconds
PACE = 0.002  # of the waits between tries
IDLE = 1.0  # seconds


class _Shared:
    """The worker of all tests, which no manager may close."""

    def __init__(self, worker):
        self.stream = PatientGateway(worker, pace=PACE).stream

    def close(self):
        """Leave it to the others."""


@pytest.fixture(scope="module")
def worker():
    """One worker for all tests: litellm takes seconds to import."""
    worker = WorkerGateway(idle=lambda: IDLE)
    yield worker
    worker.close()


class Room:
    """A manager on the real worker, and the stub that it asks."""

    def __init__(self, manager, stub, store):
        self.manager, self.stub, self.store = manager, stub, store
        self.profile = Profile(
            "my-llm", stub.url, window=8_192, max_tokens=500, budget=4_000, tools=True
        )

    def start(self, prompt):
        """Ask, and do not wait."""
        return self.manager.ask(prompt, Occasion(KernelState(), self.profile))

    def ask(self, prompt):
        """Ask and wait; give the reply."""
        ticket = self.start(prompt)
        assert ticket.wait(WAIT)
        return self.manager.conversation.turn(ticket.turn).reply

    def sent(self):
        """List the messages of the last request without the system's."""
        found = self.stub.sent()
        return [(m["role"], m["content"]) for m in found if m["role"] != "system"]


@pytest.fixture
def room(worker):
    """Open a room with a conversation that has one turn."""
    store = Store(None, Mask())
    services = Services(
        gateway=_Shared(worker),
        store=store,
        masker=Mask(),
        offer=lambda _: (),
        counter_for=lambda _: SignCounter(),
    )
    manager = Manager(services, "one")
    with StubModel() as stub:
        room = Room(manager, stub, store)
        stub.reply("first answer")
        assert room.ask("first question").status == "complete"
        yield room
    manager.close()


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
