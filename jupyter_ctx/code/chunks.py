"""The statements of a broken cell, as far as they can be told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jupyter_ctx.code.parsing import parse

JOINED = 40  # pieces that are tried as one statement
TRIALS = 400  # parses spent on one cell

_CONTINUED = re.compile(r"(?:elif|else|except|finally|case)\b|[)\]}]")

_Piece = tuple[int, list[str]]


def chunks(python: str) -> Iterator[_Piece]:
    """Give first line number and lines of each whole statement, and of each ruin.

    A piece goes from one line without indentation to the next; pieces are
    joined while that makes a statement whole.
    """
    pieces = list(_pieces(python.split("\n")))
    trials = TRIALS
    index = 0
    while index < len(pieces):
        first, lines = pieces[index]
        end, tried = _whole(pieces[index : index + min(JOINED, trials)])
        trials -= tried
        for _, more in pieces[index + 1 : index + end]:
            lines = lines + more
        yield first, lines
        index += max(1, end)


def _whole(pieces: list[_Piece]) -> tuple[int, int]:
    """Count the first pieces that parse together, and the trials it took."""
    lines: list[str] = []
    for count, (_, more) in enumerate(pieces, 1):
        lines += more
        if parse("\n".join(lines)) is not None:
            return count, 0 if count == 1 else count
    return 0, len(pieces)


def _pieces(lines: list[str]) -> Iterator[_Piece]:
    first, current = 1, list[str]()
    is_decorated = False
    for number, line in enumerate(lines, 1):
        starts = line[:1].strip() and not _CONTINUED.match(line) and line[0] != "#"
        if starts and current and not is_decorated:
            yield first, current
            first, current = number, []
        is_decorated = (is_decorated and not starts) or line.startswith("@")
        current.append(line)
    if current:
        yield first, current
