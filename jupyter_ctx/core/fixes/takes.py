"""Fixes for functions that take text, dates, patterns or files, and got others."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from jupyter_ctx.core.fixes.calls import (
    called,
    calls,
    grouped,
    keyword,
    owner,
    type_of,
    value,
    with_option,
)
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.columns import columns
from jupyter_ctx.core.fixes.dates import fitting
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top

_PATTERNS = (
    "compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "split",
)  # fmt: skip
_TEXTUAL = ("contains", "replace", "match", "split", "count")
_FRACTIONS = ("float", "float64")
_NO_TEXT = ("int", "float", "bool", "int64", "float64", "Path", "PosixPath", "date")


def propose(case: Case) -> Iterator[Fix | None]:
    """Give text as text, a span as a span, a pattern as written, a file as opened."""
    message = case.report.evalue
    if case.report.ename in ("error", "PatternError", "ArrowInvalid"):
        yield from _patterns(case)
    for sign, rule in _RULES.items():
        if sign in message:
            yield from rule(case)


def _texts(case: Case) -> Iterator[Fix | None]:
    """Make text of the arguments that are none."""
    for call in case.failing(ast.Call):
        for node in call.args:
            if type_of(case, node) in _NO_TEXT:
                why = [case.report.evalue, *case.live(node)]
                yield swap(case, node, f"str({case.text(node)})", "likely", why)


def _contained(case: Case) -> Iterator[Fix | None]:
    """Look for a part in the text of a number, or in no text at all."""
    is_none = "NoneType" in case.report.evalue
    for node in case.failing(ast.Compare):
        held = node.comparators[0]
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            text = (
                f'({case.text(held)} or "")' if is_none else f"str({case.text(held)})"
            )
            why = [case.report.evalue, *case.live(held)]
            yield swap(case, held, text, "likely", why)


def _spans(case: Case) -> Iterator[Fix | None]:
    """Add days to a date."""
    for node in case.failing(ast.BinOp):
        days = node.right
        if isinstance(node.op, ast.Add | ast.Sub) and type_of(case, days) in (
            "int", "float", "",
        ):  # fmt: skip
            module = case.module("datetime")
            name = f"{module}.timedelta" if module else "timedelta"
            text = f"{name}(days={case.text(days)})"
            edits = [Edit(*case.span(days), text)]
            if not module and case.variable("timedelta") is None:
                edits.append(at_top(case, "from datetime import timedelta"))
            why = ["a date and a number do not add up; a span of days does"]
            yield edit(case, f"Write `{text}`", edits, "likely", why)


def _dated(case: Case) -> Iterator[Fix | None]:
    """Read a text as a date by the format that it has."""
    for call in calls(case, "datetime", "date"):
        text = value(case, call.args[0]) if len(call.args) == 1 else None
        forms = fitting(text) if isinstance(text, str) else []
        if forms:
            made = f"{case.text(call.func)}.strptime({case.text(call.args[0])}"
            new = f"{made}, {forms[0]!r})"
            why = [f"the text is {text!r}, as `{forms[0]}` reads it"]
            yield swap(case, call, new, "likely", why)


def _stepped(case: Case) -> Iterator[Fix | None]:
    """Count in fractions, which `range` does not."""
    for call in calls(case, "range"):
        step = value(case, call.args[-1]) if len(call.args) > 1 else None
        numpy = case.module("numpy") or "np"
        if isinstance(step, float) and step % 1:
            edits = [Edit(*case.span(call.func), f"{numpy}.arange")]
            if not case.module("numpy"):
                edits.append(at_top(case, "import numpy as np"))
            why = ["`range` counts in whole numbers, `arange` in any"]
            yield edit(case, f"Count with `{numpy}.arange`", edits, "likely", why)


def _patterns(case: Case) -> Iterator[Fix | None]:
    """Take the signs of a pattern as they are written."""
    for call in calls(case, *_PATTERNS, *_TEXTUAL):
        holder = owner(call)
        if holder is None or not call.args:
            continue
        why = [case.report.evalue, "brackets and signs have a meaning in a pattern"]
        module = case.module("re")
        if module and case.text(holder) == module:
            text = f"{module}.escape({case.text(call.args[0])})"
            yield swap(case, call.args[0], text, "likely", why)
        elif keyword(call, "regex") is None:
            edits = [with_option(case, call, "regex=False")]
            yield edit(case, "Look for the text itself", edits, "likely", why)


def _parsed(case: Case) -> Iterator[Fix | None]:
    """Use what is read already, without reading it again."""
    for call in calls(case, "loads"):
        if len(call.args) == 1:
            why = ["it is no text, but read already", *case.live(call.args[0])]
            yield swap(case, call, case.text(call.args[0]), "likely", why)


def _opened(case: Case) -> Iterator[Fix | None]:
    """Open the file whose name was given."""
    for call in calls(case, "load", "dump", "reader", "writer", "loads"):
        at = 1 if called(call) == "dump" else 0
        node = call.args[at] if len(call.args) > at else None
        if node is not None and type_of(case, node) == "str":
            mode = ', "w"' if at else ""
            why = ["an open file is needed, not its name", *case.live(node)]
            text = f"open({case.text(node)}{mode})"
            yield swap(case, node, text, "likely", why)


def _placed(case: Case) -> Iterator[Fix | None]:
    """Make a whole number of a position."""
    for node in case.failing(ast.Subscript):
        kept = value(case, node.slice)
        is_number = str(kept).isdigit() or type_of(case, node.slice) in _FRACTIONS
        if is_number or isinstance(node.slice, ast.BinOp):
            why = ["a position is a whole number", *case.live(node.slice)]
            text = f"int({case.text(node.slice)})"
            yield swap(case, node.slice, text, "likely", why)


def _solved(case: Case) -> Iterator[Fix | None]:
    """Solve as well as can be what has no single solution."""
    others = {"inv": "pinv", "solve": "lstsq"}
    for call in calls(case, *others):
        if isinstance(call.func, ast.Attribute):
            holder, new = case.text(call.func.value), others[called(call)]
            arguments = case.source[case.span(call.func)[1] : case.span(call)[1]]
            end = "[0]" if new == "lstsq" else ""
            text = f"{holder}.{new}{arguments}{end}"
            why = [case.report.evalue, *case.live(call)]
            yield swap(case, call, text, "likely", why)


def _again(case: Case) -> Iterator[Fix | None]:
    """Draw with replacement what is drawn more often than it is there."""
    for call in calls(case, "choice", "sample"):
        given = keyword(call, "replace")
        change = with_option(case, call, "replace=True")
        if given is not None:
            change = Edit(*case.span(given.value), "True")
        why = [case.report.evalue, *case.live(call)]
        level: Certainty = "likely" if given is not None else "possible"
        yield edit(case, "Let elements be drawn again", [change], level, why)


def _function(case: Case) -> Iterator[Fix | None]:
    """Hand over a method itself, without calling it."""
    for call in case.failing(ast.Call):
        if not call.args and isinstance(call.func, ast.Attribute):
            why = ["the function is handed over, not what it returns"]
            yield swap(case, call, case.text(call.func), "likely", why)


def _joined(case: Case) -> Iterator[Fix | None]:
    """Make text of what is added to a column of text."""
    for node in case.failing(ast.BinOp):
        texts = [one for one, _, _ in columns(case)]
        sides = [one for one in (node.left, node.right) if one not in texts]
        for side in sides if isinstance(node.op, ast.Add) else ():
            why = ["text is added to text", *case.live(node)]
            if type_of(case, side) in ("int", "float"):
                yield swap(case, side, f"str({case.text(side)})", "likely", why)
            elif isinstance(side, ast.Subscript | ast.Attribute):
                text = f"{grouped(case, side)}.astype(str)"
                yield swap(case, side, text, "likely", why)


_RULES: dict[str, Callable[[Case], Iterator[Fix | None]]] = {
    "argument must be str, bytes": _texts,
    "expected string or bytes-like": _texts,
    "expected str, bytes or os.PathLike": _texts,
    "decoding to str": _texts,
    "argument of type '": _contained,
    "'datetime.datetime' and 'int'": _spans,
    "'datetime.datetime' and 'float'": _spans,
    "'datetime.date' and 'int'": _spans,
    "'Timestamp' and 'int'": _spans,
    "Addition/subtraction of integers": _spans,
    "'str' object cannot be interpreted": _dated,
    "function missing required argument": _dated,
    "'float' object cannot be interpreted": _stepped,
    "the JSON object must be str": _parsed,
    "'str' object has no attribute 'read'": _opened,
    "'str' object has no attribute 'write'": _opened,
    "only integers, slices": _placed,
    "must be square": _solved,
    "ingular matrix": _solved,
    "Cannot take a larger sample": _again,
    "unbound method": _function,
    "operation 'add' not supported for dtype 'str'": _joined,
}
