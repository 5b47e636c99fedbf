"""The desk: what each request of a page asks of the manager."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from jupyter_ctx.core.conversation import ReplyId, TurnId
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.protocol import messages, values
from jupyter_ctx.protocol.messages import Done, Request
from jupyter_ctx.ui.sidebar.connection import Connection

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

Outcome: TypeAlias = Ticket | Done
"""What a request came to: a reply that is being made, or the end already."""


class Desk:
    """Runs on the sidebar's thread; refusals are `CtxError`s with their sentence."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._acts: dict[type[Request], Callable[[Connection, Any], Outcome]] = {
            messages.Ask: self._ask,
            messages.Choose: self._choose,
            messages.Edit: self._edit,
            messages.Regenerate: self._regenerate,
            messages.Delete: self._delete,
            messages.Switch: self._switch,
            messages.Undo: self._undo,
            messages.Reset: self._reset,
            messages.Preview: self._preview,
        }

    def handle(self, connection: Connection, request: Request) -> Outcome:
        """Do what *request* asks.

        Raises:
            CtxError: It is refused; the text says why.

        """
        act = self._acts.get(type(request))
        if act is None:
            msg = "This version of the kernel side cannot do that yet."
            raise ConversationError(msg)
        return act(connection, request)

    def _ask(self, _: Connection, ask: messages.Ask) -> Outcome:
        occasion = self._session.occasion(
            ask.prompt, request=ask.kind, door="sidebar", key=_cell(ask.focus)
        )
        return self._session.manager.ask(ask.prompt, occasion)

    def _choose(self, _: Connection, choose: messages.Choose) -> Outcome:
        turn = TurnId(choose.turn)
        found = self._session.manager.conversation.turn(turn)
        occasion = self._session.occasion("", door="sidebar", key=found.key)
        reply = ReplyId(choose.reply) if choose.reply else None
        return self._session.manager.choose(turn, choose.choice, occasion, reply)

    def _edit(self, _: Connection, edit: messages.Edit) -> Outcome:
        occasion = self._session.occasion(
            edit.prompt, door="sidebar", key=_cell(edit.focus)
        )
        return self._session.manager.edit(TurnId(edit.turn), edit.prompt, occasion)

    def _regenerate(self, _: Connection, again: messages.Regenerate) -> Outcome:
        turn = self._session.manager.conversation.turn(TurnId(again.turn))
        occasion = self._session.occasion(turn.prompt, door="sidebar", key=turn.key)
        return self._session.manager.regenerate(turn.id, occasion)

    def _delete(self, _: Connection, delete: messages.Delete) -> Outcome:
        gone = self._session.manager.delete(TurnId(delete.turn))
        return Done(note=f"{_messages(gone)} deleted; Undo brings it back.")

    def _switch(self, _: Connection, switch: messages.Switch) -> Outcome:
        reply = ReplyId(switch.reply) if switch.reply else None
        self._session.manager.switch(TurnId(switch.turn), reply)
        return Done(turn=switch.turn)

    def _undo(self, _: Connection, __: messages.Undo) -> Outcome:
        return Done(note=f"Undone: {self._session.manager.undo()}.")

    def _reset(self, _: Connection, __: messages.Reset) -> Outcome:
        gone = self._session.manager.reset()
        return Done(note=f"Started over; Undo brings back {gone} messages.")

    def _preview(self, connection: Connection, wanted: messages.Preview) -> Outcome:
        made = self._session.preview(wanted.prompt, request=wanted.kind, options=None)
        sent = made.messages if wanted.has_messages else ()
        context = messages.Context(
            request_id=wanted.id,
            tokens=made.tokens,
            budget=made.budget,
            model=made.model,
            is_exact=made.exact,
            items=tuple(map(_item, made.items)),
            left_out=tuple(map(_item, made.left_out)),
            messages=tuple(values.Message(one.role, one.content) for one in sent),
        )
        connection.send(context)
        return Done()


def _cell(focus: values.Focus | None) -> str:
    return focus.cell if focus is not None else ""


def _item(item: Any) -> values.Item:  # noqa: ANN401
    return values.Item(
        id=item.id,
        kind=item.kind,
        source=item.source,
        fidelity=item.fidelity,
        tokens=item.tokens,
        why=item.why,
    )


def _messages(count: int) -> str:
    return "1 message was" if count == 1 else f"{count} messages were"
