"""Fixes for what changes while it is gone through, and for calls of itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import calls, keyword
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Fix, swap

_SIGNS = ("changed size during iteration", "mutated during iteration", "keys changed")


def propose(case: Case) -> Iterator[Fix | None]:
    """Go through a copy of it, or await in the loop that runs."""
    if case.report.evalue.startswith("asyncio.run() cannot be called"):
        yield from _awaited(case)
    if case.report.ename == "RecursionError":
        yield from _stored(case)
    if not any(sign in case.report.evalue for sign in _SIGNS):
        return
    sources = [loop.iter for loop in case.nodes(ast.For) if loop.lineno == case.line]
    sources += [part.iter for part in case.failing(ast.comprehension)]
    for source in sources:
        why = ["the loop changes what it goes through", *case.live(source)]
        text = f"list({case.text(source)})"
        yield swap(case, source, text, "likely", why)


def _awaited(case: Case) -> Iterator[Fix | None]:
    """Await at the top of a cell: a notebook has a loop already."""
    is_top = case.frame is not None and case.frame.function == "<module>"
    for call in calls(case, "run") if is_top else ():
        if len(call.args) == 1 and keyword(call, "debug") is None:
            why = ["a notebook runs an event loop; cells may await in it"]
            yield swap(case, call, f"await {case.text(call.args[0])}", "likely", why)


def _stored(case: Case) -> Iterator[Fix | None]:
    """Let a property give what is stored, not itself."""
    for function in case.nodes(ast.FunctionDef):
        holds = function.lineno <= case.line <= (function.end_lineno or 0)
        if not holds or not function.decorator_list or not function.args.args:
            continue
        first, name = function.args.args[0].arg, function.name
        for node in ast.walk(function):
            is_own = isinstance(node, ast.Attribute) and node.attr == name
            if is_own and isinstance(node, ast.Attribute):
                text = f"{first}._{name}"
                why = [f"`{first}.{name}` calls the property `{name}` again"]
                yield swap(case, node, text, "likely", why)
