"""kill -9 of kernel, worker and server: nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jupyter_ctx.core.talk.conversation import Conversation, fold
from jupyter_ctx.store import Store
from tests.live.asking import asking
from tests.live.kernel import LiveKernel
from tests.live.killing import sessions
from tests.live.serving import serving
from tests.store.test_store import Mask
from tests.stub import StubModel

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]

NOTEBOOK = {"JPY_SESSION_NAME": "/data/analysis.ipynb"}


def kept(store: Path) -> Conversation:
    """Read the one conversation of the store at *store*, which must open."""
    opened = Store(store, Mask())
    assert opened.notice == ""
    (one,) = opened.listed()
    found = fold(opened.events(one.id))
    opened.close()
    return found


def test_seventeen_sessions_that_are_killed_lose_nothing(tmp_path):
    """At random moments of asks, edits, regenerations, prunes and deletions."""
    pick = random.Random(6)
    with sessions(tmp_path / "store.sqlite") as running:
        for _ in range(17):
            running.kill_one(pick)


def kill_kernel(kernel: LiveKernel, stub: StubModel, number: int, wait: float) -> None:
    """Kill a kernel that is being answered, and start it again."""
    stub.reply(chunks=["half ", *["of it "] * 200], delay=0.02)
    kernel.send(f"%%assist --no-widget\nkilled {number}")
    assert kernel.until(lambda: len(stub.requests) == stub_count(stub, number), 60)
    time.sleep(wait)
    kernel.restart()


def stub_count(stub: StubModel, number: int) -> int:
    """Count the requests so far, once the killed one is among them."""
    is_there = any(f"killed {number}" in str(one) for one in stub.requests)
    return len(stub.requests) if is_there else -1


def check_next(kernel: LiveKernel, stub: StubModel, store: Path, number: int) -> None:
    """Ask on: the question that was killed joins the next one, no half reply goes."""
    stub.reply(f"after {number}")
    ran = kernel.run(f"%%assist --no-widget\nnext {number}")
    assert f"after {number}" in ran.text
    *_, last = stub.sent()
    assert f"next {number}" in last["content"]
    assert "half of it" not in str(stub.sent())
    roles = [message["role"] for message in stub.sent()[1:]]
    assert roles == ["user", "assistant"] * (len(roles) // 2) + ["user"]
    prompts = [turn.prompt for turn in kept(store).branch()]
    assert prompts[-1] == f"next {number}"


def kill_all(rounds: int, pick: random.Random, store: Path) -> None:
    """Kill kernel and worker in turns, *rounds* times, on one store."""
    with asking(**NOTEBOOK, JUPYTER_CTX_STORE=str(store)) as (kernel, stub):
        stub.reply("first")
        kernel.run("%%assist --no-widget\nbegin")
        for number in range(rounds):
            if number % 2 == 1:
                kill_worker(kernel, stub, number)
            else:
                kill_kernel(kernel, stub, number, pick.random() * 0.3)
                assert f"killed {number}" in [t.prompt for t in kept(store).branch()]
            check_next(kernel, stub, store, number)


def kill_worker(kernel: LiveKernel, stub: StubModel, number: int) -> None:
    """Kill the worker in the middle of an answer; the kernel says so and goes on."""
    mine = kernel.value("__import__('os').getpid()")
    stub.reply(chunks=["some ", *["more "] * 200], delay=0.02)
    before = stub.chunks_sent
    asked = kernel.send(f"%%assist --no-widget\nkilled {number}")
    assert kernel.until(lambda: "some more" in kernel.started(asked).text, 60)
    assert stub.chunks_sent > before
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(mine)]
    listed = subprocess.check_output(command, text=True).splitlines()
    workers = [int(row.split()[0]) for row in listed if "gateway.worker" in row]
    assert workers, listed
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    ran = kernel.finish(asked)
    assert ran.status == "ok"
    assert "some more" in ran.text
    assert "worker ended" in ran.text


def test_a_killed_kernel_and_a_killed_worker_lose_nothing(tmp_path):
    """In the middle of an answer: the next request is valid, the question is kept."""
    kill_all(2, random.Random(5), tmp_path / "store.sqlite")


def kill_server(store: Path, pick: random.Random) -> None:
    """Kill a server while its kernel answers; what was acknowledged is in the store."""
    with serving(store) as (server, kernel):
        for number in range(3):
            kernel.run(f"%%assist --no-widget\nserved {number}")
        kernel.send("%%assist --no-widget\nserved last")
        time.sleep(pick.random() * 0.1)
        server.kill()
    prompts = [turn.prompt for turn in kept(store).branch()]
    assert prompts[:3] == ["served 0", "served 1", "served 2"]
    assert all(turn.status == "complete" for turn in kept(store).branch()[:3])


def test_a_killed_server_loses_nothing(tmp_path):
    """Its kernel ends when it finds itself alone."""
    kill_server(tmp_path / "store.sqlite", random.Random(4))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_two_hundred_kills(tmp_path):
    """150 sessions, 42 kernels and workers, 8 servers."""
    pick = random.Random(200)
    with sessions(tmp_path / "sessions.sqlite") as running:
        for _ in range(150):
            running.kill_one(pick)
    kill_all(42, pick, tmp_path / "kernels.sqlite")
    for number in range(8):
        kill_server(tmp_path / f"server-{number}.sqlite", pick)
