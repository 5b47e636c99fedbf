"""What a statement tells: kept as written, or counted and named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import chain

from jupyter_ctx.code.excerpt import Lines, Span, indent_of
from jupyter_ctx.code.scopes import stores

SHORT = 60  # characters up to which an assignment is kept as written
BRIEF = 30  # characters up to which eliding a line would save nothing
STATE_LIMIT = 400  # characters of a constant or a type that is kept
STATE_LINES = 8  # its lines
SAVING = 0.75  # of the letters of lines, up to which an elision is worth it
SAID = 60  # characters of a docstring that are quoted
SHOWN_NAMES = 3  # names told of an elided run of statements
AROUND = 4  # lines kept at each end of a text without structure

_IMPORTS = (ast.Import, ast.ImportFrom)
_FLOW = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Global, ast.Nonlocal)
_ASSIGNED = (ast.Assign, ast.AugAssign, ast.AnnAssign)
_LITERALS = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp)
_TYPING = (ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.BitOr)
_CALLING = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)
_IMPORTING = frozenset(("import_module", "__import__", "importorskip"))
_DYNAMIC = frozenset(
    ("environ", "getenv", "argv", "secrets", "input", "getpass", "get_secret")
)
_TYPES = frozenset(("TypedDict", "NamedTuple", "namedtuple", "NewType", "TypeVar"))
_SPOKEN = re.compile("|".join(sorted(_DYNAMIC | _TYPES)))
_TELLING = re.compile(
    r"\s*(?:@|(?:async|def|class|import|from|if|elif|else|for|while|try|except|"
    r"finally|with|match|case|return|raise|yield|await)\b|[A-Z][A-Z0-9_]*\s*[:=])"
)


def is_state(statement: ast.stmt, lines: Sequence[str]) -> bool:
    """Tell whether a statement stays as written: imports, constants, settings, types.

    An expression that asks the environment is never replaced by its value, and
    the white space of a type definition is never touched.
    """
    if is_import(statement, lines) or type(statement).__name__ == "TypeAlias":
        return True
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    value = statement.value
    written = lines[statement.lineno - 1 : statement.end_lineno]
    if value is None or (
        _SPOKEN.search("\n".join(written)) and _names(value) & (_DYNAMIC | _TYPES)
    ):
        return True
    if not (_is_constant(value) or _is_type(statement, value)):
        return False
    return len(written) <= STATE_LINES and sum(map(len, written)) <= STATE_LIMIT


def is_import(statement: ast.stmt, lines: Sequence[str]) -> bool:
    """Tell whether a statement imports, also by a call on its one line."""
    if isinstance(statement, _IMPORTS):
        return True
    if not isinstance(statement, _CALLING) or statement.lineno != statement.end_lineno:
        return False
    if statement.value is None or "import" not in lines[statement.lineno - 1]:
        return False
    return bool(_names(statement.value) & _IMPORTING)


def _names(value: ast.expr) -> set[str]:
    nodes = list(ast.walk(value))
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    return found | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def _is_constant(value: ast.expr) -> bool:
    nodes = (ast.unaryop, ast.expr_context, *_LITERALS)
    return isinstance(value, nodes) and all(
        isinstance(node, nodes) for node in ast.walk(value)
    )


def _is_type(statement: ast.Assign | ast.AnnAssign, value: ast.expr) -> bool:
    """Tell whether `Json = dict[str, "Json"] | None` names a type."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    is_named = isinstance(target, ast.Name) and target.id.strip("_")[:1].isupper()
    nodes = (*_TYPING, *_LITERALS, ast.expr_context)
    return (
        is_named
        and isinstance(value, nodes)
        and all(isinstance(node, nodes) for node in ast.walk(value))
    )


