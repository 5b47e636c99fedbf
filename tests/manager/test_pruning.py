"""Pruning and pinning: what is hidden is not sent, and can be sent again."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.talk.events import Asked, Compacted, Pruned, Replied
from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.condensing.aging import HOUR, prune_by_time
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.pruning import Pruning
from jupyter_ctx.store import Store
from tests.manager.desk import desk
from tests.store.test_store import Mask


@pytest.fixture
def at():
    """Open a desk with three answered questions."""
    with desk() as opened:
        opened.gateway.reply("fine")
        for prompt in ("one", "two", "three"):
            opened.ask(prompt)
        yield opened


def test_a_hidden_turn_is_not_sent_until_it_is_shown(at):
    """It stays where it is; its status tells, and the neighbours alternate."""
    pruning = Pruning(at.manager)
    turn = pruning.turn(2)
    pruning.prune(turn.id)
    at.ask("four")

    assert "two" not in str(at.sent())
    assert at.prompts() == ["one", "two", "three", "four"]
    hidden = [e for e in entries(at.manager.conversation) if e.status == "pruned"]
    assert [entry.turn for entry in hidden] == [turn.id, turn.id]
    pruning.unprune(turn.id)
    at.ask("five")
    assert ("user", "two") in at.sent()


def test_a_number_that_is_not_there_is_refused_in_a_sentence(at):
    """The sentence tells how many there are."""
    with pytest.raises(ConversationError, match="#7: the conversation has 3 messages"):
        Pruning(at.manager).turn(7)


def test_a_pinned_turn_stays_word_for_word_whatever_is_compacted(at):
    """Its neighbours are summarised; when it is unpinned, it is too."""
    pruning = Pruning(at.manager)
    pruning.pin(pruning.turn(1).id)
    last = at.manager.conversation.branch()[-1]
    at.manager.change(Compacted("c", last.id, last.current, text="Summary.", by="user"))
    at.ask("four")

    assert at.sent() == [
        ("user", "Summary.\n\none"),
        ("assistant", "fine"),
        ("user", "four"),
    ]
    pruning.unpin(pruning.turn(1).id)
    at.ask("five")
    assert at.sent()[0] == ("user", "Summary.\n\nfour")


def test_case_c6_an_edit_before_a_compaction_sends_the_originals():
    """40 turns, compacted, turn 5 edited: turns 1 to 4, the new 5, and no summary."""
    with desk() as at:
        at.profile = msgspec.structs.replace(at.profile, budget=90_000, window=99_000)
        at.gateway.reply("fine")
        turns = [at.ask(f"question {number}") for number in range(1, 41)]
        last = at.manager.conversation.branch()[35]
        made = Compacted("c", last.id, last.current, text="Summary of 36.", by="user")
        at.manager.change(made)
        at.ask("after")
        assert at.sent()[0] == ("user", "Summary of 36.\n\nquestion 37")
        at.ended(at.manager.edit(turns[4], "edited 5", at.occasion()))

        prompts = [text for role, text in at.sent() if role == "user"]
        assert prompts == [*(f"question {n}" for n in range(1, 5)), "edited 5"]
        at.manager.undo()
        at.ask("again")
        assert at.sent()[0] == ("user", "Summary of 36.\n\nquestion 37")


@pytest.fixture
def log(tmp_path):
    """Open a log with turns that were asked 1, 2 and 3 hours after the epoch."""
    opened = Log(Store(tmp_path / "store.sqlite", Mask()), "one")
    parent = ""
    for number in (1, 2, 3):
        turn = f"t{number}"
        opened.record(Asked(turn, "q", parent, at=number * HOUR))
        opened.record(Replied(turn, f"r{number}", "a"))
        parent = turn
    return opened


def test_old_turns_leave_the_requests_after_the_hours_that_were_set(log):
    """Each once, as an event; the question that is asked now never does."""
    now = 3.5 * HOUR
    assert prune_by_time(log, 0, "t3", lambda: now) == ()
    assert prune_by_time(log, 2.0, "t3", lambda: now) == ("t1",)
    assert prune_by_time(log, 2.0, "t3", lambda: now) == ()
    assert prune_by_time(log, 0.1, "t3", lambda: now) == ("t2",)


def test_what_the_user_wants_sent_is_not_pruned_by_time_again(log):
    """Neither what was shown again by hand, nor what a summary stands for."""
    now = 9 * HOUR
    log.record(Pruned("t1"))
    log.record(Pruned("t1", is_hidden=False))
    log.record(Compacted("c", "t2", "r2", text="Summary.", kept=("t1",)))
    log.record(Asked("t4", "now", "t3", at=now))

    assert prune_by_time(log, 1.0, "t4", lambda: now) == ("t3",)
    assert log.conversation.condensed.compaction([("t2", "r2")]) is not None
