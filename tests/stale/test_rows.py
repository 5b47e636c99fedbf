"""What is out of date, cell by cell: what is certain to help does help."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.document import Cell, Document
from jupyter_ctx.core.engine.marks import Stale
from jupyter_ctx.core.stale import Written, stale
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.protocol.values import StaleCell
from jupyter_ctx.ui.stale import due, rows, sentence
from tests.stale.notebook import Notebook
from tests.stale.scenarios import SCENARIOS, Scenario


def seen(notebook: Notebook) -> KernelState:
    """Give the state with the marks and the document of *notebook*."""
    state = notebook.state()
    written = Written(notebook.cells, frozenset(notebook.ran))
    runs = {summary.name: summary.run for summary in state.variables}
    cells = tuple(Cell(key, "code", text) for key, text in notebook.cells.items())
    return msgspec.structs.replace(
        state,
        document=Document(cells),
        stale=stale(state.executions, runs, written),
    )


def after(*steps: str) -> tuple[Notebook, tuple[StaleCell, ...]]:
    """Do *steps* in a new notebook; give it with what is out of date then."""
    notebook = Notebook()
    for step in steps:
        notebook.take(step)
    return notebook, rows(seen(notebook))


def run_order(cells: tuple[StaleCell, ...]) -> list[StaleCell]:
    """Put what can run behind what it waits for."""
    waiting, done = [cell for cell in cells if cell.can_run], []
    while waiting:
        keys = {cell.key for cell in waiting}
        ready = next((one for one in waiting if keys.isdisjoint(one.after)), waiting[0])
        waiting.remove(ready)
        done.append(ready)
    return done


@pytest.mark.parametrize(
    "scenario",
    [one for one in SCENARIOS if one.document and one.marks],
    ids=lambda one: " ".join(one.steps)[:60],
)
def test_what_can_run_is_up_to_date_once_it_has_run(scenario: Scenario):
    """Run in order, no cell fails, and the reason it was listed for is gone."""
    notebook, before = after(*scenario.steps)
    for cell in run_order(before):
        notebook.run(cell.cell)
        last = notebook.state().executions[-1]
        assert (last.cell_id, last.status) == (cell.cell, "ok")

    # One round is enough, whatever stands in which order.
    left = {cell.key: cell.reasons for cell in due(rows(seen(notebook)))}
    helped = {cell.key for cell in before if cell.can_run}
    assert {key: why for key, why in left.items() if key in helped} == {}


def alone(cells: tuple[StaleCell, ...]) -> list[StaleCell]:
    """Give those that a page offers to run by themselves."""
    keys = {cell.key for cell in cells}
    return [cell for cell in cells if cell.can_run and keys.isdisjoint(cell.after)]


@pytest.mark.parametrize(
    ("scenario", "key"),
    [
        (one, cell.key)
        for one in SCENARIOS
        if one.document and one.marks
        for cell in alone(after(*one.steps)[1])
    ],
)
def test_what_can_run_alone_is_up_to_date_after_that(scenario: Scenario, key: str):
    """One click on one row is enough for that row."""
    notebook, before = after(*scenario.steps)
    notebook.run(next(cell.cell for cell in before if cell.key == key))
    assert key not in {cell.key for cell in due(rows(seen(notebook)))}


def test_enough_of_the_scenarios_offer_a_run():
    """The test above is about something: most cells that are due can run."""
    found = [
        cell
        for one in SCENARIOS
        if one.document and one.marks
        for cell in due(after(*one.steps)[1])
    ]
    able = [cell for cell in found if cell.can_run]
    print(f"{len(able)} of {len(found)} cells that are due can run")
    assert len(able) > 0.6 * len(found)


PQ = "`p`, `q`"
LINE = ("a: rate = 2", "b: total = rate * 10", "c: print(total)")


def test_each_cell_is_listed_once_with_its_reasons_and_what_goes_first():
    """In the order of the notebook, by id, with the names as code."""
    _, found = after(*LINE, "c ~ print(total + 1)", "a: rate = 3")

    assert found == (
        StaleCell(
            key="b",
            cell="b",
            label="In[2]",
            names=("total",),
            reasons=("`total` was made from `rate` before In[4] bound it anew",),
            can_run=True,
        ),
        StaleCell(
            key="c",
            cell="c",
            label="In[3]",
            reasons=(
                "Its output was made from `total` of In[2], which is out of date",
                "Edited since it ran",
            ),
            can_run=True,
            after=("b",),
        ),
    )


@pytest.mark.parametrize(
    ("steps", "advice"),
    [
        (
            ("a: n = 1", "b: n += 1", "b ~ n += 2"),
            "It would change `n` once more; run In[1] first.",
        ),
        (
            ("a: x = 1", "a -"),
            "Bring the cell back with undo, or let the name go: `del x`.",
        ),
        (
            ("a: x = 1", "b: y = x", "c: del x", "b ~ y = x + 1", "a ~ 5"),
            "It reads `x`, which is not there any more.",
        ),
        (
            ("a: x = 1", "b: y = x", "c: del x", "b ~ y = x + 1"),
            "It reads `x`, which is not there; run In[1] first.",
        ),
        (  # the kernel was restarted while b ran, which shows no count then
            ("a: x = 1", "b ~ p, q = x, 2", "c: z = 0", "c ~ z = p + q", "restart"),
            f"It reads {PQ}, which are not there; run the cell that makes {PQ} first.",
        ),
        (("a: x = 1", "a ~ x = = 1"), "It has a syntax error; mend it first."),
        (("a: x = 1", "a ~ y = 1"), "It makes `x` no more: `del x`."),
        (
            ("x: 0", "ab: a = 1\nb = a + 1", "x ~ a = 1", "ab ~ b = a + 1"),
            "Another cell makes `a` now: run that one first.",
        ),
        (
            ("x: 0", "b: y = 1", "b -", "x ~ y = 2"),
            "Another cell makes `y` now: run that one first.",
        ),
        (
            ("a: x, y = 1, 2", "a -"),
            "Bring the cell back with undo, or let the names go: `del x, y`.",
        ),
    ],
)
def test_where_a_run_is_not_certain_to_help_the_row_says_what_is(
    steps: tuple[str, ...], advice: str
):
    """No run is offered for it."""
    _, found = after(*steps)
    cell = found[-1]
    assert (cell.can_run, cell.advice) == (False, advice)


STOPS = "b: if x == 5: raise {}\ny = x"


@pytest.mark.parametrize(
    ("steps", "ended", "advice"),
    [
        (
            (STOPS.format("ValueError"), "a: x = 5", "b:"),
            "failed",
            "Its last run failed; mend it or what it reads first.",
        ),
        ((STOPS.format("ValueError"), "a: x = 5", "b:", "a: x = 6"), "failed", ""),
        ((STOPS.format("KeyboardInterrupt"), "a: x = 5", "b:"), "was interrupted", ""),
    ],
)
def test_what_an_older_run_has_made_is_listed_where_the_last_one_failed(
    steps: tuple[str, ...], ended: str, advice: str
):
    """It runs again only where that can end otherwise."""
    _, (made, _) = after("a: x = 1", steps[0], "c: z = y", *steps[1:], "c:")
    (why,) = made.reasons
    assert (made.key, made.names, made.advice) == ("b", ("y",), advice)
    assert why.endswith(f"bound it anew; its last run {ended}")


def test_a_column_is_made_again_before_what_reads_it():
    """Also where a second run of its cell has left an equal frame."""
    steps = ("k: k = 1", "a: d = {'p': k}", "b: d['q'] = d['p']", "c: n = d['q']")
    for again in ((), ("b:",)):
        _, found = after(*steps, *again, "a: d = {'p': 2}")
        rows_ = [(one.key, one.can_run, one.after) for one in found]
        assert rows_ == [("b", True, ()), ("c", True, ("b",))]


def test_what_waits_for_such_a_cell_cannot_run_either():
    """It says which cell comes first."""
    steps = ("x: xs = []", "a: k = 1", "b: xs.append(k)", "c: m = sum(xs)", "a: k = 5")
    _, found = after(*steps)
    assert [(cell.key, cell.can_run, cell.advice) for cell in found] == [
        ("b", False, "It would change `xs` once more; run In[1] first."),
        ("c", False, "First bring In[3] up to date."),
    ]


def test_a_cell_waits_for_all_that_it_reads():
    """Also where it has a reason of its own, which would hide that of its input."""
    steps = ("a: x = 1", "b: y = x + 1", "c: z = x + y", "a: x = 5")
    _, found = after(*steps)
    assert [(cell.key, cell.after) for cell in found] == [("b", ()), ("c", ("b",))]


def test_older_cells_and_those_of_another_kernel_are_not_due():
    """The first are as a run from the top leaves them, the others a new start."""
    _, older = after("a: x = 1", "b: y = x", "c: x = 2")
    _, lost = after("a: x = 1", "b: y = x", "restart", "z: w = 0")

    assert [(one.key, one.is_older, one.can_run) for one in older] == [
        ("b", True, False)
    ]
    assert [(one.key, one.is_lost, one.after) for one in lost] == [
        ("a", True, ()),
        ("b", True, ("a",)),
    ]
    assert due((*older, *lost)) == []


def test_an_older_cell_is_made_anew_where_what_it_reads_is_out_of_date():
    """A run from the top would not leave it as it is, so nobody says that."""
    _, found = after("a: x = 1", "b: y = x", "d: x = 7", "a ~ x = 2")
    top = "A run of the notebook from the top makes it anew"
    assert [(one.key, one.is_older, one.advice) for one in found] == [
        ("a", False, ""),
        ("b", True, f"{top}: In[1] above is out of date."),
    ]


def test_a_cell_waits_for_what_stands_above_and_makes_its_input_anew():
    """Also where a cell further down has bound the name meanwhile."""
    _, found = after("k: k = 1", "a: x = k", "b: y = x", "d: x = 7", "k: k = 2")
    assert [(one.key, one.can_run, one.after) for one in found] == [
        ("a", True, ()),
        ("b", True, ("a",)),
    ]


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        (
            Stale("rebound", "In[2]", ("y", "z"), ("x",), by="In[3]"),
            "`y`, `z` were made from `x` before In[3] bound it anew",
        ),
        (
            Stale("edited", "In[2]", ("y", "z")),
            "Edited since it ran; `y`, `z` come from its older text",
        ),
        (
            Stale("deleted", "In[2]", ("y", "z")),
            "`y`, `z` live on, but their cell is no longer in the notebook",
        ),
    ],
)
def test_several_names_are_told_in_the_plural(mark: Stale, text: str):
    """As people write."""
    assert sentence(mark) == text


def test_a_private_name_is_there():
    """Nobody lists it, but a cell that reads it can run."""
    _, found = after("a: _k = 2", "b: n = 1", "c: y = n * _k", "b: n = 5")
    assert [(one.key, one.can_run) for one in found] == [("c", True)]


def test_a_cause_outside_of_the_cells_is_said_so():
    """A thread or a widget may bind names, too."""
    mark = Stale("rebound", "In[2]", ("y",), ("x",))
    assert sentence(mark) == (
        "`y` was made from `x` before something outside of the cells bound it anew"
    )
