"""Plans that are put aside, taken back, or another notebook's, row U2."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.talk.events import PlanJudged
from jupyter_ctx.errors import FileError
from jupyter_ctx.manager.plans.plans import RESUME
from jupyter_ctx.store import Place, Store
from tests.manager.plan_desk import NO_MODEL, PlanDesk, planning, put
from tests.store.test_store import Mask

RENAME = "rename the column `amt` to `amount`"
CELL = 'total = df["amt"].sum()'


@pytest.fixture
def free(tmp_path):
    """Open a desk without a model, with a column in a cell and in a file."""
    with planning(tmp_path, profile=NO_MODEL) as opened:
        opened.cells(CELL)
        put(opened.root, sales__py='x = df["amt"]\n')
        yield opened


@pytest.fixture
def two(tmp_path):
    """Open a desk whose store knows where each conversation was seen."""
    store = Store(tmp_path / "store.sqlite", Mask())
    with planning(tmp_path, profile=NO_MODEL, store=store) as opened:
        opened.cells(CELL)
        store.set_place("one", Place("http://a", "sales.ipynb"))
        store.set_place("two", Place("http://a", "other.ipynb"))
        yield opened, store


def test_a_plan_of_another_notebook_is_named_and_left_open(two):
    """None of its steps is marked, here or there."""
    at, store = two
    at.propose(RENAME)
    at.pick("Confirm")
    at.manager.open("two")
    at.cells("y = 1")
    at.propose(RESUME)

    assert at.last.failure == (
        f"The open plan '{RENAME}' belongs to sales.ipynb, and is left open there: go "
        "on with it in sales.ipynb."
    )
    assert at.conversation.plans.newest is None
    at.manager.open("one")
    assert at.statuses() == ["offered"]
    store.set_place("two", Place("http://b", "folder/sales.ipynb"))
    at.manager.open("two")
    at.cells(CELL)
    assert "Step 1 of 1: `In[1]`" in at.propose(RESUME).text


def test_a_plan_whose_cells_are_not_known_here_is_left_open(free: PlanDesk):
    """Where nobody tells which notebook it is, its cells do."""
    free.cells(CELL, "z = 1")
    (free.root / "sales.py").unlink()
    free.propose(RENAME)
    free.pick("Confirm")
    free.manager.open("two")
    free.state = type(free.state)()
    free.propose(RESUME)

    assert "is about cells that are not known here, and is left open" in (
        free.last.failure
    )
    assert free.conversation.plans.newest is None


def test_a_plan_that_was_never_confirmed_is_asked_about_again(free: PlanDesk):
    """Stop, then resume, is no yes; also in another conversation."""
    free.propose(RENAME)
    free.manager.change(PlanJudged(free.plan.id, "stopped"))
    free.propose(RESUME)

    assert free.labels == ["Confirm", "Change …", "Reject"]
    assert (free.plan.verdict, free.plan.was_confirmed) == ("proposed", False)
    free.pick("Confirm")
    free.manager.change(PlanJudged(free.plan.id, "stopped"))
    free.manager.open("two")
    assert "Step 1 of 2" in free.propose(RESUME).text
    assert free.plan.verdict == "confirmed"


def test_the_sentence_of_a_failed_undo_does_not_stick_to_the_step(free: PlanDesk):
    """The step was applied, and says no more."""
    free.propose(RENAME)
    free.pick("Confirm")
    free.pick("Apply")
    put(free.root, sales__py="mine\n")
    with pytest.raises(FileError, match="changed since"):
        free.manager.undo()

    assert (free.plan.steps[0].status, free.plan.steps[0].note) == ("applied", "")
    assert "- `sales.py`: applied\n" in free.pick("Skip").text


def test_undo_names_the_plan_whose_file_it_puts_back(free: PlanDesk):
    """It may be an earlier one than the plan that was spoken of last."""
    free.propose(RENAME)
    free.pick("Confirm")
    free.pick("Apply")
    free.pick("Stop")
    free.propose("rename the variable `total` to `sum_of`")
    free.pick("Reject")

    assert free.manager.undo() == (
        f"step 1 of the plan '{RENAME}', sales.py is as it was"
    )


def test_the_sidebar_tells_of_its_own_controls(free: PlanDesk):
    """A command of the notebook is named where there is a cell to write it in."""
    free.propose(RENAME, door="sidebar")
    free.pick("Confirm", by_page=True)
    applied = free.pick("Apply", by_page=True).text
    stopped = free.pick("Stop", by_page=True).text

    assert "*Undo in Conversation* (under More) puts it back" in applied
    assert stopped == "Stopped. `/plan resume` goes on from here."
    free.propose(RESUME, door="sidebar")
    free.pick("Skip", by_page=True)
    free.pick("Done", by_page=True)
    free.propose(RESUME, door="sidebar")
    assert free.last.failure.endswith("ask for one with `/plan`.")
    free.propose(RESUME)
    assert free.last.failure.endswith("ask for one with %%assist --plan.")


def test_no_plan_of_the_sidebar_names_a_magic(tmp_path):
    """Whatever becomes of it: checks that fail, a step without a change."""
    with planning(tmp_path) as at:
        at.cells("x = 1")
        at.gateway.reply(
            '{"steps": [{"target": "In[1]", "what": "w"}], "checks": ["In[1]"]}'
        )
        at.propose("do something", door="sidebar")
        at.gateway.reply("```python\nx = 2\n```")
        at.pick("Confirm", by_page=True)
        at.pick("Apply", by_page=True)
        at.cells("x = 2", failing=[1])
        at.pick("Check", by_page=True)
        at.pick("Check again", by_page=True)
        at.pick("Check again", by_page=True)

        assert "The checks failed 3 times" in at.last.text
        replies = [turn.reply for turn in at.conversation.branch()]
        texts = "\n".join(one.text + one.failure for one in replies if one)
        assert ("%ctx" in texts, "%assist" in texts) == (False, False)
