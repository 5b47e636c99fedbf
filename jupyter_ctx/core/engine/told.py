"""The names that shown code reads: no list has to tell them once more."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

REMEMBERED = 2_048  # texts whose names are kept: those of about five requests

_STRINGS = re.compile(
    r'''"""[\s\S]*?"""|\'{3}[\s\S]*?\'{3}|"[^"\n]*"|\'[^\'\n]*\'|#[^\n]*'''
)
_OTHER = re.compile(r"\s|@|<|(?:async |def |class )|\w+(?:, \w+)*: |\w+ has: ")
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*+(?!=[^=])")


def read_by(texts: Iterable[str]) -> frozenset[str]:
    """Give the names that any of *texts* reads or binds, as `read_in` does."""
    return frozenset().union(*map(read_in, texts))


@lru_cache(maxsize=REMEMBERED)
def read_in(text: str) -> frozenset[str]:
    """Give the names that the statements of *text* read or bind.

    Only those that certainly are the names of the namespace: none of headers and of
    bodies, where they may be local, of strings and comments, of attributes and
    arguments, and of lines that tell facts.
    """
    lines = _STRINGS.sub("''", text).split("\n")
    return frozenset(
        name
        for line in lines
        if line and not _OTHER.match(line)
        for name in _NAME.findall(line)
    )
