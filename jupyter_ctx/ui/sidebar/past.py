"""What a page asks of the conversation as a whole, beside the questions in it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jupyter_ctx.core.conversation import TurnId
from jupyter_ctx.core.events import Instructed, Lifted, Pinned, Pruned
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.protocol import messages
from jupyter_ctx.protocol.messages import Done, Request
from jupyter_ctx.ui.sidebar.connection import Connection

if TYPE_CHECKING:
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
        }

    def _prune(self, _: Connection, prune: messages.Prune) -> Done:
        manager = self._session.manager
        turn = manager.conversation.turn(TurnId(prune.turn))
        manager.change(Pruned(turn.id, prune.is_hidden))
        note = (
            "This message stays here, but is not sent any more."
            if prune.is_hidden
            else "This message is sent again."
        )
        return Done(turn=turn.id, note=note)

    def _pin(self, _: Connection, pin: messages.Pin) -> Done:
        manager = self._session.manager
        turn = manager.conversation.turn(TurnId(pin.turn))
        manager.change(Pinned(turn.id, pin.is_pinned))
        note = (
            "Pinned: this message stays word for word, whatever is summarised."
            if pin.is_pinned
            else "Unpinned: this message may be summarised."
        )
        return Done(turn=turn.id, note=note)

    def _clear(self, _: Connection, __: messages.Clear) -> Done:
        gone = self._session.manager.reset()
        were = "1 message" if gone == 1 else f"{gone} messages"
        return Done(
            note=f"A new task: {were} left the view; memory files and standing "
            "instructions stay. Undo brings the conversation back."
        )

    def _instruct(self, _: Connection, wanted: messages.Instruct) -> Done:
        text = wanted.text.strip()
        if not text:
            msg = "The instruction is empty; write what shall always hold."
            raise ConversationError(msg)
        self._session.manager.change(Instructed(uuid.uuid4().hex, text))
        return Done(note="That goes along with every message from now on.")

    def _lift(self, _: Connection, wanted: messages.Lift) -> Done:
        given = self._session.manager.conversation.instructions.given
        if all(one.instruction != wanted.instruction for one in given):
            msg = "That instruction is not in this conversation any more."
            raise ConversationError(msg)
        self._session.manager.change(Lifted(wanted.instruction))
        return Done(note="The instruction is removed; it is not sent any more.")
