"""The roster: all live names that nothing else shows, folded where they are many."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

import msgspec

from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tags import block, escape

SMALLEST = block("names", "00000 more names")
"""The folded floor: what even the smallest context has to have room for."""

_DIGITS = re.compile(r"\d+")
_REMEMBERED = 20_000  # names whose patterns are kept, they are asked for often
COUNTED_NAMES = 500  # beyond it names are estimated by length
_FIRST_NAMES = 4  # fewer names of one pattern make no group


def render(pieces: Sequence[Piece], room: int, count: Callable[[str], int]) -> str:
    """List the names of *pieces* in at most *room* tokens, or fold them.

    The least relevant names become counted groups by pattern
    (`v0 ... v2999: 3,000 names`), so that nothing is unaccounted for. Empty
    where there is no name, or not even room for their number.
    """
    return listed(ranked(pieces), room, count)


def ranked(pieces: Iterable[Piece]) -> list[Piece]:
    """Order *pieces* by what they are worth, the most relevant first."""
    return sorted(pieces, key=lambda p: (-p.weight, -p.order, p.id))


def listed(ranked: Sequence[Piece], room: int, count: Callable[[str], int]) -> str:
    """List the names of pieces that are *ranked* already, as `render` does."""
    names = [(name, piece.type_name) for piece in ranked for name in piece.names]
    if not names:
        return ""
    folds = _Folds(names)
    # No name has less than a token, so that more need not be tried.
    low, high = 0, min(len(names), max(0, room))
    if high == len(names) and count(folds.text(high)) <= room:
        return folds.text(high)
    while low < high:
        middle = (low + high + 1) // 2
        if count(folds.text(middle)) <= room:
            low = middle
        else:
            high = middle - 1
    text = folds.text(low)
    if count(text) <= room:
        return text
    short = block("names", _more(len(names)))
    return short if count(short) <= room else ""


def prices(pieces: Iterable[Piece], count: Callable[[str], int]) -> dict[AnchorId, int]:
    """Give the tokens of each piece's names; by length where they are many."""
    named = [piece for piece in pieces if piece.names]
    if len(named) > COUNTED_NAMES:
        return {p.id: _price(p.names) for p in named}
    return {p.id: count(", ".join(p.names)) + 1 for p in named}


def _price(names: Sequence[str]) -> int:
    if len(names) == 1:  # as most are, of thousands
        return 2 + len(names[0]) // 3
    return sum([2 + len(name) // 3 for name in names])


class _Group(msgspec.Struct, frozen=True):
    """Names of one type and pattern, the least relevant first.

    *places* are negated, so that they rise; *first* and *last* are those of the names
    up to each, by number.
    """

    type_name: str
    places: list[int]
    first: list[tuple[int, str]]
    last: list[tuple[int, str]]


class _Folds:
    """The list of *names* with their types, however many of them are listed."""

    def __init__(self, names: Sequence[tuple[str, str]]) -> None:
        self._names = [name for name, _ in names]
        places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place in range(len(names) - 1, -1, -1):
            name, type_name = names[place]
            places[_pattern(name), type_name].append(-place)
        self._large = [
            self._group(type_name, found)
            for (_, type_name), found in places.items()
            if len(found) > _FIRST_NAMES
        ]

    def _group(self, type_name: str, places: list[int]) -> _Group:
        numbers = [_natural(self._names[-place]) for place in places]
        return _Group(
            type_name, places, [*accumulate(numbers, min)], [*accumulate(numbers, max)]
        )

    def text(self, listed: int) -> str:
        """List the first *listed* names, and count the rest by type and pattern."""
        lines = [", ".join(self._names[:listed])] if listed else []
        return block("names", escape("\n".join([*lines, *self._groups(listed)])))

    def _groups(self, start: int) -> list[str]:
        found, grouped = [], 0
        for group in self._large:
            size = bisect_right(group.places, -start)
            if size > _FIRST_NAMES:
                grouped += size
                told = f"{group.first[size - 1][1]} ... {group.last[size - 1][1]}: "
                told += f"{size} {group.type_name or 'names'}"
                found.append((-group.places[size - 1], told))
        single = len(self._names) - start - grouped
        lines = [line for _, line in sorted(found)]
        return [*lines, _more(single)] if single else lines


@lru_cache(maxsize=_REMEMBERED)
def _pattern(name: str) -> str:
    return _DIGITS.sub("#", name)


@lru_cache(maxsize=_REMEMBERED)
def _natural(name: str) -> tuple[int, str]:
    digits = _DIGITS.search(name)
    return (int(digits.group()) if digits else -1, name)


def _more(number: int) -> str:
    return f"{number} more name{'s' if number > 1 else ''}"
