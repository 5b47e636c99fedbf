"""Screens: the outputs of cells, kept up to date while replies stream.

In a notebook a screen is one output with a display id: an update replaces it,
from whatever thread and whatever cell runs meanwhile. In a terminal nothing can
be replaced, so text is printed as it comes.
"""

from __future__ import annotations

import contextvars
import sys
import threading
import time
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from jupyter_ctx.core.talk.conversation import Turn, TurnId
from jupyter_ctx.core.talk.view import Shown, thread
from jupyter_ctx.manager import Manager
from jupyter_ctx.ui import page
from jupyter_ctx.ui.markdown import plain

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

TICK = 0.1  # seconds between two updates at least: more would flood the front end
FLOW = 40_000  # characters a second at most to one output: it is sent whole each time
REMEMBERED = 100  # newest screens that are still updated

WIDGET = "application/vnd.jupyter.widget-view+json"
EMPTY = {"text/plain": ""}  # in place of a panel that is taken down

Publish = Callable[..., None]
"""`shell.display_pub.publish`."""

METADATA = "jupyter_ctx"
"""The key in an output's metadata that tells a page what it shows."""


class Screen(Protocol):
    """Where a turn and what followed by clicks is shown."""

    root: TurnId
    is_polled: bool

    def refresh(self) -> None:
        """Show the state of now; cheap if nothing changed."""
        ...


class NotebookScreen:
    """One Markdown output; may be refreshed from any thread.

    *is_polled* means that somebody refreshes it in a loop, so that the news
    of the manager need not; *has_panel* that there is an output for buttons.
    """

    def __init__(
        self, session: Session, root: TurnId, *, note: str = "", keep: bool = False
    ) -> None:
        self.root = root
        self.is_polled = False
        self.has_panel = False
        self.panel_id = uuid.uuid4().hex
        self._display_id = uuid.uuid4().hex
        self._session = session
        self._publish: Publish = session.shell.display_pub.publish
        self._note = note
        self._keep = keep
        self._lock = threading.Lock()
        self._last: dict[str, str] | None = None

    @property
    def pause(self) -> float:
        """The seconds between two updates; a long text takes longer to send."""
        size = sum(map(len, (self._last or {}).values()))
        return max(TICK, size / FLOW)

    def refresh(self) -> None:
        """Publish what changed since the last time."""
        with self._lock:
            if self.root not in self._session.manager.conversation.turns:
                return  # another conversation is open now; the text stays
            data = page.bundle(
                shown_turns(self._session.manager, self.root),
                note=self._note,
                keep=self._keep,
                has_page=self._session.has_page,
            )
            if data == self._last:
                return
            is_update = self._last is not None
            self._last = data
            self._show("text", data, self._display_id, update=is_update)

    def say(self, note: str) -> None:
        """Show *note* above the turns from now on."""
        self._note = note
        self.refresh()

    def place_panel(self, data: dict[str, Any]) -> None:
        """Put *data*, a widget or nothing, into the output beside the text."""
        is_update, self.has_panel = self.has_panel, True
        if is_update and WIDGET in data:
            # A widget that was closed hides its output in JupyterLab, and with it
            # the next one; something else between them makes a new output.
            self._show("panel", EMPTY, self.panel_id, update=True)
        self._show("panel", data, self.panel_id, update=is_update)

    def _show(
        self, part: str, data: dict[str, Any], name: str, *, update: bool
    ) -> None:
        # A page finds the output by this after a reload, when display ids are gone.
        metadata = {METADATA: {"turn": self.root, "part": part}}
        self._publish(data, metadata, transient={"display_id": name}, update=update)


class TerminalScreen:
    """Prints the reply as it grows, and its end once."""

    def __init__(
        self, manager: Manager, root: TurnId, *, note: str, keep: bool
    ) -> None:
        self.root = root
        self.is_polled = True
        self._manager = manager
        self._note = note
        self._keep = keep
        self._printed = ""
        self._is_done = False

    def refresh(self) -> None:
        """Print what is new; after the end nothing more."""
        if self._is_done:
            return
        shown = self._manager.shown(self.root)
        if shown.is_live:
            # The last line may still change into a block that is held back.
            self._print(plain(shown.live_text).rpartition("\n")[0].rstrip())
            return
        self._is_done = True
        if not self._printed:
            turns = shown_turns(self._manager, self.root)
            sys.stdout.write(page.text(turns, note=self._note, keep=self._keep) + "\n")
        elif shown.reply is not None:
            reply = shown.reply
            self._print(plain(reply.text))
            ends = [*reply.notices, page.plain_options(reply)]
            ends.append(page.ending(reply, keep=self._keep))
            ends.append(f"[{plain(page.header(shown, reply))}]")
            sys.stdout.write("\n" + "\n".join(plain(end) for end in ends if end) + "\n")
        sys.stdout.flush()

    def offer(self) -> None:
        """Offer nothing: the options are printed, and no key can come."""

    def _print(self, text: str) -> None:
        if text.startswith(self._printed):
            sys.stdout.write(text[len(self._printed) :])
            sys.stdout.flush()
            self._printed = text


