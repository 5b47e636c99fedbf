"""Which candidates fit what is being written, the likeliest first; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from jupyter_ctx.kernel.mentioning.catalogue import Candidate, Kind

MOST = 20  # candidates that are shown
LONG = 3  # characters from which a word inside of another is looked for

_ORDER: dict[Kind, int] = {
    "error": 0,
    "variable": 1,
    "column": 2,
    "cell": 3,
    "symbol": 4,
    "file": 5,
}
_SHARES: dict[Kind, int] = {
    "error": 1,
    "variable": 8,
    "column": MOST,
    "cell": 5,
    "symbol": 3,
    "file": 3,
}
_INSIDE = re.compile(r"@?([^\W\d]\w*)[.\[](.*)", re.DOTALL)
_NOISE = re.compile(r"""[@"'\[\]\s]+""")
_PARTS = re.compile(r"[\W_]+")


def ranked(
    text: str, candidates: Iterable[Candidate], kind: str = ""
) -> tuple[Candidate, ...]:
    """Give at most `MOST` of *candidates* that *text* may become.

    Without a text it is the newest of each kind, but no column and, of many files,
    the first. *kind* allows one kind alone.
    """
    wanted, inside = fold(text), _INSIDE.match(text)
    allowed = (one for one in candidates if kind in ("", one.kind))
    if not wanted:
        return _newest([one for one in allowed if kind or one.kind != "column"])
    found = []
    for one in allowed:
        is_column = one.kind == "column" and inside is not None
        rank = _in_table(inside, one) if is_column and inside else _rank(wanted, one)
        if rank is not None:
            found.append((rank, one))
    found.sort(key=lambda pair: (pair[0], _order(pair[1])))
    return tuple(one for _, one in found[:MOST])


def fold(text: str) -> str:
    """Give *text* as it is compared: small letters, no quotes, brackets or spaces."""
    return _NOISE.sub("", text).casefold()


def _order(one: Candidate) -> tuple[int, int, int, str]:
    if one.kind == "column":  # as they stand in their table
        return one.age, _ORDER[one.kind], 0, ""
    return one.age, _ORDER[one.kind], len(one.label), one.label


def _in_table(inside: re.Match[str], one: Candidate) -> int | None:
    """Say how well a column fits what is written behind the name of its table."""
    if not one.mention.startswith((f"@{inside[1]}.", f"@{inside[1]}[")):
        return None
    rest, name = fold(inside[2]), fold(one.words)
    if name.startswith(rest):
        return 0 if name == rest else 1
    return 3 if rest in name else None


def _rank(wanted: str, one: Candidate) -> int | None:
    """Say how well *one* fits, 0 the best; None where it does not."""
    words = one.words.casefold()
    # A column is meant by its own name, or behind that of its table.
    mention = fold(one.words if one.kind == "column" else one.mention)
    if wanted in (mention, fold(one.label)):
        return 0
    if mention.startswith(wanted) or fold(words).startswith(wanted):
        return 1
    if any(part.startswith(wanted) for part in _PARTS.split(words)):
        return 2
    if len(wanted) >= LONG and (wanted in mention or wanted in fold(words)):
        return 3
    return 4 if len(wanted) >= LONG and _is_inside(wanted, mention) else None


def _is_inside(wanted: str, name: str) -> bool:
    """Tell whether the letters of *wanted* stand in *name*, in their order."""
    letters = iter(name)
    return all(letter in letters for letter in wanted)


def _newest(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    """Give some of every kind: nobody has said yet what is meant."""
    found: list[Candidate] = []
    for kind in _ORDER:
        of_kind = sorted(
            (one for one in candidates if one.kind == kind), key=lambda one: one.age
        )
        is_only = len({one.kind for one in candidates}) == 1
        found += of_kind[: MOST if is_only else _SHARES[kind]]
    return tuple(found[:MOST])
