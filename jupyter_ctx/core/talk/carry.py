"""Carrying turns over to another conversation, as events for its log."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TypeAlias

from jupyter_ctx.core.planning.plans import PlanEvent, carried_plan
from jupyter_ctx.core.talk.conversation import Conversation, Reply, Turn, TurnId
from jupyter_ctx.core.talk.events import (
    Asked,
    Instructed,
    Lifted,
    Pinned,
    Pruned,
    Regenerated,
    Replied,
    Selected,
    Undone,
)

Carried: TypeAlias = (
    Asked
    | Replied
    | Selected
    | Regenerated
    | Undone
    | Pruned
    | Pinned
    | Instructed
    | Lifted
    | PlanEvent
)


def carried(
    conversation: Conversation, turns: Container[TurnId], onto: Conversation
) -> tuple[Carried, ...]:
    """Give what puts those of *turns* that are on the branch at the tip of *onto*.

    Ids stay, so that whoever makes a reply or shows a turn can go on. Of several
    replies the current one comes last, since the last one is current. What was hidden
    or pinned still is; compactions stay behind, since they would tell of other turns.
    """
    tip = onto.turns.get(onto.tip)
    found: list[Carried] = []
    for turn in conversation.branch():
        if turn.id in turns and turn.id not in onto.turns:
            found += _turn(turn, tip)
            tip = turn
    asked = {one.turn for one in found if isinstance(one, Asked)}
    return (
        *found,
        *(Pruned(turn) for turn in sorted(asked & conversation.condensed.pruned)),
        *(Pinned(turn) for turn in sorted(asked & conversation.condensed.pinned)),
        *_instructed(conversation, asked),
        *_planned(conversation, asked),
    )


def _planned(conversation: Conversation, turns: set[str]) -> Iterator[PlanEvent]:
    """Give the plans that were made in *turns*, and how far they came."""
    for plan in conversation.plans.known.values():
        if plan.made.turn in turns:
            yield from carried_plan(plan)


def _instructed(
    conversation: Conversation, turns: set[str]
) -> Iterator[Instructed | Lifted]:
    """Give what was said in *turns* for good, and with them what was said by hand."""
    for one in conversation.instructions.events:
        if one.turn in turns or (turns and not one.turn):
            yield one


def _turn(turn: Turn, parent: Turn | None) -> Iterator[Carried]:
    yield Asked(
        turn=turn.id,
        prompt=turn.prompt,
        parent=parent.id if parent is not None else "",
        for_user=turn.for_user,
        door=turn.door,
        key=turn.key,
        model=turn.model,
        after=parent.current if parent is not None else "",
        at=turn.at,
    )
    # An undone regeneration of an unanswered question leaves replies, none current.
    is_open = bool(turn.replies) and not turn.current
    if is_open:
        yield Regenerated(turn.id)
    for reply in sorted(turn.replies, key=lambda one: one.id == turn.current):
        yield _replied(turn, reply)
        if reply.selected:
            yield Selected(turn.id, reply.id, reply.selected)
    if is_open:
        yield Undone()


def _replied(turn: Turn, reply: Reply) -> Replied:
    return Replied(
        turn=turn.id,
        reply=reply.id,
        text=reply.text,
        status=reply.status,
        question=reply.question,
        choices=reply.choices,
        failure=reply.failure,
        model=reply.model,
        tokens=reply.tokens,
        budget=reply.budget,
        notices=reply.notices,
        cached=reply.cached,
        spent=reply.spent,
    )
