"""Python at lower fidelity: what of each statement an outline shows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from jupyter_ctx.code.excerpt import Lines, Span, indent_of, is_idle
from jupyter_ctx.code.gist import (
    elision,
    is_brief,
    is_import,
    is_state,
    is_telling,
    saves,
)
from jupyter_ctx.code.parsing import parse

LONG = 4  # lines of a kept statement; the rest of it is counted

Renderer = Callable[[Sequence[ast.stmt], Lines], Iterable[str]]
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith)
_BLOCKS = (*_SCOPES, *_BRANCHES, ast.Try, ast.TryStar, ast.Match)
_ASSIGNED = (ast.Assign, ast.AugAssign, ast.AnnAssign)


def flow(body: Sequence[ast.stmt], lines: Lines) -> Iterator[str]:
    """Show headers, control flow, returns, state and short right-hand sides."""
    for is_kept, group in groupby(body, lambda s: _is_kept(s, lines)):
        statements = list(group)
        if not is_kept:
            yield from _elided(statements, lines)
            continue
        for statement in statements:
            if isinstance(statement, _BLOCKS):
                yield from _block(statement, lines, flow)
            else:
                yield from _simple(statement, lines)


def heads(body: Sequence[ast.stmt], lines: Lines) -> Iterator[str]:
    """Show imports, `def` and `class` lines, constants and dynamic expressions."""
    for is_kept, group in groupby(body, lambda s: _is_head(s, lines)):
        statements = list(group)
        if not is_kept:
            yield from _elided(statements, lines)
            continue
        for statement in statements:
            yield from _head(statement, lines)


def _head(statement: ast.stmt, lines: Lines) -> Iterator[str]:
    if isinstance(statement, _Function):
        yield from _header(statement, lines)
    elif isinstance(statement, _BLOCKS):
        yield from _block(statement, lines, heads)
    elif is_state(statement, lines.lines):
        yield from lines.take(_first(statement), _last(statement))
    else:
        yield from _shortened(statement, lines)


def _is_kept(statement: ast.stmt, lines: Lines) -> bool:
    return isinstance(statement, _BLOCKS) or is_telling(statement, lines.lines)


def _is_head(statement: ast.stmt, lines: Lines) -> bool:
    if isinstance(statement, (*_SCOPES, *_ASSIGNED)):
        return True
    if isinstance(statement, _BLOCKS):  # a branch that imports, defines or sets
        return any(_is_head(s, lines) for part in _parts(statement) for s in part)
    return is_state(statement, lines.lines)


def _elided(statements: Sequence[ast.stmt], lines: Lines) -> Iterator[str]:
    """Count a run of statements, with the comments that stand in it."""
    first, last = _first(statements[0]), _last(statements[-1])
    if first <= lines.shown or _shares_line(statements[0], lines):
        yield from lines.take(first, last)
        return
    indent = indent_of(lines.lines[first - 1])
    first = lines.comments_above(first)
    taken = lines.take(first, last)
    told = elision(statements, indent, lines.span(first, last))
    if is_brief(taken) or not saves(told, taken):
        yield from taken
    else:
        yield from lines.cut_to(told, first, last)


def _simple(statement: ast.stmt, lines: Lines) -> Iterator[str]:
    """Give a kept statement as written; the middle of a very long one counted."""
    first, last = _first(statement), _last(statement)
    is_long = last - first >= LONG and first > lines.shown
    if not is_long or is_state(statement, lines.lines):
        yield from lines.take(first, last)
        return
    told = elision([statement], indent_of(lines.lines[first]), Span(first + 1, last))
    head, tail = lines.lines[first - 1], lines.lines[last - 1]
    if parse(f"{head}\n{told}\n{tail}".lstrip()) is None:
        yield from _shortened(statement, lines)
        return
    lines.take(first, last)
    span = lines.leave(first + 1, last - 1)
    yield from (head, elision([statement], indent_of(told), span), tail)


def _shortened(statement: ast.stmt, lines: Lines) -> Iterator[str]:
    """Give `x = ...` or `return ...` for a statement of several lines."""
    first, last = _first(statement), _last(statement)
    taken = lines.take(first, last)
    value = getattr(statement, "value", getattr(statement, "exc", None))
    if len(taken) <= 1 or first != last - len(taken) + 1 or value is None:
        yield from taken
        return
    row = value.lineno - first
    offset = len(taken[row].encode()[: value.col_offset].decode("utf-8", "replace"))
    start = taken[row][:offset].rstrip(" (")
    head = [*taken[:row], f"{start} ..."]
    if row or parse(head[0].strip()) is None:
        yield from taken
        return
    span = lines.leave(first, last)
    yield elision([statement], f"{start} ", span)


def _block(node: ast.stmt, lines: Lines, render: Renderer) -> Iterator[str]:
    """Show the header of a compound statement, then each of its parts."""
    if isinstance(node, ast.ClassDef) and _is_record(node):
        yield from lines.take(_first(node), _last(node))
        return
    parts = list(_parts(node))
    if not parts or _shares_line(parts[0][0], lines):
        yield from lines.take(_first(node), _last(node))
        return
    inner = _members if isinstance(node, ast.ClassDef) else _plain
    previous = _first(node)
    for part in parts:
        header = lines.take(previous, _first(part[0]) - 1)
        yield from (line for line in header if not is_idle(line))
        yield from inner(part, lines, render)
        previous = _last(part[-1]) + 1


def _plain(part: Sequence[ast.stmt], lines: Lines, render: Renderer) -> Iterable[str]:
    return render(part, lines)


def _members(body: Sequence[ast.stmt], lines: Lines, render: Renderer) -> Iterator[str]:
    """Show a class: its fields with all white space between them."""
    for is_field, group in groupby(body, lambda s: _is_field(s, lines)):
        members = list(group)
        if is_field:
            yield from lines.take(_first(members[0]), _last(members[-1]))
        else:
            yield from render(members, lines)


def _is_field(statement: ast.stmt, lines: Lines) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return True
    return isinstance(statement, ast.Assign) and is_state(statement, lines.lines)


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


def _shares_line(statement: ast.stmt, lines: Lines) -> bool:
    """Tell whether other code stands before it in its line: `else: f()`."""
    first = _first(statement)
    if first != statement.lineno:
        return False
    line = lines.lines[first - 1]
    return len(line) - len(line.lstrip()) < statement.col_offset


def _header(node: _Function, lines: Lines) -> Iterator[str]:
    """Show a `def` with its decorators and parameters; of its body the imports."""
    body, last = _first(node.body[0]), _last(node)
    if _shares_line(node.body[0], lines) or _first(node) <= lines.shown:
        yield from lines.take(_first(node), last)
        return
    header = [line for line in lines.take(_first(node), body - 1) if not is_idle(line)]
    rest = lines.take(body, last)
    indent = " " * node.body[0].col_offset
    yield from header[:-1]
    if not header or is_brief(rest):
        yield from (*header[-1:], *rest)
        return
    imports = list(_imports(node, lines, indent))
    told = f"...  # {lines.leave(body, last).told}"
    if header[-1].rstrip().endswith(":") and not imports:
        yield f"{header[-1].rstrip()} {told}"
    else:
        yield from (header[-1], *imports, f"{indent}{told}")


def _imports(node: ast.AST, lines: Lines, indent: str) -> Iterator[str]:
    """Give the imports inside of *node*, wherever they stand, on one level."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.stmt) and is_import(inner, lines.lines):
            first, last = _first(inner), _last(inner)
            written = lines.lines[first - 1 : last]
            yield f"{indent}{written[0].strip()}"
            yield from written[1:]
