"""Forks real workers from one process that has imported litellm already.

`python -m tests.warm.server SOCKET`; see `tests/warm/workers.py`, which starts it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
from typing import Any

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.gateway.wire import StreamOrder
from tests.stub import StubModel

FILES = 3  # standard input, output and error
LONGEST = 1 << 16  # bytes taken at once


def main(path: str) -> None:
    """Serve orders at *path* until standard input ends; who comes early waits."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(64)
        print("listening", flush=True)
        _warm()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # leaves no zombies
        while sys.stdin not in (ready := _ready(listener, sys.stdin)):
            assert ready
            connection, _ = listener.accept()
            with connection:
                if os.fork() == 0:
                    listener.close()
                    os._exit(_attend(connection))


def _warm() -> None:
    """Import what a worker has imported after its first answer; start no thread."""
    for name in _asked_first():
        with contextlib.suppress(ImportError):  # made by another import
            importlib.import_module(name)
    assert threading.active_count() == 1, threading.enumerate()
    gc.collect()
    gc.freeze()  # these pages stay shared


def _asked_first() -> list[str]:
    """Let a child put one question, and tell what that imported beyond litellm."""
    importlib.import_module("jupyter_ctx.gateway.worker.remote")
    before = set(sys.modules)
    reader, writer = os.pipe()
    if os.fork() == 0:
        with StubModel() as stub:
            asyncio.run(_question(stub.url))
        new = set(sys.modules) - before
        os.write(writer, "\n".join(sorted(new)).encode())
        os._exit(0)
    os.close(writer)
    os.wait()
    with open(reader, encoding="utf-8") as told:  # noqa: PTH123 - a pipe
        return told.read().split()


async def _question(url: str) -> None:
    remote = importlib.import_module("jupyter_ctx.gateway.worker.remote")
    message = Message("user", "hi")
    order = StreamOrder(1, "my-llm", (message,), max_tokens=9, api_base=url)
    await remote.stream(order, lambda _: None)


def _ready(*files: Any) -> list[Any]:
    return select.select(files, [], [])[0]


def _attend(connection: socket.socket) -> int:
    """Run the worker that is asked for; it and the one who asked end together."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    data, files, _, _ = socket.recv_fds(connection, LONGEST, FILES)
    size, _, order = data.partition(b"\n")
    while len(order) < int(size):
        order += connection.recv(LONGEST)
    worker = os.fork()
    if worker == 0:
        connection.close()
        _work(json.loads(order), files)
    for file in (*range(FILES), *files):
        os.close(file)
    ended = os.pidfd_open(worker)
    if ended not in _ready(ended, connection):
        os.kill(worker, signal.SIGKILL)
    _, status = os.waitpid(worker, 0)
    with contextlib.suppress(OSError):
        connection.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    return 0


def _work(order: dict[str, Any], files: list[int]) -> None:
    """Be the process that asked: its files, environment, folder and arguments."""
    os.setsid()
    for number, (name, mode) in enumerate(
        (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
    ):
        os.dup2(files[number], number)
        os.close(files[number])
        stream = os.fdopen(number, mode, buffering=1, encoding="utf-8", closefd=False)
        setattr(sys, name, stream)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    sys.argv = ["-c", *order["arguments"]]
    sys.path.append(sys.argv[1])
    runpy.run_module("jupyter_ctx.gateway.worker", run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1])
