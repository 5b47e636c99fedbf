"""Where the fenced blocks of a Markdown text begin and end."""

from __future__ import annotations

import re

import msgspec

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_OPEN = re.compile(
    r"([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)"
    r"(`{3,}(?=[^`\n]*$)|~{3,})[ \t]*([^\n]*?)[ \t]*$"
)


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


def parts(text: str) -> tuple[Part, ...]:
    """Cut *text* into stretches and fenced blocks; together they are the text.

    A fence may be indented by any width or follow the mark of a list item,
    because answers put blocks into lists.
    """
    found: list[Part] = []
    start = at = 0
    opened: re.Match[str] | None = None
    body: list[str] = []
    for line in _LINE.findall(text):
        bare = line.rstrip("\r\n")
        if opened is None:
            opened = _OPEN.match(bare)
            if opened is not None:
                found += [Part(start, at)] if at > start else []
                start, body = at, []
        elif _closes(bare, opened[2]):
            end = at + len(line)
            found.append(_fence(start, end, opened, body, closed=True))
            start, opened = end, None
        else:
            body.append(_dedent(line, len(opened[1])))
        at += len(line)
    if opened is not None:
        found.append(_fence(start, at, opened, body, closed=False))
    elif at > start:
        found.append(Part(start, at))
    return tuple(found)


def _closes(line: str, fence: str) -> bool:
    text = line.strip(" \t")
    return len(text) >= len(fence) and set(text) == {fence[0]}


def _dedent(line: str, width: int) -> str:
    lead = len(line) - len(line.lstrip(" \t"))
    return line[min(lead, width) :]


def _fence(
    start: int, end: int, opened: re.Match[str], body: list[str], *, closed: bool
) -> Part:
    return Part(start, end, True, opened[3], "".join(body), closed)
