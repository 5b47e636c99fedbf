"""An interrupt that met our own hook, repeated for the cell that it was meant for."""

from __future__ import annotations

import _thread
import threading

DELAY = 0.05  # seconds until it is repeated: by then the cell has begun


class Repeat:
    """At most one interrupt, given back while its cell still runs."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Interrupt the main thread soon."""
        self._timer = threading.Timer(DELAY, _thread.interrupt_main)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Take it back: the cell is over, and the next one was not meant."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
