"""A model with a small window and one with a large one, in turns (case C15)."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.manager.condensing.sentences import AGAIN
from tests.manager.talking import WINDOW, Talk, is_summary, talk
from tests.manager.test_compaction import compactions, notices

LARGE = replace(WINDOW, window=200_000, budget=150_000, max_tokens=8_000)


def condensed_often(at: Talk) -> None:
    """Talk in the small window until three compactions were made."""
    at.profile, n = WINDOW, 0
    while len(compactions(at)) < 3:
        n += 1
        assert n < 200
        at.talk(1, start=n)


def test_a_larger_window_takes_all_compactions_back_at_once():
    """Each was made over the one before: with the newest alone most stays condensed."""
    with talk(ways=Ways(notes=False)) as at:
        condensed_often(at)
        asked = [turn.prompt for turn in at.manager.conversation.branch()]
        at.profile = LARGE
        at.ask("and now?")

        assert notices(at).count(AGAIN) == 1
        assert compactions(at) == ()
        shown = entries(at.manager.conversation)
        assert {one.status for one in shown} == {"sent"}
        sent = [text for role, text in at.sent() if role == "user"]
        assert sent == [*asked, "and now?"]


def test_going_back_to_the_small_one_asks_for_no_summary_again():
    """What a model told of old turns once is used again, in one compaction."""
    with talk(ways=Ways(notes=False)) as at:
        condensed_often(at)
        at.profile = LARGE
        at.ask("and now?")
        summaries = sum(map(is_summary, at.gateway.calls))
        at.profile = WINDOW
        at.ask("and in the small one?")

        assert len(compactions(at)) == 1
        assert sum(map(is_summary, at.gateway.calls)) <= summaries + 1
