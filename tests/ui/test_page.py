"""What a cell shows of a reply that waits, broke off or failed."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.talk.conversation import Reply, ReplyId, TurnId
from jupyter_ctx.core.talk.spent import Spent
from jupyter_ctx.core.talk.view import Shown
from jupyter_ctx.ui import page


@pytest.mark.parametrize(
    ("activity", "words"),
    [
        ("starting", "The model is being asked …"),
        ("preparing", "The model waits while what is sent is put together …"),
        (
            "waiting 6 s: rate limit",
            "The model is asked again soon (waiting 6 s: rate limit) …",
        ),
    ],
)
def test_a_wait_is_shown_with_its_length_and_reason(activity, words):
    """Whoever watches knows why nothing comes, and can stop it."""
    shown = Shown(TurnId("t"), "q", activity=activity)

    assert words in page.bundle([shown])["text/markdown"]


def test_what_a_reply_cost_stands_with_what_was_sent():
    """Where a price is known and not nothing."""
    paid = Spent(calls=1, cost=0.0123)
    replies = [
        Reply(ReplyId("r"), "x", model="m", tokens=5, budget=9, spent=spent)
        for spent in (paid, Spent(calls=1), Spent(calls=1, unpriced=1))
    ]

    told = [page.header(Shown(TurnId("t"), "q"), reply) for reply in replies]

    assert told == [
        "m · sent 5 of 9 tokens · $0.012",
        "m · sent 5 of 9 tokens",
        "m · sent 5 of 9 tokens",
    ]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(ReplyId("r"), "", "failed", failure="No key. Set one."), "No reply: No"),
        (
            Reply(ReplyId("r"), "half", "length", failure="It broke. Continue."),
            "Broken off: It broke. Continue. Code of it is not inserted.",
        ),
        (Reply(ReplyId("r"), "half", "length"), "Cut at the output limit; code of"),
        (Reply(ReplyId("r"), "", "complete"), "The model returned nothing;"),
    ],
)
def test_the_end_of_a_reply_is_said_where_it_is_not_complete(reply, words):
    """One line, with what to do or what it means."""
    assert page.ending(reply, keep=False).startswith(words)
