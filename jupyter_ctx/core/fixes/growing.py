"""Fixes for what changes while it is gone through."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Fix, swap

_SIGNS = ("changed size during iteration", "mutated during iteration", "keys changed")


def propose(case: Case) -> Iterator[Fix | None]:
    """Go through a copy of it."""
    if not any(sign in case.report.evalue for sign in _SIGNS):
        return
    sources = [loop.iter for loop in case.nodes(ast.For) if loop.lineno == case.line]
    sources += [part.iter for part in case.failing(ast.comprehension)]
    for source in sources:
        why = ["the loop changes what it goes through", *case.live(source)]
        text = f"list({case.text(source)})"
        yield swap(case, source, text, "likely", why)
