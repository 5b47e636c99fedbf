"""What happened before the extension was loaded, inferred from what is left."""

from __future__ import annotations

import sys

from jupyter_ctx.kernel.describe.static import Foreign
from jupyter_ctx.kernel.outputs import results, show
from jupyter_ctx.kernel.own import is_own
from jupyter_ctx.kernel.runs import Run, RunLog


def infer_runs(history: Foreign, log: RunLog) -> None:
    """Log the executions that IPython's own history remembers."""
    failed = getattr(history, "exceptions", None) or {}
    for count, source in enumerate(list(history.input_hist_raw)):
        if not source.strip() or is_own(source):
            continue
        run = log.begin(source)
        run.execution_count = count
        run.status = "error" if count in failed else "ok"
        run.inferred = True
        for bundle in results(history, count):
            show(log, run, "execute_result", bundle)


def last_error() -> BaseException | None:
    """Give the exception that Python says was the last one nobody caught."""
    found = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
    return found if isinstance(found, BaseException) else None


def bindings(log: RunLog) -> dict[str, int]:
    """Tell by dataflow which inferred run bound each name last."""
    # Parsing is for the first question, not for every kernel that loads us.
    from jupyter_ctx.code.defuse import names  # noqa: PLC0415

    bound: dict[str, int] = {}
    for run in log:
        if run.inferred:
            bound |= {binding.name: run.run for binding in names(run.source).binds}
    return bound


def failed_run(history: Foreign, log: RunLog) -> Run | None:
    """Find the inferred run that failed last, unless its cell succeeded later."""
    failed = getattr(history, "exceptions", None) or {}
    run = log.of_count(max(failed)) if failed else None
    if run is None:
        return None
    later = [other for other in log if other.run > run.run and other.status == "ok"]
    return None if any(other.source == run.source for other in later) else run
