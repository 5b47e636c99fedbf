"""Where a reply that still grows can be printed: at the ends of its blocks, pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import msgspec
from markdown_it import MarkdownIt

_LINES = re.compile(r"[^\n]*\n|[^\n]+")


class Block(msgspec.Struct, frozen=True):
    """One block at the top level of a text.

    *text* is its source, of *code* what stands between the fences; *start* is where
    it begins in the whole, in characters.
    """

    kind: Literal["text", "code"]
    text: str
    start: int
    language: str = ""


@cache
def parser() -> MarkdownIt:
    """Give what reads Markdown; HTML is text, so that none of it is lost."""
    read = MarkdownIt("commonmark", {"html": False})
    return read.enable("table").enable("strikethrough")


def blocks(text: str) -> tuple[Block, ...]:
    """Take *text* apart; only the last block may change if more is written.

    Each line that is not blank is in one: a definition of links too, which Markdown
    shows nowhere.
    """
    lines = _LINES.findall(text)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found: list[Block] = []
    at = 0
    for token in parser().parse(text):
        if token.level or token.map is None or token.nesting < 0:
            continue
        begin, end = token.map
        found += _between(lines, starts, at, begin)
        is_code = token.type == "fence"
        source = token.content if is_code else "".join(lines[begin:end])
        language = token.info.split()[0] if is_code and token.info.split() else ""
        kind: Literal["text", "code"] = "code" if is_code else "text"
        found.append(Block(kind, source, starts[begin], language))
        at = end
    return (*found, *_between(lines, starts, at, len(lines)))


def _between(lines: list[str], starts: list[int], at: int, end: int) -> list[Block]:
    """Give what stands between two blocks, as text in which nothing is Markdown."""
    rest = "".join(lines[at:end])
    if not rest.strip():
        return []
    return [Block("code", rest.strip("\n") + "\n", starts[at], "text")]
