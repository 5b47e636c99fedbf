"""What stands in an old part of a payload and is over: how it is named, and why."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

BESIDE = "beside:"
"""Begins the anchor of what stands beside the question."""

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
        return text.split("\n", 1)[0].strip()[:60]
    values = [pair.partition("=")[2] for pair in found[2].split()]
    return " ".join([found[1], *values[:1]])


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
