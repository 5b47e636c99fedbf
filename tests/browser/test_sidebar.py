"""The sidebar: ask, stop, choose, edit and come back, as a person does."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import CHOICES, contents

pytestmark = pytest.mark.browser

FRAME = (
    "import pandas as pd\n"
    'sales = pd.DataFrame({"region": ["N", "S"], "amount": [10, 20]})'
)


def test_the_first_question_needs_no_load_and_sees_the_variables(open_notebook, stub):
    """The sidebar loads the extension by itself, after the cells ran."""
    stub.reply("The south.")
    notebook = open_notebook(FRAME, has_own_page=True)
    notebook.run_all()
    sidebar = Sidebar(notebook)

    sidebar.asked("Which region sold more?", "The south.")

    sent = contents(stub.sent())
    assert re.search(r"sales\b.*\bDataFrame 2x2\b", sent)
    assert sent.endswith("Which region sold more?")
    assert len(notebook.cells()) == 1


def test_it_answers_while_a_cell_runs(open_notebook, stub):
    """With a cell that takes 30 seconds, the first word comes within two."""
    stub.reply("At once.")
    notebook = open_notebook(FRAME, "import time; time.sleep(30)")
    notebook.start_all()
    expect(notebook.page.get_by_text("[*]:").last).to_be_visible()
    sidebar = Sidebar(notebook)

    sidebar.ask("What is in sales?")

    assert stub.wait(lambda s: len(s.requests) == 1, timeout=30)
    answered = time.monotonic()
    expect(sidebar.last).to_contain_text("At once.")
    assert time.monotonic() - answered < 2.0
    assert notebook.is_running()
    assert "sales" in contents(stub.sent())


def test_stop_ends_the_reply_and_the_request(open_notebook, stub):
    """The stub sees the disconnect within a second; the reply is not sent again."""
    stub.reply("word " * 400, chunks=["word "] * 400, delay=0.05)
    stub.reply("Now.")
    notebook = open_notebook(FRAME)
    sidebar = Sidebar(notebook)
    sidebar.ask("Tell me a long story.")
    expect(sidebar.last).to_contain_text("word word")
    gone = stub.disconnects

    pressed = time.monotonic()
    sidebar.button("Stop", sidebar.root).click()

    assert stub.wait(lambda s: s.disconnects > gone, timeout=5)
    assert stub.disconnected_at - pressed < 1.0
    expect(sidebar.last).to_contain_text("cancelled: not sent")
    sidebar.asked("Be short.", "Now.")
    assert "word word" not in contents(stub.sent())
    assert stub.sent()[-1]["content"].endswith("Tell me a long story.\n\nBe short.")


def test_a_double_click_on_a_choice_selects_once(open_notebook, stub):
    """One selection, one badge, one message for the user, one more request."""
    stub.reply(CHOICES)
    stub.reply("Here is the plot.")
    notebook = open_notebook(FRAME)
    sidebar = Sidebar(notebook)
    sidebar.asked("What shall we do?", "Pick one.")

    sidebar.button("Plot").dblclick()

    expect(sidebar.last).to_contain_text("Here is the plot.")
    expect(sidebar.turns.first).to_contain_text("Selected: Plot")
    assert len(stub.requests) == 2
    assert sidebar.state()["prompts"] == ["What shall we do?", "Plot"]
    expect(sidebar.button("Stop", sidebar.turns.first)).to_be_disabled()


def test_two_pages_that_select_at_once_make_one_selection(open_notebook, stub):
    """The second click comes from a view that is stale by then."""
    stub.reply(CHOICES)
    stub.reply("As you like.")
    notebook = open_notebook(FRAME, has_own_page=True)
    sidebar = Sidebar(notebook)
    sidebar.asked("What shall we do?", "Pick one.")
    other = Sidebar(notebook.again())
    expect(sidebar.button("Plot")).to_be_visible()
    expect(other.button("Stop")).to_be_visible()

    sidebar.button("Plot").evaluate("button => { button.click(); }")
    other.button("Stop").evaluate("button => { button.click(); }")

    expect(sidebar.last).to_contain_text("As you like.")
    expect(other.last).to_contain_text("As you like.")
    assert len(stub.requests) == 2
    assert sidebar.state() == other.state()
    assert len(sidebar.state()["prompts"]) == 2


def test_editing_the_first_of_three_sends_only_what_is_shown(open_notebook, stub):
    """Nothing of the cut turns is in the next request; the arrows lead back."""
    for reply in ("Oak.", "Nile.", "Vega.", "Other."):
        stub.reply(reply)
    notebook = open_notebook(FRAME)
    sidebar = Sidebar(notebook)
    prompts = ["Name a tree", "Name a river", "Name a star"]
    for prompt, reply in zip(prompts, ("Oak.", "Nile.", "Vega."), strict=True):
        sidebar.asked(prompt, reply)

    first = sidebar.turns.first
    sidebar.button("Edit", first).click()
    expect(first).to_contain_text("2 later ones")
    field = first.get_by_role("textbox")
    field.fill("something else")
    field.press("Enter")
    expect(sidebar.last).to_contain_text("Other.")
    sidebar.settled()

    sent = contents(stub.sent())
    assert sent.endswith("something else")
    assert [m["role"] for m in stub.sent()] == ["system", "user"]
    assert not any(word in sent for word in ("tree", "river", "Oak.", "Nile."))
    sidebar.button("Previous version of the question", sidebar.turns.first).click()
    expect(sidebar.turns).to_have_count(3)
    assert sidebar.state()["prompts"] == prompts


def test_a_reload_brings_conversation_and_draft_back(open_notebook, stub):
    """After a reload all is as it was, and the next request holds the old turns."""
    stub.reply("One.")
    stub.reply("Two.")
    notebook = open_notebook(FRAME, has_own_page=True)
    sidebar = Sidebar(notebook)
    sidebar.asked("first", "One.")
    sidebar.composer.fill("a draft that is not")

    notebook.reload()
    sidebar = Sidebar(notebook)

    expect(sidebar.last).to_contain_text("One.")
    expect(sidebar.composer).to_have_value("a draft that is not")
    sidebar.asked("second", "Two.")
    assert [m["role"] for m in stub.sent()] == ["system", "user", "assistant", "user"]


def test_a_restart_is_said_to_the_user_and_to_the_model(open_notebook, stub):
    """The conversation stays; the variables are gone, and both know it."""
    stub.reply("One.")
    stub.reply("Two.")
    notebook = open_notebook(FRAME)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    sidebar.asked("first", "One.")

    notebook.restart()

    header = sidebar.root.locator(".jupyter-ctx-header")
    expect(header).to_contain_text("restarted: 0 variables")
    sidebar.asked("second", "Two.")
    sent = contents(stub.sent())
    assert "restarted: what ran before is gone" in sent
    assert "sales: DataFrame" not in sent


def test_restart_and_run_all_sends_nothing(open_notebook, stub):
    """Saved replies are shown again; no request leaves."""
    stub.reply("The south.")
    notebook = open_notebook(
        "%load_ext jupyter_ctx", FRAME, "%%assist\nWhich region sold more?"
    )
    notebook.run_all()
    expect(notebook.output("The south.")).to_be_visible()
    assert len(stub.requests) == 1

    notebook.restart()
    notebook.run_all()

    # Whether the line "Saved reply" is still there depends on who drew it last.
    expect(notebook.output("The south.")).to_be_visible()
    notebook.page.wait_for_timeout(1000)
    assert len(stub.requests) == 1


def test_a_renamed_notebook_keeps_its_conversation(open_notebook, stub):
    """After a rename and a reload the old turns are still there, and are sent."""
    stub.reply("One.")
    stub.reply("Two.")
    notebook = open_notebook(FRAME, has_own_page=True)
    sidebar = Sidebar(notebook)
    sidebar.asked("first", "One.")
    sidebar.composer.fill("my draft")

    notebook.rename("a new name.ipynb")

    name = sidebar.root.locator(".jupyter-ctx-name")
    expect(name).to_have_text("a new name.ipynb")
    expect(sidebar.composer).to_have_value("my draft")
    notebook.reload()
    sidebar = Sidebar(notebook)
    sidebar.asked("second", "Two.")
    assert "first" in contents(stub.sent())


def test_the_question_in_the_sidebar_joins_that_of_a_cell(open_notebook, stub):
    """Sidebar and `%%assist` share one conversation."""
    stub.reply("The south.")
    stub.reply("Because of the amount.")
    notebook = open_notebook(
        "%load_ext jupyter_ctx", FRAME, "%%assist\nWhich region sold more?"
    )
    notebook.run_all()
    sidebar = Sidebar(notebook)
    expect(sidebar.last).to_contain_text("The south.")

    sidebar.asked("Why?", "Because of the amount.")

    question, answer = [m["content"] for m in stub.sent()[1:3]]
    assert question.endswith("\nWhich region sold more?")
    assert answer == "The south."
