"""What happened before the extension was loaded, inferred from what is left.

Everything here but `Past.last_failure` reads texts only, so any thread may ask.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jupyter_ctx.kernel.describe.static import Foreign, is_a, name_of
from jupyter_ctx.kernel.failures import KEPT, Failures, is_same_cell
from jupyter_ctx.kernel.outputs import results, show
from jupyter_ctx.kernel.own import is_own
from jupyter_ctx.kernel.runs import Run, RunLog

if TYPE_CHECKING:
    from jupyter_ctx.core.report import ErrorReport
    from jupyter_ctx.kernel.cells import Cells
    from jupyter_ctx.kernel.shell import ExecutionInfo, ExecutionResult, Shell

REPAIRS = 20  # runs after a failed one that may be its repair

STOPS = ("KeyboardInterrupt", "SystemExit")
"""What ends a cell because the user wants it: nothing is broken then."""

_SHELL = "IPython.core.interactiveshell"


def running_cell() -> ExecutionInfo | None:
    """Give what IPython tells of the counted cell that the main thread runs now.

    The stack of the main thread is looked at, as a debugger would. A cell that
    waits in a top-level `await` is not on it.
    """
    frame = sys._current_frames().get(threading.main_thread().ident or 0)  # noqa: SLF001
    outermost: ExecutionInfo | None = None
    while frame is not None:
        is_ours = frame.f_code.co_name == "run_cell_async"
        if is_ours and frame.f_globals.get("__name__") == _SHELL:
            local = frame.f_locals
            info = local.get("info")
            if info is not None and local.get("store_history"):
                outermost = info
        frame = frame.f_back
    return outermost


class Past:
    """What one shell remembers of the time before us, put into the log."""

    def __init__(self, shell: Shell, log: RunLog, failures: Failures) -> None:
        self._shell = shell
        self._log = log
        self._failures = failures

    def read(self, running: ExecutionInfo | None) -> Run | None:
        """Log what ran, what failed, and the cell that is *running*; gives its run."""
        history = self._shell.history_manager
        if history is not None:
            infer_runs(history, self._log, running)
            for run, report in kept_errors(history, self._log):
                if not is_repaired(run, self._log):
                    self._failures.add(run, report)
        if running is None or is_own(running.raw_cell):
            return None
        cell_id = getattr(running, "cell_id", None)
        run = self._log.begin(running.raw_cell, cell_id=cell_id)
        run.inferred = True
        return run

    def run_of(self, result: ExecutionResult) -> Run | None:
        """Give the run of a cell that has ended and whose start nobody saw."""
        info, count = result.info, result.execution_count
        is_ours = is_own(info.raw_cell) or not info.raw_cell.strip()
        if is_ours or not info.store_history or count is None:
            return None
        run = self._log.of_count(count)
        if run is None or not run.inferred:
            cell_id = getattr(info, "cell_id", None)
            run = self._log.begin(info.raw_cell, cell_id=cell_id)
            run.inferred = True
        return run

    def end(self, run: Run) -> None:
        """Say how *run* ended, whose end nobody saw."""
        end(self._shell.history_manager, run)

    def last_failure(self, cells: Cells) -> tuple[Run, BaseException] | None:
        """Give the last failed run, if it is open, with its exception; main thread."""
        error = last_error()
        if error is None:
            return None
        run = failing_run(error, cells, self._shell.history_manager)
        if run is None or is_repaired(run, self._log):
            return None
        known = self._failures.open
        is_newest = known is None or (known.run or 0) <= run.run
        return (run, error) if is_newest else None


def infer_runs(history: Foreign, log: RunLog, running: ExecutionInfo | None) -> None:
    """Log the executions that IPython's own history remembers.

    The newest is left out if it is the *running* one.
    """
    sources = list(history.input_hist_raw)
    if running is not None and sources[-1:] == [running.raw_cell.rstrip("\n")]:
        del sources[-1]
    for count, source in enumerate(sources):
        if not source.strip() or is_own(source):
            continue
        run = log.begin(source)
        run.execution_count = count
        run.inferred = True
        end(history, run)
        ename = _failed(history).get(count, {}).get("ename")
        if ename in STOPS:  # no report will tell of it
            log.show(run, "error", "text/plain", ename, len(ename))
        for bundle in results(history, count):
            show(log, run, "execute_result", bundle)


def end(history: Foreign, run: Run) -> None:
    """Say how *run* ended, whose end nobody saw."""
    run.status = "error" if run.execution_count in _failed(history) else "ok"


def _failed(history: Foreign) -> dict[int, dict[str, Foreign]]:
    # Older releases of IPython do not keep them.
    return dict(getattr(history, "exceptions", None) or {})


def last_error() -> BaseException | None:
    """Give the exception that Python says was the last one nobody caught."""
    found = getattr(sys, "last_exc", None)
    if found is None:
        found = getattr(sys, "last_value", None)
    return found if is_a(type(found), BaseException) else None


def failing_run(error: BaseException, cells: Cells, history: Foreign) -> Run | None:
    """Find the run that *error* ended; a callback's error ended none."""
    run = _outermost_run(error, cells)
    if run is None or not hasattr(history, "exceptions"):
        return run
    kept = _failed(history).get(run.execution_count or 0, {})
    return run if kept.get("ename") == name_of(type(error)) else None


def _outermost_run(error: BaseException, cells: Cells) -> Run | None:
    if is_a(type(error), SyntaxError):
        name = SyntaxError.__dict__["filename"].__get__(error)
        found = cells.run(name) if type(name) is str else None
        if found is not None:
            return found
    level = BaseException.__dict__["__traceback__"].__get__(error)
    while level is not None:
        found = cells.run(level.tb_frame.f_code.co_filename)
        if found is not None:
            return found
        level = level.tb_next
    return None


def kept_errors(history: Foreign, log: RunLog) -> Iterator[tuple[Run, ErrorReport]]:
    """Read what IPython keeps as text of the runs that failed, oldest first."""
    for count, kept in sorted(_failed(history).items())[-KEPT:]:
        run = log.of_count(count)
        if run is not None and run.inferred and kept.get("ename") not in STOPS:
            yield run, _kept_error(kept, run)


def _kept_error(kept: dict[str, Foreign], run: Run) -> ErrorReport:
    # Only where a cell has failed before we came.
    from jupyter_ctx.core.document import SavedOutput  # noqa: PLC0415
    from jupyter_ctx.kernel.saved import Origin, report_of  # noqa: PLC0415

    saved = SavedOutput(
        kind="error",
        ename=str(kept.get("ename", "")),
        evalue=str(kept.get("evalue", "")),
        traceback=tuple(map(str, kept.get("traceback") or ())),
    )
    return report_of(saved, Origin(run.source, run.execution_count, run=run.run))


def is_repaired(run: Run, log: RunLog) -> bool:
    """Tell whether the cell of *run* went well later, perhaps edited."""
    later = [one for one in log if one.run > run.run and one.status == "ok"]
    if any(one.source == run.source for one in later):
        return True
    # To compare letters is slow, and a repair follows soon.
    return any(is_same_cell(one, run) for one in later[:REPAIRS])


def bindings(log: RunLog) -> dict[str, int]:
    """Tell by dataflow which inferred run bound each name last."""
    # Parsing is for the first question, not for every kernel that loads us.
    from jupyter_ctx.code.defuse import names  # noqa: PLC0415

    bound: dict[str, int] = {}
    for run in log:
        if run.inferred:
            bound |= {binding.name: run.run for binding in names(run.source).binds}
    return bound
