"""What the assistant does in cells: fields, diffs by hunk, marks, and outputs."""

import json
import re

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.settings import settings
from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

LONG = "first = 1\n\nsecond = 2\n\nthird = 3"
LONGER = LONG.replace("= 1", "= 10").replace("= 2", "= 20").replace("= 3", "= 30")

SAVE = """async () => {
  const { context } = window.jupyterapp.shell.currentWidget;
  await context.save();
}"""

IDS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .map(cell => cell.model.id)"""

FOCUSED = """() => {
  const { activeElement } = document;
  const cells = window.jupyterapp.shell.currentWidget.content.widgets;
  const cell = cells.findIndex(one => one.node.contains(activeElement));
  const place = ['.cm-content', '.jupyter-ctx-hunk', '.jupyter-ctx-bar']
    .find(one => activeElement.closest(one)) ?? '';
  return [cell, place];
}"""


def as_code(source):
    """Give *source* as a reply that holds it."""
    return f"```python\n{source}\n```\nDone."


def change_in(notebook):
    """Locate the change that waits for a word."""
    return notebook.page.locator(".jupyter-ctx-change")


def toolbar_button(notebook, name):
    """Locate a button in the toolbar of the active cell."""
    toolbar = notebook.page.locator(".jp-Cell.jp-mod-active jp-toolbar")
    return toolbar.get_by_role("button", name=name)


def focused(notebook):
    """Tell in which cell the focus is, and where there."""
    return notebook.page.evaluate(FOCUSED)


def test_a_cell_is_edited_by_an_instruction_and_the_keyboard_alone(open_notebook, stub):
    """The field is sent with its cell, each hunk gets its key, one undo undoes it."""
    stub.reply(as_code(LONGER))
    notebook = open_notebook("before = 0", LONG)
    keyboard = notebook.page.keyboard
    notebook.type_into(1, "")
    assert focused(notebook) == [1, ".cm-content"]
    notebook.command("jupyter-ctx:edit-cell")
    field = notebook.cell(1).get_by_role("textbox", name="How shall cell 2 change?")
    expect(field).to_be_focused()
    keyboard.press("Escape")
    expect(field).to_have_count(0)
    assert focused(notebook) == [1, ".cm-content"]

    notebook.command("jupyter-ctx:edit-cell")
    expect(field).to_be_focused()
    keyboard.type("Ten times each.")
    keyboard.press("Enter")
    change = change_in(notebook)
    expect(change).to_contain_text("Ten times each.")
    expect(change.get_by_role("group", name="Change 1 of 3")).to_be_focused()
    sent = contents(stub.sent())
    assert sent.endswith("Ten times each.")
    assert "the whole of" in sent
    assert "third = 3" in sent
    notebook.photograph("hunks-light")

    keyboard.press("a")
    expect(change.get_by_role("group", name="Change 2 of 3")).to_be_focused()
    keyboard.press("r")
    rejected = change.get_by_role("group", name="Change 2 of 3, rejected")
    expect(rejected).to_contain_text("second = 2")
    expect(rejected).not_to_contain_text("second = 20")
    expect(change).to_contain_text("1 accepted, 1 rejected, 1 open")
    notebook.expect_sources(["before = 0", LONG])
    notebook.photograph("hunks-decided-light")
    keyboard.press("p")
    keyboard.press("n")
    expect(change.get_by_role("group", name="Change 3 of 3")).to_be_focused()
    keyboard.press("a")

    expect(change).to_have_count(0)
    made = LONGER.replace("second = 20", "second = 2")
    notebook.expect_sources(["before = 0", made])
    assert focused(notebook) == [1, ".cm-content"]
    keyboard.press("Control+z")
    notebook.expect_sources(["before = 0", LONG])


def test_what_is_written_to_edit_a_cell_is_kept(open_notebook, stub):
    """Over Esc, which first stops a reply, and over a reload, until it is sent."""
    stub.reply(as_code(LONGER), first_delay=30)
    notebook = open_notebook(LONG, has_own_page=True)
    keyboard = notebook.page.keyboard
    field = notebook.cell(0).get_by_role("textbox", name="How shall cell 1 change?")
    notebook.activate(0)
    notebook.command("jupyter-ctx:edit-cell")
    expect(field).to_be_focused()
    keyboard.type("Ten times")
    keyboard.press("Escape")
    expect(field).to_have_count(0)

    notebook.command("jupyter-ctx:edit-cell")
    expect(field).to_be_focused()
    keyboard.type(" each.")
    expect(field).to_have_value("Ten times each.")
    keyboard.press("Enter")
    box = notebook.cell(0).locator(".jupyter-ctx-instruct")
    expect(box).to_contain_text("Esc stops the reply")
    assert stub.wait(lambda model: model.requests)
    keyboard.press("Escape")
    expect(box).to_contain_text("Stopped; the cell is as it was")
    expect(field).to_be_focused()

    notebook.reload()
    expect(field).to_have_value("Ten times each.")
    expect(field).not_to_be_focused()


def test_a_change_fits_what_the_user_types_meanwhile(open_notebook, stub):
    """Elsewhere in the cell both stay; in one line nothing is done unasked (A3)."""
    stub.reply(as_code(LONGER))
    notebook = open_notebook(LONG)
    sidebar = Sidebar(notebook)
    notebook.activate(0)
    sidebar.ask("Ten times each.")
    sidebar.button("Replace").click()
    change = change_in(notebook)
    expect(change.get_by_role("button", name="Accept all")).to_be_visible()

    notebook.type_into(0, "\n\nmine = 4")

    expect(change).to_contain_text("what you wrote stays")
    expect(change).to_contain_text("mine = 4")
    change.get_by_role("button", name="Reject change 1 of 3").click()
    notebook.write(0, f"{LONG.replace('first', 'other')}\n\nmine = 4")
    expect(change.locator(".jupyter-ctx-conflict")).to_contain_text("has changed")
    change.get_by_role("button", name="Copy the new text").click()
    notebook.page.wait_for_function(
        "async text => await navigator.clipboard.readText() === text", arg=LONGER
    )
    notebook.write(0, f"{LONG}\n\nmine = 4")
    change.get_by_role("button", name="Accept the rest").click()
    made = LONGER.replace("first = 10", "first = 1")
    notebook.expect_sources([f"{made}\n\nmine = 4"])


def test_the_toolbar_and_the_menu_offer_what_fits_the_cell(open_notebook, stub):
    """Fix is there for errors alone; Explain and Ask are about the active cell."""
    stub.reply("It adds.")
    stub.reply("It is not there.")
    notebook = open_notebook("total = 1 + 2", "nothing_like_it", "# text")
    notebook.activate(1)
    fix = toolbar_button(notebook, "Fix Error with the Assistant")
    expect(toolbar_button(notebook, "Edit Cell with the Assistant…")).to_be_visible()
    expect(fix).to_be_hidden()
    notebook.run_all()
    notebook.activate(1)
    expect(fix).to_be_visible()

    toolbar_button(notebook, "Explain Error").click()
    sidebar = Sidebar(notebook)
    expect(sidebar.last).to_contain_text("In[2]")
    sidebar.settled()
    # In the text of a cell Lab leaves the active cell as it is.
    notebook.cell(0).locator(".jp-InputPrompt").click(button="right")
    menu = notebook.page.locator(".lm-Menu")
    expect(menu.get_by_text("Let the Model Fix the Error")).to_be_hidden()
    menu.get_by_text("Explain This Cell").click()

    expect(sidebar.last).to_contain_text("Explain In[1].")
    sidebar.settled()
    asked = [contents(request["messages"]) for request in stub.requests]
    assert asked[-1].endswith("Explain In[1].")


def test_an_output_is_asked_about_with_what_it_shows(open_notebook, stub):
    """From its menu: the question begins with the cell's name, and the draft stays."""
    stub.reply("Forty-one.")
    notebook = open_notebook("print('printed by', 40 + 1)", "other = 2")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    sidebar.composer.fill("is it right?")
    notebook.activate(1)

    output = notebook.output("printed by 41")
    output.click(button="right")
    notebook.page.locator(".lm-Menu").get_by_text("Ask About This Output").click()

    expect(sidebar.composer).to_be_focused()
    expect(sidebar.composer).to_have_value("About the output of In[1]: is it right?")
    sidebar.composer.press("Enter")
    expect(sidebar.last).to_contain_text("Forty-one.")
    sent = contents(stub.sent())
    assert "<output of=In[1]>\nprinted by 41" in sent
    assert sent.endswith("About the output of In[1]: is it right?")


