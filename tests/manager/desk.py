"""A manager with a scripted gateway and a store in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec

from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Reply, TurnId
from jupyter_ctx.core.talk.view import OnInterrupt
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.manager import Manager, Occasion, Services, Ticket
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from tests.core.counting import SignCounter
from tests.store.test_store import Mask

WAIT = 60  # seconds; generous, because both cores may be busy
PROFILE = Profile("my-llm", window=8_192, max_tokens=1_000, budget=4_000)


@dataclass
class Desk:
    """Asks, waits and reads, so that a test is its story."""

    manager: Manager
    gateway: ScriptedGateway
    profile: Profile = PROFILE
    state: KernelState = field(default_factory=KernelState)

    def occasion(self, **more: object) -> Occasion:
        """Describe the moment at which something is asked."""
        base = Occasion(self.state, self.profile)
        return msgspec.structs.replace(base, **more)

    def start(self, prompt: str, **more: object) -> Ticket:
        """Ask *prompt* and do not wait."""
        return self.manager.ask(prompt, self.occasion(**more))

    def ask(self, prompt: str, **more: object) -> TurnId:
        """Ask *prompt* and wait for the reply; give the turn."""
        return self.ended(self.start(prompt, **more))

    def ended(self, ticket: Ticket) -> TurnId:
        """Wait for *ticket*; give its turn."""
        assert ticket.wait(WAIT)
        return ticket.turn

    def reply(self, turn: TurnId) -> Reply:
        """Give the current reply to *turn*."""
        reply = self.manager.conversation.turn(turn).reply
        assert reply is not None
        return reply

    def sent(self, call: int = -1) -> list[tuple[str, str]]:
        """List the messages of a call without the system's."""
        messages = self.gateway.calls[call].messages
        return [(one.role, one.content) for one in messages if one.role != "system"]

    def prompts(self) -> list[str]:
        """List the prompts of the branch."""
        return [turn.prompt for turn in self.manager.conversation.branch()]


def _offer(wanted: Wanted) -> Iterable[Piece]:
    """Offer what a state holds; without one, requests are the conversation alone."""
    return () if wanted.state == KernelState() else offer(wanted)


@contextmanager
def desk(
    store: Store | None = None, on_interrupt: OnInterrupt = "drop", **more: object
) -> Iterator[Desk]:
    """Open a desk, with *more* services; its thread ends with it."""
    gateway = ScriptedGateway()
    services = Services(
        gateway=gateway,
        store=store or Store(None, Mask()),
        masker=Mask(),
        offer=_offer,
        counter_for=lambda _: SignCounter(),
        on_interrupt=lambda: on_interrupt,
    )
    manager = Manager(msgspec.structs.replace(services, **more), "one")
    try:
        yield Desk(manager, gateway)
    finally:
        manager.close()
