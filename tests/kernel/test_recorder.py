"""The recorder: runs, what they changed, and what it must never do."""

from __future__ import annotations

import gc
import logging
import sys
import threading
import weakref

import pytest

from jupyter_ctx.kernel import interrupts
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.testing import FakeInfo, FakeResult, FakeShell
from tests.kernel.hostile import HITS, all_hostile
from tests.kernel.looks import NoMask
from tests.kernel.recording import recording, variables


def test_runs_are_numbered_with_their_source_status_and_cell():
    """Each run keeps the source word for word, its count, cell and outcome."""
    shell, recorder = recording()

    shell.run_cell("x = 1\n", cell_id="a")
    shell.run_cell("1/0", cell_id="b")
    shell.run_cell("x = (", cell_id="b")

    runs = recorder.latest().executions
    assert [
        (r.run, r.source, r.execution_count, r.cell_id, r.status) for r in runs
    ] == [
        (1, "x = 1\n", 1, "a", "ok"),
        (2, "1/0", 2, "b", "error"),
        (3, "x = (", 3, "b", "error"),
    ]
    assert recorder.latest().as_of_run == 3


def test_the_last_run_is_called_as_the_notebook_numbers_it():
    """Cells that are not recorded are counted by IPython all the same."""
    shell, recorder = recording()
    before = recorder.glance()

    shell.run_cell("%%assist\nwhy?")
    shell.run_cell("x = 1")
    asked = recorder.glance()[:2]
    shell.run_cell("1/0")

    assert before == (0, "", 0, "")
    assert asked == (1, "In[2]")
    assert recorder.glance()[:2] == (2, "In[3]")


def test_what_is_no_cell_of_the_user_is_not_recorded():
    """Silent, unstored, nested and empty runs leave no trace (B11)."""
    shell, recorder = recording()
    shell.user_ns["shell"] = shell

    shell.run_cell("a = 1", silent=True)
    shell.run_cell("b = 1", store_history=False)
    shell.run_cell("   \n")
    shell.run_cell("shell.run_cell('c = 1')")

    sources = [run.source for run in recorder.latest().executions]
    assert sources == ["shell.run_cell('c = 1')"]
    assert variables(recorder)["c"].run == 1


@pytest.mark.parametrize(
    "source",
    [
        "%%assist\nwhy?",
        "\n%%time\n%%assist -m x\nwhy?",
        "%%timeit -n1 -r1\n%%assist\nwhy?",
        "%%capture out\n%assist pick 2",
        "# so\n%ctx show\n%assist stop",
        "%load_ext jupyter_ctx",
    ],
)
def test_a_talk_with_us_is_no_history(source):
    """A cell that only talks to us is left out of the executions (B25)."""
    shell, recorder = recording()

    shell.run_cell(source)

    assert recorder.latest().executions == ()


def test_a_cell_that_also_works_is_history():
    """Code beside our magics, and magics that only look like ours, are history."""
    shell, recorder = recording()

    for source in ("%ctx show\nx = 1", "%%assistant\nx", "assist = 1"):
        shell.run_cell(source)

    assert len(recorder.latest().executions) == 3


def test_the_same_source_without_a_cell_id_is_two_runs():
    """Front ends that send no cell id still give one run an execution (B23)."""
    shell, recorder = recording()

    shell.run_cell("x = 1")
    shell.run_cell("x = 1")

    runs = recorder.latest().executions
    assert [(run.run, run.execution_count, run.cell_id) for run in runs] == [
        (1, 1, None),
        (2, 2, None),
    ]


def test_a_running_cell_is_shown_as_running():
    """While a cell runs, `latest` shows it and the state before it."""
    shell, recorder = recording()
    seen = []
    shell.user_ns["look"] = lambda: seen.append(recorder.latest())

    shell.run_cell("x = 1")
    shell.run_cell("look()")

    assert [run.status for run in seen[0].executions] == ["ok", "running"]
    assert seen[0].as_of_run == 1


