"""One page: its comm, who it is, and what it has seen so far."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from jupyter_ctx.core.document import Document, Focus
from jupyter_ctx.kernel.sight import Scene
from jupyter_ctx.protocol.codec import plain
from jupyter_ctx.protocol.messages import (
    MAJOR,
    MINOR,
    Event,
    Hello,
    History,
    OlderTurns,
    PageChanged,
    Status,
    Transcript,
    Welcome,
)
from jupyter_ctx.protocol.values import StaleCell
from jupyter_ctx.ui.sidebar.documents import unread
from jupyter_ctx.ui.sidebar.feed import news, page_of, stale_news

# Not to the root logger: its handlers may print into the cell of the user.
log = logging.getLogger("jupyter_ctx.sidebar")
log.addHandler(logging.NullHandler())
log.propagate = False


class Comm(Protocol):
    """What is needed of a comm of ipykernel; `send` works on any thread."""

    comm_id: str

    def send(self, data: dict[str, Any]) -> None:
        """Send *data* to the page."""
        ...

    def close(self) -> None:
        """End it on both sides."""
        ...


class Connection:
    """Sends events to one page, numbered; used by the sidebar's thread alone.

    *hello* is what the page said of itself, None before it did; *document* its
    notebook, *cells* the ids of all cells that it ever had, and *as_of_run* the last
    run that was over when it told them; *pages* the outputs that it shows itself,
    by their turns, and *status* the line below, as they were last sent. *welcomed* is
    the conversation that the page knows of.
    *has_subshell* tells whether its messages come while a cell runs.
    """

    def __init__(self, comm: Comm) -> None:
        self.hello: Hello | None = None
        self.welcomed = ""
        self.path = ""
        self.is_judged = True
        self.has_subshell = True
        self.document: Document | None = None
        self.cells: frozenset[str] = frozenset()
        self.as_of_run = 0
        self.pages: dict[str, PageChanged | None] = {}
        self.status: Status | None = None
        self.is_open = True
        self._comm = comm
        self._seq = 0
        self._seen: Transcript | None = None
        self._begin = 0, ""
        self._history: History | None = None
        self._stale: dict[str, StaleCell] = {}

    @property
    def is_greeted(self) -> bool:
        """Whether the page has said who it is, so that news may be sent."""
        return self.is_open and self.hello is not None

    @property
    def is_companion(self) -> bool:
        """Whether this kernel only serves a notebook that has another one, or none."""
        return self.hello is not None and self.hello.is_companion

    @property
    def notebook(self) -> Document:
        """The notebook, as far as the page has told it."""
        return self.document or unread(self.hello.language if self.hello else "")

    def scene(self, focus: Focus | None = None) -> Scene | None:
        """Give the page's notebook and the user's place; a live kernel needs none."""
        if self.document is None and not self.is_companion:
            return None
        return Scene(
            document=self.notebook,
            focus=focus,
            is_alone=self.is_companion,
            cells=self.cells,
            as_of_run=self.as_of_run,
        )

    def send(self, event: Event) -> None:
        """Send *event* with the next number; a page that is gone misses it."""
        if not self.is_open:
            return
        numbered = msgspec.structs.replace(event, seq=self._seq)
        try:
            self._comm.send(plain(numbered))
        except Exception:  # whatever a closed socket raises
            log.debug("A page cannot be reached.", exc_info=True)
            self.is_open = False
        else:
            self._seq += 1

    def welcome(
        self, version: str, conversation: str, request: str = "", other: str = ""
    ) -> None:
        """Tell the page its *conversation*; *other* is where that was seen before."""
        self.welcomed = conversation
        self.send(
            Welcome(
                request_id=request,
                major=MAJOR,
                minor=MINOR,
                version=version,
                conversation=conversation,
                other_path=other,
            )
        )

    def show(self, now: Transcript, *, anew: bool = False) -> None:
        """Send what changed since the last time, or with *anew* all of *now*."""
        shown = page_of(now, self.start([turn.id for turn in now.turns], now.before))
        seen = None if anew else self._seen
        for event in news(seen, shown, can_keep=self._page_size > 0):
            self.send(event)
        self._see(shown)

    def start(self, ids: Sequence[str], before: int = 0) -> int:
        """Give the place on the branch from which on the page holds its turns.

        *ids* are those of the branch without the first *before*.
        """
        place, first = self._begin
        is_there = 0 <= place - before < len(ids) and ids[place - before] == first
        if self._page_size == 0 or is_there:
            return place if is_there else 0
        return max(0, before + len(ids) - self._page_size)

    def show_older(self, now: Transcript) -> None:
        """Send the turns of *now* that stand before those that the page holds."""
        count = self._begin[0] - now.before
        self.send(OlderTurns(turns=now.turns[: max(0, count)], before=now.before))
        self._see(now)

    def _see(self, shown: Transcript) -> None:
        self._seen = shown
        self._begin = shown.before, shown.turns[0].id if shown.turns else ""

    @property
    def _page_size(self) -> int:
        return self.hello.page_size if self.hello is not None else 0

    def tell_history(self, now: History, *, anew: bool = False) -> None:
        """Send what became of the conversation if it is news, or with *anew*."""
        if anew or now != self._history:
            self.send(now)
        self._history = now

    def tell_stale(self, now: Iterable[StaleCell], *, anew: bool = False) -> None:
        """Send what changed of the cells that are out of date, or with *anew* all."""
        fresh = {cell.key: cell for cell in now}
        event = stale_news(None if anew else self._stale, fresh)
        if event is not None:
            self.send(event)
        self._stale = fresh

    def close(self) -> None:
        """Close the comm; the page is told by that."""
        if self.is_open:
            self.is_open = False
            with contextlib.suppress(Exception):
                self._comm.close()
