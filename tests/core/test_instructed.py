"""Which standing instructions hold: they go and come back with their message."""

from __future__ import annotations

from jupyter_ctx.core.conversation import fold
from jupyter_ctx.core.events import (
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
