"""A kernel that has lived before the extension comes: on any thread, at any time."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.state import KernelState
from tests.live.kernel import LiveKernel
from tests.live.looking import ask, state, variables

pytestmark = pytest.mark.live

ATTACH = "__import__('jupyter_ctx').attach()"
WAIT = "import time\nfor _ in range(600):\n    if {over}: break\n    time.sleep(0.05)\n"
LOADED = (
    "getattr(__import__('sys').modules.get('jupyter_ctx.extension'), '_sessions', 0)"
)


@pytest.fixture
def kernel():
    """Start a kernel without the extension."""
    with LiveKernel(load=False) as live:
        yield live


def attach(kernel, subshell=""):
    """Load the extension silently, as the sidebar does; on a thread if it can."""
    subshell = subshell or kernel.create_subshell()
    expressions = {"told": ATTACH}
    message = kernel.send("", silent=True, expressions=expressions, subshell=subshell)
    return kernel.finish(message, timeout=20).expressions["told"]


def latest(kernel) -> KernelState:
    """Give what is known without a look at any object."""
    encode = "__import__('msgspec').json.encode"
    text = ask(kernel, f"{encode}(r.latest()).decode()")
    return msgspec.json.decode(text, type=KernelState)


def runs(seen: KernelState) -> list[tuple[str, int | None, str, bool]]:
    """List source, count, status and whether it was inferred of each run."""
    return [
        (r.source, r.execution_count, r.status, r.inferred) for r in seen.executions
    ]


def test_loading_on_a_thread_knows_the_past_and_touches_nothing(kernel):
    """Sources are there at once, objects with the next look; nothing of it shows."""
    kernel.run("rate = 0.25\nitems = [rate] * 3")
    failed = kernel.run("items[7]")
    names = "sorted(n for n in globals() if not n.startswith('_'))"
    traces = (
        "get_ipython().execution_count",
        "id(getattr(__import__('sys'), 'last_value', None))",
        "len(get_ipython().history_manager.input_hist_raw)",
        names,
    )
    before = [kernel.value(trace) for trace in traces]

    told = attach(kernel)

    assert told["status"] == "ok", told
    assert [kernel.value(trace) for trace in traces] == before
    assert ask(kernel, "r.described") == 0
    seen = latest(kernel)
    assert seen.variables == ()
    assert runs(seen) == [
        ("rate = 0.25\nitems = [rate] * 3", 1, "ok", True),
        ("items[7]", 2, "error", True),
    ]
    assert (seen.error.ename, seen.error.run) == ("IndexError", 2)
    assert failed.error["ename"] == "IndexError"

    seen = variables(kernel, "rate", "items")
    assert (seen["rate"].value, seen["rate"].run) == ("0.25", 1)
    assert (seen["items"].type_name, seen["items"].inferred) == ("list", True)


def test_the_error_before_loading_can_be_fixed(kernel):
    """The last error has its frames, its locals and the names that do exist."""
    kernel.run("prices = {'apple': 3, 'pear': 4}")
    kernel.run("total = prices['appel']")

    attach(kernel)

    seen = state(kernel)
    error = seen.error
    assert (error.ename, error.inferred, error.run) == ("KeyError", True, 2)
    assert error.candidates == ("apple", "pear")
    assert error.frames[-1].locals[0].line.startswith("prices: dict")
    assert [report.run for report in seen.failures] == [2]


def test_an_error_of_a_silent_request_is_not_the_cells(kernel):
    """Where Python was told another error since, IPython's own text is taken."""
    kernel.run("prices = {'apple': 3}")
    kernel.run("total = prices['appel']")
    kernel.finish(kernel.send("", silent=True, expressions={"x": "nowhere"}))

    attach(kernel)

    error = state(kernel).error
    assert (error.ename, error.evalue, error.run) == ("KeyError", "'appel'", 2)
    assert [(f.where, f.line, f.source) for f in error.frames] == [
        ("In[2]", 1, "total = prices['appel']")
    ]


def test_an_error_repaired_before_loading_is_closed(kernel):
    """A failing cell that ran well later, edited, leaves no open error."""
    kernel.run("rate = 3")
    kernel.run("total = rate * ratee\nprint(total)")
    kernel.run("total = rate * rate\nprint(total)")

    attach(kernel)

    seen = state(kernel)
    assert (seen.error, seen.failures) == (None, ())


@pytest.mark.parametrize(
    ("last", "status", "ename"),
    [("y = 7", "ok", None), ("1/0", "error", "ZeroDivisionError")],
)
def test_a_cell_that_runs_while_we_load_is_recorded_at_its_end(
    kernel, last, status, ename
):
    """Its source and id are known at once, its status, error and names at its end."""
    kernel.run("x = 1")
    subshell = kernel.create_subshell()
    source = WAIT.format(over=LOADED) + last
    message = kernel.send(source, cell_id="long")
    attach(kernel, subshell)

    ran = kernel.finish(message)

    assert (ran.error or {}).get("ename") == ename
    seen = state(kernel, "y")
    assert runs(seen) == [("x = 1", 1, "ok", True), (source, 2, status, True)]
    assert seen.executions[1].cell_id == "long"
    assert (seen.error.ename if seen.error else None) == ename
    named = {summary.name: summary.run for summary in seen.variables}
    assert named.get("y") == (2 if ename is None else None)
    assert (named["x"], seen.as_of_run) == (1, 2)


def test_a_cell_is_known_to_run_while_it_runs(kernel):
    """From another thread: it runs, its source is there, and then it does not run."""
    subshell = kernel.create_subshell()
    source = WAIT.format(over="go") + "z = 3"
    kernel.run("go = []")
    message = kernel.send(source, cell_id="long")
    attach(kernel, subshell)
    expression = f"({RUNNING}, globals()['go'].append(1))[0]"

    asked = kernel.send(
        "", silent=True, expressions={"r": expression}, subshell=subshell
    )
    answer = kernel.finish(asked).expressions["r"]["data"]["text/plain"]
    kernel.finish(message)

    assert answer == "(True, 'running', 'z = 3')"
    assert ask(kernel, "r.is_running") is False


RUNNING = (
    "(lambda r: (r.is_running, r.latest().executions[-1].status, "
    "r.latest().executions[-1].source[-5:]))"
    "(__import__('jupyter_ctx.extension', fromlist=['_']).active().recorder)"
)


def test_a_cell_that_awaits_while_we_load_is_recorded_at_its_end(kernel):
    """A cell that waits in a top-level await is on no stack, and not lost."""
    source = (
        f"import asyncio\nwhile not ({LOADED}): await asyncio.sleep(0.05)\nseen = 8"
    )
    subshell = kernel.create_subshell()
    message = kernel.send(source, cell_id="long")
    kernel.pump(0.5)
    attach(kernel, subshell)

    kernel.finish(message)

    assert runs(state(kernel)) == [(source, 1, "ok", True)]
    assert variables(kernel)["seen"].run == 1


def test_what_follows_a_late_start_is_recorded_as_ever(kernel):
    """After loading on a thread the next cells have displays, outputs and ids."""
    kernel.run("x = 1")
    attach(kernel)

    kernel.run(
        "from IPython.display import HTML, display\n"
        "print('hi')\ndisplay(HTML('<b>x</b>'))",
        cell_id="next",
    )

    run = state(kernel).executions[-1]
    assert (run.cell_id, run.inferred, run.status) == ("next", False, "ok")
    assert [output.kind for output in run.outputs] == ["stream", "display_data"]
