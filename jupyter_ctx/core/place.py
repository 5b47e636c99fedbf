"""Which cell a request is about: where the user is, or where the open error is."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Focus
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState


class Here(msgspec.Struct, frozen=True):
    """The cell where the user is.

    *execution* is its newest ended run, None if this kernel has not run it;
    *report* the open error if it is that of this cell; *is_running* tells that
    it runs (again) now; *language* is empty for Python.
    """

    cell: Cell
    focus: Focus
    label: str
    execution: Execution | None = None
    report: ErrorReport | None = None
    is_running: bool = False
    language: str = ""

    @property
    def is_edited(self) -> bool:
        """Whether the cell says something else than what ran."""
        ran = self.execution
        return ran is not None and _bare(ran.source) != _bare(self.cell.source)


def here(state: KernelState) -> Here | None:
    """Find the cell where the user is; None where no page has told."""
    focus, document = state.focus, state.document
    cell = document.find(focus.cell) if focus and document else None
    if focus is None or document is None or cell is None:
        return None
    execution = newest_run(state, cell.id)
    return Here(
        cell=cell,
        focus=focus,
        label=execution.label if execution is not None else label_of(cell, state),
        execution=execution,
        report=_report(state.error, cell, execution),
        is_running=any(
            one.cell_id == cell.id and one.status == "running"
            for one in state.executions[-1:]
        ),
        language=document.language,
    )


def source_at_issue(state: KernelState) -> str:
    """Give the source of the cell where the user is, else of the one that failed."""
    place = here(state)
    if place is not None:
        return place.cell.source
    run = state.error.run if state.error is not None else None
    ran = next((one for one in state.executions if one.run == run), None)
    return ran.source if ran is not None and run is not None else ""


def newest_run(state: KernelState, cell_id: str) -> Execution | None:
    """Give the newest run of the cell that is over."""
    for execution in reversed(state.executions):
        if execution.cell_id == cell_id and execution.status != "running":
            return execution
    return None


def failed_cell(state: KernelState) -> tuple[str, str]:
    """Name the cell with the open error, or else where the user is, and its language.

    Both are empty where there is no such cell, the language also for Python.
    """
    error, place = state.error, here(state)
    if place is not None and (error is None or place.report is not None):
        return place.label, place.language
    run = error.run if error is not None else None
    found = next((one for one in state.executions if one.run == run), None)
    return (found.label, found.language) if found is not None else ("", "")


def _report(
    error: ErrorReport | None, cell: Cell, execution: Execution | None
) -> ErrorReport | None:
    if error is None:
        return None
    if execution is not None and error.run is not None:
        return error if error.run == execution.run else None
    return error if error.run is None and error.cell_id == cell.id else None


def label_of(cell: Cell, state: KernelState) -> str:
    """Name a cell that this kernel has not run, by its count unless that is taken."""
    count = cell.execution_count
    if count is not None and all(
        one.execution_count != count for one in state.executions
    ):
        return f"In[{count}]"
    cells = state.document.cells if state.document is not None else ()
    return f"cell_{cells.index(cell) + 1}"


def _bare(source: str) -> str:
    return source.rstrip("\n")
