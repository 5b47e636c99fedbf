"""After a change of a cell, the cells that use what it defines are named."""

from __future__ import annotations

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.related import related
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.manager.checks import applied_text
from jupyter_ctx.manager.services import Occasion
from tests.manager.desk import PROFILE

FIXED = "import os\ndef load():\n    return 2"
RAN = (
    ("a", "load = None\nprint(load)"),
    ("b", "import os\ndef load():\n    return 1"),
    ("c", "x = load()"),
    ("d", "os.getcwd()"),
    ("c", "x = load() + 1"),
    ("e", "y = x"),
)
STATE = KernelState(
    executions=tuple(
        Execution(run=n, source=source, execution_count=n, cell_id=cell)
        for n, (cell, source) in enumerate(RAN, 1)
    )
)


def test_cells_that_ran_later_and_use_what_it_binds_are_named_once():
    """By their newest run; imports and what stands before it bring none."""
    assert related(FIXED, "b", STATE) == ("In[5]",)
    assert related(FIXED, "gone", STATE) == ()
    assert related("z = 1", "b", STATE) == ()


def test_the_reply_to_an_applied_edit_says_what_to_run_then():
    """Beside what became of the edit; a new cell has nothing that uses it."""
    occasion = Occasion(STATE, PROFILE, by_page=True)
    edit = {"replace": FIXED, "cell": "b", "insert": FIXED}

    assert applied_text(edit, occasion) == (
        "The cell is changed once this is accepted in the notebook. Then run what uses "
        "it: In[5]."
    )
    assert applied_text({"insert": FIXED}, occasion) == (
        "The notebook puts the code into a new cell; run it there."
    )
