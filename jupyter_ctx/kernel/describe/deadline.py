"""A deadline for code of others that runs in a cell's hook."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

AGAIN = 0.01  # seconds; a second alarm for code that catches the first


class LateError(BaseException):
    """The time is over; not an `Exception`, so that few handlers catch it."""


def within(seconds: float, act: Callable[[], object]) -> object:
    """Do *act*; what takes longer than *seconds* is stopped.

    On the main thread of a system with interval timers an alarm stops a sleep
    too. Elsewhere, or where the user has a timer running, Python code is
    stopped at its next line, and a call into C is waited for.

    Raises:
        LateError: The time was over.

    """
    if _can_ring():
        return _with_alarm(seconds, act)
    return _with_trace(seconds, act)


def _can_ring() -> bool:
    if "setitimer" not in vars(signal):
        return False
    return (
        threading.current_thread() is threading.main_thread()
        and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        and signal.getsignal(signal.SIGALRM) is not None
    )


def _with_alarm(seconds: float, act: Callable[[], object]) -> object:
    is_over = False

    def ring(_signal: int, _frame: FrameType | None) -> None:
        if not is_over:
            raise LateError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        try:
            return act()
        finally:
            is_over = True  # an alarm from here on would tear the lines below
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _with_trace(seconds: float, act: Callable[[], object]) -> object:
    deadline = time.perf_counter() + seconds

    def trace(_frame: FrameType, _event: str, _argument: Any) -> Any:  # noqa: ANN401
        if time.perf_counter() > deadline:
            raise LateError
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return act()
    finally:
        sys.settrace(before)
