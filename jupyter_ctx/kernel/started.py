"""The cells between their two hooks, and which exception truly ended one."""

from __future__ import annotations

import sys
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

import msgspec

from jupyter_ctx.kernel.describe.static import held, is_a, name_of
from jupyter_ctx.kernel.late import running_cell
from jupyter_ctx.kernel.runs import Run

if TYPE_CHECKING:
    from jupyter_ctx.core.report import ErrorReport
    from jupyter_ctx.kernel.shell import ExecutionInfo, ExecutionResult

_SHELL = "IPython.core.interactiveshell"
_RUNNERS = ("run_cell_async", "run_ast_nodes", "run_code")

Mark = tuple[int, int]
"""Which error Python says was shown last: ids alone, which keep nothing alive."""


class Started(msgspec.Struct):
    """A cell between its two hooks; *run* is None for what is not recorded.

    *parent* is the message that asked for it, None where it began before us. *mark*
    tells which error had been shown last when it began.
    """

    info: ExecutionInfo
    parent: str | None
    run: Run | None
    mark: Mark = (0, 0)

    def is_around(self, parent: str) -> bool:
        """Tell whether a cell that the message *parent* asked for is inside of it."""
        if self.parent is not None:
            return self.parent == parent
        return self.info is running_cell()


def pop(stack: list[Started], info: ExecutionInfo) -> Started | None:
    """Take the cell of *info* off the *stack*; an empty cell was never on it."""
    for at in range(len(stack) - 1, -1, -1):
        if _is_same(stack[at].info, info):
            started = stack[at]
            del stack[at:]
            return started
    return None


def _is_same(begun: ExecutionInfo, ended: ExecutionInfo) -> bool:
    # IPython makes a second info where it failed to show the error of a cell.
    is_counted = begun.store_history and ended.store_history
    return begun is ended or (is_counted and begun.raw_cell == ended.raw_cell)


def mark() -> Mark:
    """Tell which error has been shown last."""
    return id(_last()), id(getattr(sys, "last_traceback", None))


def shown_since(before: Mark) -> BaseException | None:
    """Give the error that a cell has shown though it went on; None if there is none.

    `%run`, a nested cell and `%%capture` show the error of their code and return.
    """
    found = _last()
    return found if mark() != before and is_a(type(found), BaseException) else None


def _last() -> BaseException | None:
    # `last_exc` is younger than some releases of IPython, which do not set it.
    return getattr(sys, "last_value", None)


def ending(result: ExecutionResult) -> tuple[BaseException | None, int | None]:
    """Give what truly ended a cell, and its number.

    An exception whose `__str__` raises makes IPython fail while it shows it, and
    report that failure alone; the frames that ran the cell still hold the first one.
    """
    before, during = result.error_before_exec, result.error_in_exec
    error = during if before is None else before
    found: tuple[BaseException | None, int | None] = error, result.execution_count
    level = None if error is None else _traceback(error)
    while level is not None:
        inner = _result(level.tb_frame)
        first = held(inner, "error_in_exec")
        if is_a(type(first), BaseException):
            count = held(inner, "execution_count")
            return first, count if type(count) is int else found[1]
        level = level.tb_next
    return found


def _traceback(error: BaseException) -> TracebackType | None:
    found: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    return found


def _result(frame: FrameType) -> object:
    """Give the result that a frame of IPython makes while it runs a cell."""
    is_shell = frame.f_globals.get("__name__") == _SHELL
    if is_shell and frame.f_code.co_name in _RUNNERS:
        return frame.f_locals.get("result")
    return None


def bare(error: BaseException, run: Run) -> ErrorReport:
    """Tell of *error* the type alone, where the look at it failed.

    Without it the error before would be told as the open one.
    """
    # Loaded at the first error.
    from jupyter_ctx.core.report import ErrorReport  # noqa: PLC0415

    return ErrorReport(name_of(type(error)), "", run=run.run)
