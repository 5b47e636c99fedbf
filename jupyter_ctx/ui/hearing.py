"""What one thread prints, taken where it would be shown nowhere."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_STREAMS = ("stdout", "stderr")


class _Ear:
    """Stands in for a stream; takes what its own thread writes, passes on the rest."""

    def __init__(self, stream: Any, heard: list[str]) -> None:  # noqa: ANN401 - a stream
        self._stream = stream
        self._heard = heard
        self._thread = threading.get_ident()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Take *text*, or pass it on."""
        if threading.get_ident() != self._thread:
            return int(self._stream.write(text) or 0)
        self._heard.append(text)
        return len(text)


@contextmanager
def heard() -> Iterator[list[str]]:
    """Collect what this thread prints meanwhile; other threads print as before."""
    pieces: list[str] = []
    before = {name: getattr(sys, name) for name in _STREAMS}
    ears = {name: _Ear(stream, pieces) for name, stream in before.items()}
    for name, ear in ears.items():
        setattr(sys, name, ear)
    try:
        yield pieces
    finally:
        for name, ear in ears.items():
            if getattr(sys, name) is ear:
                setattr(sys, name, before[name])
