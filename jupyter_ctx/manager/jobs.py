"""The assist thread: one daemon that runs what it is given, one after the other."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Protocol

from jupyter_ctx.gateway.gateway import Stream
from jupyter_ctx.manager.thread import start

Job = Callable[[], None]
CLOSED = (
    "Nothing was sent, since jupyter_ctx was unloaded meanwhile. Load it again with "
    "%load_ext jupyter_ctx."
)


class Stoppable(Protocol):
    """Whoever waits for a model: it may be stopped at any moment, from any thread."""

    @property
    def is_closed(self) -> bool:
        """Whether nobody waits any more."""
        ...

    def attach(self, stream: Stream) -> None:
        """Let a stop close *stream*; closes it now if that was before."""
        ...

    def waits(self, why: str) -> None:
        """Show that the model is asked again later, and *why*; empty: it is asked."""
        ...


class Attached:
    """Whatever a model's stream is attached to, which closes once; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stream: Stream | None = None
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing is taken in any more."""
        with self._lock:
            return self._closed

    def attach(self, stream: Stream) -> None:
        """Let a later stop close *stream*; closes it now if that was before."""
        with self._lock:
            self._stream = stream
            closed = self._closed
        if closed:
            stream.cancel()

    def waits(self, why: str) -> None:
        """Show nothing: nobody looks at it."""


class Hold(Attached):
    """What a job that is no reply is stopped by."""

    def close(self) -> None:
        """Stop; what the model still says is ignored."""
        with self._lock:
            self._closed = True
            stream = self._stream
        if stream is not None:
            stream.cancel()


class Jobs:
    """Runs jobs in their order; those in the background give way to all others.

    The thread is started with the first job.
    """

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._background: Hold | None = None
        self._lock = threading.Lock()
        self._left = 0  # jobs that run or wait
        self._closed = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs or waits."""
        return self._left == 0

    def put(self, job: Job) -> bool:
        """Run *job* as soon as may be; what runs in the background is stopped.

        False after the end: nobody would run it, and whoever waits has to be told.
        """
        self.give_way()
        with self._lock:
            if self._closed:
                return False
            self._wake()
            self._left += 1
            self._queue.put(job)
            return True

    def give_way(self) -> None:
        """Stop what runs in the background."""
        background = self._background
        if background is not None:
            background.close()

    def idle(self, job: Callable[[Hold], None]) -> None:
        """Run *job* now, on the assist thread itself, unless something waits.

        A job that comes in the meantime stops it.
        """
        hold = self._background = Hold()
        try:
            if self._left <= 1:
                job(hold)
        finally:
            self._background = None

    def close(self) -> None:
        """End the thread after what runs or waits; nothing is taken after that."""
        self.give_way()
        with self._lock:
            self._closed = True
            self._queue.put(None)

    def _wake(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = start(self._work, "jupyter_ctx-assist")

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            try:
                job()
            finally:
                self._count(-1)

    def _count(self, more: int) -> None:
        with self._lock:
            self._left += more
