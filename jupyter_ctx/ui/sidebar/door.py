"""The door itself: pages that come and go, and the one thread that serves them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from jupyter_ctx.errors import ProtocolError
from jupyter_ctx.manager.thread import start
from jupyter_ctx.protocol.codec import read_request
from jupyter_ctx.protocol.messages import Stop
from jupyter_ctx.ui.sidebar.board import Board
from jupyter_ctx.ui.sidebar.broadcast import Broadcast
from jupyter_ctx.ui.sidebar.clerk import Clerk, Unreadable
from jupyter_ctx.ui.sidebar.connection import Connection, log
from jupyter_ctx.ui.sidebar.inbox import Inbox, Post

if TYPE_CHECKING:
    from jupyter_ctx.kernel.sight import Scene
    from jupyter_ctx.ui.session import Session

BUSY_DELAY = 0.3  # seconds that a cell runs before the status line says so
CLOSE_TIME = 1.0  # seconds that switching off waits for the thread


class Door:
    """Serves every page of a kernel with one daemon thread.

    `open` and what it registers run on a thread of the kernel's choice, perhaps
    while a cell runs: they decode, hand over and return.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connections: dict[str, Connection] = {}
        self._inbox = Inbox()
        board = Board(session)
        self._broadcast = Broadcast(session, board, self._greeted)
        self._clerk = Clerk(session, self._inbox, self._broadcast, self._greeted)
        session.shell.events.register("pre_run_cell", self._before_cell)
        session.shell.events.register("post_run_cell", self._after_cell)
        self._thread = start(self._work, "jupyter_ctx-sidebar")

    @property
    def has_page(self) -> bool:
        """Whether a page of ours listens now."""
        return bool(self._greeted())

    @property
    def page(self) -> Scene | None:
        """The notebook of this kernel, if a page has told it."""
        live = [one for one in self._greeted() if not one.is_companion]
        return next((one.scene() for one in reversed(live) if one.document), None)

    def open(self, comm: Any, message: Any) -> None:  # noqa: ANN401 - ipykernel's
        """Take in a page that has opened *comm* with *message*.

        That brings the first request along: ipykernel 7.4 looks a comm up when a
        message for it arrives, and logs "No such comm" if its subshell has not
        come to open it by then.
        """
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
        if message["content"].get("data"):
            self._receive(connection, message)

    def close(self) -> None:
        """End every connection and the thread."""
        events = self._session.shell.events
        events.unregister("pre_run_cell", self._before_cell)
        events.unregister("post_run_cell", self._after_cell)
        self._inbox.close()
        self._thread.join(CLOSE_TIME)
        self._clerk.close()
        for connection in list(self._connections.values()):
            connection.close()
        self._connections.clear()

    def _greeted(self) -> list[Connection]:
        return [one for one in list(self._connections.values()) if one.is_greeted]

    # On the kernel's threads

    def _receive(self, connection: Connection, message: Any) -> None:  # noqa: ANN401
        """Decode and hand over; nothing may be raised into the kernel's log."""
        try:
            is_main = threading.current_thread() is threading.main_thread()
            connection.has_subshell = not is_main
            request = read_request(message["content"]["data"])
            if isinstance(request, Stop):
                self._stop_now(connection, request)
                return
        except ProtocolError as error:
            request = Unreadable(id=error.request, message=str(error))
        except Exception:  # noqa: BLE001
            log.debug("A message could not be taken in.", exc_info=True)
            return
        self._inbox.put(Post(connection, request))

    def _stop_now(self, connection: Connection, stop: Stop) -> None:
        """Stop before anything else is served; what waits shall not start, either."""
        if not stop.turn:
            self._inbox.stop_waiting()
            self._clerk.stop_compacting()
        if self._clerk.is_listening:
            manager = self._session.manager
            for ticket in manager.running():
                if stop.turn in ("", ticket.turn):
                    manager.stop(ticket)
        self._inbox.put_first(Post(connection, stop))

    def _forget(self, comm_id: str, connection: Connection) -> None:
        connection.is_open = False
        self._connections.pop(comm_id, None)

    def _before_cell(self, *_: object) -> None:
        self._broadcast.status_soon(BUSY_DELAY)
        self._inbox.ring()

    def _after_cell(self, *_: object) -> None:
        self._broadcast.status_soon()
        self._inbox.ring()

    # On our thread

    def _work(self) -> None:
        wait: float | None = None
        while True:
            post = self._inbox.take(wait)
            if self._inbox.is_closed:
                return
            try:
                if post is not None:
                    self._clerk.handle(post)
                wait = self._clerk.tell_news()
            except Exception:  # noqa: BLE001
                log.exception("The sidebar could not be served.")
                wait = 1.0  # the thread must live on
