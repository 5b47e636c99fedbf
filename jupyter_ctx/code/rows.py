"""An outline made of whole lines: those that are marked, and counts of the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from jupyter_ctx.code.excerpt import Lines, indent_of
from jupyter_ctx.code.gist import SHOWN_NAMES, is_brief, saves

READ = 4_000  # letters of a run that its gist is taken from
_CALL = re.compile(r"(?<![\w$])(?:[\w$]+\.)*([\w$]+)\(")
_BOUND = re.compile(r"\b(?:const|let|var)\s+(?:([\w$]+)|[{\[]([^}\]=]*)[}\]])")
_COMMENT = re.compile(r"\s*(?://|/?\*|\Z)")
_WORD = re.compile(r"[\w$]+")
_CLOSING = re.compile(r"\s*[\])}][\])},;\s]*\Z")
_NO_CALL = frozenset(
    ("if", "for", "while", "switch", "catch", "function", "return", "super", "await")
)


class Marks:
    """Which lines, counted from 0, an outline shows."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.rows = bytearray(len(lines))

    def keep(self, first: int, last: int) -> None:
        """Show the lines from *first* to *last*."""
        for row in range(first, min(last + 1, len(self.rows))):
            self.rows[row] = 1

    def drop(self, first: int, last: int) -> None:
        """Show none of the lines from *first* to *last*."""
        for row in range(first, min(last + 1, len(self.rows))):
            self.rows[row] = 0

    def ends(self, first: int, last: int) -> None:
        """Show the first and the last of the lines."""
        self.keep(first, first)
        self.keep(last, last)


def shown(marks: Marks, lines: Lines, comment: str) -> Iterator[str]:
    """Give the marked lines as written, and a count for each run of others."""
    start = 0
    for row, is_kept in enumerate(marks.rows):
        if is_kept:
            yield from _run(lines, start, row - 1, comment)
            yield lines.lines[row]
            start = row + 1
    yield from _run(lines, start, len(marks.rows) - 1, comment)


def _run(lines: Lines, first: int, last: int, comment: str) -> Iterator[str]:
    while first <= last and not lines.lines[first].strip():
        first += 1
    while first <= last and not lines.lines[last].strip():
        last -= 1
    run = lines.lines[first : last + 1]
    if is_brief(run):
        yield run[0]
    elif any(not _COMMENT.match(line) for line in run):
        place = lines.span(first + 1, last + 1).told
        told = f"{indent_of(run[0])}{comment} ... {place}{_gist(run)}"
        if saves(told, run):
            yield from lines.cut_to(told, first + 1, last + 1)
        else:
            yield from run


def _gist(run: Sequence[str]) -> str:
    text = "\n".join(run)[:READ]
    bound = dict.fromkeys(
        name for one in _BOUND.findall(text) for name in _WORD.findall(one[0] or one[1])
    )
    called = dict.fromkeys(_CALL.findall(text)).keys() - _NO_CALL
    ordered = [name for name in dict.fromkeys(_CALL.findall(text)) if name in called]
    told = [f"binds {', '.join([*bound][:SHOWN_NAMES])}"] if bound else []
    told += [f"calls {', '.join(ordered[:SHOWN_NAMES])}"] if ordered else []
    return f": {'; '.join(told)}" if told else ""


def folded(text: Sequence[str], comment: str) -> Iterator[str]:
    """Put a header, the count of its whole body and its end on one line.

    `f(a) {`, `// ... 3 lines @2`, `}` become `f(a) { /* ... 3 lines @2 */ }`.
    """
    index = 0
    while index < len(text):
        part = text[index : index + 3]
        if _is_folding(part, comment):
            told = part[1].strip().removeprefix(comment).strip().partition(":")[0]
            yield f"{part[0]} /* {told} */ {part[2].strip()}"
            index += 3
        else:
            yield text[index]
            index += 1


def _is_folding(part: Sequence[str], comment: str) -> bool:
    return (
        len(part) == len(("header", "body", "end"))
        and part[0].rstrip().endswith("{")
        and "//" not in part[0]
        and part[1].lstrip().startswith(f"{comment} ... ")
        and _CLOSING.match(part[2]) is not None
    )