def test_names_described_are_names_that_changed():
    """Among 2,000 variables and 50 frames a cell costs what it changed, no more."""
    shell, recorder = recording()
    shell.run_cell("import pandas as pd, numpy as np")
    shell.run_cell("for i in range(50): globals()[f'f{i}'] = pd.DataFrame({'a': [i]})")
    shell.run_cell("for i in range(1950): globals()[f'v{i}'] = [i]")
    recorder.state()
    counts = []

    for source in ("x = 1", "y = x + 1\nv7 = 2", "x", "f3['b'] = 1", "del v8"):
        before = recorder.described
        shell.run_cell(source)
        counts.append(recorder.described - before)

    assert counts == [1, 2, 0, 1, 0]
    assert recorder.failures == 0


def test_a_question_describes_only_what_is_stale():
    """Asking twice looks twice, but describes nothing again."""
    shell, recorder = recording()
    shell.run_cell("a = [1]\nb = 'text'\nc = 2.5")
    recorder.state()
    before = recorder.described

    recorder.state()

    assert recorder.described == before


def test_a_binding_remembers_its_run():
    """Rebinding moves a name to the new run, changing it in place does not."""
    shell, recorder = recording()

    shell.run_cell("x = [1]\ny = 1")
    shell.run_cell("x.append(2)")
    shell.run_cell("y = 1")

    seen = variables(recorder)
    assert (seen["x"].run, seen["x"].value) == (1, "[1, 2]")
    assert seen["y"].run == 3


def test_lines_after_the_error_bind_nothing():
    """A cell that failed bound only what came before the failing line."""
    shell, recorder = recording()
    shell.run_cell("a = 1\nb = 1")

    shell.run_cell("a = 1\n1/0\nb = 1")

    seen = variables(recorder)
    assert (seen["a"].run, seen["b"].run) == (2, 1)


def test_changes_in_place_are_noticed_at_the_next_question():
    """What a helper or a thread changes unseen is found when somebody asks (B8)."""
    shell, recorder = recording()
    shell.run_cell("import pandas as pd\ndf = pd.DataFrame({'a': [1]})\nxs = []")
    recorder.state()

    shell.user_ns["df"]["z"] = 1
    shell.user_ns["xs"].extend(range(100))

    seen = variables(recorder)
    assert [field.name for field in seen["df"].fields] == ["a", "z"]
    assert seen["xs"].shape == "100 items"


def test_deleted_names_are_gone_and_others_keep_their_order():
    """`del` removes a name; the rest stay in the order of the namespace."""
    shell, recorder = recording()
    shell.run_cell("a = 1\nb = 2\nc = 3")

    shell.run_cell("del b\nd = 4")

    assert list(variables(recorder)) == ["a", "c", "d"]


def test_private_and_hidden_names_are_not_seen():
    """Names that start with `_` and what IPython put there are not the user's."""
    shell = FakeShell()
    shell.user_ns |= {"In": [], "quit": len, "open": open}
    shell.user_ns_hidden |= {"open": open}
    shell, recorder = recording(shell)

    shell.run_cell("_x = 1\nz = 1")

    assert list(variables(recorder)) == ["z"]
    shell.run_cell("open = 3")
    assert list(variables(recorder)) == ["open", "z"]


def test_nothing_of_the_user_is_run_or_kept():
    """Traps in the namespace, in `==` and in results stay untouched and can die."""
    shell, recorder = recording()
    objects = all_hostile()
    shell.user_ns |= objects

    class Big: ...

    shell.user_ns["Big"] = Big

    shell.run_cell("b = Big()")
    shell.run_cell("b")
    shell.run_cell("def f():\n    t = Big()\n    raise RuntimeError(t)\nf()")
    recorder.state(["hostile", "b"])
    references = [weakref.ref(shell.user_ns["b"])]
    del shell.user_ns["b"]
    gc.collect()

    assert HITS == []
    assert recorder.failures == 0
    assert [reference() for reference in references] == [None]
    assert not [o for o in gc.get_objects() if type(o) is Big]


