"""Fixes for errors of what is out of date: run the cell again that would renew it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.marks import Stale, told
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Fix, new_cell
from jupyter_ctx.core.secrets.redact import PLACEHOLDER

# What its own source, run again, makes good; an edited cell has another source now.
_RENEWED = ("rebound", "changed", "early", "undone", "input")
MOST = 2  # cells offered


def propose(case: Case) -> Iterator[Fix | None]:
    """Offer the cells whose names the failing line reads, and which are stale."""
    read = {node.id for node in case.failing(ast.Name)}
    offered = 0
    for mark in case.state.stale:
        touched = set(mark.names) | (set(mark.of) if mark.reason == "undone" else set())
        execution = _execution(case, mark)
        if mark.reason in _RENEWED and execution is not None and read & touched:
            yield _again(case, mark, execution)
            offered += 1
            if offered >= MOST:
                return


def _execution(case: Case, mark: Stale) -> Execution | None:
    for execution in case.state.executions:
        is_it = execution.run == mark.run and execution.run != case.cell_run
        if is_it and not PLACEHOLDER.search(execution.source):
            return execution
    return None


def _again(case: Case, mark: Stale, execution: Execution) -> Fix:
    """Run it again; likely right where it makes just what is missing."""
    certainty: Certainty = "likely" if _makes_missing(case, execution) else "possible"
    title = f"Run {execution.label} again, which is out of date"
    return new_cell(title, execution.source, certainty, [told(mark)])


def _makes_missing(case: Case, execution: Execution) -> bool:
    missing = {case.report.names.get(kind, "") for kind in ("name", "attribute", "key")}
    tree = parse(blank(execution.source))
    stored = [
        node
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(getattr(node, "ctx", None), ast.Store)
    ]
    return not (missing - {""}).isdisjoint(map(_word, stored))


def _word(node: ast.AST) -> str:
    """Give the name, attribute or literal key that *node* stores."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    inner = node.slice if isinstance(node, ast.Subscript) else None
    return str(inner.value) if isinstance(inner, ast.Constant) else ""
