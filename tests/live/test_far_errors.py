"""Errors of other processes and of groups: told by what truly went wrong."""

from __future__ import annotations

import pytest

from tests.live.kernel import LiveKernel
from tests.live.looking import ask, state

pytestmark = pytest.mark.live

WORK = """
import asyncio, multiprocessing as mp, concurrent.futures as cf
def inner(x): return 1 / x
def work(x):
    return inner(x)
async def job(n):
    raise ValueError(f"tg-{n}")
"""


@pytest.fixture(scope="module")
def kernel():
    """One kernel; no hook of ours may have failed in the end."""
    with LiveKernel() as live:
        live.run(WORK)
        yield live
        assert ask(live, "r.failures") == 0


@pytest.mark.parametrize(
    "source",
    [
        'with mp.get_context("fork").Pool(1) as p: p.map(work, [1, 0])',
        (
            'with cf.ProcessPoolExecutor(1, mp_context=mp.get_context("fork")) as p:\n'
            "    list(p.map(work, [1, 0]))"
        ),
        (
            "import joblib\n"
            "joblib.Parallel(n_jobs=2)(joblib.delayed(work)(n) for n in [1, 0])"
        ),
    ],
)
def test_the_traceback_of_a_worker_is_reduced_to_its_error_and_lines(kernel, source):
    """The text that a pool sends back names the cell and the line that failed."""
    if "joblib" in source:
        pytest.importorskip("joblib")
    kernel.run(source)
    cause = state(kernel).error.cause

    assert cause.evalue == "ZeroDivisionError: division by zero"
    assert [(f.where, f.line, f.function, f.source) for f in cause.frames] == [
        ("In[1]", 5, "work", "return inner(x)"),
        ("In[1]", 3, "inner", "def inner(x): return 1 / x"),
    ]


def test_the_members_of_a_group_go_before_old_cells(kernel):
    """At 500 tokens: type, message and line of each job that failed."""
    kernel.run("import jupyter_ctx")
    for n in range(9):
        kernel.run(f"def f{n}(a):\n" + "".join(f"    a += {i}\n" for i in range(20)))
    kernel.run(
        "async with asyncio.TaskGroup() as tg:\n"
        "    for n in range(5):\n        tg.create_task(job(n))"
    )
    text = kernel.run(
        "print(jupyter_ctx.context('why?', budget=500))", silent=True
    ).text

    line = 'In[1] line 7: raise ValueError(f"tg-{n}")'
    told = [one for one in text.splitlines() if "member" in one]
    assert told == [
        *(f"member: ValueError: tg-{n} @ {line}" for n in range(3)),
        "... 2 more members",
    ]
