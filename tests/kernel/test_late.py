"""A late start: what ran before the extension was loaded is inferred."""

from __future__ import annotations

import sys

from jupyter_ctx.testing import FakeShell
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
