"""Fixes for texts, lists and dicts where one is used as another."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import calls, type_of, value
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap

_DICTS = ("dict", "defaultdict", "Counter", "OrderedDict")


def propose(case: Case) -> Iterator[Fix | None]:
    """Join texts, cut the items of a dict, or make a new text of an old one."""
    message = case.report.evalue
    if message.startswith("unsupported operand type(s) for +: 'int' and 'str'"):
        yield from _summed(case)
    elif message.startswith("sum() can't sum strings"):
        yield from _joined(case)
    elif message.startswith("unhashable type: 'slice'"):
        yield from _cut(case)
    elif message == "'str' object does not support item assignment":
        yield from _rewritten(case)


def _summed(case: Case) -> Iterator[Fix | None]:
    """Add up the numbers that texts stand for, or join the texts."""
    for call in calls(case, "sum"):
        texts = value(case, call.args[0]) if len(call.args) == 1 else None
        if not isinstance(texts, list | tuple):
            continue
        held, facts = case.text(call.args[0]), case.live(call.args[0])
        if all(isinstance(one, str) and one.strip().isdigit() for one in texts):
            why = ["each text is a number", *facts]
            yield swap(case, call.args[0], f"map(int, {held})", "likely", why)
        elif all(isinstance(one, str) for one in texts):
            why = ["texts are joined, not summed", *facts]
            yield swap(case, call, f'"".join({held})', "likely", why)


def _joined(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "sum"):
        if call.args and type_of(case, call.args[0]) in ("list", "tuple"):
            why = ["texts are joined, not summed", *case.live(call.args[0])]
            text = f'"".join({case.text(call.args[0])})'
            yield swap(case, call, text, "likely", why)


def _cut(case: Case) -> Iterator[Fix | None]:
    """Cut a list of the items: a dict has no positions."""
    for node in case.failing(ast.Subscript):
        if isinstance(node.slice, ast.Slice) and type_of(case, node.value) in _DICTS:
            start, end = case.span(node.value)
            part = case.source[end : case.span(node)[1]]
            text = f"dict(list({case.source[start:end]}.items()){part})"
            why = ["a dict has keys, not positions", *case.live(node.value)]
            yield swap(case, node, text, "likely", why)


def _rewritten(case: Case) -> Iterator[Fix | None]:
    """Put a new text together: a text cannot be changed."""
    for node in case.failing(ast.Assign):
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Subscript):
            continue
        held, at = target.value, target.slice
        is_place = isinstance(at, ast.Constant) and type(at.value) is int
        if not isinstance(held, ast.Name) or not is_place:
            continue
        name, place = held.id, case.text(at)
        after = f"{name}[{int(place) + 1} :]" if place != "-1" else '""'
        text = f"{name} = {name}[:{place}] + {case.text(node.value)} + {after}"
        why = ["a text cannot be changed; a new one can be made", *case.live(held)]
        edits = [Edit(*case.span(node), text)]
        yield edit(case, f"Make a new text: `{text}`", edits, "likely", why)
