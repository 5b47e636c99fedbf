"""The clerk: takes one request after the other, and says how each ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from jupyter_ctx.errors import ConversationError, CtxError
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.protocol import messages
from jupyter_ctx.protocol.messages import (
    Cancelled,
    Done,
    Failed,
    Hello,
    Request,
)
from jupyter_ctx.ui.sidebar.broadcast import Broadcast
from jupyter_ctx.ui.sidebar.compacting import Compacting, Later
from jupyter_ctx.ui.sidebar.connection import Connection, log
from jupyter_ctx.ui.sidebar.desk import Desk
from jupyter_ctx.ui.sidebar.documents import updated
from jupyter_ctx.ui.sidebar.examining import Examination, Examining
from jupyter_ctx.ui.sidebar.inbox import Inbox, Post
from jupyter_ctx.ui.sidebar.inspector import Inspector
from jupyter_ctx.ui.sidebar.past import Past
from jupyter_ctx.ui.sidebar.reception import Reception

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

_SETTINGS = (
    messages.SetModel,
    messages.SetPrivacy,
    messages.SaveKey,
    messages.Configure,
)

End: TypeAlias = Done | Failed | Cancelled
"""Exactly one of these ends each request."""

Made: TypeAlias = Done | Later | Examination
"""What a request came to: its end, or what will end it."""


class Unreadable(Request, frozen=True, kw_only=True):
    """What came in place of a request."""

    message: str


class _Asked(msgspec.Struct):
    """A request whose reply is being made."""

    connection: Connection
    request: str
    ticket: Ticket


class Clerk:
    """Works on the sidebar's thread alone."""

    def __init__(
        self,
        session: Session,
        inbox: Inbox,
        broadcast: Broadcast,
        greeted: Callable[[], Iterable[Connection]],
    ) -> None:
        self._session = session
        self._inbox = inbox
        self._broadcast = broadcast
        self._desk = Desk(session)
        self._reception = Reception(session, broadcast, greeted)
        self._compacting = Compacting(session, inbox.ring)
        self._examining = Examining(session, inbox.ring)
        self._acts: dict[type[Request], Callable[[Connection, Any], Made]] = {
            messages.Settle: self._reception.settle,
            messages.Moved: self._reception.move,
            messages.DocumentChanged: self._take_document,
            messages.Adopt: self._adopt,
            messages.Resync: self._resync,
            messages.Older: self._older,
            messages.Stop: self._stop,
            messages.Compact: self._compacting.begin,
            messages.UndoCompact: self._compacting.undo,
            messages.Doctor: self._examining.begin,
            **Past(session).acts,
            **Inspector(session, broadcast.status_soon).acts,
            **broadcast.roll.acts,
        }
        self._asked: list[_Asked] = []
        self._cells: set[str] = set()  # ids of all that the notebook ever had
        self._leave: Callable[[], None] | None = None

    @property
    def is_listening(self) -> bool:
        """Whether a page has said Hello, and the manager was made by then."""
        return self._leave is not None

    def close(self) -> None:
        """Hear no more of the manager."""
        if self._leave is not None:
            self._leave()

    def handle(self, post: Post) -> None:
        """Serve *post*; whatever goes wrong, its page is told."""
        connection, request = post.connection, post.request
        if not connection.is_open:
            return
        try:
            outcome = self._outcome(post)
        except CtxError as error:
            outcome = Failed(message=str(error), turn=getattr(request, "turn", ""))
        except Exception as error:  # noqa: BLE001 - the page is told
            log.exception("A request could not be served.")
            outcome = Failed(message=_inside(error))
        if isinstance(outcome, Examination):
            return
        if isinstance(outcome, (Ticket, Later)):
            self._await(post, outcome)
            return
        if connection.is_greeted:
            self._broadcast.flush()
        connection.send(msgspec.structs.replace(outcome, request_id=request.id))

    def _await(self, post: Post, made: Ticket | Later) -> None:
        """Let the request of *post* end when what it asked for is *made*."""
        if isinstance(made, Ticket):
            self._asked.append(_Asked(post.connection, post.request.id, made))
        if not post.is_stopped:
            return
        # Stop was pressed while this waited: a question stays, unanswered.
        if isinstance(made, Ticket):
            self._session.manager.stop(made)
        else:
            self.stop_compacting()

    def tell_news(self) -> float | None:
        """Send what is due; give the seconds until more is, None without.

        That a request has ended is told after the last text of its reply.
        """
        if not self.is_listening:
            return None
        ended = [one for one in self._asked if one.ticket.wait(0)]
        if ended:
            self._broadcast.flush(is_urgent=True)
        for one in ended:
            self._asked.remove(one)
            end = msgspec.structs.replace(self._end(one.ticket), request_id=one.request)
            one.connection.send(end)
        wait = self._broadcast.flush()
        for connection, event in (*self._compacting.ended(), *self._examining.news()):
            connection.send(event)
        return wait

    def stop_compacting(self) -> None:
        """End what pages had condensed, unchanged; may be called on any thread."""
        self._compacting.stop()

    def _outcome(self, post: Post) -> Ticket | Made | End:
        connection, request = post.connection, post.request
        if isinstance(request, Unreadable):
            return Failed(message=request.message)
        if isinstance(request, Hello):
            self._listen()
            return self._reception.greet(connection, request)
        if connection.hello is None:
            msg = "The page has not said Hello. Reload it."
            raise ConversationError(msg)
        if self._inbox.is_outdated(post):
            return Cancelled()
        act = self._acts.get(type(request))
        if act is not None:
            return act(connection, request)
        outcome = self._desk.handle(connection, request)
        if isinstance(request, _SETTINGS):
            self._broadcast.status_now()
        return outcome

    def _listen(self) -> None:
        if self._leave is None:
            self._leave = self._session.manager.subscribe(self._inbox.ring)

    def _stop(self, _: Connection, stop: messages.Stop) -> Done:
        return Done(turn=stop.turn)  # the door did it when it arrived

    def _resync(self, connection: Connection, _: messages.Resync) -> Done:
        self._session.manager.reload()
        self._broadcast.send_all(connection)
        return Done()

    def _older(self, connection: Connection, older: messages.Older) -> Done:
        self._broadcast.send_older(connection, older.count)
        return Done()

    def _adopt(self, connection: Connection, adopt: messages.Adopt) -> Done:
        # The kernel's own buttons stay: another page, or one without our extension,
        # shows them, perhaps with a question half written in them.
        connection.pages |= dict.fromkeys(adopt.roots)
        self._broadcast.send_pages(connection)
        return Done()

    def _take_document(
        self, connection: Connection, change: messages.DocumentChanged
    ) -> Done:
        connection.document = updated(connection.notebook, change)
        if not connection.is_companion:
            self._cells |= {cell.id for cell in connection.document.cells}
        connection.cells = frozenset(self._cells)
        connection.as_of_run = self._session.glance()[0]
        self._broadcast.status_soon()  # perhaps something is out of date now
        if change.order is not None:
            self._reception.judge(connection, change.order)
        return Done()

    def _end(self, ticket: Ticket) -> End:
        """Say how the reply that a request asked for came out."""
        turn = self._session.manager.conversation.turns.get(ticket.turn)
        replies = turn.replies if turn is not None else ()
        reply = next((one for one in replies if one.id == ticket.reply), None)
        if reply is None or reply.status == "cancelled":
            return Cancelled(turn=ticket.turn)
        if reply.status == "failed":
            return Failed(message=reply.failure, turn=ticket.turn)
        return Done(turn=ticket.turn)


def _inside(error: Exception) -> str:
    return (
        f"An error inside jupyter_ctx ({type(error).__name__}: {error}); the notebook "
        "and the conversation are unharmed. Try again, and report it if it stays."
    )