def shown_turns(manager: Manager, root: TurnId) -> tuple[Shown, ...]:
    """Show *root* and what followed it by clicks, as they are now."""
    ids = thread(manager.conversation, root)
    return tuple(manager.shown(turn) for turn in ids)


class Screens:
    """All screens of a kernel; refreshes them at most ten times a second.

    *changed* is told of a screen whose buttons may have to change: a reply on it
    was begun or has ended. While *is_held* an edited question is left to the one
    who edits, and who adds a screen for it.
    """

    def __init__(
        self, manager: Manager, changed: Callable[[NotebookScreen, TurnId], None]
    ) -> None:
        self.is_held = False
        self._manager = manager
        self._changed = changed
        self._lock = threading.Lock()
        self._screens: dict[TurnId, NotebookScreen] = {}
        self._streaming: set[TurnId] = set()
        self._painted: dict[TurnId, float] = {}
        self._timers: dict[TurnId, threading.Timer] = {}
        self._unsubscribe = manager.subscribe(self.nudge)

    def add(self, screen: NotebookScreen) -> None:
        """Keep *screen* up to date from now on; an older one of its turn is left."""
        with self._lock:
            self._put(screen)
        self.is_held = False

    def _put(self, screen: NotebookScreen) -> None:
        self._screens.pop(screen.root, None)
        self._screens[screen.root] = screen
        while len(self._screens) > REMEMBERED:
            del self._screens[next(iter(self._screens))]

    def of(self, turn: TurnId) -> NotebookScreen | None:
        """Find the screen that shows *turn*: its own, or that of what it followed."""
        if not self._screens:
            return None
        for one in reversed(self._manager.conversation.path(turn)):
            screen = self._screens.get(one.id)
            if screen is not None:
                return screen
            if one.door != "click":
                return None if self.is_held else self._edited(one)
        return None

    def _edited(self, root: Turn) -> NotebookScreen | None:
        """Let the cell that shows what *root* was edited from, or to, show *root*."""
        turns = self._manager.conversation.turns
        branch = {one.id for one in self._manager.conversation.branch()}
        with self._lock:
            for screen in list(self._screens.values()):
                shown = turns.get(screen.root)
                if shown is None or shown.id in branch or root.id not in branch:
                    continue
                if shown.first == root.first:
                    del self._screens[screen.root]
                    screen.root = root.id
                    self._put(screen)
                    return screen
        return None

    def nudge(self, turn: TurnId) -> None:
        """Refresh the screen of *turn* now, or a moment later."""
        screen = self.of(turn)
        if screen is None or screen.is_polled:
            return
        if not self._manager.shown(turn).is_live:
            self._streaming.discard(turn)
            screen.refresh()
            self._changed(screen, turn)
            return
        if turn not in self._streaming:
            self._streaming.add(turn)
            self._changed(screen, turn)
        with self._lock:
            wait = screen.pause - (time.monotonic() - self._painted.get(screen.root, 0))
            if wait > 0:
                self._refresh_later(screen, wait)
                return
            self._painted[screen.root] = time.monotonic()
        screen.refresh()

    def close(self) -> None:
        """Hear no more."""
        self._unsubscribe()
        with self._lock:
            for timer in self._timers.values():
                timer.cancel()
            self._screens.clear()

    def _refresh_later(self, screen: NotebookScreen, wait: float) -> None:
        """Show the last deltas also when the model pauses after them."""
        timer = self._timers.get(screen.root)
        if timer is not None and timer.is_alive():
            return
        # As in `manager.thread`.
        context = contextvars.copy_context()
        timer = threading.Timer(wait, context.run, (self._refresh, screen))
        timer.daemon = True
        self._timers[screen.root] = timer
        timer.start()

    def _refresh(self, screen: NotebookScreen) -> None:
        with self._lock:
            self._painted[screen.root] = time.monotonic()
            self._timers.pop(screen.root, None)
        screen.refresh()
