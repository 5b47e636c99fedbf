"""The standing instructions of a conversation: which were given, and which hold.

One that was said in a message holds as long as the message is on the branch; an edit
or a deletion takes it along, and undo brings it back. A reset starts over with the
task, not with the rules: what holds then goes on holding.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.talk.events import Event, Instructed, Lifted


class Instructions(msgspec.Struct, frozen=True):
    """What was given and lifted, oldest first.

    *kept* are turns whose instructions outlived a reset: they count as if they were
    on the branch.
    """

    given: tuple[Instructed, ...] = ()
    lifted: tuple[Lifted, ...] = ()
    kept: frozenset[str] = frozenset()

    @property
    def events(self) -> tuple[Instructed | Lifted, ...]:
        """All that was said and done, the given ones first."""
        return (*self.given, *self.lifted)

    def active(self, branch: Collection[str]) -> tuple[Instructed, ...]:
        """List what holds on a *branch* of turn ids, oldest first."""
        there = {"", *branch, *self.kept}
        gone = {one.instruction for one in self.lifted if one.turn in there}
        return tuple(
            one
            for one in self.given
            if one.turn in there and one.instruction not in gone
        )

    def after(self, event: Event) -> Instructions:
        """Give the instructions after *event*; the same where it is not of them."""
        if isinstance(event, Lifted):
            return replace(self, lifted=(*self.lifted, event))
        known = {one.instruction for one in self.given}
        if isinstance(event, Instructed) and event.instruction not in known:
            return replace(self, given=(*self.given, event))
        return self

    def left(self, turns: Collection[str], verb: str) -> Instructions:
        """Give them after *turns* left the branch by *verb*.

        By a reset what was said in them goes on holding, else it goes along.
        """
        if verb == "reset":
            said = {one.turn for one in self.events}
            return replace(self, kept=self.kept | said.intersection(turns))
        return replace(self, kept=self.kept.difference(turns)) if self.kept else self
