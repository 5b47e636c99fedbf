"""The clerk: takes one request after the other, and says how each ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

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
    Welcome,
)
from jupyter_ctx.ui.sidebar.broadcast import Broadcast
from jupyter_ctx.ui.sidebar.connection import Connection, log
from jupyter_ctx.ui.sidebar.desk import Desk
from jupyter_ctx.ui.sidebar.inbox import Inbox, Post

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

End: TypeAlias = Done | Failed | Cancelled
"""Exactly one of these ends each request."""


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

    def __init__(self, session: Session, inbox: Inbox, broadcast: Broadcast) -> None:
        self._session = session
        self._inbox = inbox
        self._broadcast = broadcast
        self._desk = Desk(session)
        self._asked: list[_Asked] = []
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
        if isinstance(outcome, Ticket):
            self._asked.append(_Asked(connection, request.id, outcome))
            if post.is_stopped:
                # Stop was pressed while this waited: the question stays, unanswered.
                self._session.manager.stop(outcome)
            return
        if connection.is_greeted:
            self._broadcast.flush()
        connection.send(msgspec.structs.replace(outcome, request_id=request.id))

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
        return self._broadcast.flush()

    def _outcome(self, post: Post) -> Ticket | End:
        connection, request = post.connection, post.request
        if isinstance(request, Unreadable):
            return Failed(message=request.message)
        if isinstance(request, Hello):
            return self._greet(connection, request)
        if connection.hello is None:
            msg = "The page has not said Hello. Reload it."
            raise ConversationError(msg)
        if self._inbox.is_outdated(post):
            return Cancelled()
        if isinstance(request, messages.Stop):
            return Done(turn=request.turn)  # done on arrival
        if isinstance(request, messages.Resync):
            self._broadcast.send_all(connection)
            return Done()
        outcome = self._desk.handle(connection, request)
        if isinstance(request, (messages.SetModel, messages.SaveKey)):
            self._broadcast.status_now()
        return outcome

    def _greet(self, connection: Connection, hello: Hello) -> Done:
        manager = self._session.manager
        if self._leave is None:
            self._leave = manager.subscribe(self._inbox.ring)
        is_understood = hello.major == messages.MAJOR
        connection.send(
            Welcome(
                request_id=hello.id,
                major=messages.MAJOR,
                minor=messages.MINOR,
                version=self._session.version,
                conversation=manager.conversation_id,
            )
        )
        if is_understood:
            self._session.models.set_lab(hello.model, hello.api_base)
            connection.hello = hello
            self._broadcast.send_all(connection)
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
