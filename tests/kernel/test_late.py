"""A late start: what ran before the extension was loaded is inferred."""

from __future__ import annotations

import sys
import threading
from difflib import SequenceMatcher
from unittest import mock

from jupyter_ctx.kernel.failures import KEPT
from jupyter_ctx.kernel.late import REPAIRS
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.testing import FakeShell
from tests.kernel.looks import NoMask
from tests.kernel.recording import recording, variables


def lived() -> FakeShell:
    """Make a shell that has run three cells without us."""
    shell = FakeShell()
    shell.run_cell("a = 1\nb = [a]")
    shell.run_cell("b")
    shell.run_cell("a = 3")
    return shell


def test_runs_come_from_the_history():
    """Sources, counts and results of earlier cells are known, marked inferred."""
    _, recorder = recording(lived())

    runs = recorder.latest().executions
    assert [(r.source, r.execution_count, r.inferred) for r in runs] == [
        ("a = 1\nb = [a]", 1, True),
        ("b", 2, True),
        ("a = 3", 3, True),
    ]
    assert runs[1].outputs[0].text == "[1]"


def test_bindings_come_from_the_code():
    """Each name is credited to the cell whose code bound it last."""
    shell, recorder = recording(lived())

    seen = variables(recorder)
    assert [(seen[n].run, seen[n].inferred, seen[n].value) for n in "ab"] == [
        (3, True, "3"),
        (1, True, "[1]"),
    ]
    shell.run_cell("a = 4")
    seen = variables(recorder)
    assert (seen["a"].run, seen["a"].inferred) == (4, False)


def test_loading_describes_nothing():
    """Loading in a full kernel costs no description; the first question does."""
    _, recorder = recording(lived())

    assert recorder.described == 0
    assert [v.type_name for v in recorder.latest().variables] == ["int", "list"]


def test_the_last_error_is_the_open_error(monkeypatch):
    """The error before the start is told from what Python kept of it."""
    shell = lived()
    result = shell.run_cell("b[7]")
    shell.history_manager.exceptions[4] = {"ename": "IndexError"}
    monkeypatch.setattr(sys, "last_value", result.error_in_exec, raising=False)

    _, recorder = recording(shell)

    error = recorder.latest().error
    assert error is not None
    assert (error.ename, error.inferred, error.run) == ("IndexError", True, 4)
    assert error.frames[0].where == "In[4]"
    assert recorder.latest().executions[3].status == "error"


def test_an_error_repaired_before_the_start_is_closed(monkeypatch):
    """A failing cell that succeeded later leaves no open error."""
    shell = lived()
    result = shell.run_cell("b[c]")
    shell.history_manager.exceptions[4] = {"ename": "NameError"}
    shell.run_cell("c = 0")
    shell.run_cell("b[c]")
    monkeypatch.setattr(sys, "last_value", result.error_in_exec, raising=False)

    _, recorder = recording(shell)

    assert recorder.latest().error is None


def test_a_kernel_without_history_is_recorded_from_now_on():
    """Where IPython keeps no history, the record starts with the next cell."""
    shell = lived()
    shell.history_manager = None

    shell, recorder = recording(shell)
    shell.user_ns["x"] = 1

    assert recorder.latest().executions == ()
    assert recorder.failures == 0
    assert "x" in variables(recorder)


def test_a_long_past_costs_no_comparison_of_all_with_all():
    """Hundreds of failed and sound cells are read with few comparisons of text."""
    shell = FakeShell()
    for number in range(1, 401):
        source = f"value_{number} = {'x' * 1_900} + {number}"
        shell.history_manager.input_hist_raw.append(source)
        if number % 2:
            kept = {"ename": "NameError", "evalue": "no", "traceback": []}
            shell.history_manager.exceptions[number] = kept
    with mock.patch.object(SequenceMatcher, "ratio", return_value=0.0) as compared:
        _, recorder = recording(shell)

    assert len(recorder.latest().failures) == KEPT
    assert compared.call_count <= KEPT * REPAIRS


def test_loading_on_another_thread_looks_at_no_object():
    """Sources are there at once; names and identities come with the first look."""
    shell = lived()
    recorder = Recorder(shell, NoMask)
    thread = threading.Thread(target=recorder.install)
    thread.start()
    thread.join()

    seen = recorder.latest()
    assert [run.execution_count for run in seen.executions] == [1, 2, 3]
    assert (seen.variables, recorder.failures) == ((), 0)
    assert [v.name for v in recorder.state().variables] == ["a", "b"]


def test_the_next_cell_is_not_credited_with_what_was_there():
    """After a start on another thread the first hook notes what is alive before."""
    shell = lived()
    recorder = Recorder(shell, NoMask)
    thread = threading.Thread(target=recorder.install)
    thread.start()
    thread.join()

    shell.run_cell("c = 5")

    seen = variables(recorder)
    assert [(seen[n].run, seen[n].inferred) for n in "abc"] == [
        (3, True),
        (1, True),
        (4, False),
    ]


def test_a_cell_whose_start_nobody_saw_is_recorded_at_its_end():
    """The extension comes while a cell runs: its end tells count, status and error."""
    shell = lived()
    recorder = Recorder(shell, NoMask)
    shell.user_ns["install"] = recorder.install

    shell.run_cell("d = 1\ninstall()\nd[0]")

    run = recorder.latest().executions[-1]
    assert (run.source, run.execution_count) == ("d = 1\ninstall()\nd[0]", 4)
    assert (run.status, run.inferred) == ("error", True)
    assert recorder.latest().error is not None
    assert variables(recorder)["d"].run == run.run
