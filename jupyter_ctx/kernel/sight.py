"""Looking at the kernel from any thread; what was seen comes as values, masked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_ctx.core.document import Document, Focus
from jupyter_ctx.core.masking import StateMasker
from jupyter_ctx.core.relevance import words
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.notebook import join, of_document

if TYPE_CHECKING:
    from jupyter_ctx.kernel.recorder import Recorder

LOOK_TIME = 1.0  # seconds that another thread waits for the main one to look


class Scene(msgspec.Struct, frozen=True):
    """What a page adds to a request: its notebook, and where the user is in it.

    *is_alone* tells that the notebook's own kernel cannot be looked at.
    """

    document: Document
    focus: Focus | None = None
    is_alone: bool = False


class Sight:
    """Gives the state for a request; objects are looked at on the main thread alone.

    *loop* is the kernel's main event loop, None in a terminal.
    """

    def __init__(
        self,
        recorder: Recorder,
        mask: Callable[[str], str],
        loop: Any,  # noqa: ANN401
    ) -> None:
        self._recorder = recorder
        self._loop = loop
        self._mask = StateMasker(mask)
        self._masking = threading.Lock()  # what was masked is remembered for all

    def state(self, prompt: str = "", scene: Scene | None = None) -> KernelState:
        """Give all that is known for *prompt*; see `look` for threads."""
        if scene is None:
            seen = self.look(prompt)
        elif scene.is_alone:
            seen = of_document(scene.document, scene.focus)
        else:
            seen = join(self.look(prompt), scene.document, scene.focus)
        with self._masking:
            return self._mask(self._recorder.cover(seen))

    def look(self, prompt: str = "") -> KernelState:
        """Look at the kernel now.

        Another thread has the main one look where no cell runs, and waits for it
        `LOOK_TIME` at most; else it gets the last look.
        """
        if threading.current_thread() is threading.main_thread():
            return self._recorder.state(words(prompt))
        if self._loop is None or self._recorder.is_running:
            return self._recorder.latest()
        seen: Future[KernelState] = Future()
        self._loop.add_callback(self._take, seen, prompt)
        try:
            return seen.result(LOOK_TIME)
        except TimeoutError:
            seen.cancel()  # nobody would take it any more
            return self._recorder.latest()

    def _take(self, seen: Future[KernelState], prompt: str) -> None:
        if seen.set_running_or_notify_cancel():
            seen.set_result(self._recorder.state(words(prompt)))
