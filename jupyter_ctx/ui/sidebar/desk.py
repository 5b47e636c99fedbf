"""The desk: what each request of a page asks of the manager."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from jupyter_ctx.core.talk.conversation import ReplyId, Turn, TurnId
from jupyter_ctx.core.talk.view import is_in_cell
from jupyter_ctx.errors import ConversationError, SettingError
from jupyter_ctx.gateway import keys
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.protocol import composing, messages, values
from jupyter_ctx.protocol.messages import Done, Request
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.documents import enclosed, place
from jupyter_ctx.ui.sidebar.status import LABELS

if TYPE_CHECKING:
    from jupyter_ctx.manager.services import Door, Occasion
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
            messages.Enclose: self._enclose,
            messages.Edit: self._edit,
            messages.Regenerate: self._regenerate,
            messages.Delete: self._delete,
            messages.Switch: self._switch,
            messages.Undo: self._undo,
            messages.Reset: self._reset,
            messages.Complete: self._complete,
            messages.SetModel: self._set_model,
            messages.SetPrivacy: self._set_privacy,
            messages.SaveKey: self._save_key,
            messages.Configure: self._configure,
        }

    def handle(self, connection: Connection, request: Request) -> Outcome:
        """Do what *request* asks.

        Raises:
            CtxError: It is refused; the text says why.

        """
        act = self._acts.get(type(request))
        if act is None:
            msg = "This version of jupyter_ctx cannot do that. Reload the page."
            raise ConversationError(msg)
        return act(connection, request)

    # Questions

    def _ask(self, connection: Connection, ask: messages.Ask) -> Outcome:
        occasion = self._session.occasion(
            ask.prompt,
            request=ask.kind,
            door="sidebar",
            key=ask.focus.cell if ask.focus is not None else "",
            scene=connection.scene(place(ask.focus)),
        )
        occasion = msgspec.structs.replace(
            occasion,
            attempt=ask.attempt,
            wants_model=ask.wants_model,
            enclosed=enclosed(ask.enclosed),
        )
        return self._session.manager.ask(ask.prompt, occasion)

    def _enclose(self, _: Connection, given: messages.Enclose) -> Outcome:
        self._session.enclosures.add(given.key, given.name, given.mime, given.data)
        return Done()

    def _choose(self, connection: Connection, choose: messages.Choose) -> Outcome:
        turn = self._turn(choose.turn)
        reply = turn.reply
        choice = reply.choice(choose.choice) if reply is not None else None
        value = choice.value if choice is not None else ""
        occasion = self._beside(connection, turn, value)
        return self._session.manager.choose(
            turn.id,
            choose.choice,
            msgspec.structs.replace(occasion, by_page=True),
            ReplyId(choose.reply) if choose.reply else None,
        )

    def _edit(self, connection: Connection, edit: messages.Edit) -> Outcome:
        turn = self._turn(edit.turn)
        occasion = self._beside(connection, turn, edit.prompt, edit.focus)
        return self._session.manager.edit(turn.id, edit.prompt, occasion)

    def _regenerate(
        self, connection: Connection, again: messages.Regenerate
    ) -> Outcome:
        turn = self._turn(again.turn)
        occasion = self._beside(connection, turn, turn.prompt)
        if model := again.model.strip():
            session = self._session
            other = session.models.once(model, again.api_base.strip())
            profile = session.identity.levels.applied(other)
            occasion = msgspec.structs.replace(occasion, profile=profile, model=model)
        return self._session.manager.regenerate(turn.id, occasion)

    def _beside(
        self,
        connection: Connection,
        turn: Turn,
        prompt: str,
        focus: values.Focus | None = None,
    ) -> Occasion:
        """Take what a request about *turn* needs.

        What belongs to a turn that a cell shows is shown by that cell, too,
        whichever view the user acts in.
        """
        conversation = self._session.manager.conversation
        door: Door = "click" if is_in_cell(conversation, turn.id) else "sidebar"
        if focus is None and turn.key:
            focus = values.Focus(turn.key)
        return self._session.occasion(
            prompt, door=door, key=turn.key, scene=connection.scene(place(focus))
        )

    def _turn(self, turn: str) -> Turn:
        return self._session.manager.conversation.turn(TurnId(turn))

    def _complete(self, connection: Connection, asked: messages.Complete) -> Outcome:
        state = self._session.known(connection.scene())
        found = self._session.guide.complete(asked.text, state, asked.kind)
        items = tuple(
            composing.Completion(one.mention, one.label, one.kind, one.detail)
            for one in found
        )
        connection.send(
            messages.Completions(request_id=asked.id, text=asked.text, items=items)
        )
        return Done()

    # The branch

    def _delete(self, _: Connection, delete: messages.Delete) -> Outcome:
        gone = self._session.manager.delete(TurnId(delete.turn))
        were = "1 message was" if gone == 1 else f"{gone:,} messages were"
        return Done(turn=delete.turn, note=f"{were} deleted; Undo brings them back.")

    def _switch(self, _: Connection, switch: messages.Switch) -> Outcome:
        reply = ReplyId(switch.reply) if switch.reply else None
        self._session.manager.switch(TurnId(switch.turn), reply)
        return Done(turn=switch.turn)

    def _undo(self, _: Connection, __: messages.Undo) -> Outcome:
        return Done(note=f"Undone: {self._session.manager.undo()}.")

    def _reset(self, _: Connection, __: messages.Reset) -> Outcome:
        self._session.manager.reset()
        return Done(note="Started over; Undo brings the conversation back.")

    # Settings

    def _set_model(self, _: Connection, wanted: messages.SetModel) -> Outcome:
        self._session.models.pick(wanted.model.strip(), wanted.api_base.strip())
        profile = self._session.profile()
        name = profile.model or "No model"
        until = " Until the kernel restarts." if wanted.model.strip() else ""
        return Done(note=f"{name} answers from now on.{until}")

    def _set_privacy(self, _: Connection, wanted: messages.SetPrivacy) -> Outcome:
        session = self._session
        session.identity.levels.pick(session.profile(), wanted.level)
        profile = session.profile()
        name = profile.model or "no model"
        return Done(
            note=f"{LABELS[profile.privacy]}: that is what goes to {name} from now on "
            "in this conversation."
        )

    def _configure(self, _: Connection, wanted: messages.Configure) -> Outcome:
        self._session.models.lay(wanted.settings)
        return Done()

    def _save_key(self, _: Connection, given: messages.SaveKey) -> Outcome:
        provider, key = given.provider.strip(), given.key.strip()
        if not provider or not key:
            msg = "The key is empty; paste it and save again."
            raise SettingError(msg)
        keys.save(provider, key)
        return Done(
            note=f"The key for {provider} is in {keys.keys_file()} on the kernel's "
            "machine, readable by you alone."
        )
