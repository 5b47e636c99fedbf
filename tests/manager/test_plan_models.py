"""Plans of a model, row U2: checked, put in order, rejected, mended; hostile ones."""

from __future__ import annotations

import json

import pytest

from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.manager.plans.plans import RESUME
from tests.manager.plan_desk import PlanDesk, planning, put
from tests.store.test_store import SECRET

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


def test_two_answers_are_shown_one_after_the_other(at: PlanDesk):
    """A fence that ends the first does not run into what begins the second."""
    at.cells("x = 1")
    at.gateway.reply("```python\nx = 2\n```")
    at.gateway.reply("```python\nx = 3\n```")
    reply = at.propose("make it better")

    assert reply.text.startswith("```python\nx = 2\n```\n\n```python\nx = 3\n```")


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
    assert at.text("src/new.py") == "x = 2\n"
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


def test_what_was_mended_is_taken_back_write_by_write(at: PlanDesk):
    """Undo goes through both writes; an offer between them changes nothing of it."""
    put(at.root, a__py="x = 1\n", test_a__py="def test_it():\n    assert 0\n")
    at.cells("y = 1")
    plan = {"steps": [{"target": "a.py", "what": "w"}], "checks": ["test_a.py"]}
    at.gateway.reply(json.dumps(plan))
    at.propose("do something")
    at.gateway.reply("```python\nx = 2\n```")
    at.pick("Confirm")
    at.pick("Apply")
    at.pick("Check")
    at.gateway.reply("no code")
    at.pick("Mend a.py")
    at.gateway.reply("```python\nx = 3\n```")
    assert "+x = 3" in at.pick("Try again").text
    at.pick("Apply")
    assert at.text("a.py") == "x = 3\n"
    at.manager.undo()
    assert at.text("a.py") == "x = 2\n"
    at.manager.undo()

    assert at.text("a.py") == "x = 1\n"
