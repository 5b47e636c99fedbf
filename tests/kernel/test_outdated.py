"""What a page's document adds to the stale marks, and where it tells nothing."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.marks import told
from jupyter_ctx.core.secrets.redact import masker
from jupyter_ctx.core.stale import Written
from jupyter_ctx.kernel.outdated import written_in
from jupyter_ctx.kernel.sight import Scene, Sight
from jupyter_ctx.testing import FakeShell
from tests.kernel.recording import recording

A, B = Cell("a", "code", "x = 1", 1), Cell("b", "code", "y = x", 2)
TEXT = Cell("t", "markdown", "x = 1")
RAN = (Execution(1, "x = 1", 1, "a"), Execution(2, "y = x", 2, "b"))
EDITED = "x (In[1]): the cell was edited since it ran"
DELETED = "x (In[1]): the cell is no longer in the notebook"


def page(*cells: Cell, as_of: int = 9, known: str = "ab") -> Scene:
    """Make what a page tells that once showed the cells *known*."""
    document = Document(cells)
    return Scene(document, cells=frozenset(known), as_of_run=as_of)


def lines(scene: Scene, shell: FakeShell | None = None) -> list[str]:
    """Run two cells, or what *shell* ran, and tell what is stale by *scene*."""
    before = shell is not None
    shell, recorder = recording(shell)
    if not before:
        shell.run_cell("x = 1", cell_id="a")
        shell.run_cell("y = x", cell_id="b")
    state = Sight(recorder, masker({}), None).state(scene=scene)
    assert Sight(recorder, masker({}), None).marked(scene).stale == state.stale
    return [told(mark) for mark in state.stale]


def cell(identity: str, source: str, count: int | None) -> Cell:
    """Make a code cell."""
    return Cell(identity, "code", source, count)


def test_the_code_cells_of_a_page_are_what_is_written():
    """Sources in the order of the page, and which show a count; no text cells."""
    document = Document((TEXT, B, A, cell("n", "new = 1", None)))
    sources = {"b": "y = x", "a": "x = 1", "n": "new = 1"}

    found = written_in(document, RAN, known="abn", as_of=2)

    assert found == Written(sources, frozenset("ab"))
    assert found is not None
    assert list(found.sources) == list(sources)


@pytest.mark.parametrize(
    "document", [None, Document(), Document((A,), language="bash")]
)
def test_without_a_python_notebook_nothing_is_known(document):
    """No page, a page that has told no cell yet, and another language: no marks."""
    assert written_in(document, RAN, known="a", as_of=2) is None


@pytest.mark.parametrize(
    ("scene", "expected"),
    [
        (page(A, B), []),
        (page(TEXT, A, B), []),
        (page(cell("a", "x = 2", 1), B), [EDITED]),
        (page(B), [DELETED]),
        # It was told before the cell ran: what it says of it is older than the run.
        (page(cell("a", "x = 2", None), B, as_of=0), []),
        (page(B, as_of=0), []),
        # Never in this notebook: it ran in a console.
        (page(B, known="b"), []),
    ],
)
def test_a_page_tells_what_was_edited_or_deleted(scene, expected):
    """Cells that read something else now, or are gone, are marked; others are not."""
    assert lines(scene) == expected


def test_cells_of_an_earlier_kernel_are_told_where_they_are_known():
    """A count that a run of unknown cell has may be that run, edited since."""
    dead = "z: ran in the previous kernel only"
    shell = FakeShell()
    for source in ("x = 1", "y = x"):
        shell.run_cell(source)

    old, own = cell("c", "z = 1", 7), cell("d", "%%assist\nq = 1", 8)
    assert lines(page(A, B, old, own, known="abcd"), shell) == [dead]

    edited, grown = cell("a", "w = 2", 1), cell("a", "x = 1\nw = 2", 1)
    assert lines(page(edited, B, old), shell) == [dead]
    nothing = EDITED.replace("x (In[1])", "the output of In[1]")  # x is as it was
    assert lines(page(grown, B, old), shell) == [dead, nothing]


def test_a_name_that_lives_did_not_die_with_a_kernel():
    """What a start-up file has bound again is not missing."""
    shell, recorder = recording()
    shell.user_ns["z"] = 1
    sight = Sight(recorder, masker({}), None)
    assert sight.state(scene=page(cell("c", "z = 1", 7), known="c")).stale == ()


def test_a_magic_learns_of_edits_from_the_page_beside_it():
    """Without a place of the user the marks are known, and nothing else is added."""
    shell, recorder = recording()
    shell.run_cell("x = 1", cell_id="a")
    sight, beside = Sight(recorder, masker({}), None), page(cell("a", "x = 2", 1))

    state = sight.state(page=beside)

    assert [told(mark) for mark in state.stale] == [EDITED]
    assert (state.document, state.focus) == (None, None)


def test_a_page_without_the_notebooks_kernel_counts_nothing():
    """A companion has run none of the cells."""
    _, recorder = recording()
    alone = Scene(Document((A,)), Focus("a"), is_alone=True)
    sight = Sight(recorder, masker({}), None)
    assert (sight.marked(alone).stale, sight.state(scene=alone).stale) == ((), ())


def test_marks_are_made_once_until_something_changes():
    """Asking again, with the page and without, costs no new look at the code."""
    shell, recorder = recording()
    shell.run_cell("x = 1", cell_id="a")
    sight, edited = Sight(recorder, masker({}), None), page(cell("a", "x = 2", 1))
    first = sight.state(scene=edited).stale
    sight.state()

    assert sight.state(scene=edited).stale is first
    shell.run_cell("x = 3", cell_id="a")
    assert sight.state(scene=edited).stale is not first
