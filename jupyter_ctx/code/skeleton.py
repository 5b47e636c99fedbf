"""Source at lower fidelity: control flow and signatures instead of bodies."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache

from jupyter_ctx.code.magics import blank

SHORT = 60  # characters up to which a simple statement is kept as written
SHOWN_NAMES = 3  # names told of an elided run of statements
_KEPT = (
    ast.Return,
    ast.Raise,
    ast.Import,
    ast.ImportFrom,
    ast.AnnAssign,
    ast.Global,
    ast.Nonlocal,
    ast.Break,
    ast.Continue,
)
_BLOCKS = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.With,
    ast.AsyncWith,
    ast.Try,
    ast.Match,
)


@lru_cache(maxsize=1024)
def skeleton(source: str) -> str:
    """Keep headers, control flow, returns and short right-hand sides.

    The rest is elided with its line count and a few names. Never longer than
    *source*; code that does not parse keeps its head and tail lines.
    """
    tree = _parse(source)
    if tree is None:
        return _ends(source)
    lines = source.split("\n")
    text = "\n".join(_outline(tree.body, lines))
    return text if len(text) < len(source) else source


def _parse(source: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(blank(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _ends(source: str, around: int = 4) -> str:
    lines = source.split("\n")
    gone = len(lines) - 2 * around
    if gone <= 1:
        return source
    return "\n".join([*lines[:around], f"# ... {gone} lines", *lines[-around:]])


def _outline(statements: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[str]:
    elided: list[ast.stmt] = []
    for statement in statements:
        if _is_elided(statement, lines):
            elided.append(statement)
            continue
        yield from _elision(elided, lines)
        elided = []
        if isinstance(statement, _BLOCKS):
            yield from _block(statement, lines)
        else:
            yield from lines[statement.lineno - 1 : statement.end_lineno]
    yield from _elision(elided, lines)


def _is_elided(statement: ast.stmt, lines: Sequence[str]) -> bool:
    if isinstance(statement, (*_BLOCKS, *_KEPT)) or _waits(statement):
        return False
    if _is_docstring(statement):
        return True
    is_single = statement.lineno == statement.end_lineno
    line = lines[statement.lineno - 1].strip()
    return not (
        isinstance(statement, (ast.Assign, ast.AugAssign))
        and is_single
        and len(line) <= SHORT
    )


def _waits(statement: ast.stmt) -> bool:
    return any(
        isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await))
        for node in ast.walk(statement)
    )


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _elision(statements: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[str]:
    if not statements:
        return
    first, last = statements[0].lineno, statements[-1].end_lineno or 0
    if last == first and len(lines[first - 1].strip()) <= SHORT // 2:
        yield lines[first - 1]
        return
    indent = lines[first - 1][: statements[0].col_offset]
    bound, called = _words(statements)
    told = [f"binds {bound}"] if bound else []
    told += [f"calls {called}"] if called else []
    count = last - first + 1
    note = f": {'; '.join(told)}" if told else ""
    yield f"{indent}...  # {count} line{'s' * (count != 1)}{note}"


def _words(statements: Sequence[ast.stmt]) -> tuple[str, str]:
    bound: dict[str, None] = {}
    called: dict[str, None] = {}
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound[node.id] = None
            elif isinstance(node, ast.Call):
                called[_callee(node)] = None
    called.pop("", None)
    return ", ".join([*bound][:SHOWN_NAMES]), ", ".join([*called][:SHOWN_NAMES])


def _callee(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _block(node: ast.stmt, lines: Sequence[str]) -> Iterator[str]:
    """Show the header of a compound statement, then the outline of its parts."""
    decorators = getattr(node, "decorator_list", ())
    first = min([node.lineno, *(item.lineno for item in decorators)])
    parts = list(_parts(node))
    start = parts[0][0].lineno if parts and parts[0] else (node.end_lineno or first)
    if start == node.lineno:  # `if x: y` on one line
        yield from lines[first - 1 : node.end_lineno]
        return
    previous = first
    for part in parts:
        header_end = part[0].lineno - 1
        yield from (line for line in lines[previous - 1 : header_end] if line.strip())
        yield from _outline(part, lines)
        previous = (part[-1].end_lineno or header_end) + 1


def _parts(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        found = getattr(node, name, None) or []
        if name in ("handlers", "cases"):
            yield from (item.body for item in found if hasattr(item, "body"))
        elif found:
            yield found


def signatures(source: str) -> str:
    """Keep imports, headers with their parameters, constants and expressions.

    One line a statement of the top level; bodies are `...`.
    """
    tree = _parse(source)
    if tree is None:
        return _ends(source, around=2)
    lines = source.split("\n")
    kept = []
    for statement in tree.body:
        line = lines[statement.lineno - 1]
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            end = statement.body[0].lineno - 1
            header = lines[statement.lineno - 1 : max(end, statement.lineno)]
            kept.append("\n".join([*header, "    ..."]))
        elif isinstance(statement, (*_KEPT, ast.Assign, ast.AugAssign)):
            kept.append(line)
    text = "\n".join(kept)
    return text if len(text) < len(source) else source
