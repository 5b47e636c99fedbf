"""What is checked before a change: each refusal is a sentence with a way out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from jupyter_ctx.core.related import related
from jupyter_ctx.core.talk.choice import CANCEL, Choice
from jupyter_ctx.core.talk.conversation import (
    Conversation,
    Reply,
    ReplyId,
    Turn,
    TurnId,
)
from jupyter_ctx.errors import ChoiceError, ConversationError
from jupyter_ctx.manager.services import Door, Occasion

CANCELLED = (
    "Cancelled: nothing was selected, and nothing was run or changed. To select after "
    "all, regenerate the message that offered the choices."
)


def check_prompt(prompt: str) -> None:
    """Refuse an empty question.

    Raises:
        ConversationError: *prompt* holds nothing but white space.

    """
    if not prompt.strip():
        msg = "The question is empty; write it below the %%assist line."
        raise ConversationError(msg)


def check_branch(conversation: Conversation, turn: TurnId) -> None:
    """Refuse a change of a turn that is not shown any more.

    Raises:
        ConversationError: *turn* is not on the branch.

    """
    if turn not in {one.id for one in conversation.branch()}:
        msg = (
            "This message is no longer part of the conversation; "
            "%assist undo brings back what the last change cut."
        )
        raise ConversationError(msg)


def pick(
    conversation: Conversation, turn: TurnId, choice_id: str, reply_id: ReplyId | None
) -> tuple[Reply, Choice]:
    """Find the choice that may be selected, with its reply.

    Raises:
        ChoiceError: It is not there, or not offered any more.
        ConversationError: *turn* is not on the branch.

    """
    check_branch(conversation, turn)
    reply = conversation.turn(turn).reply
    if reply is not None and reply_id not in (None, reply.id):
        raise made_anew()
    choice = reply.choice(choice_id) if reply is not None else None
    if reply is None or choice is None:
        msg = "This reply offers no such choice; %assist show lists them."
        raise ChoiceError(msg)
    if reply.selected_choice is not None:
        msg = (
            f'"{reply.selected_choice.label}" was selected already. To choose again, '
            "edit the message (%assist edit TEXT); what follows is cut then."
        )
        raise ChoiceError(msg)
    return reply, choice


def made_anew() -> ChoiceError:
    """Refuse a choice of a reply that is being replaced, or was."""
    msg = "This reply was made anew; select from the new one when it is there."
    return ChoiceError(msg)


def with_cut(occasion: Occasion, cut: int) -> Occasion:
    """Give *occasion* with a notice of what a change cut from the view."""
    if not cut:
        return occasion
    turns = "1 later turn was" if cut == 1 else f"{cut} later turns were"
    notice = f"{turns} cut and stay on the old branch; %assist undo brings them back."
    return msgspec.structs.replace(occasion, notices=(*occasion.notices, notice))


def find(conversation: Conversation, door: Door, key: str, prompt: str) -> Turn | None:
    """Find the turn of the branch that the cell *key*, or without one *prompt*, is."""
    for turn in reversed(conversation.branch()):
        if turn.for_user or turn.door != door:
            continue
        if key and turn.key == key:
            return turn
        if not key and not turn.key and turn.prompt == prompt:
            return turn
    return None


def applied_text(action: Mapping[str, str], occasion: Occasion) -> str:
    """Say what became of a choice whose *action* its door performs, and what next."""
    if CANCEL.action.items() <= action.items():
        return CANCELLED
    told = _applied(action, occasion.door, by_page=occasion.by_page)
    cell = action.get("cell", "")
    cells = related(action.get("replace", ""), cell, occasion.state)
    if not cells:
        return told
    return f"{told} Then run what uses it: {', '.join(cells)}."


def _applied(action: Mapping[str, str], door: Door, *, by_page: bool) -> str:
    if by_page and "replace" in action:
        return "The cell is changed once this is accepted in the notebook."
    if by_page:
        return "The notebook puts the code into a new cell; run it there."
    if door == "click":
        # Only an execute reply can carry code into the notebook, never a click.
        return "Run `%assist insert` to put the code into the next cell."
    return "The code is in the next cell; run it."