def test_cells_out_of_date_have_a_mark_that_leads_to_the_reason(open_notebook):
    """It follows its cell when it moves, goes when it runs, and can be off."""
    notebook = open_notebook("base = 1", "twice = base * 2", "alone = 3")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    notebook.write(0, "base = 5")
    notebook.run_cell(0)
    marks = notebook.page.locator(".jupyter-ctx-stale-mark")
    expect(marks).to_have_count(1)
    mark = notebook.cell(1).get_by_role(
        "button", name=re.compile("Out of date: .*base")
    )
    expect(mark).to_be_visible()
    described = notebook.cell(1).get_attribute("aria-description")
    assert "base" in described
    with settings(notebook.page, staleMarks=False):
        expect(marks).to_have_count(0)
        expect(sidebar.stale).to_be_visible()
    expect(marks).to_have_count(1)
    notebook.photograph("stale-mark-light")

    notebook.activate(1)
    notebook.command("notebook:move-cell-down")
    moved = notebook.cell(2).locator(".jupyter-ctx-stale-mark")
    expect(moved).to_be_visible()
    expect(marks).to_have_count(1)
    moved.click()
    row = sidebar.rows.first
    expect(row.get_by_role("button").first).to_be_focused()
    assert row.get_attribute("data-cell") == notebook.page.evaluate(IDS)[2]

    row.get_by_role("button", name="Run", exact=True).click()
    expect(marks).to_have_count(0)
    notebook.write(0, "base = 6")
    notebook.run_cell(0)
    expect(marks).to_have_count(1)
    notebook.activate(2)
    notebook.command("notebook:delete-cell")
    expect(marks).to_have_count(0)
    notebook.undo()
    expect(marks).to_have_count(1)


