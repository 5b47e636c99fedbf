"""What is said of the next request before it is made: condensed, or sent again."""

from __future__ import annotations

from types import SimpleNamespace

from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.manager.condensing.sentences import AGAIN, DUE, FITS
from jupyter_ctx.ui.sidebar.board import Board
from jupyter_ctx.ui.turns import listed
from tests.manager.talking import WINDOW, talk
from tests.manager.test_compaction import compactions, notices

LARGE = replace(WINDOW, window=128_000, budget=110_000, max_tokens=4_096)


def test_a_smaller_model_is_told_of_before_it_condenses():
    """Nothing is written by the look; after the question nothing is to be told."""
    with talk(profile=LARGE, ways=Ways(notes=False)) as at:
        at.talk(40)
        before = at.manager.conversation

        assert at.manager.compaction.due(LARGE) == ()
        assert at.manager.compaction.due(WINDOW) == (DUE,)
        assert (
            DUE
            in at.manager.preview(
                "and now?", replace(at.occasion(), profile=WINDOW)
            ).notices
        )
        assert at.manager.conversation is before
        at.profile = WINDOW
        at.ask("and now?")
        assert len(compactions(at)) == 1
        assert at.manager.compaction.due(WINDOW) == ()


def test_a_larger_model_is_told_of_before_all_is_sent_again():
    """What is shown as summarised until then is sent with the next question."""
    with talk(profile=LARGE, ways=Ways(notes=False)) as at:
        at.talk(40)
        at.profile = WINDOW
        at.ask("and now?")

        assert at.manager.compaction.due(LARGE) == (FITS,)
        assert "summarised" in {o.status for o in entries(at.manager.conversation)}
        at.profile = LARGE
        at.ask("and in the large one?")
        assert AGAIN in notices(at)
        assert at.manager.compaction.due(LARGE) == ()


def test_of_a_conversation_that_is_opened_it_is_told_too():
    """As with a file that was imported: it was never sent from here."""
    with talk(profile=LARGE, ways=Ways(notes=False)) as at:
        at.talk(40)
        store = at.manager._services.store
        with talk(store=store) as other:
            assert other.manager.compaction.due(WINDOW) == (DUE,)


def test_an_empty_or_short_conversation_is_no_news():
    """There is nothing to condense."""
    with talk() as at:
        assert at.manager.compaction.due(WINDOW) == ()
        at.ask("short")
        assert at.manager.compaction.due(WINDOW) == ()


def test_the_list_of_messages_and_the_sidebar_say_so():
    """Each message is shown as it is; one line tells what the next question does."""
    with talk(profile=LARGE, ways=Ways(notes=False)) as at:
        at.talk(40)
        session = SimpleNamespace(
            manager=at.manager,
            config=SimpleNamespace(on_interrupt="drop"),
            profile=lambda: WINDOW,
        )

        assert listed(session).splitlines()[-1] == DUE
        _, told = Board(session)._model()
        assert told == (DUE,)
        session.profile = lambda: LARGE
        assert DUE not in listed(session)
        _, told = Board(session)._model()
        assert told == ()
