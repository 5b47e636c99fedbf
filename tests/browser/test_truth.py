"""What is out of date, and what leaves: shown in the sidebar, done on a click."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

LINE = ("rate = 2", "total = rate * 10\ntotal", "half = total / 2\nhalf")
REBOUND = "total was made from rate before In[4] bound it anew."


def opened(open_notebook, *cells):
    """Run *cells* in a notebook with the sidebar."""
    notebook = open_notebook(*cells)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    expect(sidebar.root.locator(".jupyter-ctx-header")).to_contain_text(
        f"as of In[{len(cells)}]"
    )
    expect(sidebar.stale).to_have_count(0)
    return notebook, sidebar


def test_what_is_out_of_date_runs_in_order_on_a_click(open_notebook, stub):
    """One line counts, the list says why, and one click mends it (N2)."""
    notebook, sidebar = opened(open_notebook, *LINE)
    notebook.write(0, "rate = 3")
    notebook.run_cell(0)

    expect(sidebar.stale).to_have_text("2 cells are out of date")
    sidebar.stale.click()
    expect(sidebar.rows).to_have_count(2)
    expect(sidebar.rows.nth(0)).to_contain_text(REBOUND)
    expect(sidebar.rows.nth(1)).to_contain_text("Runs after In[2].")
    expect(sidebar.button("Run", sidebar.rows.nth(1))).to_have_count(0)
    sidebar.asked("What is half?", "ok")
    told = "total (In[2]): made from rate before In[4] bound it anew"
    sent = contents(stub.sent())
    assert "<stale>\n" in sent
    assert f"{told}\n" in sent
    assert notebook.evaluate("half") == "10.0"

    sidebar.button("Run 2 cells in order", sidebar.root).click()

    expect(sidebar.stale).to_have_count(0)
    expect(notebook.output("15.0")).to_be_visible()
    expect(sidebar.root).to_contain_text("Nothing is out of date.")
    assert notebook.evaluate("half") == "15.0"
    sidebar.asked("And now?", "ok")
    newest = stub.sent()[-1]["content"]
    assert "stale: no longer out of date\n" in newest
    assert told not in newest


def test_an_edit_is_listed_at_once_and_runs_alone(open_notebook):
    """No cell runs before the click, and only that one after it."""
    notebook, sidebar = opened(open_notebook, *LINE)
    notebook.write(1, "total = rate * 100\ntotal")

    expect(sidebar.stale).to_have_text("1 cell is out of date")
    sidebar.stale.click()
    expect(sidebar.rows).to_contain_text(
        "Edited since it ran; total comes from its older"
    )
    assert notebook.evaluate("total, half") == "(20, 10.0)"
    sidebar.button("Run", sidebar.rows).click()

    expect(sidebar.rows).to_contain_text("half was made from total")
    assert notebook.evaluate("total, half") == "(200, 10.0)"
    sidebar.button("Run", sidebar.rows).click()
    expect(sidebar.stale).to_have_count(0)
    assert notebook.evaluate("half") == "100.0"


def test_enter_on_the_name_of_a_cell_leads_there(open_notebook):
    """By keyboard alone, and the focus stays in the list."""
    notebook, sidebar = opened(open_notebook, *LINE)
    notebook.write(2, "half = total / 4")
    notebook.activate(0)
    expect(sidebar.stale).to_have_text("1 cell is out of date")
    sidebar.stale.press("Enter")

    name = sidebar.button("In[3]", sidebar.rows)
    name.press("Enter")

    assert notebook.active() == 2
    expect(name).to_be_focused()
    sidebar.button("Run", sidebar.rows).press("Enter")
    expect(sidebar.stale).to_have_count(0)
    notebook.page.wait_for_function("document.activeElement !== document.body")


def test_a_cell_that_fails_ends_the_run(open_notebook):
    """What stands behind it is not run, and the sentence says so."""
    cells = ("rate = 2", "total = 10 / rate", "half = total / 2")
    notebook, sidebar = opened(open_notebook, *cells)
    notebook.write(0, "rate = 0")
    notebook.run_cell(0)
    sidebar.stale.click()

    sidebar.button("Run 2 cells in order", sidebar.root).click()

    strip = sidebar.root.locator(".jupyter-ctx-strip")
    expect(strip).to_contain_text("ZeroDivisionError")
    expect(strip).to_contain_text("(1 more cell was not run)")
    assert notebook.evaluate("half") == "2.5"


def test_a_cell_that_would_change_more_is_not_offered(open_notebook):
    """A second run of `n += 1` is no way back; the row says what is."""
    notebook, sidebar = opened(open_notebook, "n = 1", "n += 1")
    notebook.write(1, "n += 2")

    sidebar.stale.click()

    expect(sidebar.rows).to_contain_text("It would change n once more")
    expect(sidebar.button("Run", sidebar.rows)).to_have_count(0)
    assert notebook.evaluate("n") == "2"


def test_after_a_restart_the_old_cells_run_in_order(open_notebook):
    """They are counted apart, and what reads a lost name waits for it."""
    notebook, sidebar = opened(open_notebook, *LINE)
    notebook.restart()

    expect(sidebar.stale).to_have_text("3 cells ran in the previous kernel only")
    sidebar.stale.click()
    sidebar.button("Run these 3 in order", sidebar.root).click()

    expect(sidebar.stale).to_have_count(0)
    assert notebook.evaluate("rate, total, half") == "(2, 20, 10.0)"


def test_a_level_picked_here_is_what_the_model_gets(open_notebook, stub):
    """Said before, kept over a reload, and no value leaves (N15)."""
    hidden = "'Zap' + 'hod'"
    notebook, sidebar = opened(open_notebook, f"who = {hidden}\nwho", "n = 41 + 1\nn")
    line = sidebar.root.locator(".jupyter-ctx-privacy-line")
    expect(line).to_contain_text("Nothing leaves this machine: my-llm at 127.0.0.1.")
    sidebar.asked("Who is it?", "ok")
    assert "Zaphod" in contents(stub.sent())

    sidebar.pick_level("Code only")
    expect(sidebar.root.locator(".jupyter-ctx-strip")).to_contain_text("Code only")
    sidebar.asked("Who is it now?", "ok")

    sent = contents(stub.sent())
    assert "Zaphod" not in sent
    assert f"who = {hidden}" in sent
    notebook.reload()
    sidebar = Sidebar(notebook)
    expect(line.get_by_role("button")).to_have_text("Code only")
    sidebar.pick_level("Schema only, no values")
    sidebar.asked("And as a schema?", "ok")
    sent = contents(stub.sent())
    assert "Zaphod" not in sent
    assert re.search(r"\bwho\b.*(?:: |# )str\b", sent)


def test_what_is_masked_is_said_before_it_is_sent(open_notebook, stub):
    """By number in the line and by name in the list; the secret stays here (N6)."""
    _, sidebar = opened(open_notebook, "password = 'hunter2-Hunter2'")
    sidebar.composer.fill("Is password long enough?")

    line = sidebar.root.locator(".jupyter-ctx-privacy-line")
    expect(line).to_contain_text("1 secret is masked.")
    line.get_by_role("button").click()
    expect(sidebar.root).to_contain_text("Masked in the next message: password (")
    sidebar.composer.press("Enter")
    expect(sidebar.last).to_contain_text("ok")

    sent = contents(stub.sent())
    assert "hunter2" not in sent.lower()
    assert "<masked name=password" in sent
