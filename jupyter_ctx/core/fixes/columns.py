"""Fixes for columns of text that stand for numbers or dates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import library
from jupyter_ctx.core.fixes.calls import called, calls, keyword, owner, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.dates import fitting
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.variable import Field

_TEXT = ("str", "object", "string", "large_string")
_MIXED = (
    "unsupported operand", "not supported for dtype", "Invalid comparison between",
    "string multiply", "can only concatenate str", "reduction", "agg function failed",
    "not supported between instances", "ufunc '", "cannot be cast", "has no kernel",
    "no numeric", "No numeric", "no numeric data", "must be numeric", "Cannot multiply",
)  # fmt: skip
_NUMBER = re.compile(r"\s*[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?\s*")
_PRINTED = re.compile(r"\s*[-+]?[$€£]?\s*\d[\d,. ]*\s*[%$€£]?\s*")

Column = tuple[ast.expr, str, Field]


def propose(case: Case) -> Iterator[Fix | None]:
    """Make numbers or dates of a column, or take the numeric columns alone."""
    message = case.report.evalue
    if "with DatetimeIndex" in message:
        yield from _indexed(case)
        return
    if not any(sign in message for sign in _MIXED):
        return
    found = list(columns(case))
    dates = [one for one in found if is_date(one[2])]
    if dates and len(dates) == len(found):
        yield _converted(case, dates, "to_datetime")
    numbers = [one for one in found if is_number(one[2])]
    if numbers:
        yield _converted(case, numbers, "to_numeric")


def columns(case: Case) -> Iterator[Column]:
    """Find the columns of text that the failing statement takes from live frames."""
    for node in case.failing(ast.expr):
        name = _column(node)
        frame = node.value if isinstance(node, ast.Attribute | ast.Subscript) else None
        if not name or not isinstance(frame, ast.Name):
            continue
        summary = case.variable(frame.id)
        for one in summary.fields if summary and summary.kind == "frame" else ():
            is_set = isinstance(getattr(node, "ctx", None), ast.Store)
            if one.name == name and one.dtype in _TEXT and not is_set:
                yield node, name, one


def _column(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    inner = node.slice if isinstance(node, ast.Subscript) else None
    is_text = isinstance(inner, ast.Constant) and isinstance(inner.value, str)
    return str(inner.value) if is_text and isinstance(inner, ast.Constant) else ""


def _samples(one: Field) -> list[str]:
    parts = re.findall(r"'([^']*)'|\"([^\"]*)\"", one.sample)
    return [left or right for left, right in parts] or [one.sample.strip("'\"")]


def is_number(one: Field) -> bool:
    """Tell whether the samples of a column of text are printed numbers."""
    return all(_PRINTED.fullmatch(text) for text in _samples(one))


def is_date(one: Field) -> bool:
    """Tell whether the samples of a column of text are dates in a usual format."""
    texts = _samples(one)
    return all(not _NUMBER.fullmatch(text) and bool(fitting(text)) for text in texts)


def _converted(case: Case, found: list[Column], function: str) -> Fix | None:
    pandas = case.module("pandas") or "pd"
    edits, facts = [], []
    for node, name, one in found:
        text = case.text(node)
        plain = all(_NUMBER.fullmatch(sample) for sample in _samples(one))
        if function == "to_numeric" and not plain:
            text += '.str.replace(r"[^\\d.+-]", "", regex=True)'
        edits.append(Edit(*case.span(node), f"{pandas}.{function}({text})"))
        facts.append(f"`{name}` is text, as {one.sample}")
    what = "dates" if function == "to_datetime" else "numbers"
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(n for _, n, _ in found))
    return edit(case, f"Make {what} of {names}", edits, "likely", facts)


def _indexed(case: Case) -> Iterator[Fix | None]:
    """Say which column has the dates."""
    for call in calls(case, "resample", "asfreq", "between_time", "at_time"):
        holder = owner(call)
        summary = case.variable(holder.id) if isinstance(holder, ast.Name) else None
        if holder is None or summary is None:
            continue
        for one in summary.fields:
            why = [f"the column `{one.name}` has the dates", *case.live(holder)]
            if one.dtype.startswith("datetime"):
                edits = [with_option(case, call, f"on={one.name!r}")]
                yield edit(case, f"Say `on={one.name!r}`", edits, "likely", why)
            elif one.dtype in _TEXT and is_date(one):
                pandas, held = case.module("pandas") or "pd", case.text(holder)
                dates = f"{pandas}.to_datetime({held}[{one.name!r}])"
                yield swap(case, holder, f"{held}.set_index({dates})", "likely", why)


def numeric(case: Case) -> Iterator[Fix | None]:
    """Let a method of a frame that can do so take the numeric columns alone."""
    for call in case.failing(ast.Call):
        frame = library.class_named("DataFrame", "pandas")
        own = library.attribute(frame, called(call)) if owner(call) else None
        names = library.named(library.resolved(case, call.func) or own)
        if "numeric_only" in names and keyword(call, "numeric_only") is None:
            why = [case.report.evalue[:200], *case.live(call)]
            edits = [with_option(case, call, "numeric_only=True")]
            level: Certainty = "likely"
            yield edit(case, "Use the numeric columns alone", edits, level, why)
