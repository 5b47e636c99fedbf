"""A bar that tells how far a long run is, on a terminal only."""

from __future__ import annotations

import time
from typing import TextIO

WIDTH = 30  # characters


class Bar:
    """Counts *total* things of one *kind*; silent elsewhere than on a terminal."""

    def __init__(self, total: int, kind: str, out: TextIO) -> None:
        self._total = total
        self._kind = kind
        self._out = out
        self._done = 0
        self._start = time.monotonic()

    def step(self) -> None:
        """Tell that one more is done, and how long the rest may take."""
        self._done += 1
        if not self._out.isatty():
            return
        spent = time.monotonic() - self._start
        left = spent / self._done * (self._total - self._done)
        filled = WIDTH * self._done // self._total
        bar = "#" * filled + "." * (WIDTH - filled)
        end = "\n" if self._done == self._total else ""
        told = f"{self._done}/{self._total} {self._kind}, {left / 60:.0f} min left"
        self._out.write(f"\r[{bar}] {told} {end}")
        self._out.flush()
