"""What waits, works or holds something open: it must not be moved by a look."""

from __future__ import annotations

import asyncio
import concurrent.futures
import io
import itertools
import logging
import queue
import sqlite3
import subprocess
import sys
import tempfile
import threading
import weakref
from pathlib import Path

from tests.kernel.zoo import animal


@animal("waiting", "generator", "count_up", "not started")
def generator():
    """Make a generator that waits at its start."""

    def count_up(start):
        yield from range(start, 10)

    return count_up(3)


@animal("waiting", "generator", "count_up", "suspended at line")
def advanced():
    """Make a generator that has given one value."""

    def count_up():
        yield 1
        yield 2

    found = count_up()
    next(found)
    return found


@animal("waiting", "zip", never=("(1, 3)",))
def zipped():
    """Make an iterator."""
    return zip([1, 2], [3, 4], strict=True)


@animal("waiting", "map")
def mapped():
    """Make a lazy map."""
    return map(str, [1, 2])


@animal("waiting", "count")
def endless():
    """Make an iterator without end."""
    return itertools.count()


@animal("waiting", "TextIOWrapper", "zoo.txt", "mode 'w'", "utf-8", "open")
def text_file():
    """Open a text file for writing."""
    place = Path(tempfile.mkdtemp()) / "zoo.txt"
    found = place.open("w", encoding="utf-8")
    found.write("half a line")
    return found


@animal("waiting", "BufferedReader", "zoo.bin", "mode 'rb'", "closed")
def closed_file():
    """Close a binary file."""
    place = Path(tempfile.mkdtemp()) / "zoo.bin"
    place.write_bytes(b"abc")
    with place.open("rb") as found:
        pass
    return found


@animal("waiting", "StringIO", "5 characters")
def text_buffer():
    """Make a text in memory."""
    return io.StringIO("abcde")


@animal("waiting", "BytesIO", "3 bytes")
def byte_buffer():
    """Make bytes in memory."""
    return io.BytesIO(b"abc")


@animal("waiting", "lock", "locked")
def lock():
    """Take a lock."""
    found = threading.Lock()
    found.acquire()
    return found


@animal("waiting", "RLock")
def re_lock():
    """Make a lock that may be taken twice."""
    return threading.RLock()


@animal("waiting", "Event", "set")
def event():
    """Set an event."""
    found = threading.Event()
    found.set()
    return found


@animal("waiting", "Semaphore", "2 free")
def semaphore():
    """Make a semaphore."""
    return threading.Semaphore(2)


@animal("waiting", "Queue", "2 items")
def waiting_line():
    """Fill a queue."""
    found = queue.Queue()
    found.put(1)
    found.put(2)
    return found


@animal("waiting", "Thread", "pump", "not started")
def thread():
    """Make a thread that was not started."""
    return threading.Thread(target=print, name="pump")


@animal("waiting", "Task", "fetch_all", "finished", "dict 2 keys")
def awaited_task():
    """Await a task to its end."""

    async def fetch_all():
        return {"rows": 2, "ok": True}

    async def main():
        task = asyncio.create_task(fetch_all())
        await task
        return task

    return asyncio.run(main())


@animal("waiting", "Task", "fails", "ValueError: no rows")
def failed_task():
    """Let a task fail."""

    async def fails():
        msg = "no rows"
        raise ValueError(msg)

    async def main():
        task = asyncio.create_task(fails())
        await asyncio.wait([task])
        task.exception()
        return task

    return asyncio.run(main())


@animal("waiting", "Future", "pending")
def promise():
    """Make a future that nobody fulfils."""
    return concurrent.futures.Future()


@animal("waiting", "Future", "finished", "int = 4")
def kept_promise():
    """Make a future with its result."""
    found = concurrent.futures.Future()
    found.set_result(4)
    return found


@animal("waiting", "asyncio", "Lock", "free")
def async_lock():
    """Make a lock of asyncio."""
    return asyncio.Lock()


@animal("waiting", "ThreadPoolExecutor", "3 workers")
def executor():
    """Make a pool."""
    return concurrent.futures.ThreadPoolExecutor(3)


@animal("waiting", "Popen", "exit code 0")
def process():
    """Run a program to its end."""
    found = subprocess.Popen([sys.executable, "-c", "pass"])
    found.wait()
    return found


@animal("waiting", "Connection", "sqlite3")
def database():
    """Open a database."""
    return sqlite3.connect(":memory:")


@animal("waiting", "Cursor", "sqlite3", "columns one")
def cursor():
    """Ask without fetching."""
    connection = sqlite3.connect(":memory:")
    found = connection.cursor()
    found.execute("select 1 as one")
    return found


@animal("requests", "404 Not Found", "application/json", "2 bytes", "https://h/x",
        needs="requests")  # fmt: skip
def answer():
    """Make an answer that was received."""
    import requests

    found = requests.Response()
    found.status_code, found.reason, found.url = 404, "Not Found", "https://h/x"
    found.headers["Content-Type"] = "application/json; charset=utf-8"
    found._content = b"{}"
    return found


@animal("requests", "200", "body not read", needs="requests")
def streaming_answer():
    """Make an answer whose body was not read."""
    import requests

    found = requests.Response()
    found.status_code, found.raw = 200, io.BytesIO(b"later")
    return found


@animal("waiting", "Logger", "zoo.keeper", "WARNING")
def logger():
    """Make a logger."""
    found = logging.getLogger("zoo.keeper")
    found.setLevel(logging.WARNING)
    return found


@animal("waiting", "ReferenceType to Thing")
def weak():
    """Refer weakly to what lives."""
    return weakref.ref(_KEPT)


class Thing:
    """Something."""


_KEPT = Thing()
