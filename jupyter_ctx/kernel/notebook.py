"""What the document of the page adds to a kernel state, or is without a kernel.

Both are to be asked before the state is masked: they compare sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.own import is_own
from jupyter_ctx.kernel.saved import Origin, output_of, report_of

RECENT = 20  # newest runs whose saved outputs are read
EARLIER = "from the saved output: this kernel has not run the cell"


def of_document(
    document: Document,
    focus: Focus | None = None,
    ran: Sequence[Cell] | None = None,
) -> KernelState:
    """Read *document* as if its cells had run one by one; no kernel is looked at.

    *ran* are the cells that did, in their order; without it what they show tells.
    """
    focus = _useful(focus, document)
    executed = executed_in(document) if ran is None else ran
    executions = tuple(
        Execution(
            run=run,
            source=cell.source,
            execution_count=cell.execution_count,
            cell_id=cell.id,
            status="ok" if cell.error is None else "error",
            outputs=_outputs(cell, focus, age=len(executed) - run),
            inferred=True,
            language=document.language,
        )
        for run, cell in enumerate(executed, 1)
    )
    state = KernelState(
        executions=executions,
        as_of_run=len(executions),
        is_static=True,
        document=_read(document, focus),
        focus=focus,
    )
    failed = [one for one in executions if one.ending == "failed"]
    here = [one for one in executions if focus and one.cell_id == focus.cell]
    asked = [one for one in here if one.status == "error"] or failed
    report = _saved(asked[-1], state, document) if asked else None
    return replace(state, error=report)


def join(
    state: KernelState, document: Document, focus: Focus | None = None
) -> KernelState:
    """Tell the *state* of a live kernel which cells ran, and where the user is.

    Runs without an id get that of the cell that shows their count and source;
    those from before our time also the cell's saved outputs. The error of a
    failed cell in *focus* is the open one, whatever failed later.
    """
    focus = _useful(focus, document)
    by_count: dict[int | None, list[Cell]] = {}
    for cell in document.cells:
        if cell.kind == "code":
            by_count.setdefault(cell.execution_count, []).append(cell)
    executions = []
    for age, one in enumerate(reversed(state.executions)):
        cells = by_count.get(one.execution_count, ())
        found = _cell_of(one, cells, _reported(state, one.run))
        executions.append(one if found is None else _told(one, found, focus, age))
    state = replace(
        state,
        executions=tuple(reversed(executions)),
        document=_read(document, focus),
        focus=focus,
    )
    here = document.find(focus.cell) if focus is not None else None
    error = _of_cell(state, document, here) if here is not None else None
    return replace(state, error=error or _still_open(state, document))


def placed(before: KernelState, joined: KernelState) -> dict[int, str]:
    """Give the cells that *joined* found for runs, where they still show what ran."""
    found = {}
    for old, new in zip(before.executions, joined.executions, strict=True):
        if old.cell_id is None and new.cell_id is not None and joined.document:
            cell = joined.document.find(new.cell_id)
            if cell is not None and cell.source.rstrip("\n") == old.source.rstrip("\n"):
                found[old.run] = cell.id
    return found


def _useful(focus: Focus | None, document: Document) -> Focus | None:
    """Leave out a place that says nothing: no cell, an empty one, or talk to us."""
    cell = document.find(focus.cell) if focus is not None else None
    if cell is None or not cell.source.strip() or is_own(cell.source):
        return None
    return focus


def executed_in(document: Document, *, is_cleared: bool = False) -> list[Cell]:
    """List what has run, in the order of its counts; without one, of the document.

    A count that comes again tells of another kernel, whose runs follow. Where tools
    took all counts away, what stands above an output has run as well; *is_cleared*
    takes one that shows neither for saved so, and all of it to have run.
    """
    code = [one for one in document.cells if one.kind == "code" and one.source.strip()]
    if any(cell.execution_count is not None for cell in code):
        order = _by_counts(code)
    else:
        shown = [at for at, cell in enumerate(code, 1) if cell.outputs]
        order = code[: shown[-1]] if shown else code * is_cleared
    return [cell for cell in order if not is_own(cell.source)]


def _by_counts(code: Iterable[Cell]) -> list[Cell]:
    """Sort what ran; an output without a count stands behind the cell above it."""
    ran: list[tuple[int, list[Cell]]] = []
    for cell in code:
        if cell.execution_count is not None:
            ran.append((cell.execution_count, [cell]))
        elif cell.outputs:
            ran = ran or [(0, [])]
            ran[-1][1].append(cell)
    kernels = _kernels([count for count, _ in ran])
    order = [at for kernel in kernels for at in sorted(kernel, key=lambda n: ran[n][0])]
    return [cell for at in order for cell in ran[at][1]]


def _kernels(counts: Sequence[int]) -> Iterator[range]:
    """Give the places in *counts* of each kernel; the next begins at a deep fall."""
    start = 0
    last: dict[int, int] = {}
    for at, count in enumerate(counts):
        first = last.get(count, -1)
        if first >= start:
            inside = range(first + 1, at + 1)
            cut = max(inside, key=lambda n: counts[n - 1] - counts[n])
            yield range(start, cut)
            start = cut
        last[count] = at
    yield range(start, len(counts))


def _read(document: Document, focus: Focus | None) -> Document:
    """Leave out outputs that nobody asks for: each would have to be masked."""
    cells = tuple(
        cell if focus and cell.id == focus.cell else replace(cell, outputs=())
        for cell in document.cells
    )
    return replace(document, cells=cells)


def _outputs(cell: Cell, focus: Focus | None, age: int) -> tuple[Output, ...]:
    """Read what may be told; an error in any case, as it says how the run ended."""
    is_asked = age < RECENT or (focus is not None and cell.id == focus.cell)
    told = [one for one in cell.outputs if is_asked or one.kind == "error"]
    return tuple(map(output_of, told))


def _cell_of(
    execution: Execution, cells: Iterable[Cell], report: ErrorReport | None
) -> Cell | None:
    """Find among *cells*, which show its count, the one that *execution* ran."""
    if execution.execution_count is None:
        return None
    if execution.cell_id is not None:
        return next((one for one in cells if one.id == execution.cell_id), None)
    return next((one for one in cells if _shows(one, execution, report)), None)


def _told(execution: Execution, cell: Cell, focus: Focus | None, age: int) -> Execution:
    execution = replace(execution, cell_id=cell.id)
    outputs = _outputs(cell, focus, age) if execution.inferred else ()
    return replace(execution, outputs=outputs) if outputs else execution


def _shows(cell: Cell, execution: Execution, report: ErrorReport | None) -> bool:
    if cell.source.rstrip("\n") == execution.source.rstrip("\n"):
        return True
    if execution.inferred and _is_longer(execution.source, cell.source):
        return True  # since it ran, before we came
    # Edited since, but still with the error that this run ended with.
    error = cell.error
    return (
        error is not None
        and report is not None
        and (error.ename, error.evalue) == (report.ename, report.evalue)
    )


def _is_longer(old: str, new: str) -> bool:
    """Tell whether lines were added around *old*; less is no sign of one cell."""
    kept = old.strip("\n")
    return new.startswith(f"{kept}\n") or new.rstrip("\n").endswith(f"\n{kept}")


def _of_cell(state: KernelState, document: Document, cell: Cell) -> ErrorReport | None:
    """Give the error of *cell*: as recorded where that is known, else as saved."""
    runs = [
        one
        for one in state.executions
        if one.cell_id == cell.id and one.status != "running"
    ]
    if not runs:
        return _earlier(cell)
    if runs[-1].status != "error":
        return None
    return _reported(state, runs[-1].run) or _saved(runs[-1], state, document)


def _reported(state: KernelState, run: int) -> ErrorReport | None:
    reports = (*state.failures, state.error)
    return next((one for one in reports if one is not None and one.run == run), None)


def _saved(
    execution: Execution, state: KernelState, document: Document
) -> ErrorReport | None:
    cell = document.find(execution.cell_id or "")
    if cell is None or cell.error is None:
        return None
    runs: Mapping[int, int] = {
        one.execution_count: one.run
        for one in state.executions
        if one.execution_count is not None
    }
    origin = Origin(
        execution.source, execution.execution_count, cell.id, execution.run, runs
    )
    return report_of(cell.error, origin)


def _earlier(cell: Cell) -> ErrorReport | None:
    """Read the error that an earlier kernel left in *cell*."""
    if cell.error is None:
        return None
    origin = Origin(cell.source, cell.execution_count, cell.id)
    report = report_of(cell.error, origin)
    return replace(report, notes=(EARLIER,))


def _still_open(state: KernelState, document: Document) -> ErrorReport | None:
    """Drop an error from before our time that no cell of the document shows."""
    report = state.error
    if report is None or not report.inferred or not document.cells:
        return report
    shown = {cell.error.ename for cell in document.cells if cell.error is not None}
    return report if report.ename in shown else None
