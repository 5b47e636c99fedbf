"""The document of a page: what it adds to a live kernel, and what it is alone."""

from __future__ import annotations

import sys

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.document import Cell, Document, Focus, SavedOutput, changed
from jupyter_ctx.core.fixes import propose
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.notebook import EARLIER, executed_in, join, of_document
from jupyter_ctx.testing import FakeShell
from tests.kernel.recording import recording

KEY_ERROR = SavedOutput(
    kind="error",
    ename="KeyError",
    evalue="'amuont'",
    traceback=(
        "\x1b[31mKeyError\x1b[39m         Traceback (most recent call last)",
        "Cell In[4], line 1\n----> 1 total = df['amuont'] * rate\n      2 total\n",
        "KeyError: 'amuont'",
    ),
)
PRINTED = SavedOutput(kind="stream", text="\x1b[32m3\x1b[0m rows\n")


def cell(number: int, source: str, count: int | None = None, *outputs: SavedOutput):
    """Make the code cell `c<number>`."""
    return Cell(f"c{number}", "code", source, count, outputs)


SAVED = Document(
    (
        Cell("m", "markdown", "# Totals"),
        cell(1, "df = load()", 2, PRINTED),
        cell(2, "rate = 0.25", 1),
        cell(3, "total = df['amuont'] * rate\ntotal", 4, KEY_ERROR),
        cell(4, "%%assist\nwhy?", 3, PRINTED),
        cell(5, "never = 1"),
        cell(6, "1/0", 5, SavedOutput(kind="error", ename="ZeroDivisionError")),
    )
)


# The document alone.


def test_a_document_is_read_in_the_order_of_its_counts():
    """What ran is there in order with outputs; talk to us and unrun cells are not."""
    state = of_document(SAVED)

    assert [(e.source, e.label, e.cell_id, e.status) for e in state.executions] == [
        ("rate = 0.25", "In[1]", "c2", "ok"),
        ("df = load()", "In[2]", "c1", "ok"),
        ("total = df['amuont'] * rate\ntotal", "In[4]", "c3", "error"),
        ("1/0", "In[5]", "c6", "error"),
    ]
    assert state.executions[1].outputs[0].text == "3 rows\n"
    assert (state.is_static, state.as_of_run, state.variables) == (True, 4, ())


@pytest.mark.parametrize(
    ("focus", "ename"), [("c3", "KeyError"), ("c1", "ZeroDivisionError")]
)
def test_the_saved_error_of_the_focused_cell_is_the_open_one(focus, ename):
    """Asking on a failed cell takes its error, elsewhere the last one (A20)."""
    error = of_document(SAVED, Focus(focus)).error

    assert error is not None
    assert (error.ename, error.inferred) == (ename, True)


def test_a_saved_error_has_the_frames_of_its_traceback():
    """Place, line and text of the failing line are read from the saved text."""
    error = of_document(SAVED, Focus("c3")).error

    assert error is not None
    assert (error.evalue, error.run, error.cell_id) == ("'amuont'", 3, "c3")
    assert [(f.where, f.line, f.source, f.cell_run) for f in error.frames] == [
        ("In[4]", 1, "total = df['amuont'] * rate", 3)
    ]


def test_a_saved_interrupt_is_no_open_error():
    """A cell that was stopped on purpose is told so, and asks for no fix."""
    stop = SavedOutput(kind="error", ename="KeyboardInterrupt")
    cells = [cell(n, f"x{n}", n) for n in range(2, 40)]
    document = Document((cell(1, "train()", 1, stop), *cells))

    state = of_document(document)

    assert (state.error, state.executions[0].ending) == (None, "interrupted")


def test_outputs_without_counts_still_tell_what_ran():
    """Where a tool took the counts away, saved outputs tell that a cell ran."""
    document = Document((cell(1, "1/0", None, KEY_ERROR), cell(2, "x = 1")))

    state = of_document(document)

    assert [(e.source, e.status) for e in state.executions] == [("1/0", "error")]
    assert state.error is not None


@pytest.mark.parametrize(
    ("counts", "order"),
    [
        ([2, 1, 9, 8], [1, 0, 3, 2]),
        ([3, 5, 4, 1, 3, 2], [0, 2, 1, 3, 5, 4]),
        ([2, None, 1], [2, 0]),
        ([None, None, None], []),
    ],
    ids=["one kernel", "two kernels", "one cell did not run", "nothing ran"],
)
def test_counts_that_come_again_are_those_of_the_next_kernel(counts, order):
    """Inside of one kernel the counts tell the order, else the document."""
    cells = [cell(at, f"x{at} = 1", count) for at, count in enumerate(counts)]

    assert executed_in(Document(tuple(cells))) == [cells[at] for at in order]