def test_nothing_is_added_to_the_namespace(capsys):
    """The recorder leaves no name behind and prints nothing."""
    shell, recorder = recording()
    before = set(shell.user_ns)

    shell.run_cell("1/0")
    recorder.state()

    assert set(shell.user_ns) == before | {"__builtins__"}
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("error", [SystemExit, ValueError, GeneratorExit])
def test_a_hook_that_fails_is_silent(error, monkeypatch, capsys):
    """An error of ours, SystemExit too, goes to our log and nowhere else (B10)."""
    shell, recorder = recording()

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(recorder.log, "begin", fail)
    # As after `logging.basicConfig(level="DEBUG")` in a cell.
    printer = logging.StreamHandler()
    logging.root.addHandler(printer)
    monkeypatch.setattr(logging.root, "level", logging.DEBUG)
    result = shell.run_cell("x = 1")
    logging.root.removeHandler(printer)

    assert result.error_in_exec is None
    assert shell.user_ns["x"] == 1
    assert recorder.failures >= 1
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("seconds", "is_repeated"), [(5.0, True), (0.0, False)])
def test_an_interrupt_in_the_hook_before_a_cell_is_repeated(
    monkeypatch, seconds, is_repeated
):
    """Stop pressed while our hook runs still stops its cell, and no later one (B10)."""
    shell, recorder = recording()
    repeated = threading.Event()
    monkeypatch.setattr(interrupts, "DELAY", 0.1)
    monkeypatch.setattr(interrupts._thread, "interrupt_main", repeated.set)
    shell.user_ns["wait"] = lambda: repeated.wait(seconds)

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(recorder.log, "begin", stop)
    shell.run_cell("wait()")

    assert repeated.wait(0.3) is is_repeated
    assert recorder.failures == 0


def test_an_interrupt_in_a_question_comes_out(monkeypatch):
    """Stop pressed while `%%assist` looks around stops `%%assist`."""
    _, recorder = recording()

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(recorder._variables, "refresh", stop)

    with pytest.raises(KeyboardInterrupt):
        recorder.state()


def test_a_lost_hook_does_not_stop_the_record():
    """A run whose second hook never came does not make the next one nested."""

    class WithParent(FakeShell):
        message = 0

        def get_parent(self) -> dict:
            return {"header": {"msg_id": str(self.message)}}

    shell, recorder = recording(WithParent())
    shell.events.trigger("pre_run_cell", FakeInfo("lost"))
    shell.message = 1

    shell.run_cell("x = 1")

    assert [run.status for run in recorder.latest().executions] == ["error", "ok"]


def test_a_hook_after_without_one_before_is_ignored():
    """The cell that loads the extension only ends under our eyes."""
    shell, recorder = recording()

    shell.events.trigger("post_run_cell", FakeResult(FakeInfo("x")))

    assert recorder.latest().executions == ()
    assert recorder.failures == 0


def test_threads_may_change_the_namespace_meanwhile():
    """A namespace that changes while it is read raises nothing (B19)."""
    shell, recorder = recording()
    stop = threading.Event()

    def churn() -> None:
        while not stop.is_set():
            for i in range(1_000):
                shell.user_ns[f"t{i}"] = i
            for i in range(1_000):
                del shell.user_ns[f"t{i}"]

    thread = threading.Thread(target=churn)
    thread.start()
    try:
        for _ in range(30):
            shell.run_cell("x = 1")
            recorder.state(["t5"])
    finally:
        stop.set()
        thread.join()

    assert recorder.failures == 0


def test_uninstall_takes_every_hook_out():
    """After uninstall nothing is recorded."""
    shell, recorder = recording()

    recorder.uninstall()
    shell.run_cell("x = 1")

    assert recorder.latest().executions == ()
    assert not any(shell.events.callbacks.values())


