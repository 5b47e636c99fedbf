"""Where the fenced blocks of a Markdown text begin and end."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from jupyter_ctx.code.magics import Quotes

PYTHON = frozenset(("python", "py", "python3", "ipython", "ipython3", "pycon"))
"""Languages of blocks that may be inserted into a notebook of Python."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_OPEN = re.compile(
    r"([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)"
    r"(`{3,}(?=[^`\n]*$)|~{3,})[ \t]*([^\n]*?)[ \t]*$"
)
_INDENT = 4  # columns: a fence indented that much more is text (CommonMark)
_STRING = 500  # lines after which a string that holds a fence is given up


class Part(msgspec.Struct, frozen=True):
    """A stretch of text, or one fenced block with its fences.

    *start* and *end* are offsets into the text; *info* what follows the opening
    fence; *body* the lines between, without the indent of the fence; *closed*
    is false where the text ends first.
    """

    start: int
    end: int
    is_fence: bool = False
    info: str = ""
    body: str = ""
    closed: bool = True

    @property
    def language(self) -> str:
        """The first word of *info*: `python`, `{python}` and `Python x=1` alike."""
        return _language(self.info)


def parts(text: str) -> tuple[Part, ...]:
    """Cut *text* into stretches and fenced blocks; together they are the text.

    A block ends at a fence of the same sign, at least as long, alone on its
    line: so fences inside strings and longer fences around shorter ones are
    text; so is, in Python, a fence inside a string of several lines. A fence
    may be indented by any width or follow the mark of a list item, because
    answers put blocks into lists.
    """
    lines = _LINE.findall(text)
    bare = [line.rstrip("\r\n") for line in lines]
    found: list[Part] = []
    at = start = index = 0
    while index < len(lines):
        opened = _OPEN.match(bare[index])
        if opened is None:
            at += len(lines[index])
            index += 1
            continue
        if at > start:
            found.append(Part(start, at))
        last = _end(bare, index + 1, opened)
        body = "".join(
            _dedent(line, len(opened[1])) for line in lines[index + 1 : last]
        )
        start, at = at, at + sum(map(len, lines[index : last + 1]))
        closed = last < len(lines)
        found.append(Part(start, at, True, opened[3], body, closed))
        start, index = at, last + 1
    if at > start:
        found.append(Part(start, at))
    return tuple(found)


def _end(lines: Sequence[str], start: int, opened: re.Match[str]) -> int:
    """Find the line of the closing fence, or the number of lines."""
    is_python = _language(opened[3]) in PYTHON
    quotes = Quotes()
    first = len(lines)
    for index in range(start, len(lines)):
        if _closes(lines[index], opened):
            if not (is_python and quotes.closing):
                return index
            first = min(first, index)
        if index > first + _STRING:
            break
        if is_python:
            quotes.follow(lines[index])
    return first


def _closes(line: str, opened: re.Match[str]) -> bool:
    text = line.strip()
    fence = opened[2]
    indent = len(line) - len(line.lstrip())
    return (
        indent < len(opened[1]) + _INDENT
        and len(text) >= len(fence)
        and set(text) == {fence[0]}
    )


def _dedent(line: str, width: int) -> str:
    lead = len(line) - len(line.lstrip(" \t"))
    return line[min(lead, width) :]


def _language(info: str) -> str:
    words = re.split(r"[\s,{}:=]+", info.strip().lstrip("{."), maxsplit=1)
    return words[0].strip(".").lower()