def test_without_any_count_all_above_an_output_has_run():
    """What made the saved outputs ran as well, what stands below them did not."""
    cells = (cell(1, "x = 3"), cell(2, "print(x)", None, PRINTED), cell(3, "y = 1"))

    assert executed_in(Document(cells)) == list(cells[:2])


def test_a_file_saved_without_counts_and_outputs_has_run_if_asked_so():
    """A cleared notebook is read from top to bottom, text and talk to us apart."""
    text = Cell("m", "markdown", "# Totals")
    cells = (cell(1, "x = 3"), text, cell(2, "%ctx show"), cell(3, "y = x"))

    assert executed_in(Document(cells), is_cleared=True) == [cells[0], cells[3]]
    one = replace(cells[3], execution_count=1)
    mixed = Document((*cells[:3], one))
    assert executed_in(mixed, is_cleared=True) == [one]


def test_outputs_are_read_of_new_and_focused_cells_alone():
    """A long notebook is masked at the cost of what may be told of it."""
    cells = [cell(n, f"x{n}", n, PRINTED) for n in range(1, 101)]

    state = of_document(Document(tuple(cells)), Focus("c3"))

    read = [e.run for e in state.executions if e.outputs]
    assert read == [3, *range(81, 101)]
    assert state.document is not None
    assert [c.id for c in state.document.cells if c.outputs] == ["c3"]


def test_another_language_is_not_read_as_python():
    """Cells of a Bash notebook are told with their language."""
    document = Document((cell(1, "x=1; echo $x", 1, PRINTED),), language="bash")

    assert [e.language for e in of_document(document).executions] == ["bash"]


# With a live kernel.


def late(*cells: str) -> tuple[FakeShell, KernelState]:
    """Start to record after *cells* have run; failures are as IPython keeps them."""
    shell = FakeShell()
    for number, source in enumerate(cells, 1):
        result = shell.run_cell(source)
        error = result.error_in_exec
        if error is not None:
            shell.history_manager.exceptions[number] = {
                "ename": type(error).__name__,
                "evalue": str(error),
                "traceback": [],
            }
            sys.last_value = error
    _, recorder = recording(shell)
    return shell, recorder.state()


@pytest.fixture(autouse=True)
def _last_error_of_ours(monkeypatch):
    """Leave the last error of the test session as it was."""
    monkeypatch.setattr(sys, "last_value", None, raising=False)


def test_inferred_runs_get_ids_and_outputs_of_their_cells():
    """Count and source together find the cell; a stale count alone does not."""
    _, state = late("a = 1", "b = 2", "c = 3")
    document = Document(
        (
            cell(1, "a = 1\n", 1, PRINTED),
            cell(2, "another = 2", 2, PRINTED),  # of an earlier kernel
            cell(3, "c = 3", 3),
            cell(4, "c = 3", 8, PRINTED),
        )
    )

    joined = join(state, document)

    assert [(e.cell_id, len(e.outputs)) for e in joined.executions] == [
        ("c1", 1),
        (None, 0),
        ("c3", 0),
    ]
    assert joined.executions[0].outputs[0].text == "3 rows\n"


def test_a_cell_that_grew_since_it_ran_is_still_that_cell():
    """Lines were added below or above what the kernel was given; changed ones not."""
    _, state = late("a = 1", "b = 2", "c = 3")
    document = Document(
        (
            cell(1, "a = 1\nmore = a", 1),
            cell(2, "import this\nb = 2", 2),
            cell(3, "c = 33", 3),
        )
    )

    joined = join(state, document)

    assert [e.cell_id for e in joined.executions] == ["c1", "c2", None]


def test_a_failed_cell_edited_since_is_known_by_its_error():
    """Its source differs, but its output is the error of this run."""
    _, state = late("d = {'a': 1}", "d['b']")
    saved = SavedOutput(kind="error", ename="KeyError", evalue="'b'")

    joined = join(state, Document((cell(2, "d['c']", 2, saved),)), Focus("c2"))

    assert joined.executions[1].cell_id == "c2"
    assert joined.error is not None
    assert (joined.error.run, joined.error.candidates) == (2, ("a",))


