"""Blocks by brackets and key words, for languages without a grammar at hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from jupyter_ctx.code.block import Block, BlockKind

_STRINGS = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_LINE_STRINGS = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_SCRIPT = rf"//[^\n]*|/\*.*?(?:\*/|\Z)|`(?:\\.|[^`\\])*`|{_LINE_STRINGS}"
_JULIA_OPEN = (
    "function|macro|struct|module|baremodule|if|for|while|try|let|quote|begin|do"
)
_SKIPPED = {
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "prisma": rf"//[^\n]*|{_LINE_STRINGS}",
    "julia": r"\#=.*?(?:=\#|\Z)|\#[^\n]*|\"\"\".*?(?:\"\"\"|\Z)|\"(?:\\.|[^\"\\])*\"",
    "r": rf"\#[^\n]*|`[^`\n]*`|{_STRINGS}",
    "sql": (
        r"--[^\n]*|/\*.*?(?:\*/|\Z)|\$(?P<tag>\w*)\$.*?\$(?P=tag)\$|"
        r"'(?:''|[^'])*'|\"[^\"]*\""
    ),
}
"""Strings and comments, in which no bracket counts."""

_DEFINED = re.compile(
    r"(?P<class>\b(?:class|struct|setRefClass|R6Class)\b)|"
    r"(?P<type>\b(?:interface|enum|type|model)\b)|(?P<module>\b(?:module|namespace)\b)|"
    r"(?P<function>\bfunction\b|\bmacro\b|=>\s*\Z)"
)
_BRANCH = re.compile(
    r"\s*(?:\}\s*)?(?:if|else|for|while|repeat|do|switch|try|tryCatch|let|begin|quote)\b"
)
_NAMES = (
    re.compile(r"\b(?:function|macro|class|struct|interface|enum|type|model|module|"
               r"namespace)\s+([\w$.!]+)"),
    re.compile(r"([\w$.]+)\s*(?:<-|<<-|=|:)\s*"),
    re.compile(r"([\w$.]+)\s*\("),
)  # fmt: skip


DEPTH = 100  # blocks inside of each other
HEADER = 400  # letters of a header that tell what it begins


class _Token(NamedTuple):
    row: int
    start: int
    text: str


def bracket_blocks(source: str, language: str) -> list[Block]:
    """Give the blocks between brackets, or between `function` and `end`.

    One that is still open goes on to the end. Of SQL each statement is a block,
    and so is each query in brackets.
    """
    if language == "sql":
        return list(_queries(source))
    opening = r"\{" if language != "julia" else rf"(?<![\w.:])(?:{_JULIA_OPEN})\b"
    closing = r"\}" if language != "julia" else r"(?<![\w.:])end\b"
    lines = source.split("\n")
    found = _pairs(source, language, opening, closing)
    return [block for pair in found if (block := _block(lines, *pair)) is not None]


def _pairs(
    source: str, language: str, opening: str, closing: str
) -> Iterator[tuple[int, int]]:
    """Give the rows of each opening and of its closing, counted from 0."""
    is_opening = re.compile(opening)
    stack: list[_Token] = []
    square = 0  # `a[end]` of Julia ends no block
    for token in _tokens(source, language, rf"{opening}|{closing}|[\[\]]"):
        if token.text in "[]":
            square = max(0, square + (1 if token.text == "[" else -1))
        elif square and language == "julia":
            continue
        elif is_opening.fullmatch(token.text):
            stack.append(token)
        elif stack:
            opened = stack.pop()
            if len(stack) < DEPTH:
                yield opened.row, token.row
    yield from ((token.row, source.count("\n")) for token in stack[:DEPTH])


def _tokens(source: str, language: str, wanted: str) -> Iterator[_Token]:
    skipped = _SKIPPED.get(language, _LINE_STRINGS)
    pattern = re.compile(rf"(?P<skipped>{skipped})|(?P<wanted>{wanted})", re.DOTALL)
    row = position = 0
    for found in pattern.finditer(source):
        row += source.count("\n", position, found.start())
        position = found.start()
        if found["wanted"]:
            yield _Token(row, position, found["wanted"])


def _block(lines: list[str], row: int, last: int) -> Block | None:
    """Make a block of what begins in *row*; its header may begin lines above."""
    head = row
    while head and _is_continued(lines[head], lines[head - 1]):
        head -= 1
    header = "\n".join(lines[head : row + 1])[-HEADER:]
    header = header.rpartition("{")[0] or lines[row][:HEADER]
    if _BRANCH.match(header):
        return Block(head + 1, last + 1, "branch", "", head + 1)
    found = _DEFINED.search(header)
    name = next((m[1] for p in _NAMES if (m := p.search(header))), "")
    kind = found.lastgroup if found else "function" if "(" in header else None
    if kind is None:
        return None
    return Block(head + 1, last + 1, _KIND[kind], name, head + 1)


_KIND: dict[str, BlockKind] = {
    "class": "class", "function": "function", "module": "module", "type": "type",
}  # fmt: skip


def _is_continued(line: str, above: str) -> bool:
    """Tell whether a header began in the line *above*: `f <- function(a,`."""
    is_inside = line.count(")") > line.count("(")
    return is_inside or above.rstrip().endswith(("<-", "="))


def _queries(source: str) -> Iterator[Block]:
    lines = source.split("\n")
    start = 0
    open_at: list[_Token] = []
    for token in _tokens(source, "sql", r"[();]"):
        if token.text == "(":
            open_at.append(token)
        elif token.text == ")" and open_at:
            opened = open_at.pop()
            if _SELECT.match(source, opened.start + 1):
                yield from _query(lines, opened.row, token.row, _CTE)
        elif token.text == ";":
            yield from _query(lines, start, token.row, _CREATED)
            start, open_at = token.row + 1, []
    yield from _query(lines, start, len(lines) - 1, _CREATED)


_SELECT = re.compile(r"\s*(?:select|with)\b", re.IGNORECASE)
_CTE = re.compile(
    r"(?:\bwith\s+(?:recursive\s+)?|,\s*|^\s*)(\w+)\s+as\s*\(", re.IGNORECASE
)
_CREATED = re.compile(
    r"\s*create\s+(?:or\s+replace\s+)?[\w\s]*?\b([\w.\"]+)\s*(?:\(|as\b|\Z)",
    re.IGNORECASE,
)


def _query(
    lines: list[str], first: int, last: int, naming: re.Pattern[str]
) -> Iterator[Block]:
    while first <= last and _is_bare(lines[first]):
        first += 1
    while first <= last and not lines[last].strip():
        last -= 1
    if first <= last:
        found = naming.search(lines[first][:HEADER])
        yield Block(first + 1, last + 1, "query", found[1] if found else "", first + 1)


def _is_bare(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith(("--", "%%"))
