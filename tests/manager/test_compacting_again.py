"""Compacting by hand what is condensed already: nothing that was told is lost."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.errors import ConversationError, ModelError
from jupyter_ctx.manager.pruning import Pruning
from tests.manager.talking import Talk, answer_with, summary, talk

KEEP = "Never touch data/limits.csv"
LIMIT = "The limit is 12 kg"
FAILING = {
    "a summary": answer_with(),
    "lines": answer_with(about=lambda _: ModelError("It failed.", kind="server")),
}


def history(at: Talk) -> str:
    """Ask, and give the history block of what was sent."""
    at.ask("and now?")
    sent = "\n".join(one.content for one in at.asked[-1].messages)
    return sent.partition("<history turns=")[2].partition("</history>")[0]


@pytest.mark.parametrize("form", FAILING)
def test_condensing_twice_loses_nothing_of_what_was_told(form):
    """The second time there is nothing to condense, and the same text is sent."""
    with talk(FAILING[form]) as at:
        at.talk(6)
        compaction = at.manager.compaction
        told = compaction.compact(at.occasion(), KEEP).event.text
        with pytest.raises(ConversationError, match="nothing to condense"):
            compaction.compact(at.occasion())
        with pytest.raises(ConversationError, match="nothing to condense"):
            compaction.preview(at.occasion(), KEEP)

        assert KEEP in told
        assert f"<history turns={history(at)}</history>" == told


@pytest.mark.parametrize("form", FAILING)
def test_words_to_keep_may_be_added_to_what_is_condensed(form):
    """A second text joins the first, though that makes the whole longer."""
    with talk(FAILING[form]) as at:
        at.talk(6)
        at.manager.compaction.compact(at.occasion(), KEEP)
        made = at.manager.compaction.compact(at.occasion(), LIMIT)

        assert made.event.form == ("nine" if form == "a summary" else "lines")
        assert f"{KEEP}\n{LIMIT}" in history(at)


def test_what_was_never_said_is_told_once():
    """A line that stands in each section is one line to the user."""
    false = answer_with(
        about=lambda _: summary("About `topic_1`.", "`zeta_9` is 4711.")
    )
    with talk(false) as at:
        at.talk(6)
        made = at.manager.compaction.preview(at.occasion())

        assert made.dropped == ("- `zeta_9` is 4711.",)


def test_what_is_condensed_already_stays_condensed():
    """By hand more turns stay word for word, but none comes back by that."""
    with talk() as at:
        at.talk(9)
        (first,) = at.manager.conversation.condensed.compactions[-1:]
        ends = [one.id for one in at.manager.conversation.branch()]
        made = at.manager.compaction.compact(at.occasion(), KEEP).event

        assert first.by == "limit"
        assert ends.index(made.turn) >= ends.index(first.turn)


def test_undo_tells_what_is_sent_of_the_older_turns_then():
    """They are sent as they were only where no compaction holds any more."""
    with talk() as at:
        at.talk(6)
        compaction = at.manager.compaction
        for keep in (KEEP, LIMIT):
            compaction.compact(at.occasion(), keep)
        once = compaction.undone(compaction.undo())
        assert once.startswith("as an earlier compaction has them, ")
        assert KEEP in history(at)
        twice = compaction.undone(compaction.undo())

    assert twice.startswith("as they were, ")


def test_condensing_after_so_many_turns_leaves_no_turn_untold():
    """Where there is room, a text that gains too little never becomes none."""
    with talk(FAILING["lines"], ways=Ways(every=2, last=2)) as at:
        at.talk(8, size=8)

        found = at.manager.conversation.condensed.compactions
        assert found
        assert all(one.text for one in found)


def test_words_to_keep_outlive_a_change_of_what_was_condensed():
    """Hiding an old turn brings the others back; the next compaction has the words."""
    with talk() as at:
        at.talk(6)
        at.manager.compaction.compact(at.occasion(), KEEP)
        Pruning(at.manager).prune(at.manager.conversation.branch()[0].id)
        at.talk(8, start=7)

        assert KEEP in history(at)


def test_words_to_keep_go_with_the_compaction_that_is_taken_back():
    """Undo takes back what was asked for, too."""
    with talk() as at:
        at.talk(6)
        at.manager.compaction.compact(at.occasion(), KEEP)
        at.manager.compaction.undo()
        at.talk(8, start=7)

        assert history(at)
        assert KEEP not in history(at)