def test_a_column_flood_stays_small():
    """Many wide frames are cut in memory, not in the answer to a question."""
    shell, recorder = recording()
    shell.run_cell("import pandas as pd, numpy as np")
    for i in range(4):
        source = f"w{i} = pd.DataFrame(np.zeros((1, 5_000)))"
        shell.run_cell(source)

    kept = sum(len(summary.fields) for summary in recorder.latest().variables)
    asked = variables(recorder)

    assert kept <= 11_000
    assert [len(asked[f"w{i}"].fields) for i in range(4)] == [5_000] * 4


def test_a_question_for_a_far_column_brings_its_values():
    """Of 300 columns the one asked for leads the rows, and stays when they change."""
    shell, recorder = recording()
    shell.run_cell(
        "import pandas as pd\n"
        "w = pd.DataFrame({f'c{i}': [i, i + 1] for i in range(300)})"
    )
    assert "c222" not in variables(recorder)["w"].rows[0]

    told = variables(recorder, "value", "c222", "w", "c250")["w"]
    shell.run_cell("w['c222'] = 5")
    later = variables(recorder)["w"]

    assert told.rows[0].startswith("c222=222, c250=250, c0=0, c1=1, ")
    assert told.rows[0].endswith(", c17=17")
    assert told.fields[222].sample == "222, 223"
    assert later.rows[0].startswith("c222=5, c250=250, c0=0, ")


def test_asking_again_for_the_same_column_looks_no_more():
    """A frame that has not changed is described once for each new column."""
    shell, recorder = recording()
    shell.run_cell(
        "import pandas as pd\n"
        "w = pd.DataFrame({f'c{i}': [i, i + 1] for i in range(300)})"
    )
    variables(recorder, "c222")
    before = recorder.described

    variables(recorder, "c222")

    assert recorder.described == before


def test_modules_loaded_by_a_hook_are_ours():
    """A hook loads nothing but our own code, and no library (B6)."""
    shell, _ = recording()
    shell.run_cell("y = 1")
    before = set(sys.modules)

    shell.run_cell("import types\nx = types.ModuleType('lazy')")

    assert {name.split(".")[0] for name in set(sys.modules) - before} <= {"jupyter_ctx"}


def test_the_masker_is_made_once_and_late():
    """The masker is made at the first value, not with the recorder."""
    made = []

    def make() -> NoMask:
        made.append(1)
        return NoMask()

    shell = FakeShell()
    recorder = Recorder(shell, make)
    recorder.install()
    assert made == []

    shell.run_cell("x = 1\ny = 'a'")

    assert made == [1]


def test_a_cell_that_does_not_compile_binds_nothing():
    """Lines above a syntax error did not run: they bind and change no name."""
    shell, recorder = recording()
    shell.run_cell("x = [1]\ny = 1")

    shell.run_cell("y = 1\nx.append(2)\nz = = 3")

    assert [(name, one.run) for name, one in variables(recorder).items()] == [
        ("x", 1),
        ("y", 1),
    ]
    assert recorder.latest().executions[-1].touched == ()


def test_a_cell_that_failed_changed_what_stands_above_the_error():
    """Of the names that the source changes those below the error did not change."""
    shell, recorder = recording()
    shell.user_ns |= {"a": object.__new__(type("A", (), {})), "b": object()}
    shell.run_cell("a, b = a, b")

    shell.run_cell("a.x = 1\n1/0\nb.x = 2")

    touched = recorder.latest().executions[-1].touched
    assert touched is not None
    assert [(one.kind, one.name) for one in touched] == [("changed", "a")]


def test_the_run_is_known_where_no_time_is_left():
    """A name that could not be described yet says all the same who bound it."""
    shell, recorder = recording()
    recorder._variables.update(None)
    shell.user_ns["x"] = 1
    recorder._variables.update(7, time_limit=-1.0)

    (summary,) = recorder.latest().variables
    assert (summary.name, summary.run, summary.value) == ("x", 7, "")
