"""Fixes for calls whose result is nothing yet: not awaited, or not returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import called, calls
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.nothing import other


def propose(case: Case) -> Iterator[Fix | None]:
    """Await the coroutine, or return what the function has made."""
    if "'coroutine'" in case.report.evalue:
        yield from _awaited(case)
    elif "NoneType" in case.report.evalue:
        yield from _returned(case)


def _awaited(case: Case) -> Iterator[Fix | None]:
    made = {
        node.name
        for there in _cells(case)
        for node in there.nodes(ast.AsyncFunctionDef)
    }
    for call in calls(case, *made):
        why = [f"`{called(call)}` is a coroutine: its result is awaited"]
        yield swap(case, call, f"(await {case.text(call)})", "likely", why)
    names = {node.id for node in case.failing(ast.Name)}
    for there in _cells(case):
        for node in there.nodes(ast.Assign):
            targets = {n.id for n in node.targets if isinstance(n, ast.Name)}
            bound = node.value
            is_made = isinstance(bound, ast.Call) and called(bound) in made
            if is_made and targets & names:
                why = ["the result of a coroutine is awaited"]
                text = f"await {there.text(bound)}"
                yield swap(there, bound, text, "likely", why)
                return


def _cells(case: Case) -> Iterator[Case]:
    yield case
    for execution in reversed(case.state.executions):
        there = other(case, execution)
        if there is not None:
            yield there


def _returned(case: Case) -> Iterator[Fix | None]:
    """Return the last value of a function of the user that returns nothing."""
    wanted = {called(call) for call in case.failing(ast.Call)}
    names = {node.id for node in case.failing(ast.Name)}
    for there in _cells(case):
        for bound in there.nodes(ast.Assign):
            targets = {n.id for n in bound.targets if isinstance(n, ast.Name)}
            if targets & names and isinstance(bound.value, ast.Call):
                wanted.add(called(bound.value))
    for there in _cells(case):
        for function in there.nodes(ast.FunctionDef):
            if function.name in wanted - {""}:
                yield _with_return(there, function)
                return


def _with_return(case: Case, function: ast.FunctionDef) -> Fix | None:
    if any(isinstance(n, ast.Return) and n.value for n in ast.walk(function)):
        return None
    last = function.body[-1]
    why = [f"`{function.name}` has no `return`, so it gives None"]
    title = f"Return from `{function.name}` what it made"
    indent = " " * last.col_offset
    if isinstance(last, ast.Assign | ast.AugAssign):
        target = last.targets[-1] if isinstance(last, ast.Assign) else last.target
        while isinstance(target, ast.Subscript | ast.Attribute):
            target = target.value  # what was filled is meant, not its last part
        end = case.span(last)[1]
        text = f"\n{indent}return {case.text(target)}"
        return edit(case, title, [Edit(end, end, text)], "likely", why)
    if not isinstance(last, ast.Expr):
        return None
    inner = last.value
    if isinstance(inner, ast.Call) and called(inner) == "print" and inner.args:
        text = f"return {case.text(inner.args[0])}"
        return edit(case, title, [Edit(*case.span(last), text)], "likely", why)
    start = case.span(last)[0]
    return edit(case, title, [Edit(start, start, "return ")], "likely", why)
