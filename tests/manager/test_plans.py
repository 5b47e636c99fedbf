"""Plans, row U2: proposed, confirmed, one step at a time, checked, resumed, undone."""

from __future__ import annotations

import json

import pytest

from jupyter_ctx.errors import ConversationError, FileError
from jupyter_ctx.manager.plans.plans import RESUME
from jupyter_ctx.manager.standing.drafts import progress_of
from jupyter_ctx.store import Store
from jupyter_ctx.workspace.project import Project
from tests.manager.plan_desk import NO_MODEL, PlanDesk, as_model, planning, put
from tests.store.test_store import Mask

CELLS = (
    'import pandas as pd\ndf = pd.DataFrame({"amt": [1], "id": [2]})',
    'total = df["amt"].sum()',
    'top = df.query("amt > 1")',
    'df.groupby("id").amt.mean()',
)
RENAME = "rename the column `amt` to `amount`"


@pytest.fixture
def free(tmp_path):
    """Open a desk without a model, with a column in four cells and two files."""
    with planning(tmp_path, profile=NO_MODEL) as opened:
        opened.cells(*CELLS)
        put(
            opened.root,
            sales__py='def total(df):\n    return df["amt"].sum()\n',
            report__sql="SELECT id, amt FROM sales;\n",
        )
        yield opened


def test_a_plan_lists_what_changes_and_touches_nothing(free: PlanDesk):
    """Every definition and use is computed; cells and files are as they were."""
    reply = free.propose(RENAME)

    targets = [one.step.target for one in free.plan.steps]
    assert targets == ["report.sql", "sales.py", "In[1]", "In[2]", "In[3]", "In[4]"]
    assert free.labels == ["Confirm", "Change …", "Reject"]
    assert "`report.sql:1`" in reply.text
    assert free.text("sales.py") == 'def total(df):\n    return df["amt"].sum()\n'
    assert free.gateway.calls == []
    assert reply.is_local


def test_a_rename_goes_step_by_step_with_diffs(free: PlanDesk):
    """Each step shows its diff first; a file is written by the click alone."""
    free.propose(RENAME)
    free.pick("Confirm")

    assert (
        "-SELECT id, amt FROM sales;\n+SELECT id, amount FROM sales;" in free.last.text
    )
    assert free.text("report.sql") == "SELECT id, amt FROM sales;\n"
    free.pick("Apply")
    assert free.text("report.sql") == "SELECT id, amount FROM sales;\n"
    free.pick("Skip")
    assert free.text("sales.py") == 'def total(df):\n    return df["amt"].sum()\n'
    action = free.last.choices[0].action
    assert action["cell"] == "c1"
    assert action["base"] == CELLS[0]
    assert action["replace"] == CELLS[0].replace("amt", "amount")
    for _ in range(4):
        free.pick("Apply")
    assert free.statuses() == ["applied", "skipped", *["applied"] * 4]
    assert "The old name is still here" in free.last.text
    assert "`sales.py:2`" in free.last.text
    assert "If this kernel has imported" not in free.last.text


def test_the_checks_of_a_rename_read_what_ran(free: PlanDesk):
    """Cells that ran as planned pass; the plan is done then."""
    free.propose(RENAME)
    free.pick("Confirm")
    for _ in range(6):
        free.pick("Apply")
    assert free.last.text.count("to be put in place") == 4
    assert "If this kernel has imported `sales.py` already" in free.last.text
    assert "not as planned yet; change it, run it" in free.pick("Check").text
    free.cells(CELLS[0].replace("amt", "amount"))
    assert "it is not there any more; Done ends the plan" in (
        free.pick("Check again").text
    )
    free.cells(*[one.replace("amt", "amount") for one in CELLS])
    reply = free.pick("Check again")

    assert "All checks passed" in reply.text
    assert free.plan.verdict == "done"


def test_a_plan_can_be_confirmed_after_something_else_was_asked(free: PlanDesk):
    """Its buttons stand for the plan, whatever came after it; no model is asked."""
    free.propose(RENAME)
    asked = free.conversation.tip
    free.ask("and how large is it?")
    ticket = free.manager.choose(asked, "confirm", free.occasion(door="click"))
    free.ended(ticket)

    assert "Step 1 of 6" in free.last.text
    assert free.plan.verdict == "confirmed"