def test_an_edit_that_the_user_wrote_on_is_theirs(open_notebook, stub):
    """Undo of the turn takes back the rest, and says what stays (N5)."""
    stub.reply(as_code("value = 2"))
    notebook = open_notebook("value = 1")
    sidebar = Sidebar(notebook)
    notebook.activate(0)
    sidebar.ask("Make it two.")
    sidebar.button("Replace").click()
    change_in(notebook).get_by_role("button", name="Accept", exact=True).click()
    sidebar.button("Insert above").click()
    notebook.expect_sources(["value = 2", "value = 2"])
    notebook.type_into(1, "  # mine")

    sidebar.button("Undo 1 cell edit").click()

    notebook.expect_sources(["value = 2  # mine"])
    expect(sidebar.last).to_contain_text("changed since, so it stays as it is")
    sidebar.button("Copy what it was").click()
    notebook.page.wait_for_function(
        "async () => await navigator.clipboard.readText() === 'value = 1'"
    )
    expect(sidebar.last.get_by_role("button", name=re.compile("Undo"))).to_have_count(0)


def test_code_is_inserted_and_run_beside_its_cell_wherever_that_is(open_notebook, stub):
    """By id while cells move; text of a reply becomes a cell that loads nothing."""
    stub.reply("<img src=x> ![p](http://127.0.0.1:9/p)\n\n```python\nprint(6 * 7)\n```")
    notebook = open_notebook("asked = 1", "other = 2")
    sidebar = Sidebar(notebook)
    notebook.activate(0)
    sidebar.ask("Compute it.")
    expect(sidebar.button("Insert and run")).to_be_visible()
    sidebar.settled()
    notebook.activate(0)
    notebook.command("notebook:move-cell-down")
    notebook.expect_sources(["other = 2", "asked = 1"])

    sidebar.button("Insert and run").click()

    notebook.expect_sources(["other = 2", "asked = 1", "print(6 * 7)"])
    expect(notebook.output("42")).to_be_visible()
    notebook.command("jupyter-ctx:insert-text-below")
    text = "&lt;img src=x> !\\[p](http://127.0.0.1:9/p)\n\n```python\nprint(6 * 7)\n```"
    notebook.expect_sources(["other = 2", "asked = 1", text, "print(6 * 7)"])
    sidebar.button("Undo 2 cell edits").click()
    notebook.expect_sources(["other = 2", "asked = 1"])


def test_saving_while_cells_come_and_change_is_lab_s_alone(open_notebook, stub, lab):
    """No “file changed on disk”, no cell twice, and the file is the document (E16)."""
    stub.reply(
        as_code("made = 1"), chunks=["```python\nmade", " = 1\n```\n"], delay=0.5
    )
    notebook = open_notebook("mine = 0")
    sidebar = Sidebar(notebook)
    notebook.activate(0)
    sidebar.ask("Make one.")
    notebook.type_into(0, "  # typed")
    notebook.page.evaluate(SAVE)
    for kind in ("Insert below", "Insert above", "Insert below"):
        sidebar.button(kind).click()
        notebook.type_into(0, ".")
        notebook.page.evaluate(SAVE)

    expect(notebook.page.locator(".jp-Dialog")).to_have_count(0)
    ids = notebook.page.evaluate(IDS)
    assert len(ids) == len(set(ids)) == 4
    saved = nbformat.read(lab.notebooks / f"{notebook.name}.ipynb", 4)
    assert [cell.id for cell in saved.cells] == ids
    assert [cell.source for cell in saved.cells] == notebook.sources()
    assert json.dumps(saved.metadata).count("conversation") == 1
