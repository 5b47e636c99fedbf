"""Fixes for a variable that is None because a call that returns nothing made it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import msgspec

from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.fixes.calls import without
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.secrets.redact import PLACEHOLDER

# Methods of lists, dicts and sets that change their object and return None.
# fmt: off
SILENT = frozenset((
    "append", "extend", "insert", "remove", "sort", "reverse", "clear", "update",
    "add", "discard",
))
# fmt: on
_COPIES = {"sort": "sorted"}  # functions that return the changed copy


def propose(
    case: Case, nodes: Sequence[ast.Attribute | ast.Subscript]
) -> Iterator[Fix | None]:
    """Mend the binding that made None of what *nodes* ask for something."""
    for name in dict.fromkeys(
        node.value.id for node in nodes if isinstance(node.value, ast.Name)
    ):
        for there, binding in _bindings(case, name):
            yield _mended(there, name, binding)
            break
    for node in nodes[:1]:
        yield _guarded(case, node)


def _guarded(case: Case, node: ast.Attribute | ast.Subscript) -> Fix | None:
    """Give None where there is nothing to ask."""
    whole: ast.expr = node
    for call in case.failing(ast.Call):
        whole = call if call.func is node else whole
    if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name):
        return None
    held = node.value.id
    text = f"({case.text(whole)} if {held} is not None else None)"
    return swap(case, whole, text, "possible", [f"`{held}` is None here"])


def _bindings(case: Case, name: str) -> Iterator[tuple[Case, ast.Assign]]:
    """Find the assignments of *name*, the latest first, with the cell they are in."""
    yield from _in_cell(case, name, before=case.line)
    for execution in reversed(case.state.executions):
        there = other(case, execution)
        if there is not None:
            yield from _in_cell(there, name)


def other(case: Case, execution: Execution) -> Case | None:
    """Give *case* moved to the cell of another *execution*, if it can be edited."""
    is_masked = PLACEHOLDER.search(execution.source)
    if execution.run == case.cell_run or is_masked or execution.language:
        return None
    tree = parse(blank(execution.source))
    if tree is None or case.frame is None:
        return None
    frame = msgspec.structs.replace(case.frame, cell_run=execution.run, line=0)
    return msgspec.structs.replace(
        case,
        frame=frame,
        source=execution.source,
        label=execution.label,
        cell_id=execution.cell_id or "",
        tree=tree,
    )


def _in_cell(
    case: Case, name: str, before: int = 0
) -> Iterator[tuple[Case, ast.Assign]]:
    found = [
        node
        for node in case.nodes(ast.Assign)
        if len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == name
        and (not before or node.lineno < before)
    ]
    for node in sorted(found, key=lambda one: -one.lineno):
        yield case, node


def _mended(case: Case, name: str, binding: ast.Assign) -> Fix | None:
    call = binding.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    owner = case.text(call.func.value)
    why = [f"{case.label} line {binding.lineno} makes `{name}` None"]
    for keyword in call.keywords:
        if keyword.arg == "inplace":
            why.append("a call with `inplace=True` returns nothing")
            edits = [without(case, keyword)]
            title = "Drop `inplace=True`, so that the call returns the new object"
            return edit(case, title, edits, "likely", [*why, _again(owner, name)])
    if call.func.attr == "match":
        return _searched(case, call.func, why)
    return _silent(case, name, binding, call, why) if call.func.attr in SILENT else None


def _silent(
    case: Case, name: str, binding: ast.Assign, call: ast.Call, why: list[str]
) -> Fix | None:
    """Do not bind what a method returns that changes its object."""
    func = call.func
    if not isinstance(func, ast.Attribute):
        return None
    owner = case.text(func.value)
    why.append(f"`{func.attr}` changes `{owner}` and returns nothing")
    start, (value, _) = case.span(binding)[0], case.span(call)
    text = "" if owner == name else f"{name} = {owner}\n{' ' * binding.col_offset}"
    title = f"Do not assign what `{func.attr}` returns"
    if func.attr in _COPIES and not isinstance(func.value, ast.Name):
        text = f"{_COPIES[func.attr]}({owner})"
        return swap(case, call, text, "likely", [*why, "this gives a new list"])
    if text:
        # The other name keeps the object, after it was changed.
        end = case.span(binding)[1]
        text = f"{case.text(call)}\n{' ' * binding.col_offset}{name} = {owner}"
        return edit(case, title, [Edit(start, end, text)], "likely", why)
    why.append(_again(owner, name))
    return edit(case, title, [Edit(start, value, "")], "likely", why)


def _searched(case: Case, func: ast.Attribute, why: list[str]) -> Fix | None:
    end = case.span(func)[1]
    why = [*why, "`match` looks at the beginning only, `search` everywhere"]
    edits = [Edit(end - len("match"), end, "search")]
    return edit(case, "Use `search` instead of `match`", edits, "likely", why)


def _again(owner: str, name: str) -> str:
    if owner != name:
        return f"`{owner}` is still there"
    return f"run the cell that makes `{name}` again before this one"
