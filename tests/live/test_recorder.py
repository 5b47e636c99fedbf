"""The recorder in a real kernel: what it sees, and what it leaves alone."""

from __future__ import annotations

import time

import pytest

from tests.live.kernel import LiveKernel
from tests.live.looking import ask, state, variables

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def kernel():
    """One kernel with the extension for the tests that leave it as it was."""
    with LiveKernel() as live:
        yield live


def test_a_cell_is_recorded_with_outputs_and_bindings(kernel):
    """Source, cell id, printed text, display, result and names are known."""
    source = (
        "import pandas as pd\nfrom IPython.display import HTML, display\n"
        "sales_q3 = pd.DataFrame({'region': ['N', 'S'], 'amt': [10, 20]})\n"
        "print('loaded')\ndisplay(HTML('<b>x</b>'))\nsales_q3"
    )
    ran = kernel.run(source, cell_id="cell-one")

    seen = state(kernel, "sales_q3")
    run = seen.executions[-1]
    assert (run.source, run.cell_id) == (source, "cell-one")
    assert run.execution_count == ran.execution_count
    assert [(output.kind, output.mime) for output in run.outputs] == [
        ("stream", "text/plain"),
        ("display_data", "text/html"),
        ("execute_result", "text/html"),
    ]
    assert run.outputs[0].text == "loaded\n"
    assert "region  amt" in run.outputs[2].text
    frame = {summary.name: summary for summary in seen.variables}["sales_q3"]
    assert (frame.shape, frame.run) == ("2 rows x 2 columns", run.run)
    assert any(package.startswith("pandas ") for package in seen.packages)


def test_ten_thousand_columns_are_seen(kernel):
    """A frame of 10,000 columns is known by all its names (A7)."""
    kernel.run(
        "import pandas as pd, numpy as np\n"
        "names = [f'c{i}' for i in range(10_000)]\n"
        "w = pd.DataFrame(np.zeros((5, 10_000)), columns=names)"
    )

    wide = variables(kernel, "c7777")["w"]

    assert wide.shape == "5 rows x 10000 columns"
    assert wide.fields[7777].name == "c7777"


def test_large_values_cost_a_cell_nothing(kernel):
    """Half a million texts and 200 MB of text do not slow ten cells (B1)."""
    kernel.run(
        "from collections import defaultdict\n"
        "big = ['x' * 100] * 500_000\ns = 'z' * 200_000_000\n"
        "dd = defaultdict(list, {i: [i] for i in range(50_000)})"
    )
    variables(kernel)  # a busy machine leaves what is new to the next look
    before = ask(kernel, "r.described")

    started = time.perf_counter()
    for _ in range(10):
        kernel.run("1")
    spent = time.perf_counter() - started

    seen = variables(kernel)
    assert ask(kernel, "r.described") == before
    assert spent < 5
    assert seen["s"].shape == "200,000,000 characters"
    kernel.run("del big, s, dd")


def test_lazy_objects_are_named_and_not_touched(kernel):
    """No special method, property or iterator of a lazy object runs (B2, B6)."""
    kernel.run(
        "from unittest.mock import MagicMock\nHITS = []\n"
        "def spy(name):\n"
        "    def hit(*a, **k):\n        HITS.append(name)\n        raise RuntimeError\n"
        "    return hit\n"
        "names = '__len__ __repr__ __iter__ __bool__ __eq__ __getattr__'.split()\n"
        "traps = {n: property(spy(n)) for n in ('shape', 'columns', '__class__')}\n"
        "Lazy = type('Lazy', (), {**{n: spy(n) for n in names}, **traps})\n"
        "lazy = Lazy()\nmock = MagicMock()\n"
        "g = (HITS.append(i) or i for i in range(3))\n"
    )

    seen = variables(kernel, "lazy", "g", "mock")

    assert kernel.value("HITS") == []
    assert [seen[name].type_name for name in ("lazy", "mock", "g")] == [
        "Lazy",
        "MagicMock",
        "generator",
    ]
    assert kernel.value("len(list(g))") == 3


def test_change_detection_asks_objects_nothing(kernel):
    """No copy, pickle or comparison is made; a change in place is still seen (B8)."""
    kernel.run(
        "import numpy as np, pandas as pd\nHITS = []\n"
        "class Loud:\n"
        "    def __eq__(self, o): HITS.append('eq')\n"
        "    def __deepcopy__(self, m): HITS.append('copy')\n"
        "    def __reduce__(self): HITS.append('reduce')\n"
        "loud = Loud()\nmatrix = np.zeros((20_000, 2_000))\n"
        "df = pd.DataFrame({'a': [1]})\n"
        "def change(): df['z'] = 1"
    )
    state(kernel)
    kernel.run("change()")

    seen = variables(kernel)

    assert kernel.value("HITS") == []
    assert [field.name for field in seen["df"].fields] == ["a", "z"]
    assert seen["matrix"].shape == "(20000, 2000) float64"
    kernel.run("del matrix")


def test_silent_runs_and_clicks_are_no_cells(kernel):
    """Silent runs, unstored runs and widget clicks do not enter the record (B11)."""
    kernel.run(
        "import ipywidgets\nbutton = ipywidgets.Button()\n"
        "button.on_click(lambda _: print('clicked'))\nbutton"
    )
    before = len(state(kernel).executions)

    kernel.run("get_ipython().run_cell('q = 1', silent=True)", silent=True)
    (model,) = kernel.widgets("ButtonModel")
    clicked = kernel.click(model)
    kernel.run("", cell_id="empty")

    assert clicked.stdout == "clicked\n"
    assert len(state(kernel).executions) == before