def is_telling(statement: ast.stmt, lines: Sequence[str]) -> bool:
    """Tell whether an outline keeps a simple statement."""
    if isinstance(statement, (*_FLOW, ast.AnnAssign)) or is_state(statement, lines):
        return True
    if _waits(statement, lines):
        return True
    is_single = statement.lineno == statement.end_lineno
    width = len(lines[statement.lineno - 1].strip())
    return isinstance(statement, _ASSIGNED) and is_single and width <= SHORT


def _waits(statement: ast.stmt, lines: Sequence[str]) -> bool:
    written = lines[statement.lineno - 1 : statement.end_lineno]
    if not any("yield" in line or "await" in line for line in written):
        return False
    waiting = (ast.Yield, ast.YieldFrom, ast.Await)
    return any(isinstance(node, waiting) for node in ast.walk(statement))


def elision(statements: Sequence[ast.stmt], indent: str, span: Span) -> str:
    """Stand for the lines of *statements*: their number, their place, their gist."""
    bound, called = _gist(statements)
    said = _said(statements[0])
    told = [said] if said else []
    told += [f"binds {bound}"] if bound else []
    told += [f"calls {called}"] if called else []
    return f"{indent}...  # {span.told}{': ' if told else ''}{'; '.join(told)}"


def _said(statement: ast.stmt) -> str:
    """Quote the first line of a docstring, up to `SAID` characters."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        return ""
    first = value.value.strip().partition("\n")[0].strip()
    return f'"{first if len(first) <= SAID else first[: SAID - 3].rstrip() + "..."}"'


def is_brief(lines: Sequence[str]) -> bool:
    """Tell whether eliding *lines* would save nothing."""
    return len(lines) == 1 and len(lines[0].strip()) <= BRIEF


def saves(elided: str, lines: Sequence[str]) -> bool:
    """Tell whether *elided* is so much shorter than *lines* that it stands for them."""
    return len(elided) <= SAVING * sum(len(line) + 1 for line in lines)


def _gist(statements: Sequence[ast.stmt]) -> tuple[str, str]:
    bound: dict[str, None] = {}
    called: dict[str, None] = {}
    own = stores(statements)
    wanted = min(len(own), SHOWN_NAMES)
    for node in chain.from_iterable(map(ast.walk, statements)):
        if isinstance(node, ast.Name):
            if node.id in own:
                bound.setdefault(node.id)
        elif isinstance(node, ast.Call) and (name := _callee(node)):
            called.setdefault(name)
            if len(called) >= SHOWN_NAMES and len(bound) >= wanted:
                break
    return ", ".join([*bound][:SHOWN_NAMES]), ", ".join([*called][:SHOWN_NAMES])


def _callee(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def bare_lines(lines: Lines) -> Iterator[str]:
    """Outline code that does not parse: the lines that look like headers."""
    start = 1
    for number, line in enumerate(lines.lines, 1):
        if _TELLING.match(line):
            yield from _left_out(lines, start, number - 1)
            yield line
            start = number + 1
    yield from _left_out(lines, start, len(lines.lines))


def _left_out(lines: Lines, first: int, last: int) -> Iterator[str]:
    """Count a run of an excerpt, without the blank lines at its ends."""
    while first <= last and not lines.lines[first - 1].strip():
        first += 1
    while first <= last and not lines.lines[last - 1].strip():
        last -= 1
    run = lines.lines[first - 1 : last]
    if is_brief(run):
        yield run[0]
    elif run:
        told = f"{indent_of(run[0])}...  # {lines.span(first, last).told} of an excerpt"
        yield from lines.cut_to(told, first, last) if saves(told, run) else run


def ends(lines: Lines, mark: str = "") -> Iterator[str]:
    """Give head and tail of a text whose structure is not known."""
    size = len(lines.lines)
    if size - 2 * AROUND <= 1:
        yield from lines.lines
        return
    yield from lines.lines[:AROUND]
    yield f"{mark}... {lines.leave(AROUND + 1, size - AROUND).told}"
    yield from lines.lines[-AROUND:]
