"""The door itself: pages that come and go, one thread, and what is sent when."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_ctx.core.conversation import Conversation
from jupyter_ctx.errors import CtxError, ProtocolError
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.protocol import messages
from jupyter_ctx.protocol.codec import read_request
from jupyter_ctx.protocol.messages import (
    Cancelled,
    Done,
    Event,
    Failed,
    Hello,
    Request,
    Transcript,
    Welcome,
)
from jupyter_ctx.ui.sidebar.connection import Connection, log
from jupyter_ctx.ui.sidebar.desk import Desk
from jupyter_ctx.ui.sidebar.inbox import Inbox, Post
from jupyter_ctx.ui.sidebar.transcript import transcript, with_tickets

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

TICK = 0.1  # seconds between two sends of deltas: more would flood the page


class _Asked(msgspec.Struct):
    """A request whose reply is being made."""

    connection: Connection
    request: str
    ticket: Ticket


class Door:
    """Serves every page of a kernel with one daemon thread.

    `open` and what it registers run on a thread of the kernel's choice, perhaps
    while a cell runs: they decode, hand over and return.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._desk = Desk(session)
        self._inbox = Inbox()
        self._connections: dict[str, Connection] = {}
        self._asked: list[_Asked] = []
        self._base: tuple[Conversation, Transcript] | None = None
        self._sent_at = 0.0
        self._unsubscribe: Callable[[], None] | None = None
        self._thread = threading.Thread(
            target=self._work, name="jupyter_ctx-sidebar", daemon=True
        )
        self._thread.start()

    @property
    def has_page(self) -> bool:
        """Whether a page of ours listens now."""
        return any(one.is_greeted for one in list(self._connections.values()))

    def open(self, comm: Any) -> None:  # noqa: ANN401 - ipykernel's
        """Take in a page that has opened *comm*."""
        if hasattr(comm, "_reply_subshell_for"):
            # ipykernel 7.4 sends what a page says to the shell that sent to it last;
            # that may be the main one, which is busy while a cell runs.
            comm._reply_subshell_for = lambda _, default: default  # noqa: SLF001
        connection = Connection(comm)
        self._connections[comm.comm_id] = connection
        # In place of `on_msg`: that one runs the user's post_execute callbacks, e.g.
        # matplotlib's, which would close a figure that a cell is still drawing.
        comm.handle_msg = lambda message: self._receive(connection, message)
        comm.on_close(lambda _: self._forget(comm.comm_id, connection))

    def close(self) -> None:
        """End every connection and the thread."""
        self._inbox.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=1)
        for connection in list(self._connections.values()):
            connection.close()
        self._connections.clear()
        if self._unsubscribe is not None:
            self._unsubscribe()

    # On the kernel's threads

    def _receive(self, connection: Connection, message: Any) -> None:  # noqa: ANN401
        """Decode and hand over; nothing may be raised into the kernel's log."""
        try:
            is_main = threading.current_thread() is threading.main_thread()
            connection.has_subshell = not is_main
            request = read_request(message["content"]["data"])
        except ProtocolError as error:
            request = _Unreadable(id=error.request, message=str(error))
        except Exception:  # noqa: BLE001
            log.debug("A message could not be taken in.", exc_info=True)
            return
        self._inbox.put(Post(connection, request))

    def _forget(self, comm_id: str, connection: Connection) -> None:
        connection.is_open = False
        self._connections.pop(comm_id, None)

    # On our thread

    def _work(self) -> None:
        wait: float | None = None
        while True:
            post = self._inbox.take(wait)
            if self._inbox.is_closed:
                return
            try:
                if post is not None:
                    self._handle(post)
                wait = self._flush()
            except Exception:  # noqa: BLE001 - the thread must live on
                log.exception("The sidebar could not be served.")
                wait = 1.0

    def _handle(self, post: Post) -> None:
        connection, request = post.connection, post.request
        if request is None or not connection.is_open:
            return
        try:
            outcome = self._outcome(connection, request)
        except CtxError as error:
            outcome = Failed(message=str(error))
        except Exception as error:  # noqa: BLE001 - the page is told
            log.exception("A request could not be served.")
            outcome = Failed(message=_inside(error))
        if isinstance(outcome, Ticket):
            self._asked.append(_Asked(connection, request.id, outcome))
            return
        self._flush()
        connection.send(msgspec.structs.replace(outcome, request_id=request.id))

    def _outcome(self, connection: Connection, request: Request) -> Ticket | Event:
        if isinstance(request, _Unreadable):
            return Failed(message=request.message)
        if isinstance(request, Hello):
            return self._greet(connection, request)
        if isinstance(request, messages.Stop):
            return self._stop(request)
        if isinstance(request, messages.Resync):
            connection.show(self._now(), anew=True)
            return Done()
        return self._desk.handle(connection, request)

    def _greet(self, connection: Connection, hello: Hello) -> Done:
        if self._unsubscribe is None:
            self._unsubscribe = self._session.manager.subscribe(self._inbox.ring)
        connection.hello = hello
        connection.send(
            Welcome(
                request_id=hello.id,
                major=messages.MAJOR,
                minor=messages.MINOR,
                version=self._session.version,
                conversation=self._session.manager.conversation_id,
            )
        )
        connection.show(self._now(), anew=True)
        return Done()

    def _stop(self, stop: messages.Stop) -> Done:
        manager = self._session.manager
        stopped = [
            manager.stop(one)
            for one in manager.running()
            if stop.turn in ("", one.turn)
        ]
        return Done(turn=stop.turn, note="" if stopped else "Nothing is running.")

    def _flush(self) -> float | None:
        """Send what changed; give the seconds until more is due, None for no more."""
        ended = [one for one in self._asked if one.ticket.wait(0)]
        if self._unsubscribe is None:
            return None
        manager = self._session.manager
        has_changed = self._base is None or self._base[0] is not manager.conversation
        left = TICK - (time.monotonic() - self._sent_at)
        if left > 0 and not ended and not has_changed:
            return left if manager.running() else None
        self._sent_at = time.monotonic()
        now = self._now()
        for connection in list(self._connections.values()):
            if connection.is_greeted:
                connection.show(now)
        for one in ended:
            self._asked.remove(one)
            one.connection.send(self._end(one))
        return TICK if manager.running() else None

    def _now(self) -> Transcript:
        manager = self._session.manager
        tickets = manager.running()
        conversation = manager.conversation
        if self._base is None or self._base[0] is not conversation:
            keep = self._session.config.on_interrupt == "keep"
            shown = transcript(
                manager.conversation_id, conversation, "keep" if keep else "drop"
            )
            self._base = conversation, shown
        return with_tickets(self._base[1], tickets)

    def _end(self, ended: _Asked) -> Event:
        """Say how the reply that a request asked for came out."""
        turn = self._session.manager.conversation.turns.get(ended.ticket.turn)
        replies = turn.replies if turn is not None else ()
        reply = next((one for one in replies if one.id == ended.ticket.reply), None)
        event: Event = Done(turn=ended.ticket.turn)
        if reply is None or reply.status == "cancelled":
            event = Cancelled(turn=ended.ticket.turn)
        elif reply.status == "failed":
            event = Failed(message=reply.failure, turn=ended.ticket.turn)
        return msgspec.structs.replace(event, request_id=ended.request)


class _Unreadable(Request, frozen=True, kw_only=True):
    """What came in place of a request."""

    message: str


def _inside(error: Exception) -> str:
    return (
        f"An error inside jupyter_ctx ({type(error).__name__}: {error}); the notebook "
        "and the conversation are unharmed. Try again, and report it if it stays."
    )
