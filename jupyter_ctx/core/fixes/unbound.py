"""Fixes for a name that a function uses before it binds it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import name_meant
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit

_NAME = re.compile(r"local variable '(\w+)'")


def propose(case: Case) -> Iterator[Fix | None]:
    """Say that the function means the object's, or the variable of the notebook."""
    found = _NAME.search(case.report.evalue)
    name = case.report.names.get("name", "") or (found[1] if found else "")
    if not name:
        return
    yield name_meant.attribute(case, name)
    if case.variable(name) is not None:
        yield _declared(case, name)


def _declared(case: Case, name: str) -> Fix | None:
    around = [
        node
        for node in case.nodes(ast.FunctionDef)
        if node.lineno <= case.line <= (node.end_lineno or 0)
    ]
    if not around:
        return None
    function = max(around, key=lambda node: node.lineno)
    word = "global" if len(around) == 1 else "nonlocal"
    first = function.body[0]
    start = case.span(first)[0]
    text = f"{word} {name}\n{' ' * first.col_offset}"
    why = [f"`{function.name}` binds `{name}`, so it is local there"]
    title = f"Declare `{word} {name}` in `{function.name}`"
    edits = [Edit(start, start, text)]
    return edit(case, title, edits, "likely", [*why, *case.live(ast.Name(name))])
