"""Fixes for lists and dicts that are ordered, joined, summed or made a set."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from jupyter_ctx.core.fixes.calls import (
    called,
    calls,
    keyword,
    owner,
    type_of,
    value,
    with_option,
)
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap

_ORDERED = ("sorted", "max", "min", "sort")


def propose(case: Case) -> Iterator[Fix | None]:
    """Say by what is ordered, put single elements into lists, or take tuples."""
    for sign, rule in _RULES.items():
        if sign in case.report.evalue:
            yield from rule(case)


def _ordered(case: Case) -> Iterator[Fix | None]:
    """Order dicts by the value of their first key with text or numbers."""
    for call in calls(case, *_ORDERED):
        first_given = call.args[0] if call.args else None
        held = owner(call) if called(call) == "sort" else first_given
        rows = value(case, held) if held is not None else None
        first = rows[0] if isinstance(rows, list | tuple) and rows else None
        if not isinstance(first, dict) or keyword(call, "key") is not None:
            continue
        for key in list(first)[:2]:
            option = f"key=lambda row: row[{key!r}]"
            why = ["dicts have no order of their own", *case.live(call)]
            edits = [with_option(case, call, option)]
            yield edit(case, f"Order by `{key}`: `{option}`", edits, "likely", why)


def _keyed(case: Case) -> Iterator[Fix | None]:
    """Make a function of the name of a key."""
    for call in calls(case, *_ORDERED):
        given = keyword(call, "key")
        if given is not None and type_of(case, given.value) in ("str", "int"):
            text = f"lambda row: row[{case.text(given.value)}]"
            why = ["`key` is a function of the element", *case.live(call)]
            yield swap(case, given.value, text, "likely", why)


def _tuples(case: Case) -> Iterator[Fix | None]:
    """Take tuples of lists that are the elements of a set, or keys."""
    for call in calls(case, "set", "Counter", "unique", "fromkeys", "frozenset"):
        if call.args:
            text = f"map(tuple, {case.text(call.args[0])})"
            why = ["lists can change, so they are in no set; tuples are"]
            yield swap(case, call.args[0], text, "likely", why + case.live(call))


def _flat(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "sum"):
        if len(call.args) == 1:
            why = ["a sum begins with 0; one of lists begins with a list"]
            edits = [with_option(case, call, "[]")]
            yield edit(case, "Begin with an empty list", edits, "likely", why)


def _appended(case: Case) -> Iterator[Fix | None]:
    """Put into a list what is added to one."""
    for node in case.failing(ast.BinOp):
        if isinstance(node.op, ast.Add) and type_of(case, node.left) == "list":
            text = f"[{case.text(node.right)}]"
            why = ["a list is added to a list", *case.live(node)]
            yield swap(case, node.right, text, "likely", why)


def _extended(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "append"):
        if len(call.args) > 1 and isinstance(call.func, ast.Attribute):
            start, end = case.span(call.args[0])[0], case.span(call.args[-1])[1]
            given = case.source[start:end]
            method = case.span(call.func)[1]
            edits = [
                Edit(method - len("append"), method, "extend"),
                Edit(start, end, f"[{given}]"),
            ]
            why = ["`append` takes one element", *case.live(call)]
            yield edit(case, f"Extend it by `[{given}]`", edits, "likely", why)
            one = [Edit(start, end, f"({given})")]
            yield edit(case, f"Append the tuple `({given})`", one, "possible", why)


_RULES: dict[str, Callable[[Case], Iterator[Fix | None]]] = {
    "between instances of 'dict' and 'dict'": _ordered,
    "'str' object is not callable": _keyed,
    "'int' object is not callable": _keyed,
    "unhashable type: 'list'": _tuples,
    "for +: 'int' and 'list'": _flat,
    "can only concatenate list": _appended,
    "append() takes exactly one argument": _extended,
}
