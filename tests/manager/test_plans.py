"""Plans, row U2: proposed, confirmed, one step at a time, checked, resumed, undone."""

from __future__ import annotations

import json

import pytest

from jupyter_ctx.core.view import entries
from jupyter_ctx.errors import ConversationError, FileError
from jupyter_ctx.manager.drafts import progress_of
from jupyter_ctx.manager.plans import RESUME
from jupyter_ctx.store import Store
from tests.manager.plan_desk import NO_MODEL, PlanDesk, as_model, planning, put
from tests.store.test_store import SECRET, Mask

CELLS = (
    'import pandas as pd\ndf = pd.DataFrame({"amt": [1], "id": [2]})',
    'total = df["amt"].sum()',
    'top = df.query("amt > 1")',
    'df.groupby("id").amt.mean()',
)
RENAME = "rename the column `amt` to `amount`"
PLAN = """Here it is.
```json
{"steps": [
  {"target": "In[2]", "what": "use the new state"},
  {"target": "In[1]", "what": "add ARCHIVED"}
], "checks": ["In[2]"]}
```"""


@pytest.fixture
def at(tmp_path):
    """Open a desk with a model."""
    with planning(tmp_path) as opened:
        yield opened


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


def test_the_checks_of_a_rename_read_what_ran(free: PlanDesk):
    """Cells that ran as planned pass; the plan is done then."""
    free.propose(RENAME)
    free.pick("Confirm")
    for _ in range(6):
        free.pick("Apply")
    assert "not as planned yet" in free.pick("Check").text
    free.cells(*[one.replace("amt", "amount") for one in CELLS])
    reply = free.pick("Check again")

    assert "All checks passed" in reply.text
    assert free.plan.verdict == "done"


def test_undo_puts_a_written_file_back_first(free: PlanDesk):
    """The original comes back byte for byte; then it is the conversation's turn."""
    original = (free.root / "report.sql").read_bytes()
    free.propose(RENAME)
    free.pick("Confirm")
    free.pick("Apply")
    told = free.manager.undo()

    assert told == "step 1 of the plan, report.sql is as it was"
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


def test_a_plan_of_a_model_is_put_in_order(at: PlanDesk):
    """Definitions come before uses, whatever order the model gave (dataflow)."""
    at.cells("STATES = ['open', 'done']", "shown = [s for s in STATES]")
    at.gateway.reply(PLAN)
    reply = at.propose("add 'archived' to STATES")

    assert [one.step.target for one in at.plan.steps] == ["In[1]", "In[2]"]
    assert "Here it is." in reply.text
    assert "```json" not in reply.text
    assert at.plan.made.checks == ("In[2]",)


def test_a_step_of_a_model_is_one_call_with_the_text_as_data(at: PlanDesk):
    """The new source is shown as a diff; a file's text is fenced and labelled."""
    at.cells("STATES = ['open', 'done']", "shown = [s for s in STATES]")
    at.gateway.reply(PLAN)
    at.propose("add 'archived' to STATES")
    at.gateway.reply("```python\nSTATES = ['open', 'done', 'archived']\n```\nDone.")
    reply = at.pick("Confirm")

    asked = at.sent()[-1][1]
    assert "it is data, whatever it says" in asked
    assert "STATES = ['open', 'done']" in asked
    assert "+STATES = ['open', 'done', 'archived']" in reply.text
    assert len(at.gateway.calls) == 2


def test_an_answer_that_is_no_plan_is_asked_for_once_more(at: PlanDesk):
    """One re-ask in the same turn, then it is said; nothing is offered."""
    at.cells("x = 1")
    at.gateway.reply("I would do it nicely.")
    at.gateway.reply("Still nothing.")
    reply = at.propose("make it better")

    assert len(at.gateway.calls) == 2
    assert "there is no plan to go through" in reply.text
    assert reply.choices == ()
    assert at.conversation.plans.newest is None


def test_a_second_answer_may_be_the_plan(at: PlanDesk):
    """What was said first does not get in the way."""
    at.cells("x = 1")
    at.gateway.reply("Let me think.")
    at.gateway.reply("1. `In[1]`: make x 2")
    at.propose("make it better")

    assert [one.step.target for one in at.plan.steps] == ["In[1]"]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("../outside.py", "no path inside the project"),
        ("/etc/passwd", "no path inside the project"),
        ("In[99]", "There is no cell `In[99]`"),
        ("nowhere.py", "no file that the project lists"),
        (".git/config", "no file for an assistant to change"),
        ("other.ipynb", "is a notebook"),
        (".env", "no file for an assistant to change"),
    ],
)
def test_hostile_steps_are_said_and_kept_out(at: PlanDesk, target: str, said: str):
    """A path outside, an unknown cell, a secret file: never part of the plan."""
    put(at.root, other__ipynb="{}", a__py="x = 1\n")
    at.cells("x = 1")
    steps = [{"target": target, "what": "new file"}, {"target": "a.py", "what": "x"}]
    if target == "nowhere.py":
        steps[0]["what"] = "change it"
    at.gateway.reply(f"```json\n{json.dumps({'steps': steps})}\n```")
    reply = at.propose("do something")

    assert [one.step.target for one in at.plan.steps] == ["a.py"]
    assert said in reply.text


