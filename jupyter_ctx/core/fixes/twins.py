"""Fixes for data of another length: another live variable fits, or a part does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import (
    called,
    calls,
    grouped,
    keyword,
    owner,
    type_of,
    with_option,
)
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.near import near
from jupyter_ctx.core.variable import Summary

_SAMPLES = re.compile(r"inconsistent numbers of samples: \[([\d, ]+)\]")
_DIMENSION = re.compile(r"same first dimension, but have shapes \((\d+),.*?\((\d+),")
_SIZE = re.compile(r"x and y must be the same size")
_FEATURES = re.compile(r"X has (\d+) features, but \w+ is expecting (\d+)")
_FLAT = re.compile(r"y should be a 1d array, got an array of shape \(\d+, (\d+)\)")
_JOINED = re.compile(
    r"along dimension (\d), the array at index 0 has size (\d+) and the array "
    r"at index 1 has size (\d+)"
)
_ROWS = re.compile(r"([\d,]+)(?: rows?| items?|[,)])")
_SIDES = ("DataFrame", "Series", "ndarray", "list", "tuple", "range")
_DRAWN = ("plot", "scatter", "bar", "step", "errorbar", "fill_between")
PAIR = 2


def propose(case: Case) -> Iterator[Fix | None]:
    """Take the variable that has as many rows, or cut the longer one."""
    message = case.report.evalue
    if found := _SAMPLES.search(message):
        sizes = [int(part) for part in found[1].split(",")]
        yield from _as_many(case, sizes)
    elif found := _DIMENSION.search(message):
        yield from _as_many(case, [int(found[1]), int(found[2])])
    elif _SIZE.search(message):
        yield from _as_many(case, [])
    elif found := _FEATURES.search(message):
        yield from _as_wide(case, int(found[2]))
    elif _FLAT.search(message):
        yield from _flat(case)
    elif _JOINED.search(message):
        yield from _beside(case)


def _length(summary: Summary | None) -> int:
    """Give the number of rows or elements of a variable; -1 where it is unknown."""
    found = _ROWS.search(summary.shape.lstrip("(")) if summary is not None else None
    digits = found[1].replace(",", "") if found else ""
    return int(digits) if digits.isdigit() else -1


def _pair(case: Case) -> Iterator[tuple[ast.Call, ast.expr, ast.expr]]:
    for call in case.failing(ast.Call):
        sides = [n for n in call.args if type_of(case, n) in _SIDES][:PAIR]
        if called(call) in _DRAWN and len(call.args) >= PAIR:
            sides = call.args[:PAIR]
        if len(sides) == PAIR:
            yield call, sides[0], sides[1]


def _as_many(case: Case, sizes: list[int]) -> Iterator[Fix | None]:
    for call, left, right in _pair(case):
        why = [case.report.evalue.split("\n", 1)[0], *case.live(left, right)]
        lengths = [_length(case.variable(ast.unparse(n))) for n in (left, right)]
        if len(sizes) == PAIR and -1 in lengths:
            lengths = sizes
        for side, wanted in ((right, lengths[0]), (left, lengths[1])):
            yield _twin(case, side, wanted, why)
        if len(sizes) == PAIR:
            lengths = sizes
        first, second = (left, right) if lengths[0] > lengths[1] else (right, left)
        rows = ".iloc" if type_of(case, first) in ("DataFrame", "Series") else ""
        text = f"{grouped(case, first)}{rows}[:len({case.text(second)})]"
        yield swap(case, first, text, "possible", why)
        if called(call) == "plot":
            return


def _twin(case: Case, side: ast.expr, wanted: int, why: list[str]) -> Fix | None:
    """Offer the variable of like name that has *wanted* rows."""
    if not isinstance(side, ast.Name) or wanted < 0:
        return None
    fitting = [
        one.name
        for one in case.state.variables
        if one.type_name in _SIDES and _length(one) == wanted
    ]
    stem = side.id.partition("_")[0]
    like = [name for name in fitting if name.partition("_")[0] == stem]
    like = [name for name in like if name != side.id]
    like = like or [name for name, _ in near(side.id, fitting)]
    if not like:
        return None
    facts = [*why, *case.live(ast.Name(like[0]))]
    return swap(case, side, like[0], "likely", facts)


def _as_wide(case: Case, wanted: int) -> Iterator[Fix | None]:
    """Offer the table that has as many columns as the model knows."""
    for call in calls(case, "predict", "predict_proba", "transform", "score"):
        side = call.args[0] if call.args else None
        if not isinstance(side, ast.Name):
            continue
        names = [one.name for one in case.state.variables if _width(one) == wanted]
        ranked = [name for name, _ in near(side.id, names)] or names
        for name in [one for one in ranked if one != side.id][:2]:
            why = [case.report.evalue, *case.live(side, ast.Name(name))]
            yield swap(case, side, name, "likely", why)


def _width(summary: Summary) -> int:
    if summary.type_name == "DataFrame":
        return len(summary.fields)
    found = re.match(r"\(\d+, (\d+)\)", summary.shape)
    return int(found[1]) if found and summary.type_name == "ndarray" else -1


def _flat(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "fit", "score", "fit_predict"):
        if len(call.args) >= PAIR:
            node = call.args[1]
            is_frame = type_of(case, node) == "DataFrame"
            end = ".squeeze()" if is_frame else ".ravel()"
            why = ["the target is one column", *case.live(node)]
            yield swap(case, node, f"{grouped(case, node)}{end}", "likely", why)


def _beside(case: Case) -> Iterator[Fix | None]:
    """Join beside each other what does not fit below each other, or turned."""
    other = {"vstack": "hstack", "hstack": "vstack", "row_stack": "hstack"}
    found = _JOINED.search(case.report.evalue)
    axis = "0" if found and found[1] == "0" else "1"
    why = [case.report.evalue[:200]]
    for call in calls(case, "concatenate", "append"):
        given = keyword(call, "axis")
        change = with_option(case, call, f"axis={axis}")
        if given is not None:
            change = Edit(*case.span(given.value), "0" if axis == "0" else "1")
        title = f"Join along axis {axis}"
        yield edit(case, title, [change], "likely", [*why, *case.live(call)])
    for call in calls(case, *other):
        holder = owner(call)
        new = other[called(call)]
        name = f"{case.text(holder)}.{new}" if holder is not None else new
        yield swap(case, call.func, name, "likely", [*why, *case.live(call)])