def failing_twice() -> KernelState:
    """Record two failing cells and one that ran well, with their ids."""
    shell, recorder = recording()
    shell.run_cell("d = {'a': 1}", cell_id="c1")
    shell.run_cell("d['b']", cell_id="c2")
    shell.run_cell("1/0", cell_id="c3")
    return recorder.state()


TWICE = Document((cell(1, "d = {'a': 1}", 1), cell(2, "d['b']", 2), cell(3, "1/0", 3)))


@pytest.mark.parametrize(
    ("focus", "ename", "run"),
    [("c2", "KeyError", 2), ("c3", "ZeroDivisionError", 3), ("c1", None, 3)],
)
def test_the_error_of_the_focused_cell_is_the_open_one(focus, ename, run):
    """Another cell that failed later does not hide it; its live facts are kept."""
    error = join(failing_twice(), TWICE, Focus(focus)).error

    assert error is not None
    assert (error.ename, error.run) == (ename or "ZeroDivisionError", run)
    assert error.candidates == (("a",) if focus == "c2" else ())


def test_an_older_failure_before_our_time_is_read_from_its_output():
    """The kernel knows only the last error as an object; the other is text."""
    _, state = late("d = {'a': 1}", "d['b']", "1/0")

    error = join(state, TWICE, Focus("c2")).error

    assert error is not None
    assert (error.ename, error.evalue, error.run) == ("KeyError", "'b'", 2)


def test_a_cell_repaired_since_has_no_error():
    """The focused cell ran well, so the last error of all stays the open one."""
    shell, recorder = recording()
    shell.run_cell("1/0", cell_id="c1")
    shell.run_cell("2/0", cell_id="c2")
    shell.run_cell("1/1", cell_id="c1")
    document = Document((cell(1, "1/1", 3), cell(2, "2/0", 2)))

    error = join(recorder.state(), document, Focus("c1")).error

    assert error is not None
    assert error.run == 2
    assert [report.run for report in recorder.state().failures] == [2]


def test_an_error_that_an_earlier_kernel_left_is_told_as_such():
    """After a restart the saved error can be asked about; no run is claimed."""
    _, recorder = recording()

    error = join(recorder.state(), SAVED, Focus("c3")).error

    assert error is not None
    assert (error.ename, error.run, error.cell_id) == ("KeyError", None, "c3")
    assert error.notes == (EARLIER,)


def test_an_old_error_that_no_cell_shows_is_closed():
    """Where the failed cell was mended beyond recognition, nothing is open."""
    _, state = late("d = {}", "d['b']", "total = sum(range(10))")

    joined = join(state, Document((cell(2, "total = sum(range(10))", 3),)))

    assert state.error is not None
    assert joined.error is None


@pytest.mark.parametrize("place", ["gone", "c4", "c9"])
def test_a_place_that_says_nothing_is_no_focus(place):
    """A cell that is gone, talks to us or is empty is not shown."""
    document = Document((*SAVED.cells, cell(9, " \n")))

    assert join(KernelState(), document, Focus(place)).focus is None


# What the page tells.


def test_a_change_replaces_adds_moves_and_removes_cells():
    """Cells change by id; outputs may stay; the order says what is still there."""
    before = Document((cell(1, "a", 1, PRINTED), cell(2, "b"), cell(3, "c")), "bash")

    after = changed(
        before,
        [cell(1, "a2", 1), cell(4, "d")],
        ["c4", "c3", "c1"],
        same_outputs={"c1"},
    )

    assert after == Document(
        (cell(4, "d"), cell(3, "c"), cell(1, "a2", 1, PRINTED)), "bash"
    )
    assert changed(before, [cell(2, "b2")]).cells[1] == cell(2, "b2")


def test_fixes_of_a_document_name_its_cells():
    """Without any kernel a saved NameError gets a patch for its cell."""
    saved = SavedOutput(
        kind="error",
        ename="NameError",
        evalue="name 'valeu' is not defined",
        traceback=("Cell In[2], line 1\n----> 1 print(valeu)\n",),
    )
    document = Document((cell(1, "value = 1", 1), cell(2, "print(valeu)", 2, saved)))
    state = of_document(document, Focus("c2"))

    assert state.error is not None
    assert [fix.source for fix in propose(state.error, state)] == ["print(value)"]
