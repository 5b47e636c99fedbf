"""Fixes for what changes while it is gone through, and for loops inside of loops."""

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
