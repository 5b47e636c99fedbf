"""The transcript as the wire carries it: conversation and replies in the making."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from jupyter_ctx.core.privacy import Level
from jupyter_ctx.core.talk import choices
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.conversation import Conversation, Reply, Turn, TurnId
from jupyter_ctx.core.talk.forms import form_of
from jupyter_ctx.core.talk.view import OnInterrupt, SentStatus, entries
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.protocol import composing, messages, values


def transcript(  # noqa: PLR0913 - each is a fact of the view, given by name
    identity: str,
    conversation: Conversation,
    on_interrupt: OnInterrupt,
    *,
    privacy: Level = "everything",
    form: str = "auto",
    start: int = 0,
) -> messages.Transcript:
    """Give the branch of *conversation* from *start* on, without unfinished replies.

    Statuses are those of a request at the level *privacy*; *form* is that of choices,
    as it is set.
    """
    statuses = _statuses(conversation, on_interrupt, privacy=privacy)
    branch = conversation.branch()
    turns = [
        _turn(conversation, turn, statuses, len(branch) - place, form)
        for place, turn in enumerate(branch[start:], start + 1)
    ]
    return messages.Transcript(
        conversation=identity,
        turns=tuple(turns),
        can_undo=_undoable(conversation),
        before=start,
    )


def _undoable(conversation: Conversation) -> str:
    """Name what undo would take back: the file that a plan wrote last comes first."""
    steps = conversation.steps
    if conversation.plans.can_undo(len(steps)):
        return "written file"
    return steps[-1].verb if steps else ""


def turn_of(
    conversation: Conversation,
    turn: TurnId,
    on_interrupt: OnInterrupt,
    *,
    privacy: Level = "everything",
    form: str = "auto",
) -> values.Turn:
    """Give one turn; one that left the view is marked as cut."""
    found = conversation.turn(turn)
    on_branch = any(one.id == turn for one in conversation.branch())
    later = len(conversation.after(turn))
    statuses = _statuses(conversation, on_interrupt, privacy=privacy)
    wire = _turn(conversation, found, statuses, later, form)
    return wire if on_branch else msgspec.structs.replace(wire, sent="cut")


def with_live(shown: values.Turn, ticket: Ticket) -> values.Turn:
    """Put the reply that *ticket* makes in the place of the ended one.

    A ticket whose reply is in the conversation already has ended.
    """
    ended = shown.reply
    if ended is not None and ticket.reply in ended.alternatives:
        return shown
    live = values.Live(
        reply=ticket.reply,
        text=choices.visible(ticket.text),
        reasoning=ticket.reasoning,
        activity=ticket.activity,
    )
    return msgspec.structs.replace(shown, reply=None, live=live, sent="sent")


def with_tickets(
    shown: messages.Transcript, tickets: Iterable[Ticket]
) -> messages.Transcript:
    """Give *shown* with all replies that are being made."""
    running: Mapping[str, Ticket] = {one.turn: one for one in tickets}
    if not running:
        return shown
    turns = tuple(
        with_live(turn, running[turn.id]) if turn.id in running else turn
        for turn in shown.turns
    )
    return msgspec.structs.replace(shown, turns=turns)


_Statuses = Mapping[tuple[str, str], SentStatus]


def _statuses(
    conversation: Conversation, on_interrupt: OnInterrupt, *, privacy: Level
) -> _Statuses:
    shown = entries(conversation, on_interrupt=on_interrupt, privacy=privacy)
    return {(entry.turn, entry.role): entry.status for entry in shown}


def _turn(
    conversation: Conversation,
    turn: Turn,
    statuses: _Statuses,
    later: int,
    form: str,
) -> values.Turn:
    reply = turn.reply
    return values.Turn(
        id=turn.id,
        prompt=turn.prompt,
        sent=statuses.get((turn.id, "user"), "sent"),
        for_user=turn.for_user,
        door=turn.door,
        cell=turn.key,
        reply=_reply(turn, reply, statuses, form) if reply is not None else None,
        siblings=tuple(one.id for one in conversation.siblings(turn.id)),
        later=later,
        is_pinned=turn.id in conversation.condensed.pinned,
        is_hidden=turn.id in conversation.condensed.pruned,
        enclosed=tuple(
            composing.Enclosed(one.key, one.name, one.mime, one.size)
            for one in turn.enclosed
        ),
    )


def _reply(turn: Turn, reply: Reply, statuses: _Statuses, form: str) -> values.Reply:
    return values.Reply(
        id=reply.id,
        text=reply.text,
        status=reply.status,
        sent=statuses.get((turn.id, "assistant"), "cut"),
        question=reply.question,
        choices=tuple(map(_choice, reply.choices)),
        selected=reply.selected,
        failure=reply.failure,
        model=reply.model,
        tokens=reply.tokens,
        budget=reply.budget,
        cached=reply.cached,
        answered=reply.spent.output,
        cost=reply.spent.price if reply.spent.calls else None,
        unpriced=reply.spent.unpriced,
        notices=reply.notices,
        alternatives=tuple(one.id for one in turn.replies),
        form=form_of(reply.choices, form),
    )


def _choice(choice: Choice) -> values.Choice:
    return values.Choice(**msgspec.structs.asdict(choice))
