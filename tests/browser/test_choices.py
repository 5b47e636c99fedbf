"""Choices as a person meets them: a list, a dialog, and the same in a cell."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import CHOICES

pytestmark = pytest.mark.browser

LOAD = "%load_ext jupyter_ctx"
MODAL_FORM = "JupyterCtx.choice_form = 'modal'"
MODAL = f"{LOAD}\n%config {MODAL_FORM}"
WAYS = ("By hand", "With pandas", "With polars", "In SQL", "Profile it", "Stop here")
WAIT = (
    "import pathlib, time\nwhile not pathlib.Path('go').exists(): time.sleep(0.05)\n"
    "pathlib.Path('go').unlink()"
)
MOVES = (
    ("ArrowDown", "With pandas"),
    ("End", "Stop here"),
    ("ArrowDown", "Stop here"),
    ("Home", "By hand"),
    ("4", "In SQL"),
    ("End", "Stop here"),
    ("p", "Profile it"),
    ("ArrowUp", "In SQL"),
    ("2", "With pandas"),
)


def offer(*labels):
    """Give a reply that offers *labels*, each with a value of its own."""
    choices = [{"label": label, "value": f"take {label}"} for label in labels]
    block = json.dumps({"question": "Which way?", "choices": choices})
    return f"There are some.\n```choices\n{block}\n```"


def came(dialog):
    """Expect a dialog that came by itself, and that it hears keys by now."""
    expect(dialog).to_be_focused()
    expect(dialog).not_to_have_class(re.compile("deaf"))


def sent(stub):
    """Give the last message of the last request."""
    return stub.sent()[-1]["content"]


def test_many_choices_are_a_list_for_keys_and_mouse(open_notebook, stub):
    """One stop of Tab; arrows, digits and letters move, Enter selects, once (W3)."""
    stub.reply(offer(*WAYS))
    stub.reply("Went that way.")
    notebook = open_notebook(LOAD)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    sidebar.ask("which way?")
    listed = sidebar.last.get_by_role("listbox", name="Which way?")
    options = listed.get_by_role("option")
    expect(options).to_have_count(len(WAYS))
    current = listed.locator("[aria-selected=true]")
    cells = len(notebook.cells())

    listed.focus()
    for key, label in MOVES:
        listed.press(key)
        expect(current).to_contain_text(label)
    active = listed.get_attribute("aria-activedescendant")
    assert active == current.get_attribute("id")
    assert len(stub.requests) == 1
    notebook.photograph("choices-listbox-light")

    listed.press("ArrowDown")
    listed.press("Enter")
    listed.press("Enter")
    expect(sidebar.last).to_contain_text("Went that way.")
    first = sidebar.turns.first
    expect(first).to_contain_text("Selected: With polars")
    expect(first.get_by_role("listbox")).to_have_attribute("aria-disabled", "true")
    expect(first.locator("[aria-selected=true]")).to_contain_text("With polars")
    expect(sidebar.last).to_contain_text("your selection")
    # What is locked is shown so; a click on it all the same does nothing.
    first.get_by_role("option").first.click(force=True)
    sidebar.settled()
    assert len(stub.requests) == 2
    assert sent(stub).endswith("take With polars")
    assert len(notebook.cells()) == cells


def test_what_must_be_answered_holds_the_focus(open_notebook, stub):
    """The dialog comes by itself; Escape cancels, which the conversation tells (W4)."""
    stub.reply(CHOICES)
    notebook = open_notebook(MODAL)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    page, cells = notebook.page, len(notebook.cells())
    sidebar.ask("may I?")
    dialog = page.get_by_role("dialog", name="Which?")
    came(dialog)
    notebook.photograph("choices-modal-light")
    # No choice has the focus before somebody goes to one.
    for key in ("b", "d", "d", "Space", "Enter", "Tab", "Tab", "Tab", "Tab"):
        page.keyboard.press(key)
    expect(sidebar.button("Plot", dialog)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(sidebar.button("Cancel", dialog)).to_be_focused()
    page.keyboard.press("Escape")

    expect(dialog).to_have_count(0)
    expect(sidebar.composer).to_be_focused()
    expect(sidebar.last).to_contain_text("nothing was selected")
    expect(sidebar.turns.first).to_contain_text("Selected: Cancel")
    assert len(stub.requests) == 1
    assert len(notebook.cells()) == cells

    stub.reply(CHOICES)
    stub.reply("Plotted.")
    sidebar.ask("and now?")
    came(dialog)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(sidebar.last).to_contain_text("Plotted.")
    expect(dialog).to_have_count(0)
    assert sent(stub).endswith("Plot")
    assert len(stub.requests) == 3


def test_no_dialog_comes_over_what_is_written(open_notebook, stub):
    """It waits in the transcript with a button, and a space chooses nothing (W4)."""
    stub.reply(CHOICES, delay=0.05)
    notebook = open_notebook(MODAL)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    dialog = notebook.page.get_by_role("dialog", name="Which?")
    sidebar.ask("may I?")
    sidebar.composer.fill("my long")
    expect(sidebar.button("Answer …")).to_be_visible()
    notebook.page.keyboard.type(" draft ")
    expect(dialog).to_have_count(0)
    expect(sidebar.composer).to_have_value("my long draft ")
    told = sidebar.root.locator(".jupyter-ctx-live")
    expect(told).to_have_text("Reply finished. It waits for your answer.")

    sidebar.button("Answer …").press("Enter")
    expect(sidebar.button("Plot", dialog)).to_be_focused()
    notebook.page.keyboard.press("Escape")
    expect(sidebar.last).to_contain_text("nothing was selected")
    expect(sidebar.composer).to_have_value("my long draft ")
    sidebar.composer.fill("")
    assert len(stub.requests) == 1


def test_a_list_in_a_cell_is_gone_through_and_confirmed(open_notebook, stub):
    """Arrows stay in the list, Enter confirms, and a second one is not heard (W3)."""
    stub.reply(offer(*WAYS))
    stub.reply("Went that way.")
    notebook = open_notebook(LOAD, "%%assist\nwhich way?", "after = 1")
    notebook.run_all()
    listed = notebook.page.locator(".jupyter-ctx-list select")
    expect(listed).to_be_visible()
    listed.focus()
    for key in ("ArrowDown", "ArrowDown", "d", "End", "ArrowUp"):
        listed.press(key)
    expect(listed).to_be_focused()
    assert len(notebook.cells()) == 3
    notebook.photograph("choices-cell-list-light")
    listed.press("Enter")
    expect(notebook.output("Selected: Profile it")).to_be_visible()
    expect(notebook.output("Went that way.")).to_be_visible()
    assert len(stub.requests) == 2
    assert sent(stub).endswith("take Profile it")


def test_a_click_that_waits_is_seen_and_is_the_only_one(lab, open_notebook, stub):
    """While the kernel is busy the button says so; further clicks do nothing (E3)."""
    stub.reply(CHOICES)
    stub.reply("Plotted.")
    notebook = open_notebook(LOAD, "%%assist\nwhat next?", WAIT)
    notebook.run_cell(0)
    notebook.run_cell(1)
    expect(notebook.button("Plot")).to_be_visible()
    notebook.activate(2)
    notebook.command("notebook:run-cell")
    expect(notebook.page.get_by_text("[*]:").first).to_be_visible()

    notebook.button("Plot").click()
    expect(notebook.button("Plot")).to_have_attribute("aria-busy", "true")
    notebook.button("Stop").click()
    notebook.page.locator(".jupyter-ctx-act", has_text="Regenerate").click()
    assert len(stub.requests) == 1
    notebook.photograph("choices-waiting-light")
    (lab.notebooks / "go").touch()
    expect(notebook.output("Plotted.")).to_be_visible()
    expect(notebook.output("Selected: Plot")).to_be_visible()
    assert len(stub.requests) == 2


def test_running_code_of_a_plan_asks_for_permission(open_notebook, stub):
    """The checks of a plan run when a dialog allows it; Escape runs nothing (W4)."""
    notebook = open_notebook("trees = 51", "print(trees + 1)")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    sidebar.ask("/plan rename trees to elms")
    sidebar.button("Confirm").click()
    accept = notebook.page.get_by_role("button", name="Accept", exact=True).first
    for step, told in ((1, "Step 2 of 2"), (2, "All steps are through")):
        expect(sidebar.last).to_contain_text(f"Step {step} of 2")
        sidebar.button("Apply").click()
        expect(sidebar.last).to_contain_text(told)
        accept.click()
    # It did not come by itself: a change waited in its cell.
    dialog = notebook.page.get_by_role("dialog", name="Shall it be checked?")
    expect(dialog).to_have_count(0)
    sidebar.button("Answer …").click()
    expect(sidebar.button("Check", dialog)).to_be_focused()
    notebook.photograph("choices-permission-light")
    notebook.page.keyboard.press("Escape")
    expect(sidebar.last).to_contain_text("nothing was run or changed")

    sidebar.ask("/plan resume")
    came(dialog)
    notebook.page.keyboard.press("Tab")
    expect(sidebar.button("Check", dialog)).to_be_focused()
    notebook.page.keyboard.press("Enter")
    expect(sidebar.last).to_contain_text("All checks passed")
    assert stub.requests == []


def test_in_the_dark_a_list_and_a_dialog_are_readable(open_notebook, stub):
    """Both have pictures in the dark theme."""
    stub.reply(offer(*WAYS))
    notebook = open_notebook(LOAD, has_own_page=True)
    notebook.run_all()
    notebook.darken()
    sidebar = Sidebar(notebook)
    sidebar.ask("which way?")
    expect(sidebar.last.get_by_role("listbox")).to_be_visible()
    notebook.photograph("choices-listbox-dark")
    notebook.evaluate(f"get_ipython().run_line_magic('config', {MODAL_FORM!r})")
    sidebar.ask("and?")
    expect(notebook.page.get_by_role("dialog")).to_be_visible()
    notebook.photograph("choices-modal-dark")
