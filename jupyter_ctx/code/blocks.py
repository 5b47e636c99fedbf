"""What stands around a cursor: the enclosing block, its neighbours, or a window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from jupyter_ctx.code.block import Block, nested
from jupyter_ctx.code.block_grammar import grammar_blocks, grammar_imports
from jupyter_ctx.code.block_python import python_blocks, python_imports
from jupyter_ctx.code.brackets import bracket_blocks
from jupyter_ctx.code.excerpt import Lines, Outline
from jupyter_ctx.code.magics import language as language_of
from jupyter_ctx.code.rows import Marks, shown

WINDOW = 30  # lines around a cursor that no block is near
LEADING = 10  # lines of comments at the top that are kept
ENCLOSED, BESIDE, NEAR = 1.0, 0.8, 0.5  # how sure it is that this is what is meant

_COMMENTS = {"python": "#", "julia": "#", "r": "#", "sql": "--", "bash": "#"}
_COMMENT_LINE = re.compile(r"\s*(?:#|//|/?\*|--|@\w)")
_IMPORT = re.compile(
    r"\s*(?:import\b|from\s+\S+\s+import\b|using\b|library\(|require\(|source\(|"
    r"(?:const|let|var)\s[^=]*=\s*require\(|[\w.]+\s*<-\s*(?:import|require)\()"
)


class Around(msgspec.Struct, frozen=True):
    """What a cursor is in, or near to.

    *blocks* is the one block that encloses it, or the one above and the one below
    it; none where a window from *first* to *last* has to do. *scope* names the
    definitions around, outermost first, whose header lines are *heads*. *imports*
    are the first and last lines of each import, *leading* that of the comments that
    the source begins with. *weight* is lower the less sure the answer is.
    """

    first: int
    last: int
    blocks: tuple[Block, ...] = ()
    scope: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()
    imports: tuple[tuple[int, int], ...] = ()
    leading: int = 0
    weight: float = NEAR


def around(source: str, line: int, written_in: str = "") -> Around:
    """Find what encloses *line*, counted from 1, however broken *source* is.

    It is the innermost definition or query, else the outermost branch. Between
    blocks it is both neighbours, and without any a window of `WINDOW` lines.
    """
    lines = source.split("\n")
    written_in = written_in or language_of(source)
    line = min(max(1, line), len(lines))
    found = [_with_comments(block, lines) for block in blocks(source, written_in)]
    holding = nested(found, line)
    imports = tuple(_imports(source, written_in))
    leading = _leading(lines)
    place = _enclosed(holding) or _between(found, line) or _window(line, len(lines))
    return msgspec.structs.replace(place, imports=imports, leading=leading)


def _enclosed(holding: list[Block]) -> Around | None:
    """Take the innermost definition, or else the outermost branch."""
    definitions = [block for block in holding if block.is_definition]
    chosen = next(iter(definitions[-1:] or holding), None)
    if chosen is None:
        return None
    outer = [b for b in definitions if b != chosen and b.name and _is_in(chosen, b)]
    scope = tuple(block.name for block in [*outer, chosen] if block.name)
    heads = tuple(block.head for block in outer)
    return Around(chosen.first, chosen.last, (chosen,), scope, heads, weight=ENCLOSED)


def _between(found: list[Block], line: int) -> Around | None:
    """Take the nearest block above and the nearest below."""
    outermost = list(_outermost(found))
    above = [block for block in outermost if block.last < line]
    below = [block for block in outermost if block.first > line]
    last = max(above, key=lambda block: block.last, default=None)
    following = min(below, key=lambda block: block.first, default=None)
    beside = tuple(block for block in (last, following) if block is not None)
    if not beside:
        return None
    first = min(line, *(block.first for block in beside))
    end = max(line, *(block.last for block in beside))
    return Around(first, end, beside, weight=BESIDE)


def _outermost(found: list[Block]) -> Iterator[Block]:
    end = 0
    for block in sorted(found, key=lambda block: (block.first, -block.last)):
        if block.last > end:
            end = block.last
            yield block


def _window(line: int, size: int) -> Around:
    first = max(1, min(line - WINDOW // 2, size - WINDOW + 1))
    return Around(first, min(size, first + WINDOW - 1))


def _is_in(block: Block, other: Block) -> bool:
    is_inside = other.first <= block.first and block.last <= other.last
    return is_inside and (other.first, other.last) != (block.first, block.last)


def scope(source: str, line: int, written_in: str) -> tuple[str, ...]:
    """Name the definitions around *line*, outermost first."""
    place = _enclosed(nested(list(blocks(source, written_in)), line))
    return place.scope if place is not None else ()


@lru_cache(maxsize=256)
def blocks(source: str, written_in: str) -> tuple[Block, ...]:
    """Give all blocks of *source*, in no order; never raises."""
    if written_in == "python":
        try:
            return tuple(python_blocks(source))
        except RecursionError:
            return ()
    by_grammar = grammar_blocks(source, written_in)
    if by_grammar:
        return tuple(by_grammar)
    return tuple(bracket_blocks(source, written_in))


def excerpt(source: str, place: Around, written_in: str = "") -> Outline:
    """Show *place* word for word, with imports and headers, and count the rest."""
    written_in = written_in or language_of(source)
    lines = Lines(source.split("\n"))
    marks = Marks(lines.lines)
    marks.keep(0, place.leading - 1)
    for first, last in [*place.imports, *((head, head) for head in place.heads)]:
        marks.keep(first - 1, last - 1)
    marks.keep(place.first - 1, place.last - 1)
    text = "\n".join(shown(marks, lines, _COMMENTS.get(written_in, "//")))
    if len(text) >= len(source):
        return Outline(source)
    return Outline(text, tuple(lines.cut))


def _with_comments(block: Block, lines: list[str]) -> Block:
    """Let a block begin with the comments and decorators right above it."""
    first = block.first
    while first > 1 and _COMMENT_LINE.match(lines[first - 2]):
        first -= 1
    return msgspec.structs.replace(block, first=first)


def _imports(source: str, written_in: str) -> list[tuple[int, int]]:
    if written_in == "python":
        try:
            found = python_imports(source)
        except RecursionError:
            found = []
    else:
        found = grammar_imports(source, written_in)
    lines = source.split("\n")
    by_look = [(n, n) for n, line in enumerate(lines, 1) if _IMPORT.match(line)]
    return found or by_look


def _leading(lines: list[str]) -> int:
    count = 0
    for line in lines[:LEADING]:
        if line.strip() and not _COMMENT_LINE.match(line) and line[:2] != "%%":
            break
        count += 1
    return count if any(line.strip() for line in lines[:count]) else 0
