"""The stale marks of a state, and what the document of a page adds to them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Document
from jupyter_ctx.core.stale import Stale, Written, stale
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.own import is_own

KEPT = 2  # answers remembered: one with the document, one without


class Outdated:
    """Gives the stale marks, the same again while nothing ran or was written."""

    def __init__(self) -> None:
        self._answers: list[tuple[object, tuple[Stale, ...]]] = []

    def marks(
        self, state: KernelState, written: Written | None = None
    ) -> tuple[Stale, ...]:
        """Mark what is out of date in *state*; may be called on any thread."""
        runs = {summary.name: summary.run for summary in state.variables}
        cells = [(one.run, one.status, one.cell_id) for one in state.executions]
        key = (cells, runs, written)
        for known, answer in self._answers:
            if known == key:
                return answer
        answer = stale(state.executions, runs, written)
        self._answers = [(key, answer), *self._answers][:KEPT]
        return answer


def written_in(
    document: Document | None,
    executions: Sequence[Execution],
    *,
    known: Collection[str],
    as_of: int,
) -> Written | None:
    """Read what is written now, None where no page has told a Python notebook.

    *executions* are joined with the *document*, which was told when run *as_of*
    was the last to be over; *known* are the ids of all cells that it ever had. Of
    later runs and of cells elsewhere, as in a console, it does not tell whether
    they were edited or deleted.
    """
    if document is None or document.language or not document.cells:
        return None
    cells = [cell for cell in document.cells if cell.kind == "code"]
    sources = {cell.id: cell.source for cell in cells}
    for one in executions:
        if one.cell_id is not None and (one.run > as_of or one.cell_id not in known):
            sources[one.cell_id] = one.source
    # Such a cell may have been edited since a run that we did not see.
    unplaced = {one.execution_count for one in executions if one.cell_id is None}
    ran = (
        cell.id
        for cell in cells
        if cell.execution_count not in unplaced | {None} and not is_own(cell.source)
    )
    return Written(sources, frozenset(ran))
