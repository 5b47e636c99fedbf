"""What the calls in a failing statement are, and edits that change them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit


def called(call: ast.Call) -> str:
    """Give the last name of what *call* calls, or an empty string."""
    func = call.func
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def calls(case: Case, *names: str) -> Iterator[ast.Call]:
    """Walk the calls of *names* in the failing statement."""
    return (node for node in case.failing(ast.Call) if called(node) in names)


def keyword(call: ast.Call, name: str) -> ast.keyword | None:
    """Find the argument *name* of *call*."""
    return next((one for one in call.keywords if one.arg == name), None)


def owner(call: ast.Call) -> ast.expr | None:
    """Give the object whose method *call* calls."""
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def with_option(case: Case, call: ast.Call, option: str) -> Edit:
    """Give the edit that adds the argument *option* at the end of *call*."""
    at = case.span(call)[1] - 1
    before = case.source[:at].rstrip()
    comma = "" if before.endswith(("(", ",")) else ", "
    if before.endswith(","):
        comma = " "
    return Edit(at, at, f"{comma}{option}")


def without(case: Case, given: ast.keyword) -> Edit:
    """Take *given* out of its call, with the comma before or after it."""
    start, end = case.span(given)
    before = case.source[:start].rstrip()
    if before.endswith(","):
        return Edit(len(before) - 1, end, "")
    after = case.source[end:]
    rest = after.lstrip()
    if rest.startswith(","):
        end += len(after) - len(rest[1:].lstrip())
    return Edit(start, end, "")


def before_statement(case: Case, text: str) -> Edit:
    """Give the edit that puts the line *text* before the failing statement."""
    around = [
        node
        for node in case.nodes(ast.stmt)
        if node.lineno <= case.line <= (node.end_lineno or 0)
    ]
    inner = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
    lines = case.source.split("\n")
    at = sum(len(line) + 1 for line in lines[: inner.lineno - 1])
    head = lines[inner.lineno - 1]
    indent = head[: len(head) - len(head.lstrip())]
    return Edit(at, at, f"{indent}{text}\n")


def value(case: Case, node: ast.expr) -> object:
    """Give the value of a literal, or of a name whose small value is known."""
    if isinstance(node, ast.Constant):
        return node.value
    summary = case.variable(node.id) if isinstance(node, ast.Name) else None
    if summary is None or not summary.value:
        return None
    try:
        return ast.literal_eval(summary.value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def type_of(case: Case, node: ast.expr) -> str:
    """Name the type of a literal or of a live variable, or give nothing."""
    if isinstance(node, ast.Constant):
        return type(node.value).__name__
    displays = {ast.List: "list", ast.Dict: "dict", ast.Tuple: "tuple", ast.Set: "set"}
    if type(node) in displays:
        return displays[type(node)]
    summary = case.variable(node.id) if isinstance(node, ast.Name) else None
    return summary.type_name if summary is not None else ""


def grouped(case: Case, node: ast.expr) -> str:
    """Give *node* as written, in brackets where an operator could part it."""
    text = case.text(node)
    plain = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.List)
    return text if isinstance(node, plain) else f"({text})"
