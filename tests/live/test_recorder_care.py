"""What the recorder must never do to a kernel: keep, add, slow, or break."""

from __future__ import annotations

import sys

import pytest

from tests.live.kernel import LiveKernel
from tests.live.looking import RECORDER, ask, state, variables

pytestmark = pytest.mark.live


@pytest.fixture
def kernel():
    """Start a kernel of its own with the extension."""
    with LiveKernel() as live:
        yield live


def test_names_described_are_names_that_changed(kernel):
    """With 2,000 variables and 50 frames a cell describes what it changed alone."""
    kernel.run(
        "import numpy as np, pandas as pd\n"
        "for i in range(50):\n"
        "    globals()[f'df{i}'] = pd.DataFrame(np.zeros((1_000, 5)))\n"
        "for i in range(1_950): globals()[f'v{i}'] = [i]"
    )
    state(kernel)
    counts = []

    for source in ("x = 1", "y = x + v7[0]\nv7.append(2)", "x", "df3['b'] = 1"):
        before = ask(kernel, "r.described")
        kernel.run(source)
        counts.append(ask(kernel, "r.described") - before)

    assert counts == [1, 2, 0, 1]


def test_the_namespace_and_the_modules_stay_the_users(kernel):
    """No name is added, no output made, and a hook imports no library (B6)."""
    kernel.run("import sys, types\nx = 1\n1/0")
    state(kernel)
    names = "sorted(n for n in get_ipython().user_ns if not n.startswith('_'))"
    before = kernel.value(names)
    modules = "sorted(sys.modules)"
    loaded = set(kernel.value(modules))

    ran = kernel.run("x = types.ModuleType('pandas')")
    state(kernel)

    assert kernel.value(names) == before
    assert ran.outputs == []
    added = {name.split(".")[0] for name in set(kernel.value(modules)) - loaded}
    assert added <= {"jupyter_ctx", *sys.stdlib_module_names}


def test_no_exception_keeps_objects_alive(kernel):
    """Once Python forgets the error, what its frames held is gone (B3)."""
    kernel.run(
        "import gc, sys, weakref\nclass Big: ...\nalive = []\n"
        "def f():\n    t = Big()\n    alive.append(weakref.ref(t))\n"
        "    raise RuntimeError('no')"
    )
    kernel.run("f()")
    assert state(kernel, "t", "f").error is not None

    kernel.run(
        "sys.last_value = sys.last_traceback = sys.last_exc = None\n"
        "shown = get_ipython().InteractiveTB\n"
        "shown.tb = shown.etype = shown.evalue = None\n"
        "get_ipython().last_execution_result = None\ngc.collect()"
    )

    assert kernel.value("[r() is None for r in alive]") == [True]


def test_no_result_is_kept_alive(kernel):
    """A displayed result dies with the names and the history of the user (B4)."""
    kernel.run(
        "import gc, weakref\nclass Big: ...\nb = Big()\ndead = weakref.ref(b)\nb"
    )
    state(kernel, "b")
    kernel.run("del b")

    kernel.run("%reset -f out")
    # IPython itself remembers the result under these names for ever.
    kernel.run(
        "for space in (get_ipython().user_ns, get_ipython().user_ns_hidden):\n"
        "    for name in ('_', '__', '___', '_1'): space.pop(name, None)\n"
        "gc.collect()"
    )

    assert kernel.value("dead() is None") is True


def test_many_large_outputs_do_not_add_up(kernel):
    """Cells with an output of a megabyte each leave a bounded record (B4, B17)."""
    source = "'\\n'.join(['word ' * 20] * 10_000)"
    for _ in range(60):
        kernel.run(f"print({source})\n{source}")

    size = ask(
        kernel,
        "sum(len(o.text) for e in r.latest().executions for o in e.outputs)",
    )
    assert size < 60 * 2 * 4_300


def test_an_interrupt_in_a_hook_ends_quietly(kernel):
    """Stop pressed while our hook runs: no traceback of ours, next cell runs (B10)."""
    slow = (
        "import time as _time\n"
        f"_r = {RECORDER}\n_r._show_results = lambda run: _time.sleep(4)"
    )
    kernel.run(slow, silent=True)
    message = kernel.send("x = 5")
    kernel.pump(1.0)

    kernel.interrupt()
    stopped = kernel.finish(message, timeout=20)
    kernel.run("del _r._show_results", silent=True)
    after = kernel.run("print(x)")

    assert "jupyter_ctx" not in stopped.text
    assert after.stdout == "5\n"


def test_an_exit_in_a_hook_does_not_end_the_kernel(kernel):
    """SystemExit from our own code stays in our own code (B10)."""
    broken = (
        "import sys as _sys\n"
        f"_r = {RECORDER}\n"
        "_r._end = lambda result: _sys.exit(3)\n"
        "_r._begin = lambda info: _sys.exit(3)"
    )
    kernel.run(broken, silent=True)

    first = kernel.run("print(1)")
    second = kernel.run("print(2)")

    assert (first.text, second.text) == ("1\n", "2\n")
    assert ask(kernel, "r.failures") >= 4


def test_a_restart_forgets_everything(kernel):
    """A new kernel has no runs, no variables and no error."""
    kernel.run("a = 1\n1/0")

    kernel.restart()

    seen = state(kernel)
    assert (seen.executions, seen.variables, seen.error) == ((), (), None)


def test_uninstall_leaves_nothing_behind(kernel):
    """After unloading, no hook of ours is called and output is as before."""
    kernel.run("a = 1")

    kernel.run("%unload_ext jupyter_ctx")
    ran = kernel.run("print('still here')\n2")

    hooks = "[str(f) for fs in get_ipython().events.callbacks.values() for f in fs]"
    assert "jupyter_ctx" not in str(kernel.value(hooks))
    assert kernel.value("len(get_ipython().display_pub._hooks)") == 0
    assert ran.text == "still here\n\n2"


def test_a_late_start_infers_the_past():
    """Loaded after cells and an error: sources, bindings and the error are known."""
    with LiveKernel(load=False) as kernel:
        kernel.run("import pandas as pd\ndf = pd.DataFrame({'amount': [1]})\ndf")
        kernel.run("total = 0")
        kernel.run("df['amonut']")
        loaded = kernel.run("%load_ext jupyter_ctx")

        seen = state(kernel, "df")
        known = variables(kernel)

    assert loaded.text == ""
    assert [
        (run.execution_count, run.status, run.inferred) for run in seen.executions
    ] == [
        (1, "ok", True),
        (2, "ok", True),
        (3, "error", True),
    ]
    assert "amount" in seen.executions[0].outputs[0].text
    assert (known["df"].run, known["df"].inferred) == (1, True)
    assert seen.error is not None
    assert (seen.error.ename, seen.error.inferred) == ("KeyError", True)
    assert seen.error.candidates == ("amount",)


def test_two_notebooks_never_mix():
    """Each kernel knows its own variables alone (A1)."""
    with LiveKernel() as one, LiveKernel() as two:
        one.run("sales = 1")
        two.run("costs = 2")

        assert list(variables(one)) == ["sales"]
        assert list(variables(two)) == ["costs"]