def test_chains_groups_and_notes(kernel):
    """Groups, causes and notes are told in order, each once (B13)."""
    group = "raise ExceptionGroup('g', [ValueError('v1'), KeyError('k1')])"
    kernel.run(group)
    grouped = state(kernel).error
    kernel.run(
        "try:\n    int('x')\nexcept ValueError as e:\n"
        "    e.add_note('row 7')\n    raise RuntimeError('load') from e"
    )
    chained = state(kernel).error

    assert [child.evalue for child in grouped.children] == ["v1", "'k1'"]
    assert chained.headline == "RuntimeError: load"
    assert chained.cause.notes == ("row 7",)
    assert chained.notes == ()


def test_recursion_and_floods_in_errors(kernel):
    """Endless recursion and a message of ten million characters stay small (B14)."""
    kernel.run("def a(n): return b(n)\ndef b(n): return a(n)\na(1)")
    recursion = state(kernel).error
    kernel.run("raise ValueError('q' * 10_000_000)")
    flood = state(kernel).error

    assert recursion.ename == "RecursionError"
    assert max(frame.repeated for frame in recursion.frames) > 100
    assert recursion.frames[0].source == "a(1)"
    assert len(flood.evalue) < 2_200


def test_places_of_errors(kernel):
    """Functions of other cells, `%%time` bodies and magics are placed right."""
    kernel.run("def ratio(a, b):\n    return a / b")
    ran = kernel.run("\n\nratio(1, 0)")
    function = state(kernel).error
    kernel.run("%%time\nx = 1\nx / 0")
    timed = state(kernel).error
    kernel.run("y = [\n  1,\n  missing_name,\n]")
    spread = state(kernel).error

    where = [(frame.where, frame.line, frame.source) for frame in function.frames]
    assert where == [
        (f"In[{ran.execution_count}]", 3, "ratio(1, 0)"),
        (f"In[{ran.execution_count - 1}]", 2, "return a / b"),
    ]
    assert [local.line for local in function.frames[1].locals] == [
        "a: int = 1",
        "b: int = 0",
    ]
    assert (timed.frames[0].line, timed.frames[0].source) == (3, "x / 0")
    assert (spread.frames[0].line, spread.frames[0].source) == (3, "missing_name,")


def test_output_floods_stay_small(kernel):
    """200 MB printed and twenty pictures leave a few kilobytes in the record (B17)."""
    kernel.run(
        "chunk = '0123456789 ' * 100_000\n"
        "for _ in range(180): print(chunk)\n"
        "from IPython.display import display\n"
        "for _ in range(20):\n"
        "    display({'image/png': 'A' * 1_000_000, 'text/plain': 'plot'}, raw=True)",
        timeout=120,
    )

    outputs = state(kernel).executions[-1].outputs

    assert sum(len(output.text) for output in outputs) < 10_000
    assert any(output.size == 750_000 for output in outputs)
    kernel.run("del chunk")


def test_threads_do_not_disturb(kernel):
    """Names that come and go in a thread, and its prints, harm nothing (B19)."""
    kernel.run(
        "import threading\n"
        "stop, next_cell = threading.Event(), threading.Event()\n"
        "def churn():\n"
        "    space = globals()\n"
        "    while not stop.is_set():\n"
        "        for i in range(2_000): space[f't{i}'] = i\n"
        "        for i in range(2_000): space.pop(f't{i}')\n"
        "def talk():\n    next_cell.wait()\n    print('from the thread', flush=True)\n"
        "workers = [threading.Thread(target=f) for f in (churn, talk)]\n"
        "for w in workers: w.start()",
    )
    ran = kernel.run("next_cell.set(); workers[1].join(); print('mine'); 7")
    for _ in range(5):
        state(kernel, "t5")
    kernel.run("stop.set(); workers[0].join()")

    seen = state(kernel)
    first, second = seen.executions[-3:-1]
    assert ask(kernel, "r.failures") == 0
    # The record credits a print to the cell that the front end shows it in.
    printed = [output for output in second.outputs if output.kind == "stream"]
    assert "".join(output.text for output in printed) == ran.stdout
    assert [o.text for o in second.outputs if o not in printed] == ["7"]
    assert ("from the thread\n" in ran.stdout) is (not first.outputs)


def test_cells_without_an_id_are_told_by_count(kernel):
    """A front end that sends no cell id still gives one run an execution (B23)."""
    kernel.run("same = 1")
    kernel.run("same = 1")

    first, second = state(kernel).executions[-2:]
    assert (first.cell_id, first.source) == (second.cell_id, second.source)
    assert second.execution_count == first.execution_count + 1


def test_async_cells_run_as_before(kernel):
    """Tasks go on, context variables survive, the loop stays the same (B24)."""
    kernel.run(
        "import asyncio, contextvars\nmark = contextvars.ContextVar('mark')\n"
        "mark.set(7)\nloop = id(asyncio.get_running_loop())\n"
        "async def slow():\n    await asyncio.sleep(0.3)\n    return 'done'\n"
        "task = asyncio.create_task(slow()); await asyncio.sleep(0)"
    )
    assert variables(kernel, "task")["task"].type_name == "Task"

    ran = kernel.run(
        "print(await task, id(asyncio.get_running_loop()) == loop, mark.get(None))"
    )

    assert ran.stdout.startswith("done True")
    assert state(kernel).executions[-1].status == "ok"


def test_the_recorder_has_never_failed(kernel):
    """After all that, no look at the kernel went wrong and nothing was said."""
    assert ask(kernel, "r.failures") == 0
    assert not [
        message
        for message in kernel.messages
        if "jupyter_ctx" in str(message["content"].get("text", ""))
    ]
