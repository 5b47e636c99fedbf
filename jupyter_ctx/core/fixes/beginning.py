"""Fixes for names that need a first value, or that another scope has."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.core.fixes import name_meant
from jupyter_ctx.core.fixes.calls import before_statement
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.near import SURE, near

SHORTEST = 3  # letters of a name that can stand for a class
_FIRST = {
    "append": "[]", "extend": "[]", "insert": "[]", "add": "set()", "update": "{}",
    "setdefault": "{}",
}  # fmt: skip


def propose(case: Case) -> Iterator[Fix | None]:
    """Begin with an empty value, take the name just bound, or call its function."""
    name = case.report.names.get("name", "")
    if name and case.frame is not None and case.statement is not None:
        yield _bound_beside(case, name)
        yield _made(case, name)
        yield from _begun(case, name)
        yield from _returned(case, name)


def _begun(case: Case, name: str) -> Iterator[Fix | None]:
    """Give what is added to its first value, before the loop."""
    first = _first_value(case, name)
    if not first or name_meant.attribute(case, name) is not None:
        return
    loops = list(case.loops())
    around: ast.stmt | None = loops[-1] if loops else None
    around = around or next((n for n in case.tree.body if _holds(n, case.line)), None)
    if around is None:
        return
    start = case.span(around)[0]
    line = f"{name} = {first}"
    text = f"{line}\n{' ' * around.col_offset}"
    why = [f"`{name}` is added to before it has a value"]
    title = f"Begin with `{line}`"
    alive = near(name, case.report.candidates)
    level: Certainty = "possible" if alive and alive[0][1] >= SURE else "likely"
    yield edit(case, title, [Edit(start, start, text)], level, why)


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or 0)


def _first_value(case: Case, name: str) -> str:
    """Tell from how *name* is added to what it begins with."""
    for added in case.failing(ast.AugAssign):
        if isinstance(added.target, ast.Name) and added.target.id == name:
            return _neutral(added.op, added.value)
    for bound in case.failing(ast.Assign):
        targets = [n.id for n in bound.targets if isinstance(n, ast.Name)]
        both = bound.value
        if name in targets and isinstance(both, ast.BinOp):
            other = both.right if ast.unparse(both.left) == name else both.left
            return _neutral(both.op, other)
    return _container(case, name)


def _container(case: Case, name: str) -> str:
    """Tell from what is done to *name* which empty container it begins as."""
    for node in case.failing(ast.expr):
        inner = node.value if isinstance(node, ast.Attribute | ast.Subscript) else None
        if not isinstance(inner, ast.Name) or inner.id != name:
            continue
        if isinstance(node, ast.Attribute):
            return _FIRST.get(node.attr, "")
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            return "{}"
    return ""


def _neutral(sign: ast.operator, other: ast.expr) -> str:
    if isinstance(sign, ast.Mult | ast.Div):
        return "1"
    is_text = isinstance(other, ast.JoinedStr) or (
        isinstance(other, ast.Constant) and isinstance(other.value, str)
    )
    if isinstance(other, ast.List | ast.ListComp):
        return "[]"
    return '""' if is_text else "0"


def _bound_beside(case: Case, name: str) -> Fix | None:
    """Take the name that the `with`, `for` or `except` around has just bound."""
    uses = [n for n in case.failing(ast.Name) if n.id == name]
    for node in case.nodes(ast.With):
        targets = [one.optional_vars for one in node.items]
        names = [one.id for one in targets if isinstance(one, ast.Name)]
        if names and _holds(node, case.line) and node.lineno < case.line:
            inside = _used(node.body)
            if names[0] not in inside:
                why = [f"the `with` around calls it `{names[0]}`"]
                edits = [Edit(*case.span(use), names[0]) for use in uses]
                title = f"Write `{names[0]}` instead of `{name}`"
                return edit(case, title, edits, "likely", why)
    for loop in case.loops():
        target = loop.target
        if isinstance(target, ast.Name) and target.id not in _used(loop.body):
            why = [f"the loop around calls it `{target.id}`"]
            edits = [Edit(*case.span(use), target.id) for use in uses]
            title = f"Write `{target.id}` instead of `{name}`"
            is_own = loop.lineno < case.line
            return edit(case, title, edits, "possible", why) if is_own else None
    return None


def _made(case: Case, name: str) -> Fix | None:
    """Make an object of the live class that ends so: `scaler` a `MinMaxScaler`."""
    is_asked = any(
        isinstance(node.value, ast.Name) and node.value.id == name
        for node in case.failing(ast.Attribute)
    )
    wanted = name.replace("_", "").casefold()
    classes = [
        one.name
        for one in case.state.variables
        if one.kind == "class" and one.name.casefold().endswith(wanted)
    ]
    if not is_asked or len(classes) != 1 or len(wanted) < SHORTEST:
        return None
    line = f"{name} = {classes[0]}()"
    why = [f"the class `{classes[0]}` is there, but no object of it"]
    edits = [before_statement(case, line)]
    return edit(case, f"Make it first: `{line}`", edits, "likely", why)


def _used(body: list[ast.stmt]) -> set[str]:
    nodes = (node for one in body for node in ast.walk(one))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _returned(case: Case, name: str) -> Iterator[Fix | None]:
    """Call the function that returns what is called so inside of it."""
    sources = [(case.tree, case.label)]
    for execution in reversed(case.state.executions):
        tree = parse(blank(execution.source)) if not execution.language else None
        if tree is not None and execution.run != case.cell_run:
            sources.append((tree, execution.label))
    for tree, label in sources:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and _gives(node, name):
                yield _called(case, name, node, label)
                return


def _gives(function: ast.FunctionDef, name: str) -> bool:
    returns = [n.value for n in ast.walk(function) if isinstance(n, ast.Return)]
    return any(isinstance(one, ast.Name) and one.id == name for one in returns)


def _called(case: Case, name: str, function: ast.FunctionDef, label: str) -> Fix | None:
    given = [one.arg for one in function.args.args]
    needed = given[: len(given) - len(function.args.defaults)]
    if any(case.variable(one) is None for one in needed):
        return None
    text = f"{function.name}({', '.join(needed)})"
    uses = [n for n in case.failing(ast.Name) if n.id == name]
    why = [f"{label} makes `{name}` inside of `{function.name}`, which returns it"]
    if len(uses) == 1:
        return swap(case, uses[0], text, "likely", why)
    edits = [Edit(*case.span(use), text) for use in uses]
    return edit(case, f"Write `{text}`", edits, "possible", why)
