"""What a conversation became beside its turns, as a page is told."""

from __future__ import annotations

from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.events import (
    Compacted,
    Deleted,
    Instructed,
    Lifted,
    Pinned,
    Planned,
    PlanStep,
    Pruned,
)
from jupyter_ctx.core.talk.spent import Spent
from jupyter_ctx.protocol import messages, values
from jupyter_ctx.ui.sidebar.feed import MANY, news
from jupyter_ctx.ui.sidebar.history import history
from jupyter_ctx.ui.sidebar.transcript import transcript
from tests.core.talk import asked, folded, replied

TALK = [
    event
    for name, before in zip("abcd", ("", "a", "b", "c"), strict=True)
    for event in (asked(name, before), replied(name, f"r-{name}"))
]
COMPACTED = Compacted("k", "c", "r-c", text="What was said.", before=900, after=90)


def statuses(*events):
    """Give the status of each question and reply of the branch."""
    shown = transcript("id", folded(*TALK, *events), "drop").turns
    return [(one.sent, one.reply.sent) for one in shown]


def test_a_compaction_is_told_with_how_many_turns_it_stands_for():
    """Pinned, hidden and kept turns are not among those that it condenses."""
    made = COMPACTED.__class__("k", "c", "r-c", text="t", kept=("b",))
    told = history(folded(*TALK, Pinned("a"), made)).compaction

    assert told == values.Compaction(
        id="k", turn="c", count=1, text="t", form="nine", by="limit"
    )
    assert statuses(Pinned("a"), made) == [
        ("sent", "sent"),
        ("sent", "sent"),
        ("summarised", "summarised"),
        ("sent", "sent"),
    ]


def test_a_compaction_whose_turns_left_the_branch_is_not_told():
    """Going back before it restores the originals, on the page too (C6)."""
    shown = folded(*TALK, COMPACTED, Deleted("c"))

    assert history(shown).compaction is None
    assert statuses(COMPACTED, Deleted("c")) == [("sent", "sent")] * 2


def test_a_compaction_of_a_wider_level_is_not_told_at_a_stricter_one():
    """What was condensed at "everything" does not leave at "code"."""
    shown = folded(*TALK, COMPACTED)

    assert history(shown, "code").compaction is None
    turns = transcript("id", shown, "drop", privacy="code").turns
    assert [one.sent for one in turns] == ["sent"] * 4


def test_a_hidden_turn_says_so_and_so_does_a_pinned_one():
    """The two toggles under a message stand as the log says."""
    conversation = folded(*TALK, Pruned("a"), Pinned("b"), Pinned("c"))
    conversation = conversation.apply(Pinned("c", is_pinned=False))
    turns = transcript("id", conversation, "drop").turns

    assert [(one.is_hidden, one.is_pinned) for one in turns] == [
        (True, False),
        (False, True),
        (False, False),
        (False, False),
    ]
    assert turns[0].sent == "pruned"
    assert turns[0].reply.sent == "pruned"


def test_instructions_are_told_until_they_are_lifted():
    """A chip for each that is sent; none for one that is not."""
    given = (Instructed("1", "use polars", "a"), Instructed("2", "be brief"))

    assert history(folded(*TALK, *given)).instructions == (
        values.Instruction("1", "use polars"),
        values.Instruction("2", "be brief"),
    )
    left = history(folded(*TALK, *given, Lifted("1"))).instructions
    assert left == (values.Instruction("2", "be brief"),)


def test_the_open_plan_is_told_with_its_steps():
    """The card shows what the log holds."""
    plan = Planned(
        "p", "d", "r-d", "rename x", steps=(PlanStep("In[3]", "x becomes y"),)
    )

    assert history(folded(*TALK, plan)).plan == values.Plan(
        "rename x", (values.PlanStep("In[3]: x becomes y", "waiting"),)
    )


def test_many_changes_at_once_are_one_message():
    """A compaction of a hundred turns does not send a hundred events."""

    def page(sent):
        turns = tuple(values.Turn(f"t{n}", "q", sent=sent) for n in range(MANY + 1))
        return messages.Transcript(conversation="id", turns=turns)

    assert news(page("sent"), page("summarised")) == (page("summarised"),)


def test_what_was_spent_counts_replies_that_left_the_branch():
    """Money that was spent stays spent; what has no price is not in the sum."""
    untold = Spent(calls=1, unpriced=1, unreported=1)
    took = Spent(calls=1, input=70, cached=30, output=9, cost=0.5)
    paid = replied("d", "again", spent=took.plus(untold))

    told = history(folded(*TALK, paid, Deleted("a"))).spent

    assert told == values.Spent(70, 30, 9, 0.5, unpriced=1, unreported=1)
    assert TurnId("d") not in {one.id for one in folded(*TALK, Deleted("a")).branch()}
