"""What the sidebar does to the notebook: by cell, guarded, and one undo step each."""

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

CODE = "```python\ntotal = 1 + 2\n```"
FRAME = (
    "import pandas as pd\n"
    'sales = pd.DataFrame({"region": ["N", "S"], "amount": [10, 20]})'
)


def test_code_lands_below_the_cell_that_was_asked_about(open_notebook, stub):
    """Not below the one that is active by then; undo takes it out."""
    stub.reply(CODE)
    notebook = open_notebook("first = 1", "second = 2", "third = 3")
    sidebar = Sidebar(notebook)
    notebook.activate(0)
    sidebar.ask("Add them.")
    expect(sidebar.button("Insert below")).to_be_visible()
    notebook.activate(2)

    sidebar.button("Insert below").click()

    sources = ["first = 1", "total = 1 + 2", "second = 2", "third = 3"]
    notebook.expect_sources(sources)
    notebook.undo()
    notebook.expect_sources(["first = 1", "second = 2", "third = 3"])


def test_code_lands_in_the_notebook_that_asked(open_notebook, stub, lab):
    """With two notebooks side by side each keeps its own conversation (A14)."""
    stub.reply(CODE, chunks=[CODE[:12], CODE[12:]], delay=1.5)
    lab.write("neighbour", ["other = 1"])
    notebook = open_notebook("asked_here = 1")
    sidebar = Sidebar(notebook)
    sidebar.ask("Add something.")
    notebook.open_beside("neighbour.ipynb")
    name = sidebar.root.locator(".jupyter-ctx-name")
    expect(name).to_have_text("neighbour.ipynb")
    expect(sidebar.turns).to_have_count(0)

    notebook.focus_panel(f"{notebook.name}.ipynb")
    expect(name).to_have_text(f"{notebook.name}.ipynb")
    sidebar.button("Insert below").click()

    notebook.expect_sources(["asked_here = 1", "total = 1 + 2"])
    assert notebook.sources_of("neighbour.ipynb") == ["other = 1"]
    notebook.close_panel("neighbour.ipynb")


def test_a_replacement_is_shown_before_it_is_made(open_notebook, stub):
    """Accept changes that cell alone; one undo brings the old text back."""
    stub.reply("```python\nvalue = 2\nprint(value)\n```")
    notebook = open_notebook("before = 0", "value = 1\nprint(value)", "after = 3")
    sidebar = Sidebar(notebook)
    notebook.activate(1)
    sidebar.ask("Make it two.")
    expect(sidebar.button("Replace")).to_be_visible()

    sidebar.button("Replace").click()

    change = notebook.page.locator(".jupyter-ctx-change")
    expect(change).to_contain_text("value = 1")
    expect(change).to_contain_text("value = 2")
    notebook.expect_sources(["before = 0", "value = 1\nprint(value)", "after = 3"])
    change.get_by_role("button", name="Accept", exact=True).click()
    notebook.expect_sources(["before = 0", "value = 2\nprint(value)", "after = 3"])
    expect(change).to_have_count(0)
    notebook.undo_in_cell(1)
    notebook.expect_sources(["before = 0", "value = 1\nprint(value)", "after = 3"])


def test_what_the_user_types_meanwhile_is_never_overwritten(open_notebook, stub):
    """The change is refused, the conflict is said, and nothing is lost (A3)."""
    stub.reply("```python\nvalue = 2\n```")
    notebook = open_notebook("before = 0", "value = 1")
    sidebar = Sidebar(notebook)
    notebook.activate(1)
    sidebar.ask("Make it two.")
    sidebar.button("Replace").click()
    change = notebook.page.locator(".jupyter-ctx-change")
    accept = change.get_by_role("button", name="Accept", exact=True)
    expect(accept).to_be_visible()

    notebook.type_into(1, "  # mine")

    notebook.expect_sources(["before = 0", "value = 1  # mine"])
    expect(change.locator(".jupyter-ctx-conflict")).to_be_visible()
    expect(accept).to_have_count(0)
    notebook.photograph("conflict-light")
    notebook.expect_sources(["before = 0", "value = 1  # mine"])


def test_a_whole_turn_is_taken_back(open_notebook, stub):
    """Undo in the sidebar takes the inserted cell out again (N5)."""
    stub.reply(CODE)
    notebook = open_notebook("first = 1")
    sidebar = Sidebar(notebook)
    sidebar.ask("Add them.")
    sidebar.button("Insert below").click()
    notebook.expect_sources(["first = 1", "total = 1 + 2"])

    sidebar.button("Undo 1 cell edit").click()

    notebook.expect_sources(["first = 1"])


def test_an_error_from_before_is_fixed_without_a_model(open_notebook, stub):
    """The extension is loaded after the error; Fix, Accept, and the cell runs (N13)."""
    stub.requests.clear()
    notebook = open_notebook(FRAME, 'sales["regoin"].tolist()')
    notebook.run_all()
    expect(notebook.output("KeyError")).to_be_visible()

    notebook.cell(1).get_by_role("button", name="Fix", exact=True).click()

    change = notebook.page.locator(".jupyter-ctx-change")
    expect(change).to_contain_text('sales["region"].tolist()')
    notebook.photograph("fix-diff-light")
    change.get_by_role("button", name="Accept", exact=True).click()
    expect(notebook.output("['N', 'S']")).to_be_visible()
    notebook.expect_sources([FRAME, 'sales["region"].tolist()'])
    assert stub.requests == []


def test_a_repair_learns_from_its_own_failure(open_notebook, stub):
    """The second round tells what came of the first; each waits for a click."""
    stub.reply("```python\nresult = compute(1)\nresult.missing\n```")
    stub.reply("```python\nresult = compute(1)\nresult\n```")
    notebook = open_notebook(
        "def compute(x):\n    return x + 41", "result = compute()\nresult"
    )
    notebook.run_all()
    expect(notebook.output("TypeError").first).to_be_visible()

    notebook.fix_by_model(1)
    change = notebook.page.locator(".jupyter-ctx-change")
    accept = change.get_by_role("button", name="Accept", exact=True)
    expect(change).to_contain_text("result.missing")
    accept.click()
    expect(notebook.output("AttributeError").first).to_be_visible()
    expect(change).not_to_contain_text("+result.missing")
    expect(accept).to_be_visible()
    accept.click()

    expect(notebook.output("42")).to_be_visible()
    assert len(stub.requests) == 2
    assert "AttributeError" in contents(stub.sent())


def test_the_cell_with_the_cursor_goes_along(open_notebook, stub):
    """Ctrl-Enter sends the cell as it stands, and what changed in it (P8)."""
    stub.reply("I see.")
    notebook = open_notebook("alpha = 1", "beta = alpha + 1")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    notebook.type_into(1, "\ngamma = undefined_name")

    sidebar.ask("What is missing here?", key="Control+Enter")
    expect(sidebar.last).to_contain_text("I see.")

    sent = contents(stub.sent())
    here = "beta = alpha + 1\ngamma = undefined_name\n</cell>"
    assert sent.count(here) == sent.count("<cell id=In[2]") == 1
    assert "status=edited_since cursor=2:23" in sent
    assert "@@ -1,0 +2 @@\n+gamma = undefined_name" in sent
    assert notebook.sources()[1] == "beta = alpha + 1\ngamma = undefined_name"
