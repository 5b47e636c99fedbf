"""Markdown and cells that did not run, from the notebook's page."""

from __future__ import annotations

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.privacy import restrict
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.providers.document import DocumentProvider

CELLS = (
    Cell("a", "markdown", "# Sales\nby region, in thousands of euros of that year"),
    Cell("b", "code", "x = 1"),
    Cell("c", "markdown", "## Cleaning"),
    Cell("d", "code", "y = <cell>(x)"),
    Cell("e", "code", "z = 3"),
    Cell("f", "code", "  "),
    Cell("g", "raw", "raw"),
)


def offered(prompt="", focus="e", privacy="everything"):
    """Give the pieces of the document by id; only cell b ran."""
    run = Execution(run=4, source="x = 1", execution_count=4, cell_id="b")
    state = KernelState(executions=(run,), document=Document(CELLS), focus=Focus(focus))
    wanted = Wanted(prompt, "ask", restrict(state, privacy), words(prompt))
    return {piece.id: piece for piece in DocumentProvider().pieces(wanted)}


def test_text_and_cells_that_did_not_run_are_offered():
    """Neither what ran, nor the user's cell, nor an empty one is told again."""
    pieces = offered()

    assert list(pieces) == [
        "document:headings", "document:d", "document:c", "document:a",
    ]  # fmt: skip
    assert pieces["document:headings"].ladder[Fidelity.FULL] == (
        "<cell kind=markdown shown=headings>\n# Sales\n## Cleaning\n</cell>\n"
    )
    assert pieces["document:d"].ladder == {
        Fidelity.FULL: "<cell id=cell_4 status=not_run>\ny = &lt;cell>(x)\n</cell>\n"
    }
    assert pieces["document:a"].ladder[Fidelity.SIGNATURE] == (
        "<cell id=cell_1 kind=markdown shown=excerpt>\n# Sales\n</cell>\n"
    )


def test_they_stand_behind_what_ran_above_them():
    """A cell takes the place of the run of the cell above it."""
    pieces = offered()

    assert [pieces[f"document:{one}"].order for one in "acd"] == [0, 4, 4]


def test_a_word_of_the_prompt_counts_more_than_distance():
    """The text that has it is worth more than its neighbours."""
    near, far = offered(), offered("what are the thousands?")

    assert near["document:a"].weight < near["document:c"].weight
    assert far["document:a"].weight > far["document:c"].weight


def test_without_a_page_there_is_nothing():
    """A kernel alone does not know the document."""
    wanted = Wanted("", "ask", KernelState())

    assert list(DocumentProvider().pieces(wanted)) == []


def test_a_narrower_privacy_keeps_texts_here():
    """Markdown quotes values; what is offered is code alone."""
    assert {piece.kind for piece in offered(privacy="code").values()} <= {"unrun"}
