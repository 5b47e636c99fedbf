"""A kernel that is killed in the middle of a write leaves a readable store."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from jupyter_ctx.core.talk.events import Asked
from jupyter_ctx.store import Store
from tests.store.test_store import Mask

WRITER = """
import sys
from pathlib import Path
from jupyter_ctx.core.talk.events import Asked
from jupyter_ctx.store import Store
from tests.store.test_store import Mask

store = Store(Path(sys.argv[1]), Mask())
number = len(store.events("one"))
while True:
    store.append("one", Asked(f"t{number}", "x" * 20_000))
    print(number, flush=True)
    number += 1
"""


def write_and_kill(path, events: int) -> int:
    """Kill a writer after it reported *events* writes; give the last it reported."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    last = [int(process.stdout.readline()) for _ in range(events)][-1]
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().split()
    process.stdout.close()
    process.wait()
    return int(rest[-1]) if rest else last


def check(path, rounds: int) -> None:
    """Kill *rounds* writers in a row and read the whole log after each."""
    for turn in range(rounds):
        last = write_and_kill(path, 1 + turn % 5)
        store = Store(path, Mask())
        turns = [event.turn for event in store.events("one")]
        store.close()

        assert store.notice == ""
        assert turns == [f"t{n}" for n in range(len(turns))]
        assert len(turns) > last


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_kernel_loses_no_event_that_was_saved(tmp_path):
    """All that was reported as saved is there, in order, and nothing is half there."""
    check(tmp_path / "conversations.sqlite", 3)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_hundred_killed_kernels_lose_nothing(tmp_path):
    """The same, often enough to hit every moment of a write."""
    check(tmp_path / "conversations.sqlite", 100)


def test_a_foreign_lock_is_waited_for(tmp_path):
    """While another kernel writes, ours waits in place of giving up."""
    path = tmp_path / "conversations.sqlite"
    one, two = Store(path, Mask()), Store(path, Mask())
    one._database.execute("BEGIN IMMEDIATE")

    timer = threading.Timer(0.3, lambda: one._database.execute("COMMIT"))
    timer.start()
    two.append("one", Asked("t1", "q"))
    timer.join()

    assert two.notice == ""
    assert one.events("one") == (Asked("t1", "q"),)
    one.close()
    two.close()
