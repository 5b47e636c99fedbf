"""Compactions that pages asked for: begun here, made on the assist thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from jupyter_ctx.errors import CtxError
from jupyter_ctx.manager.compaction import Answer, Preview
from jupyter_ctx.manager.jobs import Hold
from jupyter_ctx.protocol import messages
from jupyter_ctx.protocol.messages import Cancelled, Done, Event, Failed
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.history import compaction_of

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session


class Later(msgspec.Struct):
    """A request that ends later; *answer* is put in by the assist thread."""

    connection: Connection
    request: messages.Compact
    hold: Hold | None = None
    answer: Answer | None = None


class Compacting:
    """Used by the sidebar's thread; only `stop` may be called on any other.

    *ring* is called on the assist thread when something has ended.
    """

    def __init__(self, session: Session, ring: Callable[[], None]) -> None:
        self._session = session
        self._ring = ring
        self._begun: list[Later] = []

    def begin(self, connection: Connection, wanted: messages.Compact) -> Later:
        """Look for what a compaction would do, or do it; a model may be asked."""
        later = Later(connection, wanted)

        def done(answer: Answer) -> None:
            later.answer = answer
            self._ring()

        occasion = self._session.occasion(
            wanted.keep, door="preview", scene=connection.scene()
        )
        self._begun.append(later)
        later.hold = self._session.manager.compaction.begin(
            occasion, done, wanted.keep.strip(), is_written=not wanted.is_preview
        )
        return later

    def undo(self, _: Connection, __: messages.UndoCompact) -> Done:
        """Take the compaction back that holds now."""
        compaction = self._session.manager.compaction
        gone = compaction.undo()
        return Done(note=f"The older messages are sent {compaction.undone(gone)}.")

    def stop(self) -> None:
        """Stop all that are being made; nothing changes then."""
        for one in list(self._begun):
            if one.hold is not None:
                one.hold.close()

    def ended(self) -> Iterator[tuple[Connection, Event]]:
        """Give what pages must be told of those that have ended."""
        for one in [one for one in self._begun if one.answer is not None]:
            self._begun.remove(one)
            for event in self._told(one):
                told = msgspec.structs.replace(event, request_id=one.request.id)
                yield one.connection, told

    def _told(self, later: Later) -> Iterator[Event]:
        answer = later.answer
        if isinstance(answer, CtxError):
            is_stopped = later.hold is not None and later.hold.is_closed
            yield Cancelled() if is_stopped else Failed(message=str(answer))
        elif answer is not None and later.request.is_preview:
            yield self._preview(answer)
            yield Done()
        elif answer is not None:
            made = answer.event
            why = f" No summary was made: {answer.failure}" if answer.failure else ""
            yield Done(
                note=f"Condensed: {made.before:,} tokens of messages became "
                f"{made.after:,}. Undo stands beside the summary.{why}"
            )

    def _preview(self, seen: Preview) -> messages.CompactionPreview:
        conversation = self._session.manager.conversation
        made = compaction_of(seen.event, conversation)
        # Its other notices tell of what is done, and this is not.
        notices = (f"No summary was made: {seen.failure}",) if seen.failure else ()
        return messages.CompactionPreview(
            compaction=msgspec.structs.replace(made, count=seen.turns, notices=notices),
            kept=seen.kept,
            dropped=seen.dropped,
            room=seen.room,
        )
