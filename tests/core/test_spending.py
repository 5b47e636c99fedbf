"""What a conversation cost is the sum over its log, whatever the branch shows."""

from __future__ import annotations

from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import (
    Asked,
    Compacted,
    Deleted,
    Edited,
    Noted,
    Regenerated,
    Replied,
    Restored,
)
from jupyter_ctx.core.talk.spending import spending
from jupyter_ctx.core.talk.spent import NOTHING, Spent

FIVE = Spent(calls=1, input=500, cached=100, output=50, cost=0.5, seconds=2.0)
FREE = Spent(calls=1, input=10, output=5)
UNKNOWN = Spent(calls=1, input=10, output=5, unpriced=1)


def _turn(name, spent, parent=""):
    return (
        Asked(name, f"{name}?", parent),
        Replied(name, f"r-{name}", "x", spent=spent),
    )


def test_each_turn_and_the_total_are_told():
    """A second reply to a turn was paid for too; a compaction belongs to no turn."""
    log = (
        *_turn("a", FIVE),
        *_turn("b", FREE, "a"),
        Regenerated("b"),
        Replied("b", "again", "y", spent=FIVE),
        Compacted("c", "a", "r-a", spent=FIVE),
        Noted("a", "r-a", "note", spent=FREE),
    )

    told = spending(fold(log))

    assert told.turns == (("a", FIVE), ("b", FIVE.plus(FREE)))
    assert told.condensing == FIVE.plus(FREE)
    assert told.total == Spent(5, 1_520, 300, 160, 1.5, 0, 6.0)


def test_nothing_that_was_paid_for_is_taken_out():
    """Neither an edit, nor a deletion, nor a compaction that was taken back."""
    log = (
        *_turn("a", FIVE),
        Edited("a", "b", "b?"),
        Replied("b", "r-b", "y", spent=FIVE),
        Compacted("c", "b", "r-b", spent=FIVE),
        Restored("c"),
        Deleted("b"),
    )

    told = spending(fold(log))

    assert told.turns == ()
    assert told.total == FIVE.plus(FIVE).plus(FIVE)


def test_a_price_is_none_only_where_no_call_has_one():
    """The embedded model costs nothing; an unknown one is not nothing."""
    prices = [one.price for one in (NOTHING, UNKNOWN, FREE, FIVE, FIVE.plus(UNKNOWN))]

    assert prices == [None, None, 0.0, 0.5, 0.5]


def test_old_logs_tell_nothing():
    """Replies of before this field have no calls."""
    told = spending(fold((Asked("a", "a?"), Replied("a", "r", "x"))))

    assert told.total == NOTHING
