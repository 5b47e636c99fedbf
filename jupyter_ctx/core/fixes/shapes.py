"""Fixes for arrays whose shapes or axes do not fit."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import (
    called,
    calls,
    grouped,
    keyword,
    type_of,
    with_option,
)
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap

_RESHAPE = re.compile(r"cannot reshape array of size (\d+) into shape")
_BROADCAST = re.compile(
    r"could not be broadcast together with shapes \(([\d,]*)\) \(([\d,]*)\)"
)
_ALIGNED = re.compile(r"shapes \(([\d,]*)\) and \(([\d,]*)\) not aligned")
_AXIS = re.compile(r"axis (-?\d+) is out of bounds for array of dimension (\d+)")
_REDUCTIONS = ("mean", "sum", "min", "max", "std", "var", "median", "prod")
_MADE = ("zeros", "ones", "empty", "full")
_JOINED = ("concatenate", "vstack", "hstack", "stack", "column_stack", "dstack")
PLANE = 2  # dimensions

Shape = tuple[int, ...]


def propose(case: Case) -> Iterator[Fix | None]:
    """Turn, stretch or reshape one side, or name an axis that is there."""
    message = case.report.evalue
    if found := _RESHAPE.search(message):
        yield from _reshaped(case, int(found[1]))
    elif found := _BROADCAST.search(message):
        yield from _broadcast(case, _shape(found[1]), _shape(found[2]))
    elif found := _ALIGNED.search(message):
        yield from _turned(case, _shape(found[1]), _shape(found[2]))
    elif message.startswith("matmul: "):
        yield from _turned(case, (), ())
    elif found := _AXIS.search(message):
        yield from _axis(case, int(found[1]), int(found[2]))
    elif message.startswith("Cannot interpret ") and message.endswith("a data type"):
        yield from _sized(case)
    elif "an integer" in message or "scalar index" in message:
        yield from _gathered(case)


def _shape(text: str) -> Shape:
    return tuple(int(part) for part in text.split(",") if part)


def _reshaped(case: Case, size: int) -> Iterator[Fix | None]:
    for call in calls(case, "reshape"):
        nodes = list(call.args)
        if nodes and isinstance(nodes[-1], ast.Tuple | ast.List):
            nodes = list(nodes[-1].elts)
        sizes = [_number(node) for node in nodes]
        for at, node in enumerate(nodes):
            others = [n for i, n in enumerate(sizes) if i != at]
            rest = math.prod(others)
            if rest < 1 or size % rest:
                continue
            why = [f"the array has {size:,} elements, {size // rest:,} x {rest:,}"]
            title = f"Let numpy find dimension {at}: write -1"
            why += case.live(call)
            yield edit(case, title, [Edit(*case.span(node), "-1")], "likely", why)


def _number(node: ast.expr) -> int:
    """Give a size as written; 0 where it is no plain number."""
    is_number = isinstance(node, ast.Constant) and type(node.value) is int
    return int(ast.unparse(node)) if is_number else 0


def _broadcast(case: Case, left: Shape, right: Shape) -> Iterator[Fix | None]:
    for node in case.failing(ast.BinOp):
        why = [f"shapes {left} and {right} do not fit", *case.live(node)]
        for side in (node.left, node.right):
            yield _kept(case, side, why)
        if len(left) == PLANE and right == left[:1]:
            text = f"{grouped(case, node.right)}[:, None]"
            yield swap(case, node.right, text, "likely", why)
        elif len(right) == PLANE and left == right[:1]:
            text = f"{grouped(case, node.left)}[:, None]"
            yield swap(case, node.left, text, "likely", why)
        elif len(left) == PLANE and left == right[::-1]:
            yield swap(
                case, node.right, f"{grouped(case, node.right)}.T", "likely", why
            )
        elif len(left) == len(right) == 1:
            longer, other = node.left, node.right
            if left[0] < right[0]:
                longer, other = other, longer
            text = f"{grouped(case, longer)}[:len({case.text(other)})]"
            yield swap(case, longer, text, "possible", why)


def _kept(case: Case, side: ast.expr, why: list[str]) -> Fix | None:
    """Keep the axis that a mean or sum takes away."""
    if not isinstance(side, ast.Call) or called(side) not in _REDUCTIONS:
        return None
    if keyword(side, "axis") is None or keyword(side, "keepdims") is not None:
        return None
    why = [f"`{called(side)}` takes the axis away", *why]
    title = "Keep the axis with `keepdims=True`"
    edits = [with_option(case, side, "keepdims=True")]
    return edit(case, title, edits, "likely", why)


def _turned(case: Case, left: Shape, right: Shape) -> Iterator[Fix | None]:
    pairs = [
        (node.left, node.right)
        for node in case.failing(ast.BinOp)
        if isinstance(node.op, ast.MatMult)
    ]
    for call in calls(case, "dot", "matmul"):
        if len(call.args) == PLANE:
            pairs.append((call.args[0], call.args[1]))
        elif len(call.args) == 1 and isinstance(call.func, ast.Attribute):
            pairs.append((call.func.value, call.args[0]))
    why = ["the columns of the left must be as many as the rows of the right"]
    if left:
        why.append(f"the shapes are {left} and {right}")
    for one, other in pairs:
        facts = [*why, *case.live(one, other)]
        if not left or left[0] == right[0]:
            yield swap(case, one, f"{grouped(case, one)}.T", "likely", facts)
        if not left or left[-1] == right[-1]:
            yield swap(case, other, f"{grouped(case, other)}.T", "likely", facts)


def _axis(case: Case, wrong: int, dimensions: int) -> Iterator[Fix | None]:
    last = dimensions - 1
    why = [f"the array has {dimensions} dimension(s), so the last axis is {last}"]
    for call in case.failing(ast.Call):
        given = keyword(call, "axis")
        if given is not None and ast.unparse(given.value) == str(wrong) and last >= 0:
            facts = [*why, *case.live(call)]
            title = f"Write `axis={last}`"
            edits = [Edit(*case.span(given.value), str(last))]
            yield edit(case, title, edits, "likely", facts)


def _sized(case: Case) -> Iterator[Fix | None]:
    """Give the sizes of a new array as one tuple."""
    for call in calls(case, *_MADE):
        if len(call.args) >= PLANE:
            yield _tuple(case, call, "the second argument is the type", "likely")


def _gathered(case: Case) -> Iterator[Fix | None]:
    """Give the arrays to join as one tuple."""
    for call in calls(case, *_JOINED):
        if len(call.args) >= PLANE and type_of(case, call.args[1]) != "int":
            yield _tuple(case, call, "the second argument is the axis", "likely")


def _tuple(case: Case, call: ast.Call, fact: str, certainty: Certainty) -> Fix | None:
    start, end = case.span(call.args[0])[0], case.span(call.args[-1])[1]
    text = f"({case.source[start:end]})"
    title = f"Give `{called(call)}` one tuple: `{text}`"
    return edit(case, title, [Edit(start, end, text)], certainty, [fact])
