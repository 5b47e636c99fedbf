"""Fixes for a name that is not defined because something else was meant by it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, new_cell
from jupyter_ctx.core.secrets.redact import PLACEHOLDER

# What other languages, JSON and printed values call them.
_LITERALS = {
    "true": "True",
    "false": "False",
    "null": "None",
    "none": "None",
    "NULL": "None",
    "Null": "None",
    "nil": "None",
    "undefined": "None",
    "TRUE": "True",
    "FALSE": "False",
    "String": "str",
    "Integer": "int",
    "Boolean": "bool",
    "nan": 'float("nan")',
    "NaN": 'float("nan")',
    "inf": 'float("inf")',
}


def propose(case: Case, name: str) -> Iterator[Fix | None]:
    """Take the literal, column, attribute or earlier value that *name* stands for."""
    uses = [
        node
        for node in case.nodes(ast.Name)
        if node.id == name and isinstance(node.ctx, ast.Load)
    ]
    if name == "__file__":
        yield _folder(case, uses)
    yield _literal(case, name)
    yield _column(case, name, uses)
    yield attribute(case, name)
    yield _again(case, name)


def _replaced(case: Case, uses: list[ast.Name], text: str) -> list[Edit]:
    return [Edit(*case.span(node), text) for node in uses]


def _folder(case: Case, uses: list[ast.Name]) -> Fix | None:
    why = ["a notebook has no `__file__`; its folder is the working folder"]
    title = "Take the working folder: write the text `__file__`"
    return edit(case, title, _replaced(case, uses, '"__file__"'), "likely", why)


def _literal(case: Case, name: str) -> Fix | None:
    """Write all literals of another language that the cell has, as in JSON."""
    if name not in _LITERALS:
        return None
    foreign = [
        node
        for node in case.nodes(ast.Name)
        if node.id in _LITERALS and case.variable(node.id) is None
    ]
    edits = [Edit(*case.span(node), _LITERALS[node.id]) for node in foreign]
    why = [f"`{name}` is not Python; `{_LITERALS[name]}` is"]
    title = f"Write `{_LITERALS[name]}` instead of `{name}`"
    return edit(case, title, edits, "likely", why)


def _column(case: Case, name: str, uses: list[ast.Name]) -> Fix | None:
    """Put the name of a live column or key into quotes."""
    statement = case.statement
    if statement is None:
        return None
    named = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
    for summary in case.state.variables:
        fields = {field.name for field in summary.fields}
        if summary.name in named and name in fields and summary.kind != "class":
            what = "column" if summary.kind == "frame" else "key"
            why = [f"`{summary.name}` has the {what} `{name}`"]
            title = f'Write "{name}" in quotes'
            text = f'"{name}"'
            if what == "column" and _is_operand(statement, uses):
                text = f'{summary.name}["{name}"]'
                title = f"Take the column: `{text}`"
            edits = _replaced(case, uses, text)
            return edit(case, title, edits, "likely", why)
    return None


def _is_operand(statement: ast.AST, uses: list[ast.Name]) -> bool:
    """Tell whether a use is compared or calculated with, or asked for something."""
    parts: list[ast.expr] = []
    for node in ast.walk(statement):
        if isinstance(node, ast.Compare):
            parts += [node.left, *node.comparators]
        elif isinstance(node, ast.BinOp):
            parts += [node.left, node.right]
        elif isinstance(node, ast.Attribute):
            parts.append(node.value)
    return any(use in parts for use in uses)


def attribute(case: Case, name: str) -> Fix | None:
    """Ask `self` for what the class around the failing method has."""
    for cls in case.nodes(ast.ClassDef):
        method = _around(case, cls)
        if method is None or not method.args.args or name not in _own(cls):
            continue
        first = method.args.args[0].arg
        uses = [
            node
            for node in ast.walk(method)
            if isinstance(node, ast.Name) and node.id == name
        ]
        why = [f"the class `{cls.name}` has `{name}`"]
        title = f"Write `{first}.{name}` instead of `{name}`"
        edits = _replaced(case, uses, f"{first}.{name}")
        return edit(case, title, edits, "likely", why)
    return None


def _around(case: Case, cls: ast.ClassDef) -> ast.FunctionDef | None:
    methods = (node for node in cls.body if isinstance(node, ast.FunctionDef))
    lines = ((one, range(one.lineno, (one.end_lineno or 0) + 1)) for one in methods)
    return next((one for one, span in lines if case.line in span), None)


def _own(cls: ast.ClassDef) -> set[str]:
    """List what the class body binds and what its methods store in `self`."""
    found = {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(cls):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    for statement in cls.body:
        if isinstance(statement, ast.Assign):
            found |= {t.id for t in statement.targets if isinstance(t, ast.Name)}
    return found


def _again(case: Case, name: str) -> Fix | None:
    """Run the cell again that bound the name before it was lost."""
    deleted = ""
    for execution in reversed(case.state.executions):
        if execution.run == case.cell_run or PLACEHOLDER.search(execution.source):
            continue
        found = names(execution.source)
        if name in found.deletes:
            deleted = execution.label
        kinds = [one.kind for one in found.binds if one.name == name]
        if kinds and "import" not in kinds and name not in case.report.candidates:
            lost = f"{deleted} deleted it" if deleted else "it is gone since"
            why = [f"{execution.label} binds `{name}`", lost]
            title = f"Run {execution.label} again, which binds `{name}`"
            return new_cell(title, execution.source, "likely", why)
    return None
