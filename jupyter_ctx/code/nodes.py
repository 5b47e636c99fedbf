"""Questions about single nodes of a syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def is_in_place(keyword: ast.keyword) -> bool:
    """Tell whether *keyword* is `inplace=True`."""
    value = keyword.value
    is_true = isinstance(value, ast.Constant) and value.value is True
    return keyword.arg == "inplace" and is_true


def outputs(call: ast.Call) -> list[ast.expr]:
    """Give what *call* writes its result into: `np.add(a, b, out=c)`."""
    return [keyword.value for keyword in call.keywords if keyword.arg == "out"]


def span(node: ast.stmt) -> tuple[int, int]:
    """Give the first and last line of *node*, decorators included."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(d.lineno for d in decorators)])
    return first, node.end_lineno or node.lineno


def root(node: ast.expr) -> str:
    """Give the name that a chain of attributes, items and methods starts with."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call | ast.Starred):
        if not isinstance(node, ast.Call):
            node = node.value
        elif isinstance(node.func, ast.Attribute):
            node = node.func
        else:
            return ""
    if isinstance(node, ast.NamedExpr):
        node = node.target
    return node.id if isinstance(node, ast.Name) else ""


def parts(
    elements: Sequence[ast.expr], value: ast.expr | None
) -> Sequence[ast.expr | None]:
    """Match the *elements* of `a, b = 1, 2` with their values, if one to one."""
    if (
        isinstance(value, ast.Tuple | ast.List)
        and len(value.elts) == len(elements)
        and not any(isinstance(e, ast.Starred) for e in [*elements, *value.elts])
    ):
        return value.elts
    return [None] * len(elements)


_LITERALS = (
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.UnaryOp,
    ast.unaryop,
    ast.expr_context,
)


def is_literal(value: ast.expr) -> bool:
    """Tell whether *value* is made of constants alone."""
    return all(isinstance(node, _LITERALS) for node in ast.walk(value))
