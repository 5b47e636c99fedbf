"""What the user pinned and dropped, as the open conversation has it in its log."""

from __future__ import annotations

import threading

from jupyter_ctx.core.engine.keeps import Keeps
from jupyter_ctx.core.talk.events import Kept
from jupyter_ctx.manager.manager import Manager


class Keeping:
    """Reads the keeps of the conversation, and records each change: for any thread.

    So they hold after a restart of the kernel, in all doors, and with the notebook
    that goes on with the conversation.
    """

    def __init__(self, manager: Manager) -> None:
        self._manager = manager
        self._lock = threading.RLock()
        self._of = ""
        self._seen: tuple[Kept, ...] = ()
        self._told: dict[str, Kept] = {}  # by this kernel session, by item
        self._keeps = Keeps((), self._record)

    @property
    def keeps(self) -> Keeps:
        """The keeps of the conversation that is open now."""
        with self._lock:
            identity = self._manager.conversation_id
            kept = self._manager.conversation.condensed.kept
            if identity != self._of or kept != self._seen:
                self._of, self._seen = identity, kept
                self._keeps = Keeps(kept, self._record)
            return self._keeps

    def carry(self) -> None:
        """Keep what this kernel session was told also where it goes on, by a page."""
        with self._lock:
            for event in self._told.values():
                self._manager.change(event)

    def _record(self, event: Kept) -> None:
        with self._lock:
            self._told[event.item] = event
            self._manager.change(event)
            # It is known here already, with what only this kernel can know.
            self._seen = self._manager.conversation.condensed.kept
