"""The blocks of Python, also where it is broken."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from jupyter_ctx.code.block import Block, BlockKind
from jupyter_ctx.code.chunks import chunks
from jupyter_ctx.code.excerpt import indent_of
from jupyter_ctx.code.magics import Quotes, blank
from jupyter_ctx.code.nodes import span
from jupyter_ctx.code.parsing import parse

_HEADER = re.compile(
    r"(?P<indent>[ \t]*)(?:(?P<define>(?:async\s+)?def|class)\s+(?P<name>\w+)|"
    r"(?:async\s+)?(?:if|for|while|with|try|match)\b)"
)
_BRANCHES = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith,
    ast.Try, ast.TryStar, ast.Match,
)  # fmt: skip
_CLOSING = re.compile(r"\s*(?:(?:elif|else|except|finally|case)\b|[)\]}])")


def python_blocks(source: str) -> list[Block]:
    """Give the blocks of *source*; in ruins they are told by their indents."""
    python = blank(source)
    tree = parse(python)
    if tree is not None:
        return list(_of_tree(tree, 0))
    found: list[Block] = []
    for first, lines in chunks(python):
        part = parse("\n".join(lines))
        found += _by_indent(lines, first) if part is None else _of_tree(part, first - 1)
    return found


def python_imports(source: str) -> list[tuple[int, int]]:
    """Give first and last lines of the imports that stand in no function."""
    python = blank(source)
    return [
        (first - 1 + node.lineno, first - 1 + (node.end_lineno or node.lineno))
        for first, lines in _parts(python)
        if (tree := parse("\n".join(lines))) is not None
        for node in _outside(tree.body)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def _parts(python: str) -> Iterator[tuple[int, list[str]]]:
    if parse(python) is not None:
        yield 1, python.split("\n")
    else:
        yield from chunks(python)


def _outside(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, _BRANCHES):
            inner = ast.iter_child_nodes(statement)
            yield from _outside([n for n in inner if isinstance(n, ast.stmt)])


def _of_tree(tree: ast.AST, before: int) -> Iterator[Block]:
    for node in ast.walk(tree):
        kind = _kind(node)
        if kind is not None and isinstance(node, ast.stmt):
            first, last = span(node)
            name = getattr(node, "name", "")
            head = node.lineno + before
            yield Block(first + before, last + before, kind, name, head)


def _kind(node: ast.AST) -> BlockKind | None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return "function"
    if isinstance(node, ast.ClassDef):
        return "class"
    return "branch" if isinstance(node, _BRANCHES) else None


def _by_indent(lines: list[str], first: int) -> Iterator[Block]:
    quotes = Quotes()
    for row, line in enumerate(lines):
        header = None if quotes.closing else _HEADER.match(line)
        quotes.follow(line)
        if header is None:
            continue
        last = _end(lines, row, len(header["indent"]))
        kind: BlockKind = "branch"
        if header["define"]:
            kind = "class" if header["define"] == "class" else "function"
        yield Block(first + row, first + last, kind, header["name"] or "", first + row)


def _end(lines: list[str], row: int, indent: int) -> int:
    last = row
    for below in range(row + 1, len(lines)):
        line = lines[below]
        if not line.strip():
            continue
        if len(indent_of(line)) <= indent and not _CLOSING.match(line):
            break
        last = below
    return last
