"""Fixes for a name that a live module has, written without the module."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes import known
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit
from jupyter_ctx.core.fixes.name_error import at_top


def propose(case: Case) -> Iterator[Fix | None]:
    """Take the name from the live module that has it, or import a short name."""
    name = case.report.names.get("name", "")
    asked, called = _uses(case, name)
    uses = [
        node
        for node in case.nodes(ast.Name)
        if node.id == name and isinstance(node.ctx, ast.Load)
    ]
    for full in known.owners(name) if called else ():
        module = case.module(full)
        if module:
            text = f"{module}.{name}"
            edits = [Edit(*case.span(node), text) for node in uses]
            why = [f"`{name}` is not defined", f"live: `{module}` is {full}"]
            title = f"Write `{text}` instead of `{name}`"
            yield edit(case, title, edits, "likely", why)
    statement = known.alias(name)
    if statement and asked:
        why = [f"`{name}` is not defined", "the usual meaning of this name"]
        edits = [at_top(case, statement)]
        yield edit(case, f"Add `{statement}`", edits, "likely", why)


def _uses(case: Case, name: str) -> tuple[bool, bool]:
    """Tell whether the cell asks something of *name*, and whether it calls it."""
    owners = [node.value for node in case.nodes(ast.Attribute)]
    functions = [node.func for node in case.nodes(ast.Call)]
    asked, called = (
        any(isinstance(node, ast.Name) and node.id == name for node in nodes)
        for nodes in (owners, functions)
    )
    return asked, called
