"""Cases from the field: order, staleness and errors, in a real kernel."""

from __future__ import annotations

import pytest

from tests.live.kernel import LiveKernel
from tests.live.looking import ask, state, variables
from tests.truth.campaign import TRACER

pytestmark = pytest.mark.live

MARKS = "__import__('jupyter_ctx.core.engine.marks', fromlist=['_'])"


@pytest.fixture
def kernel():
    """Give a kernel with the extension."""
    with LiveKernel() as live:
        yield live


def context(kernel: LiveKernel, prompt: str, budget: int = 2_000, kind="ask") -> str:
    """Give what would be sent for *prompt*."""
    call = f"context({prompt!r}, budget={budget}, request={kind!r})"
    return kernel.value(f"__import__('jupyter_ctx').{call}")


def marks(kernel: LiveKernel, cells: dict[str, str]) -> list[str]:
    """Give the marks over *cells* as they are written now, all of which ran."""
    found = f"{TRACER}.marks({cells!r}, {list(cells)!r})"
    return kernel.value(
        f"[{MARKS}.told(__import__('msgspec').convert(m, {MARKS}.Stale)) "
        f"for m in {found}]"
    )


def test_a1_each_kernel_tells_its_own_names():
    """With two kernels open each context holds the names of its own alone."""
    with LiveKernel() as one, LiveKernel() as two:
        one.run("sales_q3 = [10, 20]")
        two.run("other_q4 = [30]")

        first, second = context(one, "sales_q3?"), context(two, "other_q4?")

    assert "sales_q3" in first
    assert "other_q4" not in first
    assert "other_q4" in second
    assert "sales_q3" not in second


def test_a4_a_secret_in_an_error_is_masked(kernel):
    """A key in a message, a note, a frame or a local never leaves the kernel."""
    key = "sk-test-" + "a1B2" * 8
    kernel.run(f"API_KEY = {key!r}")
    kernel.run(
        "def call(token):\n    note = ValueError('401 for ' + token)\n"
        "    note.add_note('sent ' + token)\n    raise note\ncall(API_KEY)"
    )

    text = context(kernel, "why 401?", kind="fix")

    assert "ValueError: 401 for <masked" in text
    assert key not in text
    assert key not in kernel.value(f"{TRACER}.error_text()")


def test_a7_an_error_on_a_wide_frame_fits(kernel):
    """A KeyError on 10,000 columns of text is told whole in 500 tokens."""
    kernel.run("import pandas as pd, numpy as np")
    kernel.run("w = pd.DataFrame([['long text ' * 50] * 10_000] * 3).add_prefix('c')")
    kernel.run("w['c77777']")

    text = context(kernel, "why?", 500, kind="fix")

    assert "KeyError: 'c77777'" in text
    assert "w['c77777']" in text
    assert "10000 columns" in text
    assert kernel.value(f"{TRACER}.tokens({text!r})") <= 500


def test_b3_an_error_keeps_nothing_alive(kernel):
    """Once Python forgets the exception, its frames and their values are gone."""
    kernel.run("import gc, sys, weakref\nclass Big: ...\nseen = []")
    kernel.run(
        "def f():\n    t = Big()\n    seen.append(weakref.ref(t))\n"
        "    raise RuntimeError"
    )
    kernel.run("f()")
    assert "RuntimeError" in context(kernel, "why?", kind="fix")

    kernel.run(
        "sys.last_value = sys.last_traceback = sys.last_exc = None\n"
        "shell = get_ipython()\nshell.InteractiveTB.tb = None\n"
        "shell.last_execution_result = shell._last_traceback = None\ngc.collect()"
    )

    assert kernel.value("seen[0]() is None")


