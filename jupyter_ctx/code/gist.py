"""What a statement tells: kept as written, or counted and named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from jupyter_ctx.code.scopes import stores

SHORT = 60  # characters up to which an assignment is kept as written
BRIEF = 30  # characters up to which eliding a line would save nothing
STATE_LIMIT = 240  # characters of a constant or dynamic expression that is kept
SHOWN_NAMES = 3  # names told of an elided run of statements
AROUND = 4  # lines kept at each end of a text without structure

_IMPORTS = (ast.Import, ast.ImportFrom)
_FLOW = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Global, ast.Nonlocal)
_ASSIGNED = (ast.Assign, ast.AugAssign, ast.AnnAssign)
_LITERALS = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp)
_DYNAMIC = frozenset(
    ("environ", "getenv", "argv", "secrets", "input", "getpass", "get_secret")
)
_TYPES = frozenset(("TypedDict", "NamedTuple", "namedtuple", "NewType", "TypeVar"))
_TELLING = re.compile(
    r"\s*(?:@|(?:async|def|class|import|from|if|elif|else|for|while|try|except|"
    r"finally|with|match|case|return|raise|yield|await)\b|[A-Z][A-Z0-9_]*\s*[:=])"
)


def is_state(statement: ast.stmt) -> bool:
    """Tell whether a statement stays as written: imports, constants, settings.

    An expression that asks the environment is never replaced by its value, and
    the white space of a type definition is never touched.
    """
    if isinstance(statement, _IMPORTS):
        return True
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    value = statement.value
    if value is None or _names(value) & (_DYNAMIC | _TYPES):
        return True
    return _is_constant(value)


def _names(value: ast.expr) -> set[str]:
    nodes = list(ast.walk(value))
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    return found | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def _is_constant(value: ast.expr) -> bool:
    nodes = (ast.unaryop, ast.expr_context, *_LITERALS)
    size = (value.end_col_offset or 0) - value.col_offset
    is_one_line = value.lineno == value.end_lineno
    return (
        is_one_line
        and size <= STATE_LIMIT
        and all(isinstance(node, nodes) for node in ast.walk(value))
    )


def is_telling(statement: ast.stmt, lines: Sequence[str]) -> bool:
    """Tell whether an outline keeps a simple statement."""
    if isinstance(statement, (*_FLOW, ast.AnnAssign)) or is_state(statement):
        return True
    if _waits(statement):
        return True
    is_single = statement.lineno == statement.end_lineno
    width = len(lines[statement.lineno - 1].strip())
    return isinstance(statement, _ASSIGNED) and is_single and width <= SHORT


def _waits(statement: ast.stmt) -> bool:
    waiting = (ast.Yield, ast.YieldFrom, ast.Await)
    return any(isinstance(node, waiting) for node in ast.walk(statement))


def elision(statements: Sequence[ast.stmt], taken: Sequence[str]) -> str:
    """Stand for the *taken* lines of *statements*: their number and their gist."""
    if len(taken) == 1 and len(taken[0].strip()) <= BRIEF:
        return taken[0]
    indent = taken[0][: len(taken[0]) - len(taken[0].lstrip())]
    bound, called = _gist(statements)
    told = [f"binds {bound}"] if bound else []
    told += [f"calls {called}"] if called else []
    return (
        f"{indent}...  # {counted(len(taken))}{': ' if told else ''}{'; '.join(told)}"
    )


def counted(number: int) -> str:
    """Give `1 line` or `5 lines`."""
    return f"{number} line{'s' * (number != 1)}"


def _gist(statements: Sequence[ast.stmt]) -> tuple[str, str]:
    bound: dict[str, None] = {}
    called: dict[str, None] = {}
    own = stores(statements)
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id in own:
                bound.setdefault(node.id)
            elif isinstance(node, ast.Call):
                called.setdefault(_callee(node))
    called.pop("", None)
    return ", ".join([*bound][:SHOWN_NAMES]), ", ".join([*called][:SHOWN_NAMES])


def _callee(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def bare_lines(lines: Sequence[str]) -> Iterator[str]:
    """Outline code that does not parse: the lines that look like headers."""
    run: list[str] = []
    for line in lines:
        if _TELLING.match(line):
            yield from _counted_run(run)
            run = []
            yield line
        elif line.strip():
            run.append(line)
    yield from _counted_run(run)


def _counted_run(run: Sequence[str]) -> Iterator[str]:
    if len(run) == 1 and len(run[0].strip()) <= BRIEF:
        yield run[0]
    elif run:
        indent = run[0][: len(run[0]) - len(run[0].lstrip())]
        yield f"{indent}...  # {counted(len(run))} of an excerpt"


def ends(source: str) -> str:
    """Give head and tail of a text whose structure is not known."""
    lines = source.split("\n")
    gone = len(lines) - 2 * AROUND
    if gone <= 1:
        return source
    return "\n".join([*lines[:AROUND], f"... {counted(gone)}", *lines[-AROUND:]])
