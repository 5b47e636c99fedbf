"""The roster: all live names that nothing else shows, folded where they are many."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.core.tags import block, escape

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
    ranked = sorted(pieces, key=lambda p: (-p.weight, -p.order, p.id))
    names = [(name, piece.type_name) for piece in ranked for name in piece.names]
    if not names:
        return ""
    low, high = 0, len(names)
    if count(_text(names, high)) <= room:
        return _text(names, high)
    while low < high:
        middle = (low + high + 1) // 2
        if count(_text(names, middle)) <= room:
            low = middle
        else:
            high = middle - 1
    text = _text(names, low)
    if count(text) <= room:
        return text
    short = block("names", f"{len(names)} more names")
    return short if count(short) <= room else ""


def prices(pieces: Iterable[Piece], count: Callable[[str], int]) -> dict[AnchorId, int]:
    """Give the tokens of each piece's names; by length where they are many."""
    named = [piece for piece in pieces if piece.names]
    if len(named) > COUNTED_NAMES:
        return {p.id: sum(2 + len(n) // 3 for n in p.names) for p in named}
    return {p.id: count(", ".join(p.names)) + 1 for p in named}


def _text(names: Sequence[tuple[str, str]], listed: int) -> str:
    lines = [", ".join(name for name, _ in names[:listed])] if listed else []
    lines += _groups(names[listed:])
    return block("names", escape("\n".join(lines)))


def _groups(names: Sequence[tuple[str, str]]) -> list[str]:
    """Count *names* by type and by pattern, digits taken as equal."""
    patterns: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, type_name in names:
        patterns[_pattern(name), type_name].append(name)
    lines, single = [], 0
    for (_, type_name), members in patterns.items():
        if len(members) > _FIRST_NAMES:
            first, last = min(members, key=_natural), max(members, key=_natural)
            lines.append(f"{first} ... {last}: {len(members)} {type_name or 'names'}")
        else:
            single += len(members)
    if single:
        lines.append(f"{single} more names")
    return lines


@lru_cache(maxsize=_REMEMBERED)
def _pattern(name: str) -> str:
    return _DIGITS.sub("#", name)


@lru_cache(maxsize=_REMEMBERED)
def _natural(name: str) -> tuple[int, str]:
    digits = _DIGITS.search(name)
    return (int(digits.group()) if digits else -1, name)