def test_b8_change_is_told_without_copies_or_comparisons(kernel):
    """No dunder of the user runs, huge arrays are sampled, a new column is seen."""
    kernel.run(
        "HITS = []\nclass Odd:\n"
        "    def __deepcopy__(self, memo): HITS.append('deepcopy')\n"
        "    def __reduce_ex__(self, n): HITS.append('reduce'); return str, ()\n"
        "    def __eq__(self, other): HITS.append('eq'); return True\n"
        "    def __hash__(self): HITS.append('hash'); return 1"
    )
    kernel.run(
        "import numpy as np, pandas as pd\na = np.zeros((20_000, 20_000))\n"
        "odd = Odd()\nholder = {'odd': odd}\ndf = pd.DataFrame({'x': [1]})"
    )
    kernel.run("n = len(df)\nodd, holder, a.shape")
    kernel.run("def touch(): df['z'] = 1\nchange = touch")
    kernel.run("change()")

    seen = state(kernel)
    names = {summary.name: summary for summary in seen.variables}
    assert [field.name for field in names["df"].fields] == ["x", "z"]
    assert [(m.names, m.reason, m.of) for m in seen.stale] == [
        (("n",), "changed", ("df",))
    ]
    digests = {t.name: t.digest for run in seen.executions for t in run.touched or ()}
    assert digests["a"].startswith("~")  # the mark of a sample
    assert kernel.value("HITS") == []


def test_b13_groups_notes_and_chains_are_told_once(kernel):
    """Members of groups, notes and causes are in the context, cycles end."""
    kernel.run(
        "raise ExceptionGroup('g', [ValueError('v1'), "
        "ExceptionGroup('h', [KeyError('k1')])])"
    )
    group = context(kernel, "why?", kind="fix")
    kernel.run(
        "try:\n    int('x')\nexcept ValueError as e:\n    e.add_note('row 7')\n"
        "    raise RuntimeError('load') from e"
    )
    chain = context(kernel, "why?", kind="fix")
    # IPython itself gives up on a cycle, without a traceback or a hook.
    kernel.run(
        "a, b = ValueError('a'), ValueError('b')\n"
        "a.__context__, b.__context__ = b, a\nraise a"
    )
    kernel.run("x = 1")

    assert all(text in group for text in ("v1", "k1", "ExceptionGroup: g"))
    assert "RuntimeError: load" in chain
    assert "cause: ValueError: invalid literal" in chain
    assert chain.count("row 7") - chain.count("e.add_note('row 7')") == 1
    runs = state(kernel).executions
    assert [run.status for run in runs] == ["error", "error", "error", "ok"]


def test_b14_recursion_and_giant_messages_fit(kernel):
    """Mutual recursion, ten million characters and deep stacks stay in the budget."""
    kernel.run("def a(n): return b(n)\ndef b(n): return a(n)")
    kernel.run("a(1)")
    folded = context(kernel, "why?", kind="fix")
    kernel.run("raise ValueError('q' * 10_000_000)")
    giant = context(kernel, "why?", 500, kind="fix")

    assert "RecursionError" in folded
    assert "repeated " in folded
    assert "a(1)" in folded
    assert "ValueError: qqq" in giant
    assert kernel.value(f"{TRACER}.tokens({giant!r})") <= 500


def test_b19_a_thread_is_not_credited_to_a_cell(kernel):
    """What a thread binds between two cells belongs to no run."""
    kernel.run(
        "import threading, time\ndef work():\n    time.sleep(0.3)\n"
        "    globals()['late'] = 1\nthread = threading.Thread(target=work)\n"
        "thread.start()"
    )
    kernel.pump(0.8)
    kernel.run("x = 1")

    seen = variables(kernel)

    assert seen["late"].run is None
    assert seen["x"].run == 2


def test_b20_edited_and_deleted_cells_are_told(kernel):
    """A value whose cell was edited since, or is gone, says so."""
    kernel.run("x = 1", cell_id="one")
    kernel.run("y = 5", cell_id="two")
    kernel.run("z = x + y", cell_id="three")

    told = marks(kernel, {"one": "x = 2", "three": "z = x + y"})

    assert told == [
        "x (In[1]): the cell was edited since it ran",
        "y (In[2]): the cell is no longer in the notebook",
    ]


