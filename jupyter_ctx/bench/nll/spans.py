"""Where a cell uses what it needs from before it, in its text and in its tokens."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from jupyter_ctx.bench.facts import Fact
from jupyter_ctx.code.magics import blank

Span = tuple[int, int]


def needed_spans(truth: str, facts: Sequence[Fact]) -> tuple[Span, ...]:
    """Find the first use of each needed name and string, as characters of *truth*.

    Only the first: the second is told by the cell itself. A cell that Python does
    not parse has none.
    """
    try:
        tree = ast.parse(blank(truth))
    except (SyntaxError, ValueError, RecursionError):
        return ()
    lines = truth.split("\n")
    strings = {fact.name for fact in facts if fact.kind == "string"}
    names = {fact.name for fact in facts if fact.kind != "string"}
    first: dict[tuple[str, str], Span] = {}
    for kind, text, node in _uses(tree):
        if text not in (names if kind == "name" else strings):
            continue
        span = _inside(truth, _span(node, lines), text)
        if span is not None and span < first.get((kind, text), (len(truth) + 1, 0)):
            first[kind, text] = span
    return tuple(sorted(first.values()))


def marked(pieces: Sequence[bytes], text: str, spans: Sequence[Span]) -> list[bool]:
    """Tell for each token, by its bytes, whether it is part of a span of *text*."""
    cuts = [(_bytes(text, start), _bytes(text, end)) for start, end in spans]
    told: list[bool] = []
    position = 0
    for piece in pieces:
        end = position + len(piece)
        told.append(any(start < end and position < stop for start, stop in cuts))
        position = end
    return told


def _uses(tree: ast.Module) -> Iterator[tuple[str, str, ast.expr]]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name):
                yield "name", name, node
            case ast.Constant(value=str(text)):
                yield "string", text, node
            case _:
                pass


def _span(node: ast.expr, lines: Sequence[str]) -> Span:
    last, end = node.end_lineno or node.lineno, node.end_col_offset or 0
    return _place(lines, node.lineno, node.col_offset), _place(lines, last, end)


def _place(lines: Sequence[str], line: int, column: int) -> int:
    """Give the character of *column*, which counts bytes, on *line* from 1."""
    before = sum(len(text) + 1 for text in lines[: line - 1])
    return before + len(lines[line - 1].encode()[:column].decode("utf-8", "ignore"))


def _inside(truth: str, span: Span, text: str) -> Span | None:
    """Narrow *span* to *text* without its quotes; None where it is not as written."""
    start = truth.find(text, *span)
    return (start, start + len(text)) if start >= 0 and text else None


def _bytes(text: str, end: int) -> int:
    return len(text[:end].encode("utf-8", "replace"))
