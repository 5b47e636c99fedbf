"""Stale marks: true ones, with their reason, and no others."""

from __future__ import annotations

import pytest

from jupyter_ctx.testing import FakeShell
from tests.kernel.recording import recording
from tests.stale.notebook import Notebook, told
from tests.stale.scenarios import SCENARIOS, Scenario


@pytest.mark.parametrize(
    "scenario", SCENARIOS, ids=lambda s: f"{s.kind}: {' | '.join(s.steps)}"
)
def test_what_people_do_is_marked(scenario: Scenario):
    """Each thing that people do to a notebook leaves the right marks, and no more."""
    notebook = Notebook()
    for step in scenario.steps:
        notebook.take(step)

    cells = {run.run: run.cell_id or "" for run in notebook.recorder.log}
    marks = notebook.marks(document=scenario.document)

    assert sorted(told(mark, cells) for mark in marks) == sorted(scenario.marks)
    assert notebook.recorder.failures == 0


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 5", [(("y",), "rebound", ("x",))]),
        ("x = 1", []),
        ("xs.append(2)", [(("n",), "changed", ("xs",))]),
        ("import math", []),
        ("w = y", []),
    ],
)
def test_what_ran_before_we_came_counts(source, expected):
    """Cells from before the extension was loaded are followed by their source."""
    shell = FakeShell()
    for cell in ("import math", "x = 1", "y = x + math.pi", "xs = [1]", "n = len(xs)"):
        shell.run_cell(cell)
    shell, recorder = recording(shell)

    shell.run_cell(source)

    marks = recorder.state().stale
    assert [(mark.names, mark.reason, mark.of) for mark in marks] == expected


def test_a_value_bound_outside_of_the_cells_is_another_one():
    """What a thread or a widget binds makes stale what was read before."""
    shell, recorder = recording()
    shell.run_cell("x = 1")
    shell.run_cell("y = x")
    shell.user_ns["x"] = [2]
    shell.run_cell("z = 1")

    (mark,) = recorder.state().stale

    assert (mark.names, mark.reason, mark.of, mark.by) == (
        ("y",),
        "rebound",
        ("x",),
        "",
    )


def test_nothing_is_said_of_the_past_before_it_was_looked_at():
    """Off the main thread the runs of earlier names are not known yet: no mark."""
    shell = FakeShell()
    for cell in ("x = 1", "y = x"):
        shell.run_cell(cell)
    _, recorder = recording(shell)

    assert recorder.latest().stale == ()


def test_marks_asked_for_while_a_cell_runs_are_no_last_word():
    """What a running cell will do counts as soon as it has done it."""
    shell, recorder = recording()
    shell.run_cell("x = 1")
    shell.run_cell("y = x")
    seen = []
    shell.user_ns["look"] = lambda: seen.append(recorder.latest().stale)

    shell.run_cell("look()\nx = 2")

    assert seen == [()]
    assert [mark.names for mark in recorder.latest().stale] == [("y",)]
