"""Cases B10, B11, B19, B21, B23, B24, B25 from the field: which runs count, and how."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.live.kernel import LiveKernel
from tests.live.looking import RECORDER, ask, state, variables

pytestmark = pytest.mark.live


@pytest.fixture
def kernel():
    """Start a kernel of its own with the extension."""
    with LiveKernel() as live:
        yield live


def sleeping(step: str, owner: str = "_r") -> str:
    """Give code that lets *step* of the recorder first sleep for four seconds."""
    return (
        f"import time as _time\n_r = {RECORDER}\n_step = {owner}.{step}\n"
        "def _slow(*a, **k):\n    _time.sleep(4)\n    return _step(*a, **k)\n"
        f"{owner}.{step} = _slow"
    )


@pytest.mark.parametrize(
    ("owner", "step", "source"),
    [
        ("_r", "_begin", "x = 5"),
        ("_r", "_end", "x = 5"),
        ("_r", "_note", "x = 5"),
        ("_r", "_report", "x = 5; 1/0"),
        ("_r._variables", "_describe", "x = 5"),
        ("_r.cells", "label", "def f(): pass\nx = 5"),
    ],
)
def test_b10_an_interrupt_in_a_hook_ends_the_hook(kernel, owner, step, source):
    """B10: Stop at one second ends what sleeps; nothing of ours is in any output."""
    kernel.run("x = 0")
    kernel.run(sleeping(step, owner), silent=True)
    message = kernel.send(source)
    kernel.pump(1.0)

    kernel.interrupt()
    stopped = kernel.finish(message, timeout=20)
    kernel.run(f"del {owner}.{step}", silent=True)
    after = kernel.run("print(x)")

    assert "jupyter_ctx" not in stopped.text
    assert after.text == "5\n"
    runs = [(run.source, run.status) for run in state(kernel).executions]
    assert runs[1:] == [
        (source, "error" if "1/0" in source else "ok"),
        ("print(x)", "ok"),
    ]


def test_b10_a_cell_that_was_stopped_is_told_as_stopped():
    """B10: after Stop the model reads that the cell was interrupted."""
    with asking() as (kernel, stub):
        message = kernel.send(
            "vals = [1, 2]\nprint('on', flush=True)\nwhile True: pass"
        )
        assert kernel.until(
            lambda: any(one["content"].get("text") == "on\n" for one in kernel.messages)
        )
        kernel.interrupt()
        kernel.finish(message)
        stub.reply("You stopped it.")

        kernel.run("%%assist\nwhy did my cell stop?")

        assert "# In[1] interrupted\nvals = [1, 2]\n" in contents(stub.sent())


@pytest.mark.parametrize("error", ["SystemExit(3)", "KeyboardInterrupt", "MemoryError"])
@pytest.mark.parametrize("step", ["_begin", "_end", "_note", "_look", "_mask"])
def test_b10_an_exit_in_a_hook_stays_there(kernel, step, error):
    """B10: whatever a hook of ours raises, the cells run as ever, and say no more."""
    kernel.run(
        f"_r = {RECORDER}\ndef _fail(*a, **k): raise {error}\n_r.{step} = _fail",
        silent=True,
    )

    first, second = kernel.run("x = 'a'\nprint(x)"), kernel.run("print(x, 2)")
    kernel.run(f"del _r.{step}", silent=True)
    kernel.pump(0.3)
    third = kernel.run("y = 3; print(y)")

    assert (first.stdout, first.stderr, first.error) == ("a\n", "", None)
    assert (second.text, third.text) == ("a 2\n", "3\n")
    assert variables(kernel)["y"].value == "3"


@pytest.mark.parametrize("error", ["SystemExit", "KeyboardInterrupt", "RecursionError"])
def test_b10_a_description_of_the_user_that_exits_is_told(kernel, error):
    """B10: `_ctx_describe_` that exits or interrupts costs its own line alone."""
    ran = kernel.run(
        f"class Well:\n    def _ctx_describe_(self): raise {error}\n"
        "well = Well(); after = 1"
    )
    next_one = kernel.run("print(after)")
    # On a busy machine the hook has no time to describe it: then the first look is
    # the one that is interrupted, as by a user, and no later one.
    kernel.run(
        f"try: {RECORDER}.state(())\nexcept KeyboardInterrupt: pass", silent=True
    )

    seen = variables(kernel)
    assert (ran.text, next_one.text) == ("", "1\n")
    assert (seen["well"].type_name, seen["after"].value) == ("Well", "1")


def test_b11_clicks_and_silent_runs_are_no_cells(kernel):
    """B11: clicks, silent runs and what VS Code runs by itself leave no history."""
    kernel.run(
        "import ipywidgets as w\nbutton = w.Button()\nout = w.Output()\n"
        "button.on_click(lambda _: print('clicked'))\nbox = w.VBox([button, out])\nbox"
    )
    before = state(kernel).executions
    code = (
        "def _VSCODE_getVariable(what, *a):\n    return str(globals().get(what))\n"
        "print(_VSCODE_getVariable('button'))\ndel _VSCODE_getVariable"
    )

    clicked = [kernel.click(model) for model in kernel.widgets("ButtonModel")]
    kernel.run("ip = get_ipython(); ip.run_cell('q = 1', silent=True)", silent=True)
    kernel.run("ip.run_cell('r = 2', store_history=False)", silent=True)
    kernel.run(code, silent=True)
    kernel.value("1 + 1")
    kernel.run("")
    kernel.run("# nothing\n")

    assert [one.stdout for one in clicked] == ["clicked\n"]
    after = state(kernel).executions
    assert after[: len(before)] == before
    assert [one.source for one in after[len(before) :]] == ["# nothing\n"]
    seen = variables(kernel)
    assert (seen["q"].value, seen["q"].run) == ("1", None)


def test_b11_a_click_that_runs_a_cell_is_not_that_cell(kernel):
    """B11: names that a handler binds belong to no cell; a nested run is not logged."""
    kernel.run(
        "import ipywidgets as w\nbutton = w.Button()\n"
        "def act(_):\n    global made\n    made = 1\n"
        "    get_ipython().run_cell('nested = 2', store_history=True)\n"
        "button.on_click(act)\nbutton"
    )

    (model,) = kernel.widgets("ButtonModel")
    kernel.click(model)
    kernel.run("own = 3")

    seen = variables(kernel)
    assert [run.source for run in state(kernel).executions][-1] == "own = 3"
    assert seen["made"].run is None
    assert seen["own"].run == state(kernel).executions[-1].run
    assert ask(kernel, "r.failures") == 0


def test_b19_names_that_a_thread_changes_never_break_a_question():
    """B19: a thread that adds and deletes 10,000 names while we ask raises nothing."""
    with asking() as (kernel, stub):
        kernel.run(
            "import threading\nstop = threading.Event()\ndef churn():\n"
            "    space = globals()\n    while not stop.is_set():\n"
            "        for i in range(10_000): space[f't{i}'] = [i]\n"
            "        for i in range(10_000): space.pop(f't{i}', None)\n"
            "worker = threading.Thread(target=churn); worker.start(); anchor = 'here'"
        )
        texts = []
        for number in range(4):
            stub.reply("ok")
            kernel.run(f"%%assist\nwhat is anchor, question {number}?")
            kernel.run(f"n{number} = {number}")
            texts.append(contents(stub.sent()))
        kernel.run("stop.set(); worker.join()")

        assert ask(kernel, "r.failures") == 0
        assert all("anchor: str = 'here'" in text for text in texts)


def test_b19_what_a_thread_prints_belongs_to_the_cell_that_shows_it(kernel):
    """B19: text of a thread of cell 1 is no result of cell 2, in any of three ways."""
    kernel.run(
        "import threading, sys\nnow = [threading.Event() for _ in range(3)]\n"
        "def talk():\n    now[0].wait(); print('printed', flush=True)\n"
        "    now[1].wait(); sys.stderr.write('written\\n'); sys.stderr.flush()\n"
        "    now[2].wait(); display('shown')\n"
        "worker = threading.Thread(target=talk); worker.start()"
    )
    ran = kernel.run(
        "[one.set() for one in now]; worker.join(); print('mine')\n'result'"
    )
    kernel.pump(0.3)

    first, second = state(kernel).executions[-2:]
    told = {o.text for o in second.outputs if o.kind == "execute_result"}
    assert told == {"'result'"}
    assert "mine" in ran.stdout
    for text in ("printed", "written"):
        of_second = any(text in o.text for o in second.outputs)
        assert of_second is (text in ran.stdout + ran.stderr)
        assert of_second is not any(text in o.text for o in first.outputs)


def test_b21_autoreload_keeps_names_and_no_old_class():
    """B21: after `%autoreload 2` objects are told anew, no old class is held by us."""
    with asking() as (kernel, stub):
        kernel.run(
            "%load_ext autoreload\n%autoreload 2\n"
            "import sys, os, gc, weakref, time, pathlib\n"
            "sys.path.insert(0, os.getcwd()); sys.dont_write_bytecode = True\n"
            "def write(text):\n    path = pathlib.Path('shapes21.py')\n"
            "    path.write_text(text)\n"
            "    later = time.time() + write.step\n    write.step += 10\n"
            "    os.utime(path, (later, later))\n"
            "write.step = 0\n"
            "write('class Box:\\n    def size(self): return 1\\n'\n"
            "      'def area(): return 1\\n')\n"
            "import shapes21"
        )
        kernel.run("box = shapes21.Box(); old = weakref.ref(shapes21.Box)")
        kernel.run(
            "write('class Box:\\n    wide = 7\\n    def size(self): return 2\\n"
            "def area(): return 2\\nclass Ring: pass\\n')"
        )
        kernel.run(
            "got = shapes21.area(); box = shapes21.Box(); ring = shapes21.Ring()"
        )
        stub.reply("ok")
        kernel.run("%%assist\nwhat is box?")
        text = contents(stub.sent())

        seen = variables(kernel)
        kernel.run("gc.collect()")
        assert seen["got"].value == "2"
        assert (seen["box"].type_name, seen["ring"].type_name) == ("Box", "Ring")
        assert "box: Box" in text or "box = shapes21.Box()" in text
        assert kernel.value("old() is None or old() is shapes21.Box")


def test_b23_one_source_without_ids_is_one_cell(kernel):
    """B23: the same source twice, without cell ids, is two runs of one cell."""
    for source in ("x = 1", "y = x", "x = 1"):
        kernel.run(source)
    kernel.run("x = 1", cell_id="late")

    seen = state(kernel)
    assert [run.cell_id for run in seen.executions] == [None, None, None, "late"]
    assert [(run.run, run.execution_count) for run in seen.executions] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]
    assert seen.stale == ()
    assert ask(kernel, "r.failures") == 0


def test_b23_odd_metadata_of_a_front_end_breaks_nothing(kernel):
    """B23: ids that are empty, long or no text leave a run that is told."""
    for cell_id in ("", "a" * 5_000, "vscode-notebook-cell:/home/a b/n.ipynb#W0s"):
        kernel.run(f"n{len(cell_id)} = 1", cell_id=cell_id)
    kernel.run("last = 1", cell_id=3)  # type: ignore[arg-type]
    kernel.run("last = 1", cell_id={"a": [1]})  # type: ignore[arg-type]

    assert [run.status for run in state(kernel).executions] == ["ok"] * 5
    assert ask(kernel, "r.failures") == 0


def test_b24_assist_leaves_tasks_loop_and_context_alone():
    """B24: tasks finish, the loop and context variables stay, also with a question."""
    with asking() as (kernel, stub):
        kernel.run(
            "import asyncio, contextvars\nmark = contextvars.ContextVar('mark')\n"
            "mark.set(7); loop = id(asyncio.get_running_loop()); beats = []\n"
            "async def beat():\n    while len(beats) < 40:\n"
            "        beats.append(1); await asyncio.sleep(0.02)\n    return 'beaten'"
        )
        kernel.run(
            "t = asyncio.create_task(asyncio.sleep(1.5)); await asyncio.sleep(0)"
        )
        kernel.run("b = asyncio.create_task(beat())")
        stub.reply("ok")
        asked = kernel.run("%%assist\nhi")
        kernel.run("end = await t; beaten = await b")
        kernel.run(
            "same = id(asyncio.get_running_loop()) == loop; found = mark.get(None)\n"
            "tasks = len(asyncio.all_tasks())"
        )

        seen = variables(kernel)
        text = contents(stub.sent())
        assert "ok" in asked.text
        assert (seen["beaten"].value, seen["same"].value) == ("'beaten'", "True")
        assert kernel.value("t.done() and b.done()")
        assert "t: Task" in text or "t = asyncio.create_task" in text
        assert [run.status for run in state(kernel).executions] == ["ok"] * 5


def test_b24_a_failing_task_and_a_stopped_await_are_told(kernel):
    """B24: an error of an awaited task is the cell's; a cancelled await is no error."""
    kernel.run(
        "import asyncio\nasync def bad(): await asyncio.sleep(0); return {}['k']"
    )
    kernel.run("await asyncio.gather(bad(), asyncio.sleep(0.1))")
    failed = state(kernel)
    message = kernel.send("await asyncio.sleep(3)")
    kernel.pump(1.0)
    kernel.interrupt()  # ipykernel obeys when the loop wakes
    kernel.finish(message, timeout=20)
    kernel.run("async for_ = 1")

    seen = state(kernel)
    assert failed.error is not None
    assert failed.error.headline == "KeyError: 'k'"
    assert [run.status for run in seen.executions] == ["ok", "error", "error", "error"]
    assert ask(kernel, "r.failures") == 0


