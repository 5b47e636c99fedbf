"""What a conversation cost: each turn, what condensed it, and all together."""

from __future__ import annotations

from functools import reduce

import msgspec

from jupyter_ctx.core.talk.conversation import Conversation, Turn, TurnId
from jupyter_ctx.core.talk.spent import NOTHING, Spent


class Spending(msgspec.Struct, frozen=True):
    """What each turn of the branch took, all its replies together, and the rest.

    *beside* are turns that left the branch: what they cost is paid all the same.
    *condensing* is what summaries and notes took. *total* is all of it.
    """

    turns: tuple[tuple[TurnId, Spent], ...] = ()
    beside: Spent = NOTHING
    condensing: Spent = NOTHING

    @property
    def total(self) -> Spent:
        """The whole conversation, every branch of it."""
        return _sum(*(spent for _, spent in self.turns), self.beside, self.condensing)


def spending(conversation: Conversation) -> Spending:
    """Sum up what *conversation* cost; nothing that was paid for is ever taken out."""
    branch = conversation.branch()
    ids = {turn.id for turn in branch}
    beside = (one for one in conversation.turns.values() if one.id not in ids)
    return Spending(
        turns=tuple((turn.id, of_turn(turn)) for turn in branch),
        beside=_sum(*map(of_turn, beside)),
        condensing=conversation.condensed.spent,
    )


def of_turn(turn: Turn) -> Spent:
    """Sum up the replies to *turn*, those that were made anew included."""
    return _sum(*(reply.spent for reply in turn.replies))


def _sum(*all_of: Spent) -> Spent:
    return reduce(Spent.plus, all_of, NOTHING)
