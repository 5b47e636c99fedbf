"""Objects of a class that was defined anew since: not what the name means now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.history import Bound, History, source_lines


def of_former(
    summaries: Iterable[Summary], history: History, executions: Sequence[Execution]
) -> dict[str, Summary]:
    """Give the *summaries* by name, a type that was replaced with its cell.

    The same class defined once more, as by a second run of its cell, is no other.
    """
    found = {}
    for summary in summaries:
        bound = history.bound.get(summary.type_name)
        if bound is not None and _is_before(summary, bound):
            label = _former(summary, bound, executions)
            if label:
                told = f"{summary.type_name} of {label}"
                summary = replace(summary, type_name=told)  # noqa: PLW2901
        found[summary.name] = summary
    return found


def _is_before(summary: Summary, bound: Bound) -> bool:
    is_class = bound.binding.kind == "class"
    return is_class and summary.run is not None and summary.run < bound.execution.run


def _former(summary: Summary, now: Bound, executions: Sequence[Execution]) -> str:
    """Name the cell with the class of *summary*, empty where it is as the one *now*."""
    for one in reversed(executions):
        if one.run > (summary.run or 0) or one.language:
            continue
        for binding in reversed(names(one.source).binds):
            if binding.name == summary.type_name:
                is_other = _text(Bound(one, binding)) != _text(now)
                return one.label if is_other and binding.kind == "class" else ""
    return ""


def _text(bound: Bound) -> str:
    line, end = bound.binding.line, bound.binding.end_line
    return source_lines(bound.execution.source, line, end).strip()