@pytest.fixture(scope="module")
def shared():
    """One kernel and stub for the questions inside magics."""
    with asking() as (kernel, stub):
        yield kernel, stub


@pytest.fixture
def session(shared):
    """Give the shared kernel with an empty conversation."""
    shared[0].run("%ctx reset")
    shared[1].requests.clear()
    return shared


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("%%time\n%%assist\nhello b25", "Wall time"),
        ("%%timeit -n1 -r1\n%%assist\nhello b25", "per loop"),
        ("%%capture out\n%%assist\nhello b25", ""),
        ("\n\n%%assist\nhello b25", "fine"),
        ("%%time\n%assist hello b25", "Wall time"),
    ],
)
def test_b25_our_magic_inside_magics_asks_once(session, source, told):
    """B25: under other magics the question is asked, and is no history of its own."""
    kernel, stub = session
    stub.reply("fine")
    kernel.run("x = 1")
    ran = kernel.run(source)
    kernel.run("y = 2")
    stub.reply("fine")
    kernel.run("%%assist\nsecond question")
    first, last = contents(stub.sent(0)), stub.sent()

    assert ran.status == "ok"
    assert told in ran.text
    assert first.count("hello b25") == 1
    assert contents(last).count("hello b25") == 1
    assert contents(last).count("second question") == 1
    sources = [run.source for run in state(kernel).executions]
    assert sources[-2:] == ["x = 1", "y = 2"]
    assert set(sources) <= {"x = 1", "y = 2", "print(1)"}


@pytest.mark.parametrize(
    "source", ["%%assist", "%%assist\n", "%%assist\n   \n\n", "%assist"]
)
def test_b25_an_empty_body_is_answered_with_the_usage(session, source):
    """B25: without a prompt nothing is sent and the usage is shown."""
    kernel, stub = session
    ran = kernel.run(source)

    assert stub.requests == []
    assert "%%assist" in ran.text
    assert "jupyter_ctx/" not in ran.text
    assert kernel.run("print(1)").text == "1\n"
