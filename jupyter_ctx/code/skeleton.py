"""Source at lower fidelity: control flow and signatures instead of bodies."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from jupyter_ctx.code.chunks import chunks
from jupyter_ctx.code.gist import bare_lines, elision, ends, is_state, is_telling
from jupyter_ctx.code.magics import blank, language
from jupyter_ctx.code.parsing import parse

CACHED = 1_024  # sources whose skeletons are remembered
LONG = 4  # lines of a kept statement; the rest of it is counted

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith)
_Renderer = Callable[[Sequence[ast.stmt], "_Lines"], Iterable[str]]
_BLOCKS = (*_SCOPES, *_BRANCHES, ast.Try, ast.TryStar, ast.Match)


@lru_cache(maxsize=CACHED)
def skeleton(source: str) -> str:
    """Keep headers, control flow, returns, state and short right-hand sides.

    The rest of a body becomes `...` with its number of lines and the names it
    binds and calls. Imports and the fields of classes stay as written. Never
    longer than *source*; never raises, however broken the code is.
    """
    return _rendered(source, _outline)


@lru_cache(maxsize=CACHED)
def signatures(source: str) -> str:
    """Keep imports, `def` and `class` lines, constants, dynamic expressions.

    Never longer than *source*; never raises.
    """
    return _rendered(source, _signatures)


def _rendered(source: str, render: _Renderer) -> str:
    clean = source.encode("utf-8", "replace").decode("utf-8")
    if language(clean) != "python":
        return _shorter(ends(clean), clean)
    try:
        text = "\n".join(_by_chunk(clean, render))
    except RecursionError:
        text = ends(clean)
    return _shorter(text, clean)


def _shorter(text: str, source: str) -> str:
    return text if len(text) < len(source) else source


def _by_chunk(source: str, render: _Renderer) -> Iterator[str]:
    """Render what parses from the tree, and ruins by the look of their lines."""
    lines = source.split("\n")
    python = blank(source)
    tree = parse(python)
    if tree is not None:
        yield from render(tree.body, _Lines(lines))
        return
    for first, part in chunks(python):
        tree = parse("\n".join(part))
        own = lines[first - 1 : first - 1 + len(part)]
        if tree is None:
            yield from bare_lines(own)
        else:
            yield from render(tree.body, _Lines(own))


class _Lines:
    """The lines of a source, each of which is given out once at most.

    Several statements may share a line (`a = 1; b = 2`).
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.shown = 0

    def take(self, first: int, last: int) -> list[str]:
        start = max(first, self.shown + 1)
        self.shown = max(self.shown, last)
        return list(self.lines[start - 1 : last])


def _outline(body: Sequence[ast.stmt], lines: _Lines) -> Iterator[str]:
    elided: list[ast.stmt] = []
    for statement in body:
        if not isinstance(statement, _BLOCKS) and not is_telling(
            statement, lines.lines
        ):
            elided.append(statement)
            continue
        yield from _elided(elided, lines)
        elided = []
        if isinstance(statement, _BLOCKS):
            yield from _block(statement, lines, _outline)
        else:
            yield from _simple(statement, lines)
    yield from _elided(elided, lines)


def _elided(statements: Sequence[ast.stmt], lines: _Lines) -> Iterator[str]:
    if statements:
        taken = lines.take(_first(statements[0]), _last(statements[-1]))
        if taken:
            yield elision(statements, taken)


def _simple(statement: ast.stmt, lines: _Lines) -> Iterator[str]:
    """Give a kept statement as written; the middle of a very long one counted."""
    taken = lines.take(_first(statement), _last(statement))
    if len(taken) <= LONG or is_state(statement):
        yield from taken
        return
    yield taken[0]
    yield elision([statement], taken[1:])


def _block(node: ast.stmt, lines: _Lines, render: _Renderer) -> Iterator[str]:
    """Show the header of a compound statement, then each of its parts."""
    if isinstance(node, ast.ClassDef) and _is_record(node):
        yield from lines.take(_first(node), _last(node))
        return
    parts = list(_parts(node))
    if not parts or _first(parts[0][0]) <= node.lineno:  # `if x: y` on one line
        yield from lines.take(_first(node), _last(node))
        return
    previous = _first(node)
    for part in parts:
        header = lines.take(previous, _first(part[0]) - 1)
        yield from (line for line in header if not _is_idle(line))
        yield from render(part, lines)
        previous = _last(part[-1]) + 1


def _is_idle(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith("#")


def _is_record(node: ast.ClassDef) -> bool:
    """Tell whether a class is a type definition: its fields are all it has."""
    fields = (ast.AnnAssign, ast.Assign, ast.Expr, ast.Pass)
    return all(isinstance(s, fields) for s in node.body) and any(
        isinstance(s, ast.AnnAssign | ast.Assign) for s in node.body
    )


def _parts(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """Give the bodies of a compound statement in the order of their lines."""
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        for item in (found := getattr(node, name, None) or ()):
            if isinstance(item, ast.stmt):
                yield found
                break
            yield item.body


def _first(statement: ast.stmt) -> int:
    if isinstance(statement, _SCOPES):
        decorators = [item.lineno for item in statement.decorator_list]
        return min([statement.lineno, *decorators])
    return statement.lineno


def _last(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _signatures(body: Sequence[ast.stmt], lines: _Lines) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _block(statement, lines, _signatures)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _header(statement, lines)
        elif isinstance(statement, _BLOCKS):
            yield from _telling_block(statement, lines)
        elif is_state(statement):
            yield from lines.take(_first(statement), _last(statement))
        elif isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign):
            taken = lines.take(_first(statement), _last(statement))
            yield from (f"{line} ..." if taken[1:] else line for line in taken[:1])


def _header(
    node: ast.FunctionDef | ast.AsyncFunctionDef, lines: _Lines
) -> Iterator[str]:
    """Show a `def` with its decorators and parameters, without its body."""
    body = _first(node.body[0])
    if body <= node.lineno:
        yield from lines.take(_first(node), _last(node))
        return
    header = lines.take(_first(node), body - 1)
    lines.take(body, _last(node))
    kept = [line for line in header if not _is_idle(line)]
    yield from kept[:-1]
    if kept:
        yield f"{kept[-1].rstrip()} ..."


def _telling_block(node: ast.stmt, lines: _Lines) -> Iterator[str]:
    """Show a branch only where it imports, defines or sets something."""
    before = lines.shown
    told = [list(_signatures(part, lines)) for part in _parts(node)]
    if not any(told):
        lines.shown = max(before, _last(node))
        return
    lines.shown = before
    yield from _block(node, lines, _signatures)
    lines.shown = max(lines.shown, _last(node))
