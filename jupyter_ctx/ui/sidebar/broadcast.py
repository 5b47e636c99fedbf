"""What all pages are told: turns as they grow, the pages of cells, the status line."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from jupyter_ctx.core.planning.accepting import pending
from jupyter_ctx.core.planning.ground import cells_of
from jupyter_ctx.core.privacy import Level
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Conversation, TurnId
from jupyter_ctx.core.talk.view import OnInterrupt, standing, thread
from jupyter_ctx.errors import CtxError
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.protocol.messages import History, PageChanged, Transcript
from jupyter_ctx.ui import page
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.feed import page_of
from jupyter_ctx.ui.sidebar.history import history, waiting
from jupyter_ctx.ui.sidebar.roll import Roll
from jupyter_ctx.ui.sidebar.transcript import (
    transcript,
    turn_of,
    with_live,
    with_tickets,
)
from jupyter_ctx.ui.stale import due, rows
from jupyter_ctx.workspace.writing import masked_digest

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session
    from jupyter_ctx.ui.sidebar.board import Board

TICK = 0.1  # seconds between two sends of deltas: more would flood the page
PAGE_TICK = 0.3  # seconds between two sends of a cell's page, which is sent whole
STATUS_TICK = 0.5  # seconds between two status lines


class Broadcast:
    """Sends what changed, to every page that has said Hello; our thread alone.

    Ends and changes of the branch go out at once, what only grows in ticks.
    """

    def __init__(
        self,
        session: Session,
        board: Board,
        connections: Callable[[], Iterable[Connection]],
    ) -> None:
        self._session = session
        self._board = board
        self.roll = Roll(session, self.status_soon)
        self._connections = connections
        self._base: tuple[Conversation, Transcript] | None = None
        self._turns_at = self._pages_at = self._status_at = float("-inf")
        self._paged: Conversation | None = None
        self._status_due: float | None = None
        self._privacy: Level = "everything"  # of the next request
        self._form = "auto"  # of choices, as it is set
        self._history: tuple[Conversation, History] | None = None

    def status_soon(self, delay: float = 0.0) -> None:
        """Send the status line after *delay* seconds; may be called on any thread."""
        due = time.monotonic() + delay
        before = self._status_due
        self._status_due = due if before is None else min(due, before)

    def status_now(self) -> None:
        """Send the status line at once: settings have changed."""
        self._board.forget()
        self._status_due = self._status_at = float("-inf")

    def send_all(self, connection: Connection) -> None:
        """Bring one page up to date from nothing."""
        self._has_new_level()
        connection.show(self._now(), anew=True)
        self._tell_past(connection, anew=True)
        self._send_facts(connection, anew=True)
        connection.pages = dict.fromkeys(connection.pages)
        self.send_pages(connection)

    def flush(self, *, is_urgent: bool = False) -> float | None:
        """Send what is due; give the seconds until more is, None without.

        With *is_urgent* a reply has ended, and no tick is waited for.
        """
        now = time.monotonic()
        conversation = self._session.manager.conversation
        waits = (
            self._flush_turns(conversation, now, is_urgent=is_urgent),
            self._flush_pages(conversation, now, is_urgent=is_urgent),
            self._flush_status(now),
        )
        return min((wait for wait in waits if wait is not None), default=None)

    def _flush_turns(
        self, conversation: Conversation, now: float, *, is_urgent: bool
    ) -> float | None:
        is_live = bool(self._session.manager.running())
        has_changed = self._base is None or self._base[0] is not conversation
        left = TICK - (now - self._turns_at)
        if not (is_live or has_changed or is_urgent):
            return None
        if left > 0 and not (has_changed or is_urgent):
            return left
        self._turns_at = now
        if has_changed:
            self.status_soon()  # it says what becomes of older messages
        shown = self._now()
        for connection in self._connections():
            if connection.welcomed != shown.conversation:
                # By a magic, say: the notebook goes on with another one.
                connection.welcome(self._session.version, shown.conversation)
            connection.show(shown)
            self._tell_past(connection)
        return TICK if is_live else None

    def send_older(self, connection: Connection, count: int) -> None:
        """Send a page *count* more of the turns that it does not hold yet."""
        now = self._now()
        connection.show(now)
        ids = [turn.id for turn in now.turns]
        start = max(0, connection.start(ids, now.before) - count)
        connection.show_older(page_of(self._now(start), start))

    def _now(self, start: int | None = None) -> Transcript:
        """Give the branch from *start* on, or from where the first page holds it."""
        manager = self._session.manager
        # First the tickets: a reply that ends meanwhile is in the conversation then.
        tickets = manager.running()
        conversation = manager.conversation
        ids = [turn.id for turn in conversation.branch()]
        starts = [one.start(ids) for one in self._connections()]
        first = min(starts if start is None else [*starts, start], default=0)
        base = self._base
        if base is None or base[0] is not conversation or base[1].before > first:
            shown = transcript(
                manager.conversation_id,
                conversation,
                self._keep,
                privacy=self._privacy,
                form=self._form,
                start=first,
            )
            self._base = base = conversation, shown
        return with_tickets(base[1], tickets)

    def _tell_past(self, connection: Connection, *, anew: bool = False) -> None:
        """Tell what became of the conversation; of a plan's cells as they are now."""
        plan = self._session.manager.conversation.plans.open
        document = connection.document
        found: Collection[int] = ()
        if plan is not None and document is not None:
            cells = cells_of(KernelState(document=document))
            found = pending(plan, cells, masked_digest(self._session.mask))
        connection.tell_history(waiting(self._past(), found), anew=anew)

    def _past(self) -> History:
        conversation = self._session.manager.conversation
        if self._history is None or self._history[0] is not conversation:
            told = history(conversation, self._privacy)
            self._history = conversation, told
        return self._history[1]

    @property
    def _keep(self) -> OnInterrupt:
        return "keep" if self._session.config.on_interrupt == "keep" else "drop"

    def _flush_pages(
        self, conversation: Conversation, now: float, *, is_urgent: bool
    ) -> float | None:
        adopting = [one for one in self._connections() if one.pages]
        is_live = bool(self._session.manager.running())
        if not adopting or not (is_live or conversation is not self._paged):
            return None
        left = PAGE_TICK - (now - self._pages_at)
        if left > 0 and not is_urgent:
            return left
        self._pages_at = now
        # A reply that is being made may end between here and the next look.
        self._paged = None if is_live else conversation
        for connection in adopting:
            self.send_pages(connection)
        return PAGE_TICK if is_live else None

    def send_pages(self, connection: Connection) -> None:
        """Send what changed of the outputs that the page shows itself."""
        for root, before in list(connection.pages.items()):
            now = self._page(TurnId(root))
            if now is not None and now != before:
                connection.pages[root] = now
                connection.send(now)

    def _page(self, root: TurnId) -> PageChanged | None:
        """Give what the cell of *root* shows; None for a turn that is not known."""
        manager = self._session.manager
        conversation = manager.conversation
        if root not in conversation.turns:
            return None
        ids = thread(conversation, standing(conversation, root))
        keep = self._keep
        shown = [manager.shown(turn) for turn in ids]
        bundle = page.bundle(shown, keep=keep == "keep", has_page=True)
        last = turn_of(
            conversation, ids[-1], keep, privacy=self._privacy, form=self._form
        )
        running: dict[str, Ticket] = {one.turn: one for one in manager.running()}
        if last.id in running:
            last = with_live(last, running[last.id])
        return PageChanged(
            root=root,
            markdown=bundle["text/markdown"],
            plain=bundle["text/plain"],
            turn=last,
        )

    def _flush_status(self, now: float) -> float | None:
        if self._status_due is None:
            return None
        left = max(self._status_due, self._status_at + STATUS_TICK) - now
        if left > 0:
            return left
        self._status_due, self._status_at = None, now
        is_new = self._has_new_level()
        for connection in self._connections():
            if is_new:
                connection.show(self._now())
            self._tell_past(connection)  # a change of the plan may be in its cell now
            self._send_facts(connection)
        return None

    def _has_new_level(self) -> bool:
        """Read what is set; tell whether it changes what is sent of the turns."""
        try:
            privacy = self._session.profile().privacy
        except CtxError:
            return False  # the model's problem is told; nothing can be sent
        form = self._session.config.choice_form
        if (privacy, form) == (self._privacy, self._form):
            return False
        self._privacy, self._form = privacy, form
        self._base = self._paged = self._history = None
        return True

    def _send_facts(self, connection: Connection, *, anew: bool = False) -> None:
        """Send the status line and what is out of date, as far as it is news."""
        state = self._board.state(connection, looks=self.roll.is_due(connection))
        stale = rows(state) if state is not None else ()
        connection.tell_stale(stale, anew=anew)
        status = self._board.status(connection, len(due(stale)))
        if anew or status != connection.status:
            connection.status = status
            connection.send(status)
        if state is not None:
            self.roll.tell(connection, state, anew=anew)
