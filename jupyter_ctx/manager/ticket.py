"""A ticket: one reply in the making, safe to read and to close from any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable

from jupyter_ctx.core.talk.conversation import ReplyId, TurnId
from jupyter_ctx.core.talk.spent import NOTHING
from jupyter_ctx.gateway.gateway import Delta, Stream
from jupyter_ctx.manager.jobs import Attached
from jupyter_ctx.manager.services import Occasion


class Ticket(Attached):
    """Collects the deltas of one request until it is closed, once.

    What arrives after the closing is ignored, whoever sent it: that is how a
    stop ends the visible stream at once. One that *is_first* waits for no other.
    """

    def __init__(
        self,
        turn: TurnId,
        reply: ReplyId,
        occasion: Occasion,
        *,
        is_first: bool = True,
    ) -> None:
        super().__init__()
        self.turn = turn
        self.reply = reply
        self.occasion = occasion
        self.activity = "preparing" if is_first else "waiting"
        self.tokens = 0
        self.cached = 0
        self.spent = NOTHING
        self.budget = occasion.profile.budget
        self.notices = list(occasion.notices)
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._done = threading.Event()

    @property
    def text(self) -> str:
        """The answer so far, as the model wrote it."""
        with self._lock:
            return "".join(self._text)

    @property
    def reasoning(self) -> str:
        """What the model thought aloud so far; it is shown, never kept."""
        with self._lock:
            return "".join(self._reasoning)

    def add(self, delta: Delta) -> bool:
        """Take in *delta*; false if the ticket is closed."""
        with self._lock:
            if self._closed:
                return False
            if delta.kind == "wait":
                self.activity = delta.text or "starting"
            elif delta.kind == "notice":
                self.notices.append(delta.text)
            elif delta.kind == "reasoning":
                self._reasoning.append(delta.text)
                self.activity = "thinking"
            else:
                self._text.append(delta.text)
                self.activity = "answering"
            return True

    def close(self) -> bool:
        """Take in nothing more; true for the one caller that ends the ticket."""
        with self._lock:
            if self._closed:
                return False
            self._closed = True
            return True

    def cancel(self) -> None:
        """Close the model's stream, if one was started."""
        with self._lock:
            stream = self._stream
        if stream is not None:
            stream.cancel()

    def finish(self) -> None:
        """Wake up who waits: the reply is in the conversation now."""
        self._done.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the reply is in the conversation; true if it is."""
        return self._done.wait(timeout)


class Condensing:
    """What a call for a summary is stopped by: the ticket, which tells of it."""

    def __init__(self, ticket: Ticket, notify: Callable[[TurnId], None]) -> None:
        self._ticket = ticket
        self._notify = notify

    @property
    def is_closed(self) -> bool:
        """Whether nobody waits for the reply any more."""
        return self._ticket.is_closed

    def attach(self, stream: Stream) -> None:
        """Let a later stop close *stream*, and show that it is waited for."""
        self.waits("")
        self._ticket.attach(stream)

    def waits(self, why: str) -> None:
        """Show why the model is asked again later; else that it summarises."""
        self._ticket.activity = why or "compacting"
        self._notify(self._ticket.turn)
