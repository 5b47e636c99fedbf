"""What was told and is over: the newest message says so, and says nothing else."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.kinds import table
from jupyter_ctx.core.engine.marks import Stale
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.desk import Desk as Providers
from jupyter_ctx.manager import Manager, Services
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from jupyter_ctx.workspace import folder as folders
from tests.core.counting import SignCounter
from tests.manager.desk import Desk, desk
from tests.store.test_store import Mask
from tests.workspace.project import commit, make


@pytest.fixture
def at():
    """Give a desk."""
    with desk() as opened:
        opened.gateway.reply("fine")
        yield opened


def ran(run: int, source: str, cell: str, printed: str = "") -> Execution:
    """Describe a run of *cell*."""
    outputs = (Output("stream", printed),) if printed else ()
    return Execution(run, source, run, cell, outputs=outputs)


def state(*runs: Execution, focus: str = "", cells: tuple[Cell, ...] = (), **more):
    """Describe a kernel after *runs*; its page shows *cells*, the cursor in *focus*."""
    return KernelState(
        executions=runs,
        as_of_run=len(runs),
        document=Document(cells) if cells else None,
        focus=Focus(focus) if focus else None,
        **more,
    )


def newest(at: Desk) -> str:
    """Give the last message of the last call."""
    return at.gateway.calls[-1].messages[-1].content


def over(at: Desk) -> list[str]:
    """Give the lines of what is over, from the newest message."""
    _, opened, rest = newest(at).partition("<superseded>\n")
    return rest.partition("\n</superseded>")[0].split("\n") if opened else []


X, Y = ran(1, "x = load()", "a"), ran(2, "y = f(x)", "b", "forty\n")
STALE = Stale("rebound", "In[2]", ("y",), ("x",), by="In[3]", by_run=3, run=2)
OTHER = Stale("edited", "In[1]", ("x",), run=1)


def test_a_mark_that_is_mended_is_over(at):
    """It stands above; the newest message says that it no longer holds."""
    at.ask("one ?", state=state(X, Y, stale=(STALE,)))
    at.ask("two ?", state=state(X, Y))
    assert over(at) == ["stale: no longer out of date"]


def test_of_several_marks_those_left_are_told_anew(at):
    """The old list is over as a whole; the new one has what still holds."""
    at.ask("one ?", state=state(X, Y, stale=(OTHER, STALE)))
    at.ask("two ?", state=state(X, Y, stale=(OTHER,)))
    assert over(at) == ["stale: see below"]
    assert "<stale>\nx (In[1]): the cell was edited since it ran\n</stale>" in newest(
        at
    )
    assert "made from x" not in newest(at)


def test_marks_hold_whatever_the_question_names(at):
    """Another order of the same lines is no news."""
    at.ask("what is x ?", state=state(X, Y, stale=(OTHER, STALE)))
    at.ask("what is y ?", state=state(X, Y, stale=(OTHER, STALE)))
    assert "stale" not in newest(at)


def test_a_mark_that_only_one_asked_for_is_not_over_for_the_next(at):
    """It is told to who asks, and no less true where nobody does."""
    further = Stale("rebound", "In[2]", ("y",), ("x",), in_order=True, run=2)
    at.ask("what is y ?", state=state(X, Y, stale=(further,)))
    assert "<stale>" in newest(at)
    at.ask("and now ?", state=state(X, Y, stale=(further,)))
    assert newest(at) == "and now ?"


def test_a_mark_that_comes_back_is_told_again(at):
    """It was told, mended and made anew: the question need not name it."""
    at.ask("one ?", state=state(X, Y, stale=(STALE,)))
    at.ask("two ?", state=state(X, Y))
    at.ask("three ?", state=state(X, Y, stale=(STALE,)))
    assert "<stale>\ny (In[2]): made from x before In[3] bound it anew" in newest(at)


def failed(run: int) -> ErrorReport:
    """Describe an open error of a run."""
    frame = Frame(f"In[{run}]", 1, "<module>", "1 / 0", is_user=True, cell_run=run)
    return ErrorReport("ZeroDivisionError", "division by zero", (frame,), run=run)


def test_an_error_like_the_last_one_is_not_said_to_be_over(at):
    """The old one is; the new one has the same name, and stands below."""
    bad, worse = ran(2, "1 / 0", "b"), ran(3, "2 / 0", "c")
    at.ask("why ?", state=state(X, bad, error=failed(2)))
    at.ask("and this ?", state=state(X, bad, worse, error=failed(3)))
    assert "error ZeroDivisionError: see below" in over(at)
    assert "no longer open" not in newest(at)


BAD = Execution(2, "data['b']", 2, "b", status="error")
WORSE = Execution(3, "1 / 0", 3, "c", status="error")
PAGE = (Cell("b", "code", BAD.source, 2), Cell("c", "code", WORSE.source, 3))


def key_error() -> ErrorReport:
    """Describe the open error of BAD."""
    frame = Frame("In[2]", 1, "<module>", BAD.source, is_user=True, cell_run=2)
    return ErrorReport("KeyError", "'b'", (frame,), run=2)


def test_every_error_that_is_open_is_told(at):
    """The one at issue whole, the others in a line each, while they are open."""
    both = (key_error(), failed(3))
    at.ask("what is broken ?", state=state(X, BAD, WORSE, error=both[1], failures=both))
    assert "<error of=In[2] status=failed_earlier>\nKeyError: 'b' @ In[2]" in newest(at)
    assert "ZeroDivisionError: division by zero" in newest(at)
    mended = ran(4, "1 / 1", "c")
    left = state(X, BAD, mended, failures=both[:1])
    at.ask("anything broken ?", state=left)
    assert "error ZeroDivisionError: no longer open" in over(at)
    assert "error In[2]" not in "".join(over(at))
    at.ask("and now ?", state=state(X, ran(5, "data['a']", "b"), mended))
    assert "error In[2]: no longer open" in over(at)


def test_an_error_is_open_wherever_the_cursor_is(at):
    """The user went to another cell that failed, and away: both errors stay."""
    both = (key_error(), failed(3))
    for focus, error in (("b", both[0]), ("c", both[1]), ("b", both[0])):
        page = state(X, BAD, WORSE, error=error, failures=both, focus=focus, cells=PAGE)
        at.ask(f"what of {focus} ?", state=page)
        assert "no longer open" not in newest(at)
    assert "KeyError" in newest(at)


def test_an_error_of_a_cell_that_is_deleted_is_not_told(at):
    """Nobody can mend it."""
    both = (key_error(), failed(3))
    page = state(X, BAD, WORSE, error=both[1], failures=both, focus="c", cells=PAGE[1:])
    at.ask("what is broken ?", state=page)
    assert "KeyError" not in newest(at)


CELLS = (
    Cell("a", "code", X.source, 1),
    Cell("b", "code", Y.source, 2),
    Cell("t", "markdown", "The forty are paid on the first of each month."),
    Cell("n", "code", "later = g(y)"),
)


def test_what_the_cell_under_the_cursor_printed_is_over_once_it_ran_anew(at):
    """Also where the cell stood beside the question alone."""
    at.ask("one ?", state=state(X, Y, focus="b", cells=CELLS))
    assert "<output of=In[2]>\nforty" in newest(at)
    again = ran(3, Y.source, "b", "fifty\n")
    cells = (CELLS[0], Cell("b", "code", Y.source, 3), *CELLS[2:])
    at.ask("two ?", state=state(X, Y, again, focus="b", cells=cells))
    assert set(over(at)) == {"cell In[2]: no longer so", "output In[2]: no longer so"}
    assert "<output of=In[3]>\nfifty" in newest(at)


def test_what_a_cell_printed_holds_while_it_is_edited(at):
    """A kind of request that leaves outputs out does not end them either."""
    at.ask("one ?", state=state(X, Y, focus="b", cells=CELLS))
    edited = (CELLS[0], Cell("b", "code", "y = f(x, 2)", 2), *CELLS[2:])
    for kind in ("ask", "complete"):
        page = state(X, Y, focus="b", cells=edited)
        at.ask("two ?", state=page, request=kind, wants_model=True)
        assert not any(line.startswith("output") for line in over(at))
        assert "status=edited_since" in newest(at)


def test_the_cell_that_is_edited_under_the_cursor_is_told_anew(at):
    """One cell, one label: it is not over, it reads otherwise now."""
    at.ask("one ?", state=state(X, Y, focus="b", cells=CELLS))
    edited = (CELLS[0], Cell("b", "code", "y = f(x, 2)", 2), *CELLS[2:])
    at.ask("two ?", state=state(X, Y, focus="b", cells=edited))
    assert over(at) == ["cell In[2]: see below"]


def test_a_selection_that_is_gone_is_over(at):
    """The cell is told without it."""
    page = state(X, Y, cells=CELLS)
    with_it = Focus("b", 0, 0, "f(x)")
    at.ask(
        "one ?",
        state=KernelState(page.executions, focus=with_it, document=page.document),
    )
    assert "<selected of=In[2]>\nf(x)" in newest(at)
    at.ask("two ?", state=state(X, Y, focus="b", cells=CELLS))
    assert over(at) == ["cell In[2]: see below"]
    assert "<selected" not in newest(at)


@pytest.mark.parametrize(
    ("cells", "runs", "line"),
    [
        (CELLS[:2] + CELLS[3:], (X, Y), "cell cell_3: deleted"),
        (CELLS[:3], (X, Y), "cell cell_4: deleted"),
        (CELLS, (X, Y, ran(3, "later = g(y)", "n")), "cell cell_4: ran as In[3]"),
        (
            (*CELLS[:2], Cell("t", "markdown", "Fifty are."), CELLS[3]),
            (X, Y),
            "cell cell_3: see below",
        ),
    ],
    ids=["text deleted", "code deleted", "code ran", "text rewritten"],
)
def test_a_cell_of_the_page_that_is_no_more_is_over(at, cells, runs, line):
    """Text and code that did not run: deleted, run or written anew."""
    at.ask("what of the month ?", state=state(X, Y, focus="a", cells=CELLS))
    assert "<cell id=cell_3 kind=markdown>" in newest(at)
    assert "<cell id=cell_4 status=not_run>" in newest(at)
    at.ask("and now ?", state=state(*runs, focus="a", cells=cells))
    assert line in over(at)


def test_cells_far_from_the_cursor_hold_still(at):
    """What was near and was told is not over because the user went away."""
    far = tuple(Cell(f"m{n}", "markdown", f"Chapter {n}") for n in range(60))
    at.ask("one ?", state=state(X, Y, focus="a", cells=(*CELLS, *far)))
    at.ask("two ?", state=state(X, Y, focus="m59", cells=(*CELLS, *far)))
    assert not any("cell_3" in line or "cell_4" in line for line in over(at))
    kept = (*CELLS[:2], *CELLS[3:], *far)
    at.ask("three ?", state=state(X, Y, focus="m59", cells=kept))
    assert "cell cell_3: deleted" in over(at)


@pytest.fixture
def project(tmp_path):
    """Give a folder with files under git, and a desk whose providers read it."""
    make(tmp_path)
    commit(tmp_path)
    folders._listed.cache_clear()
    weights = table({"complete": {"changes": 0}})
    gateway = ScriptedGateway()
    gateway.reply("fine")
    services = Services(
        gateway=gateway,
        store=Store(None, Mask()),
        masker=Mask(),
        offer=Providers(str, lambda: tmp_path, lambda: weights).offer,
        counter_for=lambda _: SignCounter(),
    )
    manager = Manager(services, "one")
    yield tmp_path, Desk(manager, gateway, state=state(X))
    manager.close()


def test_a_file_that_changed_since_it_was_told_is_told_anew(project):
    """Though the next question does not name it."""
    root, at = project
    at.ask("what does helpers.py do ?")
    assert "RATE = 2" in newest(at)
    at.ask("fine ?")
    assert "helpers.py" not in newest(at)
    (root / "helpers.py").write_text("RATE = 3\n")
    at.ask("and now ?")
    assert "file helpers.py: see below" in over(at)
    assert "RATE = 3" in newest(at)


def test_a_file_that_is_deleted_is_over(project):
    """It is said once, and no longer looked for."""
    root, at = project
    at.ask("what does helpers.py do ?")
    (root / "helpers.py").unlink()
    at.ask("and now ?")
    assert "file helpers.py: deleted" in over(at)
    at.ask("and then ?")
    assert "file helpers.py: deleted" not in over(at)


def test_a_change_that_is_committed_is_over(project):
    """Its lines stand above and are the file itself by now."""
    root, at = project
    (root / "helpers.py").write_text("RATE = 4\n")
    at.ask("what did I change in helpers.py ?")
    assert "<change of=helpers.py" in newest(at)
    commit(root)
    at.ask("and now ?")
    assert "change helpers.py: no longer changed" in over(at)


def test_a_change_that_is_made_anew_is_told_anew(project):
    """Changed, committed, changed again, and asked for."""
    root, at = project
    (root / "helpers.py").write_text("RATE = 4\n")
    at.ask("what did I change in helpers.py ?")
    commit(root)
    at.ask("and now ?")
    (root / "helpers.py").write_text("RATE = 5\n")
    at.ask("what changed ?")
    assert "+RATE = 5" in newest(at)


def test_a_file_that_is_named_later_is_told(project):
    """The plan had no use for it; the question has."""
    root, at = project
    (root / "helpers.py").write_text("RATE = 2\n" * 400)
    commit(root)
    runs = (ran(1, "import helpers", "a"),)
    at.ask("one ?", state=state(*runs))
    (root / "helpers.py").write_text("RATE = 2\n")
    commit(root)
    at.ask("what is in helpers.py ?", state=state(*runs))
    assert "<file path=helpers.py>\nRATE = 2\n</file>" in newest(at)


def test_a_request_that_looks_at_no_changes_ends_none(project):
    """Nobody looked, so nobody knows."""
    root, at = project
    (root / "helpers.py").write_text("RATE = 4\n")
    at.ask("what did I change in helpers.py ?")
    at.ask("go on", request="complete", wants_model=True)
    assert not any(line.startswith("change") for line in over(at))


def test_names_of_the_cell_under_the_cursor_are_told_with_it(at):
    """Its source shows what binds them: the first message says it once."""
    live = (
        Summary("x", "int", "scalar", value="1", run=1),
        Summary("y", "int", "scalar", value="7", run=2),
    )
    page = state(X, Y, focus="b", cells=CELLS, variables=live)
    at.ask("one ?", state=page)
    assert newest(at).count("y = f(x)") == 1
    assert "y: int = 7" in newest(at)
    at.ask("two ?", state=page)
    assert "y" not in newest(at)
