"""The workers of the tests are real, and end as a worker ends."""

import os
import signal

import psutil
import pytest

from tests.live.asking import asking
from tests.live.kernel import LiveKernel
from tests.warm import workers

PIDS = (
    "[c.pid for c in __import__('psutil').Process().children()"
    " if c.name() in ('worker', 'python')]"
)


def worker_of(kernel: LiveKernel) -> psutil.Process:
    """Give what the kernel takes for its worker."""
    (pid,) = kernel.value(PIDS)
    return psutil.Process(pid)


@pytest.mark.live
def test_a_worker_that_is_killed_is_replaced():
    """The kernel tells that it ended, as of a cold one, and the next one answers."""
    with asking() as (kernel, stub):
        assert "ok" in kernel.run("%%assist --no-widget\nfirst").text
        first = worker_of(kernel)
        assert str(workers.program()) in first.cmdline()
        first.kill()
        first.wait(10)
        stub.reply("again")

        assert "again" in kernel.run("%%assist --no-widget\nsecond").text
        assert worker_of(kernel).pid != first.pid


@pytest.mark.live
def test_a_worker_ends_with_its_kernel():
    """Neither the program nor the forked worker outlives the kernel."""
    with asking() as (kernel, _):
        kernel.run("%%assist --no-widget\nfirst")
        theirs = worker_of(kernel)
        forked = psutil.Process(workers._kept[0].pid).children(recursive=True)
        pid = kernel.value("__import__('os').getpid()")
        os.kill(pid, signal.SIGKILL)
        _, alive = psutil.wait_procs([theirs, *forked], 20)
    assert len(forked) >= 2
    assert alive == []


@pytest.mark.live
def test_a_cold_worker_is_plain_python():
    """A test about the start of a worker gets the interpreter itself."""
    with asking(is_worker_cold=True) as (kernel, stub):
        stub.reply("cold")
        assert "cold" in kernel.run("%%assist --no-widget\nfirst").text
        assert str(workers.program()) not in worker_of(kernel).cmdline()
