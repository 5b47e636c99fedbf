"""Stale marks: true ones, with their reason, and no others."""

from __future__ import annotations

import pytest

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
