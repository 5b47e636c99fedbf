"""What stands in an old part of a payload and is over: how it is named, and why."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

BESIDE = "beside:"
"""Begins the anchor of what stands beside the question."""

MOST = 60
"""Characters of a label."""

_HEADER = re.compile(r"# ((?:In\[\d+\]|run \d+))")
_TAG = re.compile(r"<(\w+)((?: \w+=[^\s>]*)*)>")

_ENDED = {
    "error": "no longer open",
    "stale": "no longer out of date",
    "change": "no longer changed",
}


def label_of(names: Sequence[str], text: str) -> str:
    """Name what *text* tells of: its names, else its cell, else its block."""
    if names:
        return ", ".join(names)
    if found := _HEADER.match(text):
        return found[1]
    found = _TAG.match(text)
    if found is None:
        return text.partition("\n")[0].partition(": ")[0].strip()[:MOST]
    values = [pair.partition("=")[2] for pair in found[2].split()]
    return " ".join([found[1], *values[:1]])


def is_as_told(told: str, now: str) -> bool:
    """Tell whether *told* still says what *now* does.

    What stands behind a cell's label may change, names deleted since, say: that is
    told for itself.
    """
    return told == now or _plain(told) == _plain(now)


def _plain(text: str) -> str:
    """Take what follows the label off the first line of a cell."""
    found = _HEADER.match(text)
    first, line_end, rest = text.partition("\n")
    return f"{found[1] if found else first}{line_end}{rest}"


def ended(anchor: str, kind: str, gone: Container[str], *, is_new: bool) -> str:
    """Say why what was told of *anchor* is over, now that nobody offers it.

    Empty where it may hold still: old outputs and files are only not offered any
    more. Of cells all are offered that are as new (*is_new*) as the oldest that is,
    so one that lacks was run anew; *gone* are all that lack.
    """
    if kind in _ENDED:
        return _ENDED[kind]
    if anchor.startswith(BESIDE):
        return "no longer at issue"
    run = anchor.partition(":")[2]
    is_run_anew = kind == "cell" or (kind == "output" and f"cell:{run}" in gone)
    return "no longer so" if is_new and is_run_anew else ""
