"""Fixes for the wrong number of values to unpack."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import library
from jupyter_ctx.core.fixes.calls import called, owner, type_of, value, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.near import near

_MESSAGE = re.compile(r"values? to unpack|cannot unpack non-iterable")
_DICTS = ("dict", "defaultdict", "OrderedDict", "Counter")
_SIGNS = (",", ";", "|", "\t", ":", "-", "/", ".", "_", "=", " ")
PAIR = 2


def propose(case: Case) -> Iterator[Fix | None]:
    """Go through the items of a dict, count a list, or leave the rest out."""
    if not _MESSAGE.search(case.report.evalue):
        return
    for target, source in _loops(case):
        yield _nested(case, target, source)
        if "too many" in case.report.evalue:
            yield _others(case, target, source)
        if isinstance(target, ast.Tuple) and len(target.elts) == PAIR:
            yield from _paired(case, source)
    for node in case.failing(ast.Assign):
        yield from _separated(case, node)
        many = "too many" in case.report.evalue
        yield from _rest(case, node) if many else _fewer(case, node)


def _others(case: Case, target: ast.expr, source: ast.expr) -> Fix | None:
    """Leave out the further values of each element of a list."""
    kept = value(case, source)
    is_rows = (
        isinstance(kept, list | tuple) and kept and isinstance(kept[0], list | tuple)
    )
    if not is_rows or not isinstance(target, ast.Tuple) or not target.elts:
        return None
    end = case.span(target.elts[-1])[1]
    why = ["each element has more values than names", *case.live(source)]
    title = "Leave the further values out with `*_`"
    return edit(case, title, [Edit(end, end, ", *_")], "likely", why)


def _asked(case: Case, call: ast.Call, target: ast.Tuple) -> Fix | None:
    """Ask a function of a library for what it returns on demand, `return_counts`."""
    names = library.named(library.resolved(case, call.func))
    flags = [one for one in names if one.startswith("return_")]
    wanted = [
        flag
        for one in target.elts[1:]
        for flag, _ in near(f"return_{case.text(one)}", flags)[:1]
    ] or [flag for one in target.elts[1:] for flag in _same(case.text(one), flags)]
    if len(wanted) != len(target.elts) - 1:
        return None
    option = ", ".join(f"{flag}=True" for flag in wanted)
    why = [f"`{called(call)}` returns more on demand: {', '.join(flags)}"]
    title = f"Ask for it: `{option}`"
    return edit(case, title, [with_option(case, call, option)], "likely", why)


def _same(name: str, flags: list[str]) -> list[str]:
    return [one for one in flags if f"return_{name}" == one]


def _nested(case: Case, target: ast.expr, source: ast.expr) -> Fix | None:
    """Put into brackets the names that are one value of `enumerate`."""
    is_counted = isinstance(source, ast.Call) and called(source) == "enumerate"
    if not is_counted or not isinstance(target, ast.Tuple) or len(target.elts) <= PAIR:
        return None
    first, *rest = [case.text(one) for one in target.elts]
    text = f"{first}, ({', '.join(rest)})"
    why = ["`enumerate` gives a position and one value", *case.live(source)]
    return swap(case, target, text, "likely", why)


def _loops(case: Case) -> Iterator[tuple[ast.expr, ast.expr]]:
    for loop in case.nodes(ast.For):
        if loop.lineno == case.line:
            yield loop.target, loop.iter
    for part in case.failing(ast.comprehension):
        yield part.target, part.iter


def _paired(case: Case, source: ast.expr) -> Iterator[Fix | None]:
    kind, why = type_of(case, source), case.live(source)
    text = case.text(source)
    if kind in _DICTS:
        why = ["a dict alone gives its keys; `items` gives both", *why]
        yield swap(case, source, f"{text}.items()", "likely", why)
    elif kind == "DataFrame":
        why = ["a frame alone gives the names of its columns", *why]
        yield swap(case, source, f"{text}.iterrows()", "likely", why)
    elif kind in ("list", "tuple", "ndarray", "str", "Series"):
        why = ["`enumerate` gives the position with each element", *why]
        yield swap(case, source, f"enumerate({text})", "possible", why)


def _separated(case: Case, node: ast.Assign) -> Iterator[Fix | None]:
    """Split a known text at the sign that gives as many parts as there are names."""
    target, call = node.targets[0], node.value
    if not isinstance(target, ast.Tuple) or not isinstance(call, ast.Call):
        return
    text = value(case, held) if (held := owner(call)) is not None else None
    if called(call) != "split" or len(call.args) > 1 or not isinstance(text, str):
        return
    for sign in _SIGNS:
        if len(text.split(sign)) == len(target.elts):
            new = f"{case.text(call.func)}({sign!r})"
            why = [f"{text[:40]!r} has {len(target.elts)} parts between {sign!r}"]
            yield swap(case, call, new, "likely", [*why, *case.live(call)])


def _fewer(case: Case, node: ast.Assign) -> Iterator[Fix | None]:
    """Bind as many names as there are values."""
    found = re.search(r"expected (?:at least )?\d+, got (\d+)", case.report.evalue)
    target, count = node.targets[0], int(found[1]) if found else 0
    if isinstance(target, ast.Tuple) and 0 < count < len(target.elts):
        text = ", ".join(case.text(one) for one in target.elts[:count])
        comma = "," if count == 1 else ""
        why = [case.report.evalue, *case.live(node.value)]
        yield swap(case, target, f"{text}{comma}", "possible", why)


def _rest(case: Case, node: ast.Assign) -> Iterator[Fix | None]:
    target = node.targets[0]
    if not isinstance(target, ast.Tuple) or not target.elts:
        return
    if isinstance(node.value, ast.Call) and called(node.value) == "train_test_split":
        names = "X_train, X_test, y_train, y_test"
        why = ["`train_test_split` gives two parts for each array"]
        yield swap(case, target, names, "likely", why)
        return
    if isinstance(node.value, ast.Call):
        yield _asked(case, node.value, target)
    end = case.span(target.elts[-1])[1]
    why = ["the right side has more values than names", *case.live(node.value)]
    title = "Leave the further values out with `*_`"
    yield edit(case, title, [Edit(end, end, ", *_")], "possible", why)
