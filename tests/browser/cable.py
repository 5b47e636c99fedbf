"""A cable between a page and its server that can be pulled and put back."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Self

CHUNK = 65_536  # bytes


class Cable:
    """Listens on a port of its own and hands everything on to *port*, both ways.

    `pull` ends what runs over it, and refuses what is new, as a network does that is
    gone.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._ends: set[socket.socket] = set()
        self._listening = _listen(0)
        self.port: int = self._listening.getsockname()[1]
        self._begin()

    def __enter__(self) -> Self:
        """Take connections from now on."""
        return self

    def __exit__(self, *_: object) -> None:
        """End everything."""
        self.pull()

    def pull(self) -> None:
        """Cut all connections, and refuse new ones."""
        _end(self._listening)
        for one in list(self._ends):
            _end(one)
        self._ends.clear()

    def plug(self) -> None:
        """Take connections again, on the same port."""
        self._listening = _listen(self.port)
        self._begin()

    def _begin(self) -> None:
        _start(self._serve, self._listening)

    def _serve(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listening.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends |= {near, far}
                _start(self._carry, near, far)
                _start(self._carry, far, near)

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                sink.sendall(data)
        for one in (source, sink):
            _end(one)
            self._ends.discard(one)


def _listen(port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(128)
    return listening


def _end(one: socket.socket) -> None:
    # Else a thread that waits for it would not wake.
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


def _start(act: Callable[..., None], *arguments: socket.socket) -> None:
    threading.Thread(target=act, args=arguments, daemon=True).start()
