"""Fixes for whole columns and arrays given to what takes one number, and back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import library
from jupyter_ctx.core.fixes.calls import called, calls, grouped, type_of
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top

_SINGLE = (
    "cannot convert the series to", "can be converted to Python scalar",
    "argument must be a string, a bytes-like object or a real number, not",
    "must be real number, not", "argument must be a string or a real number, not",
    "only length-1 arrays", "only 0-dimensional arrays",
)  # fmt: skip
_TEXTS = ("did not contain a loop", "not supported for the input", "resolved dtypes")
_INDICES = re.compile(r"too many indices for array: array is (\d)-dimensional")
_NEEDED = ("int", "float", "str", "bool")


def propose(case: Case) -> Iterator[Fix | None]:
    """Convert each element, bracket each comparison, or index what is there."""
    message = case.report.evalue
    yield from _compared(case)
    if any(sign in message for sign in _SINGLE):
        yield from _each(case)
        if not message.endswith("not str"):
            yield from _mathematics(case)
    elif "UFunc" in case.report.ename or any(sign in message for sign in _TEXTS):
        yield from _as_numbers(case)
        yield from _widened(case)
    elif found := _INDICES.search(message):
        yield from _flatter(case, int(found[1]))
    elif "arrays used as indices must be" in message:
        yield from _whole(case)
    elif "inhomogeneous shape" in message:
        yield from _uneven(case)
    elif message.startswith("first argument must be an iterable of pandas"):
        yield from _gathered(case)


def _compared(case: Case) -> Iterator[Fix | None]:
    """Put each comparison around `&` and `|` into brackets."""
    for node in case.failing(ast.Compare):
        terms = [node.left, *node.comparators]
        if any(
            isinstance(one, ast.BinOp) and isinstance(one.op, ast.BitAnd | ast.BitOr)
            for one in terms
        ):
            text = case.text(node)
            parts = re.split(r"\s*([&|])\s*", text)
            new = [p if p in "&|" or p.startswith("(") else f"({p})" for p in parts]
            why = ["`&` and `|` bind closer than comparisons", *case.live(node)]
            yield swap(case, node, " ".join(new), "likely", why)
            return


def _each(case: Case) -> Iterator[Fix | None]:
    """Convert each element, as `int(df["a"])` means it."""
    for call in calls(case, *_NEEDED):
        if len(call.args) != 1:
            continue
        node, function = call.args[0], called(call)
        cls = library.class_of(case, node)
        why = [f"`{function}` takes one value", *case.live(node)]
        if library.attribute(cls, "astype") is not None:
            text = f"{grouped(case, node)}.astype({function})"
            yield swap(case, call, text, "likely", why)
        elif type_of(case, node) in ("list", "tuple", "set") or cls is list:
            text = f"[{function}(v) for v in {case.text(node)}]"
            yield swap(case, call, text, "likely", why)


def _mathematics(case: Case) -> Iterator[Fix | None]:
    """Calculate with numpy what `math` does for one number alone."""
    for call in case.failing(ast.Call):
        home = library.resolved(case, call.func)
        name = called(call)
        is_math = home is not None and library.members("math").get(name) is home
        if is_math and library.members("numpy").get(name) is not None:
            numpy = case.module("numpy")
            text = f"{numpy or 'np'}.{name}"
            edits = [Edit(*case.span(call.func), text)]
            if not numpy:
                edits.append(at_top(case, "import numpy as np"))
            why = ["`math` takes one number, numpy whole arrays", *case.live(call)]
            yield edit(case, f"Write `{text}`", edits, "likely", why)


def _as_numbers(case: Case) -> Iterator[Fix | None]:
    """Make numbers of an array of texts or objects."""
    for node in case.failing(ast.Name):
        summary = case.variable(node.id)
        is_text = summary is not None and re.search(r"<U|str|object", summary.shape)
        if is_text and summary is not None and summary.kind in ("array", "series"):
            why = ["its elements are no numbers yet", *case.live(node)]
            yield swap(case, node, f"{node.id}.astype(float)", "likely", why)


def _widened(case: Case) -> Iterator[Fix | None]:
    """Make a new array where whole numbers cannot hold the result."""
    signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
    for node in case.failing(ast.AugAssign):
        sign = signs.get(type(node.op), "")
        if sign:
            held = case.text(node.target)
            text = f"{held} = {held} {sign} {grouped(case, node.value)}"
            why = ["an array of whole numbers takes no fractions in place"]
            yield swap(case, node, text, "likely", [*why, *case.live(node)])


def _flatter(case: Case, dimensions: int) -> Iterator[Fix | None]:
    """Ask for as many positions as there are dimensions."""
    for node in case.failing(ast.Subscript):
        if not isinstance(node.slice, ast.Tuple):
            continue
        kept = node.slice.elts[:dimensions]
        text = ", ".join(case.text(one) for one in kept)
        why = [f"the array has {dimensions} dimension(s)", *case.live(node.value)]
        if kept and len(kept) < len(node.slice.elts):
            yield swap(case, node.slice, text, "likely", why)
            wide = f"{case.text(node.value)}.reshape(-1, 1)"
            yield swap(case, node.value, wide, "possible", why)


def _whole(case: Case) -> Iterator[Fix | None]:
    for node in case.failing(ast.Subscript):
        if isinstance(node.slice, ast.Name | ast.BinOp | ast.Call):
            text = f"{grouped(case, node.slice)}.astype(int)"
            why = ["positions are whole numbers", *case.live(node.slice)]
            yield swap(case, node.slice, text, "likely", why)


def _uneven(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "array", "asarray"):
        start = case.span(call)[1] - 1
        why = ["the rows differ in length", *case.live(call)]
        edits = [Edit(start, start, ", dtype=object")]
        yield edit(case, "Keep the rows as objects", edits, "likely", why)


def _gathered(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "concat"):
        if call.args:
            why = ["it takes a list of frames", *case.live(call)]
            yield swap(
                case, call.args[0], f"[{case.text(call.args[0])}]", "likely", why
            )