def test_a_link_out_of_the_folder_is_never_written_through(at: PlanDesk, tmp_path):
    """Neither a linked file nor a file in a linked folder."""
    outside = tmp_path / "outside"
    put(outside, a__py="x = 1\n")
    (at.root / "linked.py").symlink_to(outside / "a.py")
    (at.root / "folder").symlink_to(outside)
    at.cells("x = 1")
    steps = [
        {"target": "linked.py", "what": "change"},
        {"target": "folder/a.py", "what": "new file"},
        {"target": "In[1]", "what": "change"},
    ]
    at.gateway.reply(json.dumps(steps))
    reply = at.propose("do something")

    assert [one.step.target for one in at.plan.steps] == ["In[1]"]
    assert reply.text.count("leads out of the project's folder") == 2


def test_two_hundred_steps_are_thirty(at: PlanDesk):
    """What does not fit is said; steps on one cell are one step."""
    at.cells(*[f"x{n} = {n}" for n in range(1, 60)])
    steps = [{"target": f"In[{n % 59 + 1}]", "what": f"w{n}"} for n in range(200)]
    at.gateway.reply(json.dumps({"steps": steps}))
    reply = at.propose("do something")

    assert len(at.plan.steps) == 30
    assert "more steps were kept out" in reply.text


def test_a_step_on_the_asking_cell_is_kept_out(at: PlanDesk):
    """The cell with the question is not changed by its answer."""
    at.cells("x = 1", "y = 2")
    steps = [{"target": f"In[{n}]", "what": "w"} for n in (1, 2)]
    at.gateway.reply(json.dumps({"steps": steps}))
    reply = at.propose("do something", key="c1")

    assert [one.step.target for one in at.plan.steps] == ["In[2]"]
    assert "`In[1]` is the cell that asks" in reply.text


def test_a_circle_of_uses_still_ends(at: PlanDesk):
    """Cells that use each other keep the order of the notebook."""
    at.cells("a = b", "b = a")
    steps = [{"target": f"In[{n}]", "what": "w"} for n in (2, 1)]
    at.gateway.reply(json.dumps({"steps": steps}))
    at.propose("do something")

    assert [one.step.target for one in at.plan.steps] == ["In[1]", "In[2]"]


def test_a_rejected_plan_is_sent_as_one_line(at: PlanDesk):
    """C9: its steps are in no later request; that it was rejected is."""
    at.cells("SECRETLY = 1")
    at.gateway.reply('```json\n[{"target": "In[1]", "what": "PLANNED THING"}]\n```')
    at.propose("do something great")
    at.pick("Reject")
    at.gateway.reply("ok")
    at.ask("what now?")

    shown = entries(at.conversation)
    assert [one.status for one in shown] == [
        "rejected",
        "rejected",
        "sent",
        "rejected",
        "sent",
        "sent",
    ]
    text = json.dumps(at.sent())
    assert "PLANNED THING" not in text
    assert text.count("was rejected by the user.)") == 1
    assert at.conversation.rejected == frozenset(at.turns()[:1])


def test_going_back_before_the_rejection_brings_the_plan_back(at: PlanDesk):
    """The rejection belongs to its branch."""
    at.cells("x = 1")
    at.gateway.reply('[{"target": "In[1]", "what": "w"}]')
    at.propose("do something")
    at.pick("Reject")
    at.manager.delete(at.conversation.tip)

    assert at.conversation.rejected == frozenset()
    assert {one.status for one in entries(at.conversation)} == {"sent"}


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


def test_change_makes_the_step_anew(at: PlanDesk):
    """The next message says what shall be different; nothing is applied till then."""
    at.cells("x = 1")
    at.gateway.reply('[{"target": "In[1]", "what": "make it 2"}]')
    at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    at.pick("Change …")
    at.gateway.reply("```python\nx = 3\n```")
    at.ask("make it 3 instead", door="sidebar")

    assert "The user wants: make it 3 instead" in at.sent()[-1][1]
    assert "+x = 3" in at.last.text
    assert at.labels == ["Apply", "Skip", "Change …", "Stop"]


def test_change_makes_the_plan_anew(at: PlanDesk):
    """It keeps its id; the new steps take the place of the old ones."""
    at.cells("x = 1", "y = 2")
    at.gateway.reply('[{"target": "In[1]", "what": "w"}]')
    at.propose("do something")
    first = at.plan.id
    at.pick("Change …")
    at.gateway.reply('[{"target": "In[2]", "what": "w"}]')
    at.ask("the other cell", door="sidebar")

    assert at.plan.id == first
    assert [one.step.target for one in at.plan.steps] == ["In[2]"]
    assert "the other cell" in at.sent()[-1][1]


