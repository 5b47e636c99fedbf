"""The conversation: edits move the branch, nothing leaves the log."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.talk import tree
from jupyter_ctx.core.talk.conversation import ROOT, ReplyId, TurnId, fold
from jupyter_ctx.core.talk.events import (
    Asked,
    Deleted,
    Edited,
    Event,
    Regenerated,
    Replied,
    Reset,
    Selected,
    Switched,
    Undone,
)
from jupyter_ctx.errors import ConversationError
from tests.core.talk import NO, YES, asked, branch, folded, replied, talk

A, B, C = TurnId("a"), TurnId("b"), TurnId("c")


def test_a_new_turn_stands_at_the_tip():
    """The branch is the path from the first question to the newest."""
    assert branch(*talk("a", "b", "c")) == ["a", "b", "c"]


def test_edit_keeps_the_old_branch():
    """Editing a turn adds a sibling; the edited turn and what followed stay."""
    edited = folded(*talk("a", "b", "c"), Edited("b", "d", "two, again"))

    assert [turn.id for turn in edited.branch()] == ["a", "d"]
    assert [turn.id for turn in edited.siblings(B)] == ["b", "d"]
    assert [turn.id for turn in edited.path(C)] == ["a", "b", "c"]
    assert edited.turns[B].prompt == "q-b"


def test_edit_keeps_the_door_and_the_cell():
    """An edited turn still belongs to its cell, but nobody sent it for the user."""
    first = asked("a", door="sidebar", key="cell-1", for_user=True)
    turn = folded(first, Edited("a", "b", "new", "other")).turns[B]

    assert (turn.door, turn.key, turn.model) == ("sidebar", "cell-1", "other")
    assert not turn.for_user
    assert turn.replies == ()


def test_regenerate_adds_an_alternative():
    """Both replies are kept, and the newer one is current."""
    turn = folded(*talk("a"), Regenerated("a"), replied("a", "second")).turns[A]

    assert [reply.text for reply in turn.replies] == ["r-a", "r-second"]
    assert turn.reply is not None
    assert turn.reply.text == "r-second"


def test_regenerate_of_an_earlier_turn_cuts_what_follows():
    """What stands on the old reply leaves the branch with it."""
    assert branch(*talk("a", "b", "c"), Regenerated("b")) == ["a", "b"]


def test_delete_takes_the_turn_and_what_follows():
    """A deleted turn leaves no orphan behind it."""
    assert branch(*talk("a", "b", "c"), Deleted("b")) == ["a"]


def test_delete_of_the_first_turn_empties_the_branch():
    """After it a question starts anew."""
    gone = folded(*talk("a", "b"), Deleted("a"))

    assert gone.branch() == ()
    assert gone.tip == ROOT


def test_reset_clears_the_branch_and_keeps_the_turns():
    """Starting over hides all and loses nothing."""
    fresh = folded(*talk("a", "b"), Reset())

    assert fresh.branch() == ()
    assert set(fresh.turns) == {"a", "b"}


@pytest.mark.parametrize(
    "change",
    [
        Edited("b", "new", "other words"),
        Regenerated("a"),
        Deleted("b"),
        Reset(),
        Switched("a"),
    ],
)
def test_undo_takes_back_the_last_change(change: Event):
    """The branch is the same as before the change, replies included."""
    before = folded(*talk("a", "b", "c"))
    after = before.apply(change).apply(Undone())

    assert after.branch() == before.branch()
    assert after.steps == ()


def test_undo_brings_back_the_reply_that_was_regenerated():
    """The alternative stays, but the first reply is current again."""
    events = (*talk("a"), Regenerated("a"), replied("a", "second"), Undone())
    turn = folded(*events).turns[A]

    assert turn.reply is not None
    assert turn.reply.text == "r-a"
    assert len(turn.replies) == 2


def test_undo_of_two_changes_goes_back_twice():
    """Each undo reverses one change, the newest first."""
    log = (*talk("a", "b", "c"), Deleted("c"), Reset())

    assert branch(*log, Undone()) == ["a", "b"]
    assert branch(*log, Undone(), Undone()) == ["a", "b", "c"]


def test_undo_without_a_change_does_nothing():
    """There is nothing to take back after a question alone."""
    assert branch(*talk("a"), Undone()) == ["a"]


def test_switch_goes_to_an_old_branch_and_reply():
    """An old branch comes back as it was, with the reply that was asked for."""
    log = (*talk("a", "b"), Regenerated("b"), replied("b", "b2"), Reset())
    back = folded(*log, Switched("b", "b"))

    assert [turn.id for turn in back.branch()] == ["a", "b"]
    assert back.turns[B].current == "b"


def test_a_switch_brings_back_the_replies_along_the_way():
    """What followed the first reply comes back with that reply, and undo leaves it."""
    log = (*talk("a", "b"), Regenerated("a"), replied("a", "a2"), asked("c", "a"))
    there = folded(*log, Switched("b"))

    assert [turn.id for turn in there.branch()] == ["a", "b"]
    assert there.turns[A].current == "a"
    back = there.apply(Undone())
    assert [turn.id for turn in back.branch()] == ["a", "c"]
    assert back.turns[A].current == "a2"


def test_a_branch_is_found_again_as_it_was_left():
    """The arrows of prompts and replies lead to where each branch ended."""
    log = (
        *talk("a", "b", "c"),
        Edited("b", "d", "other"),
        replied("d"),
        Regenerated("a"),
        replied("a", "a2"),
    )
    talked = folded(*log)

    assert talked.tip == A
    assert talked.end_of(B) == C
    assert talked.end_of(A, ReplyId("a")) == "d"
    assert talked.end_of(A) == A
    assert talked.end_of(A, ReplyId("a2")) == A


def test_a_deleted_turn_does_not_come_back_by_a_switch():
    """A branch that was left after a deletion comes back without what was deleted."""
    log = (*talk("a", "b"), Deleted("b"), Edited("a", "d", "other"))

    assert folded(*log).end_of(A) == A


def test_siblings_follow_the_same_reply():
    """Prompts that were asked after different replies are no alternatives."""
    log = (*talk("a", "b"), Edited("b", "c", "other"), Regenerated("a"))
    log = (*log, replied("a", "a2"), asked("d", "a"), replied("d"))
    talked = folded(*log)

    assert [one.id for one in talked.siblings(B)] == ["b", "c"]
    assert [one.id for one in talked.siblings(TurnId("d"))] == ["d"]


def test_what_was_begun_anew_has_no_siblings():
    """Starting over is no alternative to what was there before, an edit is."""
    talked = folded(*talk("a"), Reset(), asked("b"), Edited("b", "c", "other"))

    assert [one.id for one in talked.siblings(C)] == ["b", "c"]
    assert [one.id for one in talked.siblings(A)] == ["a"]


def test_a_reply_that_is_not_there_cannot_be_gone_to():
    """The sentence says what to do."""
    with pytest.raises(ConversationError, match="no such reply"):
        folded(*talk("a")).end_of(A, ReplyId("gone"))


def test_only_the_first_selection_counts():
    """A second click, from whichever view, changes nothing."""
    offer = replied("a", choices=(YES, NO))
    log = (asked("a"), offer, Selected("a", "a", "1"), Selected("a", "a", "2"))
    reply = folded(*log).turns[A].reply

    assert reply is not None
    assert reply.selected_choice == YES


def test_a_reply_is_taken_once():
    """A reply that is reported twice, by two ends of a stop, counts once."""
    log = (asked("a"), replied("a", "x", text="first"), replied("a", "x", text="late"))

    assert [reply.text for reply in folded(*log).turns[A].replies] == ["first"]


@pytest.mark.parametrize(
    "event",
    [
        Edited("gone", "new", "text"),
        Replied("gone", "reply", "text"),
        Selected("gone", "reply", "1"),
        Regenerated("gone"),
        Deleted("gone"),
        Switched("gone"),
        Asked("a", "an id that is taken"),
    ],
)
def test_an_event_about_what_is_not_there_changes_nothing(event: Event):
    """A damaged log still folds to what can be known."""
    whole = folded(*talk("a", "b"))

    assert whole.apply(event) == whole


def test_after_lists_what_a_change_would_cut():
    """The dialog can say how many later turns go, before they do."""
    talked = folded(*talk("a", "b", "c"))

    assert [turn.id for turn in talked.after(A)] == ["b", "c"]
    assert talked.after(C) == ()


def test_a_turn_that_is_not_there_is_an_error_for_people():
    """The sentence says what to do."""
    with pytest.raises(ConversationError, match="ask it anew"):
        folded().turn(A)


def test_an_earlier_log_still_loads():
    """Events without the fields that came later decode with their defaults."""
    old = b'[{"event":"asked","turn":"a","prompt":"hi"},{"event":"reset"}]'
    events = msgspec.json.decode(old, type=list[Event])

    assert fold(events[:1]).branch()[0].prompt == "hi"


def test_a_long_conversation_is_walked_once_between_two_events(monkeypatch):
    """However many doors ask for the branch, the turns after one, and those beside."""
    turns = [f"t{number}" for number in range(300)]
    talked = folded(*talk(*turns))
    walks: list[TurnId] = []
    walk = tree._walk

    def counted(turns, tip):
        walks.append(tip)
        return walk(turns, tip)

    monkeypatch.setattr(tree, "_walk", counted)
    monkeypatch.setattr(tree, "_last", [tree._Known({})])
    for turn in talked.branch():
        assert [one.id for one in talked.siblings(turn.id)] == [turn.id]
        talked.after(turn.id)

    assert walks == ["t299"]
