"""A manager on the real worker and the stub that it asks, over real HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Reply
from jupyter_ctx.gateway.gateway import Gateway, Profile
from jupyter_ctx.gateway.patience import PatientGateway
from jupyter_ctx.manager import Manager, Occasion, Services, Ticket
from jupyter_ctx.store import Store
from tests.core.counting import SignCounter
from tests.store.test_store import Mask
from tests.stub import StubModel

FIRST = [("user", "first question"), ("assistant", "first answer")]
WAIT = 60  # seconds
PACE = 0.002  # of the waits between tries


class _Shared:
    """The worker of all tests, which no manager may close."""

    def __init__(self, worker: Gateway, pace: float) -> None:
        self.stream = PatientGateway(worker, pace=pace).stream

    def close(self) -> None:
        """Leave it to the others."""


class Room:
    """Asks, waits and reads."""

    def __init__(self, manager: Manager, stub: StubModel, store: Store) -> None:
        self.manager, self.stub, self.store = manager, stub, store
        self.profile = Profile(
            "my-llm",
            stub.url,
            window=60_000,
            max_tokens=4_000,
            budget=40_000,
            tools=True,
        )

    def start(self, prompt: str) -> Ticket:
        """Ask, and do not wait."""
        return self.manager.ask(prompt, Occasion(KernelState(), self.profile))

    def ask(self, prompt: str) -> Reply:
        """Ask and wait; give the reply."""
        return self.ended(self.start(prompt))

    def ended(self, ticket: Ticket) -> Reply:
        """Wait for *ticket*; give its reply."""
        assert ticket.wait(WAIT)
        reply = self.manager.conversation.turn(ticket.turn).reply
        assert reply is not None
        return reply

    def sent(self) -> list[tuple[str, str]]:
        """List the messages of the last request without the system's."""
        found = self.stub.sent()
        return [(m["role"], m["content"]) for m in found if m["role"] != "system"]


@contextmanager
def room(worker: Gateway, pace: float = PACE) -> Iterator[Room]:
    """Open a room with a conversation that has one turn."""
    store = Store(None, Mask())
    services = Services(
        gateway=_Shared(worker, pace),
        store=store,
        masker=Mask(),
        offer=lambda _: (),
        counter_for=lambda _: SignCounter(),
    )
    manager = Manager(services, "one")
    try:
        with StubModel() as stub:
            opened = Room(manager, stub, store)
            stub.reply("first answer")
            assert opened.ask("first question").status == "complete"
            yield opened
    finally:
        manager.close()
