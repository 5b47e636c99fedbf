"""Looking at the kernel from any thread; what was seen comes as values, masked."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from jupyter_ctx.core.document import Document, Focus
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.secrets.masking import StateMasker
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.notebook import join, of_document, placed
from jupyter_ctx.kernel.outdated import written_in
from jupyter_ctx.kernel.secrets import SHOWN, Secrets

if TYPE_CHECKING:
    from jupyter_ctx.kernel.recorder import Recorder

LOOK_TIME = 1.0  # seconds that another thread waits for the main one to look


class Masks(Protocol):
    """What the sight asks of a masker of secrets."""

    def mask(self, text: str) -> str:
        """Replace the secrets in *text*."""
        ...

    def secrets(self) -> dict[str, str]:
        """Give the secrets of the environment as they are now, with their masks."""
        ...


class Scene(msgspec.Struct, frozen=True):
    """What a page adds to a request: its notebook, and where the user is in it.

    *is_alone* tells that the notebook's own kernel cannot be looked at. *cells* are
    the ids of all cells that the notebook ever had, and *as_of_run* the last run that
    was over when the page told its document.
    """

    document: Document
    focus: Focus | None = None
    is_alone: bool = False
    cells: frozenset[str] = frozenset()
    as_of_run: int = 0


class Sight:
    """Gives the state for a request; objects are looked at on the main thread alone.

    *loop* is the kernel's main event loop, None in a terminal.
    """

    def __init__(
        self,
        recorder: Recorder,
        masker: Masks,
        loop: Any,  # noqa: ANN401
    ) -> None:
        self._recorder = recorder
        self._loop = loop
        self._mask = StateMasker(masker.mask)
        self._masker = masker
        self._hidden: dict[str, str] = {}
        self._environment = Secrets()
        self._masking = threading.Lock()  # what was masked is remembered for all

    def state(
        self,
        prompt: str = "",
        scene: Scene | None = None,
        *,
        page: Scene | None = None,
    ) -> KernelState:
        """Give all that is known for *prompt*; see `look` for threads.

        Where it is not asked from a *scene*, the *page* that shows the notebook
        tells at least what was edited or deleted.
        """
        if scene is None:
            seen = self.look(prompt)
            if page is not None:
                stale = self._mark_by(seen, page).stale
                seen = msgspec.structs.replace(seen, stale=stale)
        elif scene.is_alone:
            seen = of_document(scene.document, scene.focus)
        else:
            seen = self._mark_by(self.look(prompt), scene)
        return self.hide(seen)

    def hide(self, state: KernelState) -> KernelState:
        """Mask *state* by what is secret now, which may be more than when it was taken.

        Masking what is masked changes nothing.
        """
        with self._masking:
            self._hide_new()
            return self._mask(self._environment.cover(self._recorder.cover(state)))

    def secrets(self) -> frozenset[str]:
        """Give how each secret begins that is known by its value now."""
        with self._masking:
            self._hide_new()
            heads = (value[:SHOWN] for value in self._hidden)
            return self._recorder.secrets().union(heads)

    def _hide_new(self) -> None:
        """Hide new secrets of the environment also where they were seen before."""
        found = self._masker.secrets()
        if found != self._hidden:
            self._hidden = found
            self._mask.forget()
            for value, masked in found.items():
                self._environment.note(value, masked)

    def marked(self, page: Scene) -> KernelState:
        """Give what is known without a look, with marks; to be shown here, not sent."""
        if page.is_alone:
            return KernelState()
        return self._mark_by(self._recorder.latest(), page)

    def known(self, page: Scene | None) -> KernelState:
        """Give what is known without a look, masked; for any thread, at any time."""
        if page is None:
            return self.hide(self._recorder.latest())
        if page.is_alone:
            return self.hide(of_document(page.document))
        return self.hide(join(self._recorder.latest(), page.document))

    def _mark_by(self, seen: KernelState, scene: Scene) -> KernelState:
        joined = join(seen, scene.document, scene.focus)
        # Once it is edited nobody could tell any more which cell ran.
        self._recorder.log.place(placed(seen, joined))
        written = written_in(
            scene.document,
            joined.executions,
            known=scene.cells,
            as_of=scene.as_of_run,
        )
        return self._recorder.mark(joined, written)

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
