"""`%ctx usage` tells each turn and the total, and what is not known."""

from __future__ import annotations

from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import Asked, Compacted, Deleted, Replied
from jupyter_ctx.core.talk.spent import Spent
from jupyter_ctx.ui.usage import money, report

PAID = Spent(1, 1_500, 700, 50, cost=0.0123, seconds=2.34)
UNKNOWN = Spent(1, 10, 0, 5, unpriced=1, seconds=0.5)


def test_each_turn_and_the_total():
    """A turn that left the branch and a summary were paid for too."""
    log = (
        Asked("a", "what is this?"),
        Replied("a", "ra", "x", spent=PAID),
        Asked("b", "and a question that is far too long for its line", "a"),
        Replied("b", "rb", "y", spent=UNKNOWN),
        Compacted("c", "b", "rb", spent=PAID),
        Asked("d", "gone", "b"),
        Replied("d", "rd", "z", spent=PAID),
        Deleted("d"),
        Asked("e", "a quick fix", "b"),
        Replied("e", "re", "z"),
    )

    paid = "1,500 tokens in (700 of them cached), 50 out · $0.012 · 2.3 s"
    assert report(fold(log)).splitlines() == [
        f"{'#1 what is this?':36}  {paid}",
        (
            f"{'#2 and a question that is far too l…':36}  "
            "10 tokens in, 5 out · price not known · 0.5 s"
        ),
        f"{'#3 a quick fix':36}  nothing spent",
        f"{'turns that left the branch':36}  {paid}",
        f"{'summaries and notes':36}  {paid}",
        (
            f"{'total':36}  4,510 tokens in (2,100 of them cached), 155 out · $0.037 "
            "· 7.5 s"
        ),
        "No price is known of 1 call; it is not in the sum.",
    ]


def test_an_empty_conversation_took_nothing():
    """It is said, and nothing is divided by it."""
    assert report(fold(())).split(maxsplit=1) == ["total", "nothing spent"]


def test_money():
    """Small amounts keep two figures; the embedded model costs nothing."""
    amounts = [None, 0.0, 0.00001234, 0.0123, 0.5, 12.345]

    told = ["price not known", "$0", "$0.000012", "$0.012", "$0.50", "$12.35"]
    assert [money(one) for one in amounts] == told


def test_tokens_that_nobody_told_are_said_to_be_missing():
    """The sum is a least one; without any report it is no sum at all."""
    untold = Spent(1, unpriced=1, unreported=1)
    log = (
        Asked("a", "one"),
        Replied("a", "ra", "x", spent=PAID),
        Asked("b", "two", "a"),
        Replied("b", "rb", "y", spent=untold),
    )

    assert report(fold(log)).splitlines()[-1] == (
        "The model told no tokens of 1 call: the sum is at least that."
    )
    assert "told no tokens" not in report(fold(log[2:]))
