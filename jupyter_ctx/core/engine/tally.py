"""What is shown so far of an offer, at which fidelity, and the tokens that it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from jupyter_ctx.core.engine.fidelity import FULL, NAME, Fidelity
from jupyter_ctx.core.engine.offer import Levels, Offer
from jupyter_ctx.core.engine.piece import AnchorId, Piece

ROSTER_SHARE = 0.08  # of the budget, for names that nothing else shows
ROSTER_TAGS = 6  # tokens of the roster's own tags

_Change = tuple[int, int, Mapping[str, int]]
"""Tokens more, tokens more in the list of names, and how often more each stem begins
a line."""
_NONE: Mapping[str, int] = {}


class Tally:
    """Levels, and what they cost together: a change costs no more than what it touches.

    *levels* are those of what is shown, *applied* its pieces as they got there; *full*
    is what is shown word for word, *unshown* the tokens of names that nothing shows.
    """

    def __init__(self, offer: Offer, budget: int) -> None:
        self.offer = offer
        self.budget = budget
        self.guests, self.roster_costs = offer.guests, offer.names_costs
        self.levels: dict[AnchorId, Fidelity] = {}
        self.full: set[AnchorId | None] = set()
        self.applied: dict[AnchorId, None] = {}
        self.touched: set[AnchorId | None] = set()
        self.spent = 0
        self.unshown = sum(self.roster_costs.values())
        least = max(offer.folded, min(2 * offer.folded, budget // 3))
        self.roster_room = max(int(budget * ROSTER_SHARE), least)
        self._stems: dict[str, int] = {}  # how many lines each of them begins
        self._is_freed = False

    def is_beside(self, piece: Piece) -> bool:
        """Tell whether the cell of *piece* is shown in full."""
        return piece.host in self.full

    def text(self, piece: Piece, level: Fidelity) -> str:
        """Give the text of *piece* at *level*, where it stands now."""
        ladder = piece.beside if piece.host in self.full else piece.ladder
        return ladder.get(level, "")

    def cost(self, piece: Piece, level: Fidelity | None) -> int:
        """Give the tokens of *piece* at *level*, where it stands now."""
        if level is None:
            return 0
        return self.offer.cost(piece, level, is_beside=piece.host in self.full)

    def left(self) -> int:
        """Give the tokens that are left beside those that the list of names needs."""
        return self.budget - self.spent - self._reserve(self.unshown)

    def _reserve(self, unshown: int) -> int:
        """Keep room for the roster: it shrinks as names get lines of their own."""
        return min(self.roster_room, unshown + ROSTER_TAGS) if unshown else 0

    def unshown_names(self, named: Iterable[Piece]) -> list[Piece]:
        """Give those of the pieces with names whose names nothing shows."""
        levels, full = self.levels, self.full
        return [p for p in named if not levels.get(p.id) and p.host not in full]

    def free(self, names: Iterable[AnchorId]) -> None:
        """Let *names* cost nothing in the list: what is shown tells them already."""
        self.roster_costs = self.roster_costs | dict.fromkeys(names, 0)
        self._is_freed = True

    def levels_of(self, guests: Iterable[Piece]) -> Levels:
        """Give the levels of the *guests* of a cell."""
        levels = self.levels
        return tuple([levels.get(one.id) for one in guests])

    def raise_to(self, piece: Piece, level: Fidelity, limit: int) -> bool:
        """Raise *piece* if its extra cost is within *limit* and what is left.

        Of a cell, whose names then cost less, what counts is both together.
        """
        is_lower = level <= self.levels.get(piece.id, -1)
        if is_lower or not self.text(piece, level):
            return False
        change = self._change(piece, level)
        extra = change[0]
        if piece.stem and level > NAME and self._is_doubled(piece):
            extra += self.offer.stem_cost(piece.stem)
        if extra > limit:
            return False
        if self.spent + extra + self._reserve(self.unshown + change[1]) > self.budget:
            return False
        self._apply(piece, level, change)
        return True

    def _is_doubled(self, piece: Piece) -> bool:
        """Tell whether *piece* says its stem itself, beside its cell."""
        is_plain = piece.host in self.full and piece.id not in self.guests
        return is_plain and not self._stems.get(piece.stem)

    def put(self, piece: Piece, level: Fidelity | None) -> None:
        """Put *piece* at *level* (None: out), whatever that costs."""
        self._apply(piece, level, self._change(piece, level))

    def _apply(self, piece: Piece, level: Fidelity | None, change: _Change) -> None:
        """Put *piece* at *level*, and settle what that *change* costs others."""
        self.touched.update((piece.id, piece.host))
        self.touched.update([one.id for one in self.guests.get(piece.id, ())])
        self.applied.pop(piece.id, None)
        self.full.discard(piece.id)
        if level is None:
            self.levels.pop(piece.id, None)
        else:
            if level == FULL:
                self.full.add(piece.id)
            self.levels[piece.id] = level
            self.applied[piece.id] = None
        self.spent += change[0]
        self.unshown += change[1]
        for stem, more in change[2].items():
            self._stems[stem] = self._stems.get(stem, 0) + more

    def _change(self, piece: Piece, level: Fidelity | None) -> _Change:
        """Tell what *piece* at *level* would cost more, with those that it hosts."""
        now = self.levels.get(piece.id)
        tokens, hidden = self.cost(piece, level) - self.cost(piece, now), 0
        is_listed, was_listed = not level, not now
        if is_listed != was_listed and piece.names and piece.host not in self.full:
            price = self.roster_costs.get(piece.id, 0)
            hidden = price if is_listed else -price
        is_full, was_full = level == FULL, now == FULL
        guests = self.guests.get(piece.id)
        if guests is not None and is_full != was_full:
            held = self.offer.hosted(piece, self.levels_of(guests))
            more = held.beside - held.alone
            listed = self._listed(guests) if self._is_freed else held.listed
            tokens += more if is_full else -more
            hidden += -listed if is_full else listed
        moved = _NONE
        if piece.stem or piece.id in self.offer.stemmed:
            moved = self._moved(piece, level)
            tokens += sum(
                self.offer.stem_cost(stem) * ((known + more > 0) - (known > 0))
                for stem, more in moved.items()
                if (known := self._stems.get(stem, 0)) or more
            )
        return tokens, hidden, moved

    def _listed(self, guests: Iterable[Piece]) -> int:
        """Count the *guests* of a cell in the list, in which some cost nothing."""
        unshown = [one.id for one in guests if not self.levels.get(one.id)]
        return sum(self.roster_costs.get(one, 0) for one in unshown)

    def _moved(self, piece: Piece, level: Fidelity | None) -> dict[str, int]:
        """Tell how many lines more each stem begins with *piece* at *level*."""
        moved: dict[str, int] = {}
        is_full, was_full = level == FULL, piece.id in self.full
        for stem, is_shown, was_shown in (
            *self._own_stem(piece, level),
            *(
                (one.stem, not is_full, not was_full)
                for one in self.offer.stemmed.get(piece.id, ())
                if self.levels.get(one.id)
            ),
        ):
            moved[stem] = moved.get(stem, 0) + is_shown - was_shown
        return moved

    def _own_stem(
        self, piece: Piece, level: Fidelity | None
    ) -> Iterator[tuple[str, bool, bool]]:
        if piece.stem and piece.host not in self.full:
            yield piece.stem, bool(level), bool(self.levels.get(piece.id))
