"""Carrying turns over: the other conversation ends up with what was shown."""

from __future__ import annotations

from hypothesis import given

from jupyter_ctx.core.talk.carry import carried
from jupyter_ctx.core.talk.conversation import Conversation, TurnId, fold
from jupyter_ctx.core.talk.events import (
    Pinned,
    Pruned,
    Regenerated,
    Selected,
    Switched,
    Undone,
)
from jupyter_ctx.core.talk.view import entries
from tests.core.mirror import Mirror, actions
from tests.core.talk import NO, YES, asked, folded, replied, talk


def onto(target: Conversation, source: Conversation, *turns: str) -> Conversation:
    """Carry *turns*, or all, from *source* over to *target*."""
    chosen = {TurnId(turn) for turn in turns} or set(source.turns)
    for event in carried(source, chosen, target):
        target = target.apply(event)
    return target


def test_turns_stand_at_the_tip_of_the_other_conversation():
    """In their order, with replies, selections and the current one of several."""
    source = folded(
        asked("x", key="cell", door="magic"),
        replied("x", "x1", question="Which?", choices=(YES, NO)),
        Selected("x", "x1", "2"),
        asked("y", "x", for_user=True, door="click"),
        replied("y", "y1"),
        Regenerated("y"),
        replied("y", "y2"),
    )
    target = onto(folded(*talk("a")), source)

    assert [turn.id for turn in target.branch()] == ["a", "x", "y"]
    carried_turns = [target.turns[TurnId(turn)] for turn in ("x", "y")]
    assert [turn.replies for turn in carried_turns] == [
        source.turns[TurnId(turn)].replies for turn in ("x", "y")
    ]
    assert [turn.current for turn in carried_turns] == ["x1", "y2"]
    assert [turn.after for turn in carried_turns] == ["a", "x1"]
    assert (carried_turns[1].door, carried_turns[1].for_user) == ("click", True)


def test_only_what_is_chosen_comes_along():
    """Turns of an earlier session stay where they are; the rest closes up."""
    target = onto(Conversation(), folded(*talk("a", "b", "c")), "a", "c")

    assert [(turn.id, turn.parent) for turn in target.branch()] == [
        ("a", ""),
        ("c", "a"),
    ]


def test_what_is_there_already_is_not_carried_twice():
    """A fork knows the turns of its original."""
    source = folded(*talk("a", "b"))

    assert carried(source, set(source.turns), source) == ()


def test_a_question_left_open_by_undo_is_carried_open():
    """Replies that no longer stand come along as alternatives, none is current."""
    source = folded(asked("x"), Regenerated("x"), replied("x", "x1"), Undone())
    target = onto(Conversation(), source)

    assert entries(target) == entries(source)
    assert target.turns[TurnId("x")].replies == source.turns[TurnId("x")].replies
    assert target.steps == ()


@given(actions())
def test_all_that_is_shown_can_be_carried(mirror: Mirror):
    """Whatever was done before: the same messages are shown and sent afterwards."""
    source = fold(mirror.events)
    target = onto(Conversation(), source)

    assert entries(target) == entries(source)


def test_what_is_hidden_and_pinned_stays_so():
    """Also when it was asked, which tells when it is old."""
    log = (asked("a", at=5.0), replied("a"), *talk("b"), Pruned("a"), Pinned("b"))
    target = onto(Conversation(), folded(*log, Switched("a")), "a")

    assert target.condensed.pruned == {"a"}
    assert target.condensed.pinned == frozenset()
    assert target.turns[TurnId("a")].at == 5.0
