"""What is out of date, as it is sent, shown to people and left alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.marks import Stale, told
from jupyter_ctx.core.engine.piece import AnchorId
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.ui.context import as_report
from tests.core.counting import SignCounter
from tests.stale.notebook import Notebook

BY = {"by": "In[4]", "by_run": 4}


def sent(state: KernelState, prompt: str = "", budget: int = 2_000) -> str:
    """Render the context of *state* as it would be sent."""
    wanted = Wanted(prompt, "ask", state, words(prompt))
    return render(offer(wanted), budget, SignCounter())


OUTSIDE = "something outside of the cells"
EDITED = "the cell was edited since it ran"


@pytest.mark.parametrize(
    ("mark", "line"),
    [
        (Stale("edited", "In[1]", ("x",)), f"x (In[1]): {EDITED}"),
        (Stale("edited", "In[1]"), f"the output of In[1]: {EDITED}"),
        (
            Stale("edited", "In[1]", tuple("abcdefg")),
            f"a, b, c, d, e and 2 more (In[1]): {EDITED}",
        ),
        (
            Stale("deleted", "In[1]", ("x", "y")),
            "x, y (In[1]): the cell is no longer in the notebook",
        ),
        (
            Stale("rebound", "In[2]", ("y",), ("x",), **BY),
            "y (In[2]): made from x before In[4] bound it anew",
        ),
        (
            Stale("rebound", "In[2]", ("y",), ("x",)),
            f"y (In[2]): made from x before {OUTSIDE} bound it anew",
        ),
        (
            Stale("changed", "In[2]", ("y",), ("p", "q"), **BY),
            "y (In[2]): made from p, q before In[4] changed them in place",
        ),
        (
            Stale("early", "In[2]", ("y",), ("x",), **BY),
            "In[2]: ran before In[4] bound x",
        ),
        (
            Stale("undone", "In[2]", (), ("df",), **BY),
            "In[2]: what it did to df was lost when In[4] bound it anew",
        ),
        (
            Stale("input", "In[5]", ("z",), ("y",), **BY),
            "z (In[5]): made from y of In[4], which is out of date",
        ),
        (Stale("restarted", "", ("x",)), "x: ran in the previous kernel only"),
    ],
)
def test_a_mark_is_one_line(mark, line):
    """Names, cell and cause are told in a sentence that needs no legend."""
    assert told(mark) == line


def test_stale_values_are_said_to_the_model():
    """The context says which values are out of date, and why."""
    notebook = Notebook()
    for step in ("a: rate = 2", "b: total = rate * 10", "a: rate = 3"):
        notebook.take(step)

    text = sent(notebook.state(), "what is total?")

    line = "total (In[2]): made from rate before In[3] bound it anew"
    assert f"<stale>\n{line}\n</stale>" in text


def test_a_notebook_in_order_says_nothing_is_stale():
    """Values older than a later state of the same are no news, unless asked for."""
    notebook = Notebook()
    for step in ("a: x = 2", "b: y = x * 10", "c: x = x + 1"):
        notebook.take(step)

    assert "<stale>" not in sent(notebook.state())
    assert "y (In[2]): made from x" in sent(notebook.state(), "why is y 20?")


def test_a_value_beside_another_than_it_was_made_from_is_told_unasked():
    """Once the rate is another one, what was made from the old one is told."""
    notebook = Notebook()
    for step in ("a: vat = 0.2", "b: n = 1\ngross = [10 * vat]", "c: vat = 0.1"):
        notebook.take(step)

    line = "gross (In[2]): made from vat before In[3] bound it anew"
    assert f"<stale>\n{line}\n</stale>" in sent(notebook.state(), "sum it up", 300)


def test_of_values_that_are_older_in_order_few_are_told_unasked():
    """The newest are told; the others wait until they are asked for."""
    notebook = Notebook()
    for step in ("a: k = 1", *(f"c{i}: v{i} = k + {i}" for i in range(9)), "d: k = 2"):
        notebook.take(step)

    told_of = [
        name
        for name in map("v{}".format, range(9))
        if f"{name} (In[" in sent(notebook.state())
    ]

    assert told_of == ["v6", "v7", "v8"]
    assert "v1 (In[3]): made from k" in sent(notebook.state(), "what is v1?")


def test_in_a_tight_budget_the_names_asked_for_come_first():
    """Of many marks those in question are told, the others are counted."""
    notebook = Notebook()
    for step in ("a: k = 1", *(f"c{i}: v{i} = k + {i}" for i in range(30))):
        notebook.take(step)
    notebook.take("a: k = 2")

    wide = sent(notebook.state(), "v7", 4_000)
    tight = sent(notebook.state(), "v7", 500)

    assert "<stale>\nv7 (In[9]): made from k" in wide
    assert "... 6 more" in wide
    assert "v7 (In[9]): made from k" in tight
    assert "... 22 more" in tight


def edited(*steps: str, focus: str = "") -> KernelState:
    """Give what stands after *steps*, with the page that tells what is written."""
    notebook = Notebook()
    for step in steps:
        notebook.take(step)
    cells = tuple(Cell(name, "code", text) for name, text in notebook.cells.items())
    return replace(
        notebook.state(),
        stale=notebook.marks(),
        document=Document(cells),
        focus=Focus(focus) if focus else None,
    )


RATE = ("a: import math\nRATE = 0.2\nn = 1", "b: vals = [RATE * 2]")


def test_where_there_is_room_it_is_told_what_was_edited():
    """The lines of a cell that ran stand beside those that are written now."""
    state = edited(*RATE, "a ~ import math\nRATE = 0.25\nn = 1")

    lines = "@@ -2 +2 @@\n-RATE = 0.2\n+RATE = 0.25"
    assert f"<change of=In[1]>\n{lines}\n</change>\n" in sent(
        state, "what is vals?", 300
    )
    assert "RATE (In[1]): the cell was edited since it ran" in sent(state, "", 300)


@pytest.mark.parametrize(
    "steps",
    [
        RATE,
        (*RATE, "a ~ import math\n# of today\nRATE = 0.2\nn = 1"),
        (*RATE, "a -"),
    ],
)
def test_what_makes_the_same_values_is_no_edit_to_tell(steps):
    """Comments make nothing otherwise, and a cell that is gone says no more."""
    assert "<change" not in sent(edited(*steps), "what is RATE?")


def test_the_cell_under_the_cursor_tells_its_edits_once():
    """What was edited there stands beside the question already."""
    state = edited(*RATE, "b ~ vals = [RATE * 3]", focus="b")

    assert sent(state, "what is vals?").count("<change") == 1


def test_an_edit_that_was_taken_back_is_said_to_be_over():
    """Lines that an earlier turn has told do not hold for ever."""
    state, told_of = edited(*RATE), {AnchorId("edit:a"): "<change of=In[1]>"}

    pieces = offer(Wanted("", "ask", state, told=told_of))

    (piece,) = [one for one in pieces if one.id == "edit:a"]
    assert (piece.is_over, piece.why) == (True, "no longer so")


def test_the_report_for_people_tells_both_kinds_apart():
    """`%ctx stale` lists what to run again, then what is merely older."""
    now = Stale("edited", "In[1]", ("x",))
    older = Stale("rebound", "In[2]", ("y",), ("x",), in_order=True, **BY)

    assert as_report([]) == "Nothing is out of date."
    assert as_report([older, now]).split("\n") == [
        "Out of date; run these cells again, from the top:",
        "  x (In[1]): the cell was edited since it ran",
        "Older than what stands further down:",
        "  y (In[2]): made from x before In[4] bound it anew",
    ]
    assert as_report([now] * 70).endswith("... 10 more")
