"""What a page asks of the conversation as a whole, beside the questions in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.errors import CtxError
from jupyter_ctx.protocol import messages, values
from jupyter_ctx.protocol.messages import Done, Request
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.standing import task_ended

if TYPE_CHECKING:
    from jupyter_ctx.manager.conversations import Kept
    from jupyter_ctx.manager.standing.remembering import MemoryDesk
    from jupyter_ctx.ui.session import Session


class Past:
    """Runs on the sidebar's thread; refusals are `CtxError`s with their sentence."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.acts: dict[type[Request], Callable[[Connection, Any], Done]] = {
            messages.Prune: self._prune,
            messages.Pin: self._pin,
            messages.Clear: self._clear,
            messages.Instruct: self._instruct,
            messages.Lift: self._lift,
            messages.ListConversations: self._list,
            messages.OpenConversation: self._open,
            messages.NewConversation: self._begin,
            messages.Export: self._export,
            messages.Import: self._import,
            messages.Memory: self._show_memory,
        }

    # Turns

    def _prune(self, _: Connection, prune: messages.Prune) -> Done:
        turn = TurnId(prune.turn)
        if prune.is_hidden:
            self._session.pruning.prune(turn)
            return Done(turn=turn, note="It stays here, but is not sent any more.")
        self._session.pruning.unprune(turn)
        return Done(turn=turn, note="It is sent again.")

    def _pin(self, _: Connection, pin: messages.Pin) -> Done:
        turn = TurnId(pin.turn)
        if pin.is_pinned:
            self._session.pruning.pin(turn)
            note = "Pinned: it stays word for word, whatever is summarised."
            return Done(turn=turn, note=note)
        self._session.pruning.unpin(turn)
        return Done(turn=turn, note="Unpinned: it may be summarised.")

    # What stands at the head

    def _clear(self, _: Connection, __: messages.Clear) -> Done:
        offer = task_ended(self._session)
        gone = self._session.manager.reset()
        left = "1 message" if gone == 1 else f"{gone:,} messages"
        more = f" Run `%ctx memory accept` to note it in {offer.path}." if offer else ""
        return Done(
            note=f"A new task: {left} left the view; memory files and standing "
            f"instructions stay. Undo brings the conversation back.{more}"
        )

    def _instruct(self, _: Connection, wanted: messages.Instruct) -> Done:
        self._session.standing.add(wanted.text)
        return Done(note="That goes along with every message from now on.")

    def _lift(self, _: Connection, wanted: messages.Lift) -> Done:
        self._session.standing.lift(wanted.instruction)
        return Done(note="Removed: it is not sent any more.")

    def _show_memory(self, connection: Connection, wanted: messages.Memory) -> Done:
        desk, _ = self._session.memory
        sizes = dict(desk.head.files)
        mask = self._session.mask
        files = tuple(
            values.MemoryFile(one.path, mask(one.text), sizes.get(one.path, 0), notice)
            for one in desk.files
            for notice in [f"Not sent: {one.fault}." if one.fault else ""]
        )
        shown = messages.MemoryShown(
            request_id=wanted.id, files=files, edit=_editing(desk)
        )
        connection.send(shown)
        return Done()

    # Conversations

    def _list(self, connection: Connection, wanted: messages.ListConversations) -> Done:
        text = wanted.text.strip()
        known = self._session.conversations
        found = known.search(text) if text else known.listed()
        # The best place of each is enough to know it again.
        best = {one.id: one for one in reversed(found)}
        found = tuple(one for one in found if best[one.id] is one)
        connection.send(
            messages.Conversations(
                request_id=wanted.id, text=text, items=tuple(map(_saved, found))
            )
        )
        return Done()

    def _open(self, connection: Connection, wanted: messages.OpenConversation) -> Done:
        note = self._session.conversations.open(wanted.conversation)
        self._welcome(connection, wanted)
        return Done(note=note)

    def _begin(self, connection: Connection, wanted: messages.NewConversation) -> Done:
        self._session.conversations.new()
        self._welcome(connection, wanted)
        return Done(note="A new conversation; the one before is kept in the list.")

    def _import(self, connection: Connection, wanted: messages.Import) -> Done:
        note = self._session.conversations.import_(wanted.text)
        self._welcome(connection, wanted)
        return Done(note=note)

    def _welcome(self, connection: Connection, request: Request) -> None:
        """Tell the page that asked which id its notebook gets."""
        conversation = self._session.manager.conversation_id
        connection.welcome(self._session.version, conversation, request.id)

    def _export(self, connection: Connection, wanted: messages.Export) -> Done:
        made = self._session.conversations.export(wanted.form)
        connection.send(
            messages.Exported(request_id=wanted.id, **msgspec.structs.asdict(made))
        )
        return Done(note=f"Saved as {made.name}, where your browser puts downloads.")


def _editing(desk: MemoryDesk) -> str:
    """Give the source of a cell that changes the memory file; else empty."""
    try:
        return desk.cell()
    except CtxError:
        return ""  # it cannot be read, which its notice tells


def _saved(kept: Kept) -> values.Saved:
    return values.Saved(
        id=kept.id,
        title=kept.title,
        at=kept.at,
        turns=kept.turns,
        path=kept.path,
        excerpt=kept.excerpt,
        is_open=kept.is_open,
    )
