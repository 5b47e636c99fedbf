"""Fixes for frames: what they are made of, joined with, and looked up by."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from jupyter_ctx.core.fixes import columns
from jupyter_ctx.core.fixes.calls import calls, keyword, owner, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top
from jupyter_ctx.core.fixes.near import SURE, near

_MERGE = re.compile(r"trying to merge on (\w+).* and (\w+).* columns for key '(.+?)'")
_QUERY = re.compile(r"name '(\w+)' is not defined")
_FIELDS = re.compile(r"Expected (\d+) fields in line (\d+), saw (\d+)")
_TEXT = ("str", "object", "string")


def propose(case: Case) -> Iterator[Fix | None]:
    """Say what pandas needs to know: rows, types, names or a separator."""
    message, name = case.report.evalue, case.report.ename
    if name in _BY_NAME:
        yield from _BY_NAME[name](case)
    elif found := _MERGE.search(message):
        yield from _merged(case, *found.groups())
    elif found := _FIELDS.search(message):
        yield from _separated(case, int(found[1]), int(found[2]))
    elif _is_about_numbers(message):
        yield from columns.numeric(case)
    for start, rule in _BY_START.items():
        if message.startswith(start):
            yield from rule(case)


def _is_about_numbers(message: str) -> bool:
    starts = ("could not convert", "agg function failed", "cannot perform reduction")
    ends = ("does not support reduction", "has no kernel matching", "dtype 'str' does")
    is_begun = message.casefold().startswith(starts)
    return is_begun or any(one in message for one in ends)


def _one_row(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "DataFrame"):
        if call.args:
            text = f"[{case.text(call.args[0])}]"
            why = ["a dict of single values is one row", *case.live(call.args[0])]
            yield swap(case, call.args[0], text, "likely", why)


def _uneven(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "DataFrame"):
        if not call.args or not isinstance(call.func, ast.Attribute):
            continue
        pandas, made = case.text(call.func.value), case.text(call.args[0])
        text = f"{{k: {pandas}.Series(v) for k, v in {made}.items()}}"
        why = ["the columns differ in length; a series fills with missing values"]
        facts = [*why, *case.live(call.args[0])]
        yield swap(case, call.args[0], text, "likely", facts)


def _lined_up(case: Case) -> Iterator[Fix | None]:
    """Line new values up with the rows, where they are more or fewer."""
    for node in case.failing(ast.Assign):
        target = node.targets[0]
        if isinstance(target, ast.Subscript) and len(node.targets) == 1:
            text = f"{case.module('pandas') or 'pd'}.Series({case.text(node.value)})"
            why = [case.report.evalue, "what is missing is NaN, what is over is lost"]
            why += case.live(target)
            yield swap(case, node.value, text, "possible", why)


def _merged(case: Case, left: str, right: str, key: str) -> Iterator[Fix | None]:
    """Make text of the numbers, so that both keys are of one type."""
    for call in calls(case, "merge"):
        sides = [*call.args[:2]]
        first = owner(call)
        is_method = first is not None and not _is_module(case, first)
        if is_method and first is not None:
            sides = [first, *call.args[:1]]
        if len(sides) < 2:  # noqa: PLR2004 - two sides
            continue
        wrong = sides[1] if left in _TEXT else sides[0]
        why = [f"`{key}` is {left} on the left and {right} on the right"]
        why += case.live(*sides)
        text = f"{case.text(wrong)}.astype({{{key!r}: str}})"
        title = f"Make text of `{key}` in `{case.text(wrong)}`"
        edits = [Edit(*case.span(wrong), text)]
        yield edit(case, title, edits, "likely", why)


def _is_module(case: Case, node: ast.expr) -> bool:
    summary = case.variable(node.id) if isinstance(node, ast.Name) else None
    return summary is not None and summary.kind == "module"


def _dropped_index(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "reset_index"):
        why = [case.report.evalue, *case.live(call)]
        title = "Drop the index, whose values are a column already"
        edits = [with_option(case, call, "drop=True")]
        yield edit(case, title, edits, "likely", why)


def _listed(case: Case) -> Iterator[Fix | None]:
    """Take several columns as one list."""
    for node in case.failing(ast.Subscript):
        if isinstance(node.slice, ast.Tuple):
            text = f"[{case.text(node.slice)}]"
            why = ["several columns are one list", *case.live(node.value)]
            yield swap(case, node.slice, text, "likely", why)


def _suffixed(case: Case) -> Iterator[Fix | None]:
    """Tell the columns apart that both sides have."""
    for call in calls(case, "join"):
        why = [case.report.evalue[:200], *case.live(call)]
        edits = [with_option(case, call, 'lsuffix="_left", rsuffix="_right"')]
        yield edit(case, "Give columns of both sides a suffix", edits, "likely", why)


def _named_place(case: Case) -> Iterator[Fix | None]:
    """Look up by name, which `iloc` does not."""
    for node in case.failing(ast.Attribute):
        if node.attr == "iloc":
            text = f"{case.text(node.value)}.loc"
            why = ["`iloc` takes positions, `loc` names", *case.live(node.value)]
            yield swap(case, node, text, "likely", why)


def _unique(case: Case) -> Iterator[Fix | None]:
    """Keep the first of rows or columns that share a label."""
    calls_ = [*calls(case, "reindex", "align", "join", "merge", "concat", "assign")]
    named = [node for node in case.failing(ast.Name) if _is_frame(case, node)]
    why = ["labels that occur twice cannot be put in another order"]
    for node in named[: 1 if calls_ else 2]:
        rows = f"{node.id}[~{node.id}.index.duplicated()]"
        yield swap(case, node, rows, "possible", [*why, *case.live(node)])


def _is_frame(case: Case, node: ast.Name) -> bool:
    summary = case.variable(node.id)
    return summary is not None and summary.type_name in ("DataFrame", "Series")


def _located(case: Case) -> Iterator[Fix | None]:
    """Write `df["a"][rows] = v` as one step."""
    for target in case.failing(ast.Subscript):
        inner, is_set = target.value, isinstance(target.ctx, ast.Store)
        if not is_set or not isinstance(inner, ast.Subscript):
            continue
        column, rows = inner.slice, target.slice
        if _is_text(rows):
            column, rows = rows, column
        frame = case.text(inner.value)
        text = f"{frame}.loc[{case.text(rows)}, {case.text(column)}]"
        why = ["the first brackets make a copy, and the copy is changed"]
        yield swap(case, target, text, "likely", [*why, *case.live(inner.value)])


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _queried(case: Case) -> Iterator[Fix | None]:
    found = _QUERY.search(case.report.evalue)
    name = found[1] if found else ""
    for call in calls(case, "query", "eval"):
        holder = owner(call)
        if not call.args or not _is_text(call.args[0]) or holder is None:
            continue
        written, word = case.text(call.args[0]), rf"(?<![@\w.]){name}\b"
        if case.variable(name) is not None:
            text = re.sub(word, f"@{name}", written)
            why = ["variables of Python have an @ there", *case.live(ast.Name(name))]
            yield swap(case, call.args[0], text, "likely", why)
        for other, score in near(name, _columns(case, holder)):
            level: Certainty = "likely" if score >= SURE else "possible"
            text = re.sub(word, other, written)
            why = [f"there is a column `{other}`", *case.live(holder)]
            yield swap(case, call.args[0], text, level, why)


def _columns(case: Case, node: ast.expr) -> list[str]:
    summary = case.variable(node.id) if isinstance(node, ast.Name) else None
    return [field.name for field in summary.fields] if summary is not None else []


def _separated(case: Case, expected: int, line: int) -> Iterator[Fix | None]:
    for call in calls(case, "read_csv", "read_table"):
        why = [case.report.evalue.strip()]
        if expected == 1 and keyword(call, "sep") is None:
            for sign in (";", "\\t"):
                level: Certainty = "likely" if sign == ";" else "possible"
                edits = [with_option(case, call, f'sep="{sign}"')]
                yield edit(case, f"Separate at `{sign}`", edits, level, why)
        title = f"Skip lines with too many fields, as line {line}"
        edits = [with_option(case, call, 'on_bad_lines="skip"')]
        yield edit(case, title, edits, "likely" if expected > 1 else "possible", why)


def _without_missing(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "contains", "startswith", "endswith", "match"):
        why = ["missing values are neither true nor false", *case.live(call)]
        edits = [with_option(case, call, "na=False")]
        yield edit(case, "Take missing values as no match", edits, "likely", why)


def accessor(case: Case) -> Iterator[Fix | None]:
    """Convert a column that was asked for dates or for text, and is neither."""
    name = "dt" if ".dt accessor" in case.report.evalue else "str"
    pandas = case.module("pandas") or "pd"
    for node in case.failing(ast.Attribute):
        if node.attr != name:
            continue
        owned = case.text(node.value)
        text = f"{owned}.astype(str).str"
        edits = []
        if name == "dt":
            text = f"{pandas}.to_datetime({owned}).dt"
            if not case.module("pandas"):
                edits.append(at_top(case, "import pandas as pd"))
        why = [case.report.evalue[:200], *case.live(node.value)]
        title = f"Write `{text}`"
        edits.append(Edit(*case.span(node), text))
        yield edit(case, title, edits, "likely", why)


Rule = Callable[[Case], Iterator[Fix | None]]
_BY_NAME: dict[str, Rule] = {
    "ChainedAssignmentError": _located,
    "SettingWithCopyError": _located,
    "UndefinedVariableError": _queried,
}
_BY_START: dict[str, Rule] = {
    "If using all scalar values": _one_row,
    "All arrays must be of the same length": _uneven,
    "Length of values ": _lined_up,
    "cannot insert ": _dropped_index,
    "Cannot subset columns with a tuple": _listed,
    "columns overlap but no suffix": _suffixed,
    "Cannot index by location": _named_place,
    "cannot reindex on an axis with duplicate labels": _unique,
    "Cannot mask with non-boolean array containing NA": _without_missing,
}