@pytest.mark.parametrize(
    ("ran", "written", "told"),
    [
        ({"a": "x = 1", "b": "x = 2"}, {"b": "x = 2"}, []),
        (
            {"a": "x = 1", "b": "def f(): return x", "c": "y = f()"},
            {"a": "x = 1", "b": "def f(): return -x", "c": "y = f()"},
            ["f (In[2]): the cell was edited since it ran"],
        ),
        (
            {"a": "x, y = 1, 2", "b": "x = 3"},
            {"b": "x = 3"},
            ["y (In[1]): the cell is no longer in the notebook"],
        ),
    ],
    ids=["rebound", "function", "half"],
)
def test_b20_only_what_is_out_of_date_is_told(kernel, ran, written, told):
    """B20: values bound anew and living cells raise no false alarm."""
    for cell, source in ran.items():
        kernel.run(source, cell_id=cell)

    assert marks(kernel, written)[: len(told) or 1] == told


def test_b21_a_reloaded_module_is_recognised_and_not_kept(kernel):
    """After `%autoreload` types keep their names, and no old class lives by us."""
    kernel.run(
        "%load_ext autoreload\n%autoreload 2\nimport sys, os, gc, weakref\n"
        "sys.path.insert(0, os.getcwd()); sys.dont_write_bytecode = True\n"
        "write = lambda n: open('shapes.py', 'w').write("
        "f'class Box:\\n    def size(self):\\n        return {n}\\n')\nwrite(1)\n"
        "import shapes"
    )
    kernel.run("box = shapes.Box()\nold = weakref.ref(shapes.Box)\nsize = box.size()")
    kernel.run("import importlib\nwrite(20)")
    kernel.run("importlib.reload(shapes)\nbox = shapes.Box()\nsize = box.size()")

    seen = variables(kernel)
    kernel.run("gc.collect()")

    assert (seen["box"].type_name, seen["size"].value) == ("Box", "20")
    assert kernel.value("old() is None or old() is shapes.Box")


def test_b23_runs_without_cell_ids_are_runs_of_one_cell(kernel):
    """Front ends that send no id still get true marks, and no crash."""
    kernel.run("x = 1")
    kernel.run("y = x + 1")
    kernel.run("x = 1")
    again = state(kernel)
    kernel.run("x = 7")
    changed = state(kernel)

    assert [run.cell_id for run in again.executions] == [None] * 3
    assert again.stale == ()
    assert [(m.names, m.of, m.by_run) for m in changed.stale] == [(("y",), ("x",), 4)]


def test_b24_async_cells_keep_loop_and_tasks(kernel):
    """Tasks go on while we look, the loop stays, and awaited values have a cell."""
    kernel.run("import asyncio\nloop = id(asyncio.get_running_loop())\nrate = 2")
    kernel.run("async def slow(): \n    await asyncio.sleep(0.2)\n    return rate")
    kernel.run("task = asyncio.create_task(slow())\nawait asyncio.sleep(0)")
    context(kernel, "what is task?")
    kernel.run("got = await task")
    kernel.run("rate = 3")

    seen = state(kernel)
    kernel.run("same = id(asyncio.get_running_loop()) == loop")

    names = {summary.name: summary for summary in seen.variables}
    assert (names["got"].value, names["got"].run) == ("2", 4)
    assert [(m.names, m.of) for m in seen.stale][:1] == [(("task",), ("rate",))]
    assert kernel.value("same")


def test_a9_names_of_the_previous_kernel_are_told_dead(kernel):
    """After a restart the names that cells bound are marked as gone with it."""
    cells = {"one": "a = 1", "two": "b = a"}
    for cell, source in cells.items():
        kernel.run(source, cell_id=cell)
    kernel.restart()
    kernel.run("a = 1", cell_id="one")

    assert marks(kernel, cells) == ["b: ran in the previous kernel only"]
    assert ask(kernel, "r.failures") == 0


def test_stale_values_are_shown_by_the_magic(kernel):
    """`%ctx stale` tells what to run again."""
    kernel.run("x = 1", cell_id="one")
    kernel.run("y = x + 1", cell_id="two")
    fresh = kernel.run("%ctx stale")
    kernel.run("x = 2", cell_id="one")
    shown = kernel.run("%ctx stale")

    assert fresh.stdout == "Nothing is out of date.\n"
    assert "  y (In[2]): made from x before In[4] bound it anew" in shown.text
