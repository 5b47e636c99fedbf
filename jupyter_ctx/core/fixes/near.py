"""Which existing name the user may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

CLOSE = 0.7  # similarity from which a name is worth a proposal
SURE = 0.82  # similarity from which a typing error is likely
MOST = 3  # names proposed
LONG = 80  # characters; longer names are not compared letter by letter

Scored = tuple[str, float]
"""A name and its similarity, 1.0 where only case, spaces or `_` differ."""


def near(wanted: str, names: Iterable[str]) -> tuple[Scored, ...]:
    """Give the *names* most similar to *wanted*, best first."""
    scored = [
        (name, _similarity(wanted, name))
        for name in dict.fromkeys(names)
        if name != wanted
    ]
    close = [(name, score) for name, score in scored if score >= CLOSE]
    return tuple(sorted(close, key=lambda one: (-one[1], one[0]))[:MOST])


def is_clear(found: tuple[Scored, ...]) -> bool:
    """Tell whether the best differs in form only, and nothing else comes close."""
    if not found or found[0][1] < 1.0:
        return False
    return len(found) == 1 or found[1][1] < SURE


def _similarity(wanted: str, name: str) -> float:
    plain, other = _plain(wanted), _plain(name)
    if plain == other and plain:
        return 1.0
    if max(len(plain), len(other)) > LONG or min(len(plain), len(other)) < 2:  # noqa: PLR2004 - one letter is like any other
        return 0.0
    matcher = SequenceMatcher(None, plain, other)
    if matcher.quick_ratio() < CLOSE:
        return 0.0
    ratio = matcher.ratio()
    if _is_one_slip(plain, other):
        ratio = max(ratio, SURE)
    return min(ratio, 0.99)


def _plain(name: str) -> str:
    return re.sub(r"[\s_.-]+", "", name).casefold()


def _is_one_slip(one: str, other: str) -> bool:
    """Tell whether one letter was missed, doubled, changed or swapped."""
    if min(len(one), len(other)) < 3 or abs(len(one) - len(other)) > 1:  # noqa: PLR2004
        return False
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    left, right = one[at:], other[at:]
    is_swap = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or is_swap
