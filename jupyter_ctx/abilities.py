"""What a session can do with its conversation; each is made when it is used.

An ability is an object of its own beside the manager: it shares the log, and records
what it does by `Manager.change`.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from jupyter_ctx.extension import Session
    from jupyter_ctx.kernel.enclosures import Enclosures
    from jupyter_ctx.kernel.mentioning.guide import Guide
    from jupyter_ctx.manager import Manager
    from jupyter_ctx.manager.conversations import Conversations
    from jupyter_ctx.manager.identity import Identity
    from jupyter_ctx.manager.instructions import StandingInstructions
    from jupyter_ctx.manager.pruning import Pruning
    from jupyter_ctx.manager.standing.drafts import Drafts
    from jupyter_ctx.manager.standing.remembering import MemoryDesk
    from jupyter_ctx.wiring import Made

# Lazy imports below keep `load_ext` within a fifth of the cost of IPython.
# ruff: noqa: PLC0415


class Abilities:
    """The abilities of a `Session`, which is the only class that has them."""

    def __init__(self) -> None:
        self._managed: Made | None = None
        self._enclosures: Enclosures | None = None
        self._memory: tuple[MemoryDesk, Drafts] | None = None
        self._making = threading.RLock()  # magics and the sidebar may be first at once

    @property
    def _session(self) -> Session:
        return cast("Session", self)

    @property
    def manager(self) -> Manager:
        """The manager; made with store and gateway at the first question."""
        return self._made().manager

    @property
    def identity(self) -> Identity:
        """Which conversation the notebook has."""
        return self._made().identity

    @property
    def conversations(self) -> Conversations:
        """All conversations that are kept."""
        from jupyter_ctx.manager.conversations import Conversations

        return Conversations(self.manager, self.identity, self._session.mask)

    @property
    def pruning(self) -> Pruning:
        """What of the conversation is not sent, and what stays."""
        from jupyter_ctx.manager.pruning import Pruning

        return Pruning(self.manager)

    def _made(self) -> Made:
        with self._making:
            if self._managed is None:
                from jupyter_ctx.wiring import make_manager

                self._managed = make_manager(self._session, self._session.sight)
            return self._managed

    @property
    def enclosures(self) -> Enclosures:
        """What pages enclosed with their questions."""
        with self._making:
            if self._enclosures is None:
                from jupyter_ctx.kernel.enclosures import Enclosures

                self._enclosures = Enclosures()
            return self._enclosures

    @property
    def guide(self) -> Guide:
        """What completes mentions, and says what became of them."""
        from jupyter_ctx.kernel.mentioning.guide import Guide
        from jupyter_ctx.kernel.providers.desk import beside

        config = self._session.config
        return Guide(beside, lambda: config.reads_project)

    @property
    def standing(self) -> StandingInstructions:
        """What the user told to do from now on."""
        from jupyter_ctx.manager.instructions import StandingInstructions

        return StandingInstructions(self.manager)

    @property
    def memory(self) -> tuple[MemoryDesk, Drafts]:
        """What changes the memory file, and what drafts a new text for it."""
        if self._memory is None:
            from jupyter_ctx.wiring import make_memory

            self._memory = make_memory(self._session, self._made().services)
        return self._memory
