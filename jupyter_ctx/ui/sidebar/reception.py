"""The reception: who a page is, and which conversation its notebook gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.identity import Notebook
from jupyter_ctx.protocol import messages
from jupyter_ctx.protocol.messages import Done, Hello
from jupyter_ctx.protocol.setup import LabSettings
from jupyter_ctx.store import Place
from jupyter_ctx.ui.sidebar.connection import Connection

if TYPE_CHECKING:
    from jupyter_ctx.manager.identity import Identity
    from jupyter_ctx.ui.session import Session
    from jupyter_ctx.ui.sidebar.broadcast import Broadcast


class Reception:
    """Greets pages; on the sidebar's thread alone."""

    def __init__(
        self,
        session: Session,
        broadcast: Broadcast,
        greeted: Callable[[], Iterable[Connection]],
    ) -> None:
        self._session = session
        self._broadcast = broadcast
        self._greeted = greeted

    def greet(self, connection: Connection, hello: Hello) -> Done:
        """Answer Hello: versions, the conversation, and all there is to show.

        Raises:
            ConversationError: The kernel serves another notebook at this time.

        """
        if hello.major != messages.MAJOR:
            self._welcome(connection, hello.id)
            return Done()  # the page says what to install
        self._check_alone(connection, hello)
        notebook = Notebook(hello.conversation, Place(hello.server, hello.path))
        other = self._identity.greet(notebook)
        told = LabSettings(model=hello.model, api_base=hello.api_base)
        self._session.models.lay(hello.settings or told)
        connection.hello, connection.path = hello, hello.path
        connection.is_judged = bool(hello.conversation)
        self._welcome(connection, hello.id, other)
        self._broadcast.send_all(connection)
        return Done()

    def settle(self, connection: Connection, settle: messages.Settle) -> Done:
        """Take in whether the notebook is a copy; a copy gets its own conversation."""
        self._identity.settle(is_copy=settle.is_copy)
        if settle.is_copy:
            self._welcome_all(connection, settle.id)
        return Done()

    def move(self, _: Connection, moved: messages.Moved) -> Done:
        """Take in the notebook's new name."""
        self._identity.move(moved.path)
        for connection in self._greeted():
            connection.path = moved.path
        return Done()

    def judge(self, connection: Connection, cells: tuple[str, ...]) -> None:
        """Let the cells of a notebook without an id tell which conversation it has."""
        if not connection.is_judged:
            connection.is_judged = True
            if self._identity.judge(cells):
                self._welcome_all(connection)

    @property
    def _identity(self) -> Identity:
        return self._session.identity

    def _check_alone(self, connection: Connection, hello: Hello) -> None:
        current = self._session.manager.conversation_id
        others = [one for one in self._greeted() if one is not connection]
        if hello.conversation:
            strangers = others if hello.conversation != current else []
        else:
            strangers = [one for one in others if one.path != hello.path]
        if strangers:
            msg = (
                "This kernel already serves the conversation of "
                f"{strangers[0].path or 'another notebook'}. Give this notebook a "
                "kernel of its own (Kernel > Change Kernel)."
            )
            raise ConversationError(msg)

    def _welcome_all(self, asker: Connection, request: str = "") -> None:
        """Tell every page the id of the conversation that is open now."""
        for connection in self._greeted():
            self._welcome(connection, request if connection is asker else "")
            self._broadcast.send_all(connection)

    def _welcome(self, connection: Connection, request: str, other: str = "") -> None:
        conversation = self._session.manager.conversation_id
        connection.welcome(self._session.version, conversation, request, other)
