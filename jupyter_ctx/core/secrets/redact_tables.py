"""Secrets in printed tables, which the heading of their column betrays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from jupyter_ctx.core.secrets import redact_names

ROWS = 200  # rows below one heading that are looked at
WIDEST = 2_000  # characters of a line that can be a heading
_SIGNS = ("┆", "|", "\t", ";", ",")  # between the cells of a row, rarest first
_EDGE = " \t│|\"'"
_HEADING = re.compile(r"[^\W\d][\w.-]{0,60}(?: [\w.-]{1,40})?")
_PAIR = re.compile(r"([\w.-]{1,80}) {2,60}(\S{4,400})")
_SPACED = re.compile(r"\S+(?: \S+)*")

Cell = tuple[int, int, str, str]
"""Start and end of a secret, the heading of its column and what that promises."""

_Line = tuple[int, str]
_Name = tuple[int, int, str]


def secrets(text: str) -> Iterator[Cell]:
    """Find the cells below headings such as `password` that can be secrets.

    Tables of pandas and polars, of Markdown and CSV, with at least two columns, and
    series of pandas.
    """
    lines = list(_lines(text))
    yield from _listed(lines)
    heads = list(_heads(lines))
    for head, following in zip(heads, [*heads[1:], None], strict=False):
        # A row that could be a heading itself goes on with the same column.
        end = following.line if following is not None else len(lines)
        rows = lines[head.line + 1 : min(end, head.line + 1 + ROWS)]
        for at, found in head.promised:
            place = (at, len(head.names))
            yield from _column(rows, head.sign, head.names[at], place, found)


class _Head(NamedTuple):
    """A heading with the columns that can hold secrets, and what each promises."""

    line: int
    sign: str
    names: list[_Name]
    promised: list[tuple[int, str]]


def _heads(lines: list[_Line]) -> Iterator[_Head]:
    for number, (_, head) in enumerate(lines):
        sign = _sign(head)
        names = _headings(head, sign)
        if len(names) > 1:
            promises = ((at, redact_names.promise(n[2])) for at, n in enumerate(names))
            promised = [one for one in promises if one[1]]
            if promised:
                yield _Head(number, sign, names, promised)


def _listed(lines: list[_Line]) -> Iterator[Cell]:
    """Find the values of a printed series: `password    hunter2`."""
    for offset, line in lines:
        found = _PAIR.fullmatch(line)
        promised = redact_names.promise(found[1]) if found is not None else ""
        if found is None or not redact_names.fulfils(promised, found[2]):
            continue
        # Not a type, as in a list of dtypes, and not a count.
        if not found[2].isalpha() and not found[2].replace(".", "").isdigit():
            yield offset + found.start(2), offset + found.end(2), found[1], promised


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def _sign(head: str) -> str:
    return next((sign for sign in _SIGNS if sign in head), "")


def _headings(head: str, sign: str) -> list[_Name]:
    """Give start, end and name of each column; none if *head* is no heading."""
    is_prose = sign == "," and ", " in head
    if is_prose or len(head) > WIDEST or not any(map(str.isalpha, head)):
        return []
    names = _cells(head, sign)
    is_one = all(_HEADING.fullmatch(name) or not name for _, _, name in names)
    return names if is_one else []


def _cells(line: str, sign: str) -> list[_Name]:
    """Cut *line* into cells, without their spaces and quotes."""
    if not sign:
        return [(*found.span(), found[0]) for found in _SPACED.finditer(line)]
    cells, at = [], 0
    inner = line.strip("|") if sign == "|" else line
    at = line.find(inner) if inner else 0
    for part in inner.split(sign):
        bare = part.strip(_EDGE)
        start = at + (part.find(bare) if bare else 0)
        cells.append((start, start + len(bare), bare))
        at += len(part) + 1
    return cells


def _column(
    rows: list[_Line],
    sign: str,
    head: _Name,
    place: tuple[int, int],
    found: str,
) -> Iterator[Cell]:
    for offset, line in rows:
        if not line.strip():
            return
        cell = _separated(line, sign, *place) if sign else _aligned(line, head)
        if cell is not None and redact_names.fulfils(found, line[slice(*cell)]):
            yield offset + cell[0], offset + cell[1], head[2], found


def _separated(line: str, sign: str, at: int, count: int) -> tuple[int, int] | None:
    if line.count(sign) < count - 1:
        return None
    cells = _cells(line, sign)
    return cells[at][:2] if len(cells) == count else None


def _aligned(line: str, head: _Name) -> tuple[int, int] | None:
    """Find the cell that ends, or begins, where the heading does."""
    for start, end, _ in _cells(line, ""):
        is_beside = start == head[0] or end == head[1]
        if is_beside and start > 1:
            return start, end
    return None
