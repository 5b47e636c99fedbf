"""Calls that pandas has removed, written anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit

_FRAMES = ("DataFrame", "Series")
_ROLLING = 2  # arguments of `pd.rolling_mean(series, 3)`


def propose(case: Case, owner: str, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    """Replace `append` and `rolling_*` by what pandas has today."""
    attribute = nodes[0].attr
    if owner in _FRAMES and attribute == "append":
        yield _concat(case, owner, nodes)
    elif owner == "pandas" and attribute.startswith("rolling_"):
        yield _rolling(case, nodes, attribute.removeprefix("rolling_"))


def _concat(case: Case, owner: str, nodes: list[ast.Attribute]) -> Fix | None:
    pandas = case.module("pandas")
    edits = []
    for call in case.nodes(ast.Call):
        is_outer = any(
            node in nodes for node in ast.walk(call) if node is not call.func
        )
        if call.func in nodes and call.args and not is_outer:
            text = _joined(case, call, owner, pandas or "pd")
            edits.append(Edit(*case.span(call), text))
    if not pandas:
        edits.append(Edit(0, 0, "import pandas as pd\n"))
    why = [f"pandas 2 removed `{owner}.append`; `concat` makes the same frame"]
    has_calls = len(edits) > (not pandas)
    return (
        edit(case, "Use `concat` instead of `append`", edits, "likely", why)
        if has_calls
        else None
    )


def _joined(case: Case, call: ast.Call, owner: str, pandas: str) -> str:
    func = call.func
    first = case.text(func.value) if isinstance(func, ast.Attribute) else ""
    other, text = call.args[0], case.text(call.args[0])
    if isinstance(other, ast.List) and other.elts and not _is_rows(other):
        parts = [first, *(case.text(element) for element in other.elts)]
    elif owner == "DataFrame" and _is_row(case, other):
        rows = text if isinstance(other, ast.List) else f"[{text}]"
        parts = [first, f"{pandas}.DataFrame({rows})"]
    else:
        parts = [first, text]
    kept = [k for k in call.keywords if k.arg in ("ignore_index", "sort", None)]
    options = "".join(f", {case.text(keyword)}" for keyword in kept)
    return f"{pandas}.concat([{', '.join(parts)}]{options})"


def _is_rows(node: ast.expr) -> bool:
    return isinstance(node, ast.List) and all(
        isinstance(element, ast.Dict) for element in node.elts
    )


def _is_row(case: Case, node: ast.expr) -> bool:
    """Tell whether *node* is a row: a dict, a series or a list of dicts."""
    if isinstance(node, ast.Dict) or _is_rows(node):
        return True
    if isinstance(node, ast.Name):
        found = case.variable(node.id)
        return found is not None and found.type_name in ("dict", "Series")
    called = node.func if isinstance(node, ast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))
    return name in ("Series", "dict")


def _rolling(case: Case, nodes: list[ast.Attribute], method: str) -> Fix | None:
    edits = []
    for call in case.nodes(ast.Call):
        if call.func in nodes and len(call.args) == _ROLLING:
            values, window = map(case.text, call.args)
            text = f"{values}.rolling({window}).{method}()"
            edits.append(Edit(*case.span(call), text))
    why = [f"pandas removed `rolling_{method}`; it is a method of `rolling` now"]
    return edit(case, f"Use `.rolling(…).{method}()`", edits, "likely", why)
