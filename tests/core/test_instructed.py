"""Which standing instructions hold: they go and come back with their message."""

from __future__ import annotations

import random

import pytest

from jupyter_ctx.core.talk.conversation import Conversation, fold
from jupyter_ctx.core.talk.events import (
    Asked,
    Deleted,
    Edited,
    Event,
    Instructed,
    Lifted,
    Regenerated,
    Reset,
    Switched,
    Undone,
)

SAID = (
    Asked("a", "hello"),
    Asked("b", "From now on use polars.", "a"),
    Instructed("1", "From now on use polars.", "b"),
    Asked("c", "thanks", "b"),
    Instructed("2", "Answer in German.", ""),
)


def holds(*more: Event) -> list[str]:
    """List the ids of what holds after `SAID` and *more*."""
    found = fold([*SAID, *more])
    active = found.instructions.active([turn.id for turn in found.branch()])
    return [one.instruction for one in active]


def test_an_instruction_goes_with_its_message_and_comes_back_with_it():
    """Edit and delete take it along, undo brings it back; a later cut leaves it."""
    assert holds() == ["1", "2"]
    assert holds(Deleted("c")) == ["1", "2"]
    assert holds(Regenerated("b")) == ["1", "2"]
    assert holds(Deleted("b")) == ["2"]
    assert holds(Edited("b", "d", "hm")) == ["2"]
    assert holds(Edited("b", "d", "hm"), Undone()) == ["1", "2"]
    assert holds(Edited("b", "d", "hm"), Switched("b")) == ["1", "2"]


def test_a_reset_keeps_them_and_its_undo_keeps_them_with_their_message():
    """After a reset they hold on any new branch; back before it, they can be cut."""
    begun = (Reset(), Asked("x", "new task"))

    assert holds(*begun) == ["1", "2"]
    assert holds(*begun, Deleted("x"), Reset(), Asked("y", "next")) == ["1", "2"]
    assert holds(Reset(), Undone(), Deleted("b")) == ["2"]
    assert holds(*begun, Switched("c"), Deleted("b")) == ["2"]


def test_what_was_removed_stays_removed():
    """By hand for ever; by what was said, as long as that is on the branch."""
    assert holds(Lifted("1")) == ["2"]
    assert holds(Lifted("1"), Reset(), Undone()) == ["2"]
    said = (Asked("d", "forget that rule", "c"), Lifted("1", "d"))
    assert holds(*said) == ["2"]
    assert holds(*said, Reset()) == ["2"]
    assert holds(*said, Deleted("d")) == ["1", "2"]


def test_the_same_event_twice_is_one_instruction():
    """A log that was merged holds it once."""
    assert holds(SAID[2]) == ["1", "2"]


@pytest.mark.parametrize("seed", range(20))
def test_in_random_sessions_each_step_and_its_undo_do_what_they_say(seed: int):
    """A cut takes what was said in it, a reset nothing, undo gives all of it back."""
    dice = random.Random(seed)
    found = Conversation()
    for number in range(80):
        before, branch = active(found), [turn.id for turn in found.branch()]
        match dice.choice(("ask", "ask", "say", "say", "cut", "reset", "lift", "hand")):
            case "ask":
                found = found.apply(Asked(f"t{number}", "hm", found.tip))
                assert active(found) == before
            case "say" if branch:
                said = Instructed(f"i{number}", "Be brief.", dice.choice(branch))
                found = found.apply(said)
                assert active(found) == [*before, said.instruction]
            case "cut" if branch:
                turn = dice.choice(branch)
                cut = found.apply(Deleted(turn))
                gone = {*branch[branch.index(turn) :]}
                said_there = {
                    one.instruction
                    for one in found.instructions.given
                    if one.turn in gone
                }
                assert active(cut) == [one for one in before if one not in said_there]
                assert active(cut.apply(Undone())) == before
                found = cut if dice.random() < 0.7 else cut.apply(Undone())
            case "reset":
                assert active(found.apply(Reset())) == before
                assert active(found.apply(Reset()).apply(Undone())) == before
                found = found.apply(Reset())
            case "lift" if before:
                gone_one = dice.choice(before)
                found = found.apply(Lifted(gone_one))
                assert active(found) == [one for one in before if one != gone_one]
            case "hand":
                found = found.apply(Instructed(f"i{number}", "By hand."))
                assert active(found) == [*before, f"i{number}"]


def active(conversation: Conversation) -> list[str]:
    """List the ids of what holds now."""
    holding = conversation.instructions.active(
        [turn.id for turn in conversation.branch()]
    )
    return [one.instruction for one in holding]