def test_undo_puts_a_written_file_back_first(free: PlanDesk):
    """The original comes back byte for byte; then it is the conversation's turn."""
    original = (free.root / "report.sql").read_bytes()
    free.propose(RENAME)
    free.pick("Confirm")
    free.pick("Apply")
    told = free.manager.undo()

    assert told == f"step 1 of the plan '{RENAME}', report.sql is as it was"
    assert (free.root / "report.sql").read_bytes() == original
    assert free.statuses()[0] == "restored"
    with pytest.raises(ConversationError, match="There is no edit"):
        free.manager.undo()


def test_undo_leaves_a_file_that_was_changed_since(free: PlanDesk):
    """Nothing of the user's is lost; the next undo passes the file over."""
    free.propose(RENAME)
    free.pick("Confirm")
    free.pick("Apply")
    put(free.root, report__sql="mine\n")
    with pytest.raises(FileError, match="changed since; it is left"):
        free.manager.undo()

    assert free.text("report.sql") == "mine\n"
    with pytest.raises(ConversationError):
        free.manager.undo()


def test_a_file_that_changed_meanwhile_is_offered_anew(free: PlanDesk):
    """The click writes nothing; the step is shown for what the file is now."""
    free.propose(RENAME)
    free.pick("Confirm")
    put(free.root, report__sql="SELECT amt AS a FROM t;\n")
    reply = free.pick("Apply")

    assert "was changed since it was shown; nothing was written" in reply.text
    assert "+SELECT amount AS a FROM t;" in reply.text
    assert free.text("report.sql") == "SELECT amt AS a FROM t;\n"
    free.pick("Apply")
    assert free.text("report.sql") == "SELECT amount AS a FROM t;\n"


def test_a_file_that_was_deleted_meanwhile_is_passed_over(free: PlanDesk):
    """It is said, not made again; the plan goes on."""
    free.propose(RENAME)
    free.pick("Confirm")
    (free.root / "report.sql").unlink()
    reply = free.pick("Apply")

    assert "report.sql is not there (any more)." in reply.text
    assert "Step 2 of 6: `sales.py`" in reply.text
    assert not (free.root / "report.sql").exists()


def test_a_cell_that_changed_meanwhile_is_offered_anew(free: PlanDesk):
    """What the user wrote since is in the next diff, not lost."""
    free.propose(RENAME)
    free.pick("Confirm")
    free.pick("Skip")
    free.pick("Skip")
    free.cells('df = {"amt": 3}  # mine', *CELLS[1:])
    reply = free.pick("Apply")

    assert "`In[1]` was changed since it was shown" in reply.text
    assert free.last.choices[0].action["base"] == 'df = {"amt": 3}  # mine'
    assert free.last.choices[0].action["replace"] == 'df = {"amount": 3}  # mine'


def test_a_plan_survives_a_restart_and_a_fresh_conversation(tmp_path):
    """Stored; `/clear`, then one step per conversation."""
    path = tmp_path / "store.sqlite"
    with planning(tmp_path, profile=NO_MODEL, store=Store(path, Mask())) as before:
        before.cells(*CELLS)
        put(before.root, sales__py='x = df["amt"]\n')
        before.propose(RENAME)
        before.pick("Confirm")
        before.pick("Apply")
    with planning(tmp_path, profile=NO_MODEL, store=Store(path, Mask())) as after:
        after.cells(*CELLS)
        after.manager.reset()
        reply = after.propose(RESUME)

        assert "1 of 5 steps of the plan are done" in reply.text
        assert "Step 2 of 5: `In[1]`" in reply.text
        assert after.text("sales.py") == 'x = df["amount"]\n'


def test_a_plan_comes_along_when_its_turns_do(free: PlanDesk):
    """A page that opens another conversation takes this kernel's turns with it."""
    free.propose(RENAME)
    free.pick("Confirm")
    free.manager.open("of-the-notebook", carries=True)
    free.pick("Apply")

    assert free.text("report.sql") == "SELECT id, amount FROM sales;\n"
    assert free.statuses()[:2] == ["applied", "offered"]


def test_stop_and_the_old_choices_say_what_to_do(free: PlanDesk):
    """A stopped plan goes on by resume; one that is done does not."""
    free.propose(RENAME)
    free.pick("Confirm")
    assert "%ctx plan resume" in free.pick("Stop").text
    assert free.plan.verdict == "stopped"
    assert "Step 1 of 6" in free.propose(RESUME).text
    assert free.plan.verdict == "confirmed"
    for _ in range(6):
        free.pick("Skip")
    free.pick("Done")
    with pytest.raises(AssertionError):
        free.pick("Apply")
    free.propose(RESUME)

    assert free.last.status == "failed"
    assert "There is no plan to go on with" in free.last.failure


