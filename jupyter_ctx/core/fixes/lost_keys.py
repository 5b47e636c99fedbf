"""Fixes for columns and keys that moved: renamed, made the index, or not yet there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.core.fixes.calls import (
    called,
    calls,
    keyword,
    owner,
    type_of,
    with_option,
)
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.key_error import facts, quoted

_FRAMES = ("DataFrame", "Series")
_PLACES = ("loc", "iloc", "at", "iat")
_EMPTY = {"append": "[]", "extend": "[]", "add": "set()", "update": "{}"}


def propose(case: Case) -> Iterator[Fix | None]:
    """Follow a column, look up by position, or begin with an empty value."""
    key = case.report.names.get("key", "")
    yield from _dropped(case)
    yield from _renamed(case, key)
    yield from _indexed(case, key)
    yield from _positioned(case)
    yield from _begun(case)
    yield from _by_rows(case, key)


def _by_rows(case: Case, key: str) -> Iterator[Fix | None]:
    """Give a function the rows of a frame, not its columns."""
    for call in case.nodes(ast.Call):
        holder = owner(call)
        summary = case.variable(holder.id) if isinstance(holder, ast.Name) else None
        fields = {one.name for one in summary.fields} if summary is not None else set()
        if called(call) == "apply" and key in fields and not keyword(call, "axis"):
            why = ["`apply` goes through the columns unless told otherwise"]
            title = "Go through the rows: `axis=1`"
            edits = [with_option(case, call, "axis=1")]
            yield edit(case, title, edits, "likely", [*why, *facts(case)])


def _dropped(case: Case) -> Iterator[Fix | None]:
    """Say that `drop` means columns."""
    if "not found in axis" not in case.report.evalue:
        return
    for call in calls(case, "drop"):
        if call.args and not keyword(call, "axis") and len(call.args) == 1:
            text = f"columns={case.text(call.args[0])}"
            why = ["`drop` takes rows unless `columns=` is said", *facts(case)]
            yield swap(case, call.args[0], text, "likely", why)


def _calls(case: Case, *names: str) -> Iterator[tuple[ast.Call, str]]:
    """Walk the calls of *names* in all runs, the latest first, with the label."""
    for execution in reversed(case.state.executions):
        tree = parse(blank(execution.source))
        nodes = ast.walk(tree) if tree is not None else ()
        for node in nodes:
            if isinstance(node, ast.Call) and called(node) in names:
                yield node, execution.label


def _renamed(case: Case, key: str) -> Iterator[Fix | None]:
    places = [node for node in case.failing(ast.Constant) if node.value == key]
    for call, label in _calls(case, "rename"):
        given = keyword(call, "columns")
        mapping = given.value if given is not None else None
        if not isinstance(mapping, ast.Dict) or not places:
            continue
        for old, new in zip(mapping.keys, mapping.values, strict=True):
            if _text(old) == key and _text(new) in case.report.candidates:
                name = _text(new)
                edits = [
                    Edit(*case.span(n), quoted(name, case.text(n))) for n in places
                ]
                why = [f"{label} renamed `{key}` to `{name}`", *facts(case)]
                title = f"Write `{name}` instead of `{key}`"
                yield edit(case, title, edits, "likely", why)
                return


def _text(node: ast.expr | None) -> str:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text else ""  # type: ignore[union-attr]


def _indexed(case: Case, key: str) -> Iterator[Fix | None]:
    """Take back a column that became the index."""
    if case.report.names.get("obj_type") not in _FRAMES or not key:
        return
    for call, label in _calls(case, "set_index", "groupby", "pivot", "pivot_table"):
        if key not in {_text(n) for n in ast.walk(call) if isinstance(n, ast.Constant)}:
            continue
        for node in case.failing(ast.Subscript):
            if _text(node.slice) == key:
                text = f"{case.text(node.value)}.reset_index()"
                why = [f"{label} made `{key}` the index (`{called(call)}`)"]
                why += facts(case)
                yield swap(case, node.value, text, "likely", why)
        return


def _positioned(case: Case) -> Iterator[Fix | None]:
    """Look up by position where a number is no label."""
    for node in case.failing(ast.Subscript):
        if isinstance(node.slice, ast.Tuple):
            yield _by_place(case, node, node.slice)
        number = node.slice
        if isinstance(number, ast.UnaryOp) and isinstance(number.op, ast.USub):
            number = number.operand
        is_placed = isinstance(node.value, ast.Attribute) and node.value.attr in _PLACES
        is_number = isinstance(number, ast.Constant) and type(number.value) is int
        kind = type_of(case, node.value) or case.report.names.get("obj_type", "")
        if (
            is_number
            and not is_placed
            and kind in _FRAMES
            and isinstance(node.ctx, ast.Load)
        ):
            what = "columns" if kind == "DataFrame" else "labels"
            why = [f"brackets look for {what}; `iloc` counts", *facts(case)]
            text = f"{case.text(node.value)}.iloc"
            yield swap(case, node.value, text, "likely", why)


def _by_place(case: Case, node: ast.Subscript, at: ast.Tuple) -> Fix | None:
    """Say whether rows and columns are meant by position or by name."""
    if type_of(case, node.value) != "DataFrame":
        return None
    texts = [n for n in ast.walk(at) if isinstance(n, ast.Constant) if _text(n)]
    how = "loc" if texts else "iloc"
    what = "names" if texts else "positions"
    why = [f"rows and columns by {what} are taken with `{how}`", *facts(case)]
    return swap(case, node.value, f"{case.text(node.value)}.{how}", "likely", why)


def _begun(case: Case) -> Iterator[Fix | None]:
    """Begin with an empty value for a key that comes for the first time."""
    for node in case.failing(ast.AugAssign):
        target = node.target
        if isinstance(target, ast.Subscript) and _is_dict(case, target.value):
            yield _counted(case, node, target)
    for call in calls(case, *_EMPTY):
        holder = owner(call)
        if isinstance(holder, ast.Subscript) and _is_dict(case, holder.value):
            empty = _EMPTY[called(call)]
            name, key = case.text(holder.value), case.text(holder.slice)
            text = f"{name}.setdefault({key}, {empty})"
            why = ["the key is new: it needs a first value", *case.live(holder.value)]
            yield swap(case, holder, text, "likely", why)


def _is_dict(case: Case, node: ast.expr) -> bool:
    return (type_of(case, node) or case.report.names.get("obj_type")) == "dict"


def _counted(case: Case, node: ast.AugAssign, target: ast.Subscript) -> Fix | None:
    sign = {ast.Add: "+", ast.Sub: "-"}.get(type(node.op))
    if sign is None:
        return None
    kind = type_of(case, node.value)
    empty = {"str": '""', "list": "[]"}.get(kind, "0")
    name, key = case.text(target.value), case.text(target.slice)
    text = f"{name}[{key}] = {name}.get({key}, {empty}) {sign} {case.text(node.value)}"
    why = ["the key is new: it needs a first value", *case.live(target.value)]
    return swap(case, node, text, "likely", why)
