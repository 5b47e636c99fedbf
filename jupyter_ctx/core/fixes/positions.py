"""Fixes for positions one too far, and for elements of what is empty."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import called, calls, owner, value
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Fix, swap

_BEYOND = re.compile(r"index (\d+) is out of bounds for axis (\d) with size (\d+)")

_Loop = ast.For | ast.comprehension


def propose(case: Case) -> Iterator[Fix | None]:
    """End the loop earlier, take the last element, or ask whether there is one."""
    loops: list[_Loop] = [*case.loops(), *case.failing(ast.comprehension)]
    for loop in loops:
        yield from _shorter(case, loop)
    yield from _earlier(case)
    for node in case.failing(ast.Subscript):
        yield _last(case, node)
        yield _dimension(case, node)
        yield _at_end(case, node)
        yield from _separated(case, node)
        yield _if_any(case, node)
    if "positional indexer is out-of-bounds" in case.report.evalue:
        yield from _last_row(case)
    if case.report.evalue.startswith("pop from"):
        yield from _popped(case)


def _earlier(case: Case) -> Iterator[Fix | None]:
    """End a `while` before the length, not at it."""
    for loop in case.nodes(ast.While):
        test = loop.test
        inside = loop.lineno <= case.line <= (loop.end_lineno or 0)
        if not inside or not isinstance(test, ast.Compare) or len(test.ops) != 1:
            continue
        left, right = case.text(test.left), test.comparators[0]
        if isinstance(test.ops[0], ast.LtE) and _is_length(right):
            why = ["the last position is the length less one", *case.live(right)]
            yield swap(case, test, f"{left} < {case.text(right)}", "likely", why)


def _is_length(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and called(node) == "len"


def _shorter(case: Case, loop: _Loop) -> Iterator[Fix | None]:
    """Count to the length, not beyond it."""
    call = loop.iter
    if not isinstance(call, ast.Call) or called(call) != "range" or not call.args:
        return
    end = call.args[1] if len(call.args) > 1 else call.args[0]
    why = ["positions go from 0 to the length less one", *case.live(end)]
    if isinstance(end, ast.BinOp) and isinstance(end.op, ast.Add):
        if _is_length(end.left):
            yield swap(case, end, case.text(end.left), "likely", why)
    elif _is_length(end) and _looks_ahead(case, loop):
        yield swap(case, end, f"{case.text(end)} - 1", "likely", why)


def _looks_ahead(case: Case, loop: _Loop) -> bool:
    """Tell whether the failing line asks for the element after this one."""
    name = loop.target.id if isinstance(loop.target, ast.Name) else ""
    return any(
        isinstance(node.slice, ast.BinOp)
        and isinstance(node.slice.op, ast.Add)
        and isinstance(node.slice.left, ast.Name)
        and node.slice.left.id == name
        for node in case.failing(ast.Subscript)
    )


def _last(case: Case, node: ast.Subscript) -> Fix | None:
    """Take the last element for that at the length."""
    if not _is_length(node.slice):
        return None
    why = ["the last position is the length less one", *case.live(node)]
    return swap(case, node.slice, "-1", "likely", why)


def _separated(case: Case, node: ast.Subscript) -> Iterator[Fix | None]:
    """Split at another sign what came out as one part."""
    parts = value(case, node.value)
    at = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if not isinstance(parts, list) or len(parts) != 1 or not isinstance(at, int):
        return
    text = parts[0] if isinstance(parts[0], str) else ""
    for sign in (";", ",", "\t", "|", ":"):
        if 0 < at < len(text.split(sign)):
            new = f"{case.text(node.value)}[0].split({sign!r})"
            why = [f"the only part is {text[:40]!r}", *case.live(node.value)]
            yield swap(case, node.value, new, "likely", why)


def _last_row(case: Case) -> Iterator[Fix | None]:
    """Take the last row for the one at the number of rows, or behind it."""
    for node in case.failing(ast.Subscript):
        is_placed = isinstance(node.value, ast.Attribute) and node.value.attr == "iloc"
        at = node.slice
        if is_placed and isinstance(at, ast.Constant) and type(at.value) is int:
            why = ["the last row is at the number of rows less one", *case.live(node)]
            yield swap(case, at, "-1", "possible", why)


def _if_any(case: Case, node: ast.Subscript) -> Fix | None:
    """Give None where there is no element at all."""
    kept = value(case, node.value)
    at = case.text(node.slice)
    if kept not in ([], (), "") or at not in ("0", "-1"):
        return None
    name = case.text(node.value)
    text = f"({case.text(node)} if {name} else None)"
    why = [f"`{name}` is empty", *case.live(node.value)]
    return swap(case, node, text, "possible", why)


def _at_end(case: Case, node: ast.Subscript) -> Fix | None:
    """Take the last place of an axis for the number of its places."""
    found = _BEYOND.search(case.report.evalue)
    places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    at = int(found[2]) if found else 0
    if found is None or found[1] != found[3] or at >= len(places):
        return None
    wrong = places[at]
    if not isinstance(wrong, ast.Constant) or str(wrong.value) != found[1]:
        return None
    why = [f"axis {at} has the places 0 to {int(found[3]) - 1}", *case.live(node)]
    return swap(case, wrong, str(int(found[3]) - 1), "likely", why)


def _dimension(case: Case, node: ast.Subscript) -> Fix | None:
    """Ask an array of one dimension for that one."""
    shape = node.value
    is_shape = isinstance(shape, ast.Attribute) and shape.attr == "shape"
    is_far = isinstance(node.slice, ast.Constant) and node.slice.value != 0
    if not is_shape or not is_far or "tuple index" not in case.report.evalue:
        return None
    why = ["the array has fewer dimensions", *case.live(node)]
    return swap(case, node.slice, "0", "likely", why)


def _popped(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "pop", "popleft"):
        holder = owner(call)
        if holder is not None:
            name = case.text(holder)
            text = f"({case.text(call)} if {name} else None)"
            why = [f"`{name}` is empty", *case.live(holder)]
            yield swap(case, call, text, "possible", why)
