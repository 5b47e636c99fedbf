"""Fixes for a name that is not defined."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.engine.render import live_line
from jupyter_ctx.core.fixes import known, name_meant
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.near import certainty, near

_NAME = re.compile(r"name '([^']+)' is not defined")
_PUBLIC = tuple(name for name in dir(builtins) if not name.startswith("_"))
# Modules of the standard library whose name is rarely meant otherwise.
# fmt: off
_PLAIN_MODULES = frozenset((
    "os", "re", "sys", "json", "math", "random", "time", "datetime", "csv", "glob",
    "itertools", "functools", "collections", "pathlib", "shutil", "subprocess",
    "pickle", "logging", "warnings", "operator", "statistics", "copy", "io", "gc",
    "urllib", "typing", "hashlib", "base64", "tempfile", "zipfile", "sqlite3", "uuid",
    "textwrap", "string", "threading", "multiprocessing", "asyncio", "inspect",
))
# fmt: on


def propose(case: Case) -> Iterator[Fix | None]:
    """Import the name, take it from an earlier import, or mend its spelling."""
    name = case.report.names.get("name", "")
    found = _NAME.search(case.report.evalue)
    name = name or (found[1] if found else "")
    if not name or not case.source:
        return
    yield from name_meant.propose(case, name)
    yield _imported(case, name)
    yield from _respelt(case, name)


def _imported(case: Case, name: str) -> Fix | None:
    statement, why = _statement(case, name)
    if not statement:
        return None
    edits = [at_top(case, statement)]
    level: Certainty = "certain" if _is_at_hand(statement) else "possible"
    if statement == known.usual(name) and level == "certain":
        level = "likely"  # a plain word may mean something else
    title = f"Add `{statement}`"
    return edit(case, title, edits, level, [f"`{name}` is not defined", why])


def _statement(case: Case, name: str) -> tuple[str, str]:
    """Give the statement that imports *name*, and how that is known."""
    if name == "datetime":
        return _datetime(case), "a module of the standard library"
    if name in _TWINS:
        return _twin(case, name), "a module of the standard library"
    for execution in reversed(case.state.executions):
        for binding in names(execution.source).binds:
            if binding.name == name and binding.kind == "import":
                text = _alone(binding.module, binding.statement, name)
                return text, f"{execution.label} imports it so"
    statement = known.import_of(name)
    if statement:
        return statement, "the usual meaning of this name"
    used = any(
        isinstance(node.value, ast.Name) and node.value.id == name
        for node in case.nodes(ast.Attribute)
    )
    if used and name in _PLAIN_MODULES and name in sys.stdlib_module_names:
        return f"import {name}", "a module of the standard library"
    statement = known.usual(name)
    return statement, "the usual meaning of this name" if statement else ""


_TWINS = frozenset({"copy", "glob", "pprint", "time"})
"""Modules with a function of the same name: the use tells which is meant."""


def _twin(case: Case, name: str) -> str:
    is_called = any(
        isinstance(node.func, ast.Name) and node.func.id == name
        for node in case.nodes(ast.Call)
    )
    return f"from {name} import {name}" if is_called else f"import {name}"


def _alone(module: str, statement: str, name: str) -> str:
    """Write the import of *name* alone, out of a longer statement."""
    if statement.startswith("from"):
        found = re.search(rf"(\w+)\s+as\s+{re.escape(name)}\b", statement)
        member = f"{found[1]} as {name}" if found else name
        return f"from {module} import {member}"
    return f"import {module}" if module == name else f"import {module} as {name}"


def _datetime(case: Case) -> str:
    """Tell the class from the module by how the cell uses it."""
    used = {
        node.attr
        for node in case.nodes(ast.Attribute)
        if isinstance(node.value, ast.Name) and node.value.id == "datetime"
    }
    of_module = {"datetime", "date", "timedelta", "timezone", "UTC"}
    return (
        "import datetime"
        if used and used <= of_module
        else "from datetime import datetime"
    )


def _is_at_hand(statement: str) -> bool:
    if not statement.startswith(("import", "from")):
        return True
    module = statement.split()[1]
    try:
        # The top package is found without importing it.
        return find_spec(module.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return False


def at_top(case: Case, statement: str) -> Edit:
    """Put *statement* before the first statement, after what must stay first."""
    lines = case.source.split("\n")
    body = case.tree.body
    kept = 0
    while kept < len(body) and _stays_first(body[kept]):
        kept += 1
    if kept < len(body):
        line = min([body[kept].lineno, *_decorator_lines(body[kept])])
    else:
        line = len(lines) + 1
    while line > 1 and lines[line - 2].lstrip().startswith("#"):
        line -= 1
    at = sum(len(text) + 1 for text in lines[: line - 1])
    return Edit(at, at, f"{statement}\n")


def _stays_first(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text and node.lineno != node.end_lineno


def _decorator_lines(node: ast.stmt) -> list[int]:
    return [one.lineno for one in getattr(node, "decorator_list", [])]


def _respelt(case: Case, name: str) -> Iterator[Fix | None]:
    candidates = [*case.report.candidates, *_PUBLIC]
    found = near(name, candidates)
    uses = _uses(case, name)
    for other, _ in found:
        level = certainty(other, found)
        if level == "certain" and other not in case.report.candidates:
            level = "likely"
        if not _suits(case, name, other):
            level = "possible"
        edits = [Edit(*case.span(node), other) for node in uses]
        title = f"Write `{other}` instead of `{name}`"
        yield edit(case, title, edits, level, _facts(case, name, other))


def _uses(case: Case, name: str) -> list[ast.Name]:
    """Find all uses of *name*; where the cell binds it too, those that failed."""
    augmented = {id(node.target) for node in case.nodes(ast.AugAssign)}
    all_ = [node for node in case.nodes(ast.Name) if node.id == name]
    uses = [n for n in all_ if isinstance(n.ctx, ast.Load) or id(n) in augmented]
    is_bound = len(uses) < len(all_) or any(
        node.arg == name for node in case.nodes(ast.arg)
    )
    if not is_bound:
        return uses
    failing = {id(node) for node in case.failing(ast.Name)}
    return [node for node in uses if id(node) in failing]


def _suits(case: Case, name: str, other: str) -> bool:
    """Tell whether *other* can be used the way the cell uses *name*."""
    summary = case.variable(other)
    if summary is None:
        return True
    is_called = any(
        isinstance(node.func, ast.Name) and node.func.id == name
        for node in case.nodes(ast.Call)
    )
    can_call = summary.kind in ("function", "class", "object")
    return can_call if is_called else True


def _facts(case: Case, name: str, other: str) -> list[str]:
    summary = case.variable(other)
    fact = f"`{other}` is a built-in name"
    if summary is not None:
        fact = f"live: {live_line(summary)}"
    elif other in case.report.candidates:
        fact = f"`{other}` is defined where the error happened"
    return [f"`{name}` is not defined", fact]