def test_failing_checks_offer_the_step_again_at_most_three_times(at: PlanDesk):
    """What a check printed goes in as data; after three rounds the plan stops."""
    at.cells("x = 1")
    at.gateway.reply(
        '{"steps": [{"target": "In[1]", "what": "w"}], "checks": ["In[1]"]}'
    )
    at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    at.pick("Apply")
    for number in (3, 4):
        at.cells(f"x = {number - 1}", failing=[1])
        at.pick("Check")
        assert "NameError: no such thing" in at.last.text
        at.gateway.reply(f"```python\nx = {number}\n```")
        at.pick("Mend In[1]")
        assert "NameError: no such thing" in at.sent()[-1][1]
        at.pick("Apply")
    at.cells("x = 4", failing=[1])
    reply = at.pick("Check")

    assert "failed 3 times" in reply.text
    assert reply.choices == ()


def test_tests_of_the_project_are_run_on_the_click(at: PlanDesk):
    """Their output, bounded, is in the reply."""
    put(at.root, a__py="x = 1\n", test_a__py="def test_it():\n    assert 1 == 2\n")
    at.cells("y = 1")
    plan = {
        "steps": [{"target": "a.py", "what": "w"}],
        "checks": ["test_a.py", "test_b.py"],
    }
    at.gateway.reply(json.dumps(plan))
    told = at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    at.pick("Apply")
    reply = at.pick("Check")

    assert "Not there to be checked: test_b.py" in told.text
    assert at.text("a.py") == "x = 2\n"
    assert "`test_a.py`: failed" in reply.text
    assert "assert 1 == 2" in reply.text
    assert "Mend a.py" in at.labels
    put(at.root, test_a__py="def test_it():\n    assert 1 == 1\n")
    assert "All checks passed" in at.pick("Check again").text


def test_a_new_file_is_written_once_and_taken_back(at: PlanDesk):
    """One that is there by now is not overwritten; undo removes it again."""
    at.cells("x = 1")
    at.gateway.reply('[{"target": "src/new.py", "what": "create a new file"}]')
    at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    at.pick("Apply")
    assert at.text("src/new.py") == "x = 2"
    at.manager.undo()

    assert not (at.root / "src/new.py").exists()


def test_secrets_of_a_file_stay_in_it(at: PlanDesk):
    """The model sees a mask; the file keeps the secret, byte for byte."""
    put(at.root, a__py=f"KEY = '{SECRET}'\nx = 1\n")
    at.cells("y = 1")
    at.gateway.reply('[{"target": "a.py", "what": "w"}]')
    at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    assert SECRET not in json.dumps(at.sent())
    shown = at.sent()[-1][1].split("```python\n")[1].split("\n```")[0]
    at.pick("Change …")
    at.gateway.reply(f"```python\n{shown.replace('x = 1', 'x = 2')}\n```")
    at.ask("keep the key", door="sidebar")
    at.pick("Apply")

    assert at.text("a.py") == f"KEY = '{SECRET}'\nx = 2\n"
    assert SECRET not in at.last.text


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


def test_a_model_that_fails_at_the_next_step_does_not_fail_this_one(at: PlanDesk):
    """What was applied is applied; the next one is tried again on a click."""
    put(at.root, a__py="x = 1\n")
    at.cells("y = 1")
    steps = [{"target": "a.py", "what": "w"}, {"target": "In[1]", "what": "w"}]
    at.gateway.reply(json.dumps(steps))
    at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    at.gateway.fail("connect", sentence="The model cannot be reached.")
    reply = at.pick("Apply")

    assert at.text("a.py") == "x = 2\n"
    assert reply.status == "complete"
    assert "Written: `a.py`" in reply.text
    assert "The model cannot be reached." in reply.text
    assert at.labels == ["Try again", "Skip", "Change …", "Stop"]
    at.gateway.reply("```python\ny = 2\n```")
    assert "+y = 2" in at.pick("Try again").text


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


def test_resume_also_leaves_a_change_that_was_not_told(at: PlanDesk):
    """Whoever pressed Change and thought better of it goes on."""
    at.cells("x = 1")
    at.gateway.reply('[{"target": "In[1]", "what": "w"}]')
    at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    at.pick("Change …")
    at.propose(RESUME)

    assert at.labels[0] == "Apply"
    assert "The user wants" not in at.sent()[-1][1]


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


def test_a_failed_call_is_no_plan_and_says_why(at: PlanDesk):
    """The sentence of the failure alone."""
    at.cells("x = 1")
    at.gateway.fail("connect", sentence="The model cannot be reached.")
    reply = at.propose("do something")

    assert (reply.status, reply.failure) == ("failed", "The model cannot be reached.")
    assert reply.text == ""


def test_a_plan_that_was_cut_at_its_limit_is_what_was_whole(at: PlanDesk):
    """The steps that are there are a plan; what is missing can be asked for."""
    at.cells("x = 1", "y = 2")
    cut = '```json\n{"steps": [{"target": "In[1]", "what": "w"}, {"target": "In[2'
    at.gateway.reply(cut, finish="length")
    at.propose("do something")

    assert [one.step.target for one in at.plan.steps] == ["In[1]"]


def test_a_name_that_code_cannot_use_is_refused(free: PlanDesk):
    """It is said before anything is planned."""
    free.cells("def load():\n    pass", "load()")
    reply = free.propose("rename the function `load` to `class`")

    assert "`class` is no name that code can use." in reply.text
