"""What a conversation became beside its turns, as the wire carries it."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from jupyter_ctx.core.planning.plans import Plan
from jupyter_ctx.core.privacy import Level
from jupyter_ctx.core.talk import events
from jupyter_ctx.core.talk.conversation import Conversation, TurnId
from jupyter_ctx.core.talk.spending import spending
from jupyter_ctx.manager.standing.head import active
from jupyter_ctx.protocol import messages, values

TO_ACCEPT = "to be accepted"
"""The status of a step whose change the notebook has not taken in."""


def history(
    conversation: Conversation, privacy: Level = "everything"
) -> messages.History:
    """Give what holds for the next request at *privacy*."""
    plan = conversation.plans.open
    return messages.History(
        compaction=_compaction(conversation, privacy),
        instructions=tuple(
            values.Instruction(one.instruction, one.text)
            for one in active(conversation)
        ),
        spent=spent(conversation),
        plan=_plan(plan) if plan is not None else None,
    )


def compaction_of(
    made: events.Compacted, conversation: Conversation
) -> values.Compaction:
    """Give *made* with how many turns are not sent themselves because of it."""
    condensed = conversation.condensed
    ids = [turn.id for turn in conversation.branch()]
    consumed = set(ids[: ids.index(TurnId(made.turn)) + 1])
    return values.Compaction(
        id=made.compaction,
        turn=made.turn,
        count=len(consumed - {*made.kept, *condensed.pinned, *condensed.pruned}),
        text=made.text,
        form=made.form,
        by=made.by,
        before=made.before,
        after=made.after,
        model=made.model,
        notices=made.notices,
    )


def spent(conversation: Conversation) -> values.Spent:
    """Add up what the conversation cost, whatever has left the branch."""
    total = spending(conversation).total
    return values.Spent(
        tokens=total.input,
        cached=total.cached,
        answered=total.output,
        cost=total.price,
        unpriced=total.unpriced,
        unreported=total.unreported,
    )


def _compaction(conversation: Conversation, privacy: Level) -> values.Compaction | None:
    ends = [(turn.id, turn.current) for turn in conversation.branch()]
    made = conversation.condensed.compaction(ends, privacy)
    return compaction_of(made, conversation) if made is not None else None


def waiting(told: messages.History, pending: Collection[int]) -> messages.History:
    """Give *told* with the steps *pending* of its plan as the notebook has them."""
    if told.plan is None or not pending:
        return told
    steps = (
        replace(one, status=TO_ACCEPT) if number in pending else one
        for number, one in enumerate(told.plan.steps)
    )
    return replace(told, plan=replace(told.plan, steps=tuple(steps)))


def _plan(plan: Plan) -> values.Plan:
    steps = (
        values.PlanStep(f"{one.step.target}: {one.step.what}", one.status)
        for one in plan.steps
    )
    return values.Plan(title=plan.goal, steps=tuple(steps))