def test_without_a_model_other_goals_are_refused_with_their_impact(free: PlanDesk):
    """What is computed is shown; how to get further is said."""
    reply = free.propose("make `amt` an integer")

    assert "a plan is made for a rename alone" in reply.text
    assert "`sales.py:2`" in reply.text
    assert reply.choices == ()


def test_a_name_that_is_nowhere_makes_no_plan(free: PlanDesk):
    """It is said in one sentence."""
    reply = free.propose("rename `nothing_such` to `amount`")

    assert "`nothing_such` is nowhere" in reply.text
    assert free.conversation.plans.newest is None


def test_a_plan_goes_on_in_another_conversation(tmp_path):
    """One of the same project alone brings its plan along, with what was done."""
    path = tmp_path / "store.sqlite"
    with planning(tmp_path, profile=NO_MODEL, store=Store(path, Mask())) as at:
        at.cells(*CELLS)
        put(at.root, sales__py='x = df["amt"]\n')
        at.propose(RENAME)
        at.pick("Confirm")
        at.pick("Apply")
        at.manager.open("another")
        reply = at.propose(RESUME)

        assert at.turns() == [at.conversation.tip]
        assert "1 of 5 steps of the plan are done" in reply.text
        assert at.statuses() == ["applied", "offered", *["waiting"] * 3]
        at.manager.undo()
        assert at.text("sales.py") == 'x = df["amt"]\n'
    other = tmp_path / "other"
    other.mkdir()
    with planning(other, profile=NO_MODEL, store=Store(path, Mask())) as at:
        at.manager.open("third")
        at.propose(RESUME)

        assert "There is no plan to go on with" in at.last.failure


def test_progress_goes_to_the_memory_file_and_a_rejected_plan_does_not(
    free: PlanDesk,
):
    """Done, in work and next are the steps; C9: nothing of what was rejected."""
    free.propose(RENAME)
    free.pick("Reject")
    assert progress_of(free.conversation).waiting == ()
    free.propose(RENAME)
    free.pick("Confirm")
    free.pick("Apply")
    told = progress_of(free.conversation)

    assert told.done == ("report.sql: rename `amt` to `amount` in 1 line",)
    assert told.doing == ("sales.py: rename `amt` to `amount` in 1 line",)
    assert len(told.waiting) == 5


def test_what_a_check_printed_stays_here_at_a_stricter_level(tmp_path):
    """It tells values; the code goes along, as everywhere."""
    strict = as_model(privacy="schema")
    with planning(tmp_path, profile=strict) as at:
        at.cells("x = 1")
        at.gateway.reply('[{"target": "In[1]", "what": "w"}]')
        at.propose("do something")
        at.gateway.reply("```python\nx = 2\n```")
        at.pick("Confirm")
        at.pick("Apply")
        at.cells("x = 2", failing=[1])
        at.pick("Check")
        at.pick("Mend In[1]")

        assert "NameError: no such thing" not in json.dumps(at.sent())
        assert "kept on this machine" in at.sent()[-1][1]


def test_a_name_that_code_cannot_use_is_refused(free: PlanDesk):
    """It is said before anything is planned."""
    free.cells("def load():\n    pass", "load()")
    reply = free.propose("rename the function `load` to `class`")

    assert "`class` is no name that code can use." in reply.text


def test_a_kernel_that_dies_while_it_writes_can_still_take_it_back(
    free: PlanDesk, monkeypatch: pytest.MonkeyPatch
):
    """The log knows the original before the file changes."""
    free.propose(RENAME)
    free.pick("Confirm")
    put(free.root, report__sql="SELECT amt FROM t;\n")
    free.pick("Apply")
    write = Project.write

    def dying(self: Project, *given: object) -> tuple[str, str]:
        write(self, *given)  # type: ignore[arg-type]
        raise OSError

    monkeypatch.setattr(Project, "write", dying)
    assert free.pick("Apply").status == "failed"
    monkeypatch.undo()
    assert free.text("report.sql") == "SELECT amount FROM t;\n"
    reply = free.propose(RESUME)

    assert "Written before: `report.sql`." in reply.text
    assert free.statuses()[:2] == ["applied", "offered"]
    free.manager.undo()
    assert free.text("report.sql") == "SELECT amt FROM t;\n"
