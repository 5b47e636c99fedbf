"""What of a conversation is condensed: compactions, pruned and pinned turns, the note.

Nothing here takes a turn away. The view asks which compaction holds for a branch,
and every change of what it consumed, or of the branch, brings the turns back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.privacy import Level, is_as_strict
from jupyter_ctx.core.talk.events import (
    Compacted,
    Event,
    Kept,
    Noted,
    Part,
    Pinned,
    Pruned,
    Restored,
    Trimmed,
)
from jupyter_ctx.core.talk.spent import NOTHING, Spent

CONDENSING = (Compacted, Restored, Pruned, Pinned, Kept, Trimmed, Noted)
"""The events that are folded here."""

Ends = Iterable[tuple[str, str]]
"""A branch as pairs of ids: each turn with its current reply."""


class Condensed(msgspec.Struct, frozen=True):
    """What was compacted (oldest first), pruned, pinned, trimmed and noted.

    *parts* are all that were ever made from turns, whatever became of their
    compaction; each holds as long as its turns do, so none is made twice. *spent* is
    what all of them, and all notes, took. *shown* are the turns that were pruned and
    that the user wanted to be sent again. *wanted* are the compactions with words to be
    kept, also those that hold no more because one of their turns changed. *kept* are
    the items of the context that are pinned or dropped.
    """

    compactions: tuple[Compacted, ...] = ()
    wanted: tuple[Compacted, ...] = ()
    parts: tuple[Part, ...] = ()
    pruned: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    pinned: frozenset[str] = frozenset()
    trimmed: tuple[str, ...] = ()
    notes: tuple[Noted, ...] = ()
    spent: Spent = NOTHING
    kept: tuple[Kept, ...] = ()

    def compaction(
        self, branch: Ends, privacy: Level = "everything"
    ) -> Compacted | None:
        """Give the newest compaction that holds for *branch*; None where none does.

        One that was made at a wider level than *privacy* tells too much.
        """
        ends = set(branch)
        return next(
            (c for c in reversed(self.compactions) if _is_of(c, ends, privacy)), None
        )

    def note(self, branch: Ends, privacy: Level = "everything") -> Noted | None:
        """Give the newest memory note that holds for *branch* at *privacy*."""
        if not self.notes:
            return None
        ends = set(branch)
        return next((n for n in reversed(self.notes) if _is_of(n, ends, privacy)), None)

    def parts_of(self, branch: Ends, privacy: Level = "everything") -> tuple[Part, ...]:
        """Give the parts whose turns all stand on *branch*, in its order."""
        places = {end: n for n, end in enumerate(branch)}
        found = [
            part
            for part in self.parts
            if part.turns
            and is_as_strict(part.privacy, privacy)
            and all(map(places.__contains__, part.turns))
        ]
        return tuple(sorted(found, key=lambda part: places[part.turns[0]]))

    def without(
        self, turns: Collection[str], ids_to: Callable[[str], frozenset[str]]
    ) -> Condensed:
        """Leave out whatever was made of one of *turns*."""
        if not turns:
            return self
        told = frozenset(turns)
        compactions = (c for c in self.compactions if not told & ids_to(c.turn))
        return replace(
            self,
            compactions=tuple(compactions),
            parts=tuple(p for p in self.parts if not told & dict(p.turns).keys()),
            notes=tuple(n for n in self.notes if not told & ids_to(n.turn)),
        )


def _is_of(
    one: Compacted | Noted, ends: Container[tuple[str, str]], privacy: Level
) -> bool:
    return (one.turn, one.reply) in ends and is_as_strict(one.privacy, privacy)


def condensed_after(
    condensed: Condensed, event: Event, ids_to: Callable[[str], frozenset[str]]
) -> Condensed:
    """Give *condensed* after *event*; *ids_to* gives the turns up to one."""
    if isinstance(event, Pruned):
        return _pruned(condensed, event, ids_to)
    if isinstance(event, Kept):
        return replace(condensed, kept=_kept(condensed.kept, event))
    return _summarised(condensed, event)


def _summarised(condensed: Condensed, event: Event) -> Condensed:
    changes: dict[str, object] = {}
    if isinstance(event, (Compacted, Noted)):
        changes["spent"] = condensed.spent.plus(event.spent)
    if isinstance(event, Compacted):
        changes["compactions"] = (*condensed.compactions, event)
        changes["parts"] = (*condensed.parts, *event.parts)
        changes["wanted"] = (*condensed.wanted, *([event] if event.keep else []))
    if isinstance(event, Restored):
        changes["compactions"] = _but(condensed.compactions, event)
        changes["wanted"] = _but(condensed.wanted, event)
    if isinstance(event, Pinned):
        changes["pinned"] = _with(condensed.pinned, event.turn, is_in=event.is_pinned)
    if isinstance(event, Trimmed):
        changes["trimmed"] = (*condensed.trimmed, event.turn)
    if isinstance(event, Noted):
        changes["notes"] = (*condensed.notes, event)
        changes["parts"] = (*condensed.parts, *event.parts)
    return replace(condensed, **changes)


def _but(known: Iterable[Compacted], event: Restored) -> tuple[Compacted, ...]:
    return tuple(one for one in known if one.compaction != event.compaction)


def _kept(known: Iterable[Kept], event: Kept) -> tuple[Kept, ...]:
    of = event.cell or event.item
    others = tuple(one for one in known if (one.cell or one.item) != of)
    return others if event.way == "free" else (*others, event)


def _pruned(
    condensed: Condensed, event: Pruned, ids_to: Callable[[str], frozenset[str]]
) -> Condensed:
    """Hide a turn or show it again; what tells of it, or does not, holds no more."""
    turn = event.turn
    if event.is_hidden == (turn in condensed.pruned):
        return condensed
    return replace(
        condensed.without({turn}, ids_to),
        pruned=_with(condensed.pruned, turn, is_in=event.is_hidden),
        shown=_with(condensed.shown, turn, is_in=not event.is_hidden),
    )


def _with(ids: frozenset[str], one: str, *, is_in: bool) -> frozenset[str]:
    return ids | {one} if is_in else ids - {one}
