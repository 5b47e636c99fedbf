"""Which existing name the user may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from jupyter_ctx.core.fixes.fix import Certainty

CLOSE = 0.7  # similarity from which a name is worth a proposal
SURE = 0.82  # similarity from which a typing error is likely
MOST = 3  # names proposed
SWAP = 0.5  # slips that two swapped neighbours count for
SHORTEST = 3  # letters of a name that stands for a longer one
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


def certainty(name: str, found: tuple[Scored, ...]) -> Certainty:
    """Tell how sure *name* is among *found*, which is sorted.

    Certain is only the best, where it differs in form alone and nothing else comes
    close.
    """
    score = dict(found)[name]
    rivals = [other for other, close in found if other != name and close >= SURE]
    if score == 1.0 and not rivals:
        return "certain"
    return "likely" if score >= SURE else "possible"


def begun(wanted: str, names: Iterable[str]) -> tuple[Scored, ...]:
    """Give *names* that *wanted* begins with or shortens, `sqrt` for `squareroot`.

    For where nothing is near: none of them is sure.
    """
    plain = _plain(wanted)
    found = [
        name
        for name in dict.fromkeys(names)
        if len(_plain(name)) >= SHORTEST and _shortens(_plain(name), plain)
    ]
    return tuple((name, CLOSE) for name in sorted(found, key=_by_length)[:MOST])


def _by_length(name: str) -> tuple[int, str]:
    return -len(name), name


def _shortens(short: str, whole: str) -> bool:
    """Tell whether *short* has letters of *whole* in order, from first to last."""
    if whole.startswith(short) and short != whole:
        return True
    letters = iter(whole)
    is_inside = all(letter in letters for letter in short)
    return is_inside and short[0] == whole[0] and short[-1] == whole[-1]


def _similarity(wanted: str, name: str) -> float:
    plain, other = _plain(wanted), _plain(name)
    if plain == other and plain:
        return 1.0
    if max(len(plain), len(other)) > LONG or min(len(plain), len(other)) < 2:  # noqa: PLR2004 - one letter is like any other
        return 0.0
    matcher = SequenceMatcher(None, plain, other)
    if matcher.quick_ratio() < CLOSE:
        return 0.0
    slips = _slips(plain, other)
    ratio = max(matcher.ratio(), 1 - slips / max(len(plain), len(other)))
    if slips <= 1 and min(len(plain), len(other)) >= 3:  # noqa: PLR2004
        ratio = max(ratio, SURE)
    return min(ratio, 0.99)


def _plain(name: str) -> str:
    return re.sub(r"[\s_.-]+", "", name).casefold()


def _slips(one: str, other: str) -> float:
    """Count letters missed, doubled or changed, and swapped neighbours for half.

    The distance of Damerau and Levenshtein in its restricted form: fingers swap
    letters more often than they miss one.
    """
    before: list[float] = []
    row: list[float] = [float(at) for at in range(len(other) + 1)]
    for at, letter in enumerate(one, 1):
        older, before, row = before, row, [float(at)]
        for place, theirs in enumerate(other, 1):
            least = min(
                before[place] + 1,
                row[place - 1] + 1,
                before[place - 1] + (letter != theirs),
            )
            is_swap = (
                at > 1
                and place > 1
                and letter == other[place - 2]
                and theirs == one[at - 2]
            )
            if is_swap:
                least = min(least, older[place - 2] + SWAP)
            row.append(least)
    return row[-1]
