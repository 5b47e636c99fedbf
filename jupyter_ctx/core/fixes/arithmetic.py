"""Fixes for an index beyond the end and for a division by zero."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit

_SIZE = re.compile(r"([\d,]+)")
_ORDINARY = (ast.Div, ast.FloorDiv, ast.Mod)


def propose(case: Case) -> Iterator[Fix | None]:
    """Take the last element, or guard the division; both change the meaning."""
    if case.report.ename == "ZeroDivisionError":
        yield from _guarded(case)
    else:
        yield from _last(case)


def _guarded(case: Case) -> Iterator[Fix | None]:
    divisions = [
        node for node in case.failing(ast.BinOp) if isinstance(node.op, _ORDINARY)
    ]
    if len(divisions) != 1:
        return
    node = divisions[0]
    whole, divisor = case.text(node), case.text(node.right)
    text = f'({whole} if {divisor} else float("nan"))'
    why = [f"`{divisor}` is 0 here", *_known(case, node.right)]
    title = "Give nan where the divisor is 0"
    yield edit(case, title, [Edit(*case.span(node), text)], "possible", why)


def _known(case: Case, node: ast.expr) -> list[str]:
    words = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    told = case.frame.locals if case.frame is not None else ()
    return [f"live: {local.line}" for local in told if local.name in words]


def _last(case: Case) -> Iterator[Fix | None]:
    nodes = [
        node
        for node in case.failing(ast.Subscript)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int)
    ]
    for node in nodes:
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        summary = case.variable(name)
        size = _SIZE.search(summary.shape) if summary is not None else None
        index = node.slice.value if isinstance(node.slice, ast.Constant) else 0
        count = int(size[1].replace(",", "")) if size else 0
        if summary is None or not count or not isinstance(index, int) or index < count:
            continue
        last = count - 1
        why = [f"live: {name}: {summary.type_name} {summary.shape}, so 0 to {last}"]
        title = f"Take the last element, `{name}[{last}]`"
        edits = [Edit(*case.span(node.slice), str(last))]
        yield edit(case, title, edits, "possible", why)
