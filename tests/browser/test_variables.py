"""The list of live names: right after every run, and a way into the question."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.notebook import Notebook
from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

FRAME = (
    "import pandas as pd\n"
    'sales = pd.DataFrame({"amount": [10, 20], "two words": [1, None]})\n'
    'api_key = "Vq7-kd93-LmPz"'
)
CELLS = (
    FRAME,
    "rate = 2",
    "total = rate * 10",
)


def opened(open_notebook, *cells: str, **how) -> tuple[Notebook, Sidebar, Locator]:
    """Run *cells* and open the list."""
    notebook = open_notebook(*cells, **how)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    notebook.command("jupyter-ctx:show-variables")
    grid = sidebar.root.get_by_role("treegrid", name="Variables")
    expect(row(grid, "total")).to_be_visible()
    return notebook, sidebar, grid


def row(grid: Locator, name: str) -> Locator:
    """Locate the row of *name*."""
    return grid.locator(f"[data-row='{name}']")


def test_the_list_follows_each_run_and_leads_into_the_question(open_notebook, stub):
    """Values, marks and cells as they are; mentions and drops reach the model (N2)."""
    stub.reply("ok")
    notebook, sidebar, grid = opened(open_notebook, *CELLS)
    expect(row(grid, "sales")).to_contain_text("DataFrame · 2 rows x 2 columns")
    expect(row(grid, "rate")).to_contain_text("2")
    expect(row(grid, "api_key")).to_contain_text("<masked name=api_key")
    assert "Vq7-kd93" not in sidebar.root.inner_text()

    notebook.write(1, "rate = 3")
    notebook.run_cell(1)
    expect(row(grid, "rate")).to_contain_text("run 4")
    expect(row(grid, "total")).to_contain_text("out of date")
    expect(row(grid, "total")).to_contain_text("was made from rate before In[4]")

    # By keyboard: down to the frame, open it, mention it and one of its columns.
    row(grid, "api_key").focus()
    sidebar.page.keyboard.press("End")
    expect(row(grid, "total")).to_be_focused()
    sidebar.page.keyboard.press("g")
    assert notebook.active() == 2
    sidebar.page.keyboard.press("ArrowUp")
    expect(row(grid, "sales")).to_be_focused()
    sidebar.page.keyboard.press("ArrowRight")
    columns = grid.get_by_role("table", name="sales")
    expect(columns).to_contain_text("1 missing")
    sidebar.page.keyboard.press("@")
    sidebar.button("two words", columns).click()
    expect(sidebar.composer).to_have_value('@sales @sales["two words"] ')

    row(grid, "total").focus()
    sidebar.page.keyboard.press("d")
    expect(row(grid, "total")).to_contain_text("dropped")
    sidebar.composer.press("End")
    sidebar.composer.press_sequentially("?")
    sidebar.composer.press("Enter")
    expect(sidebar.last).to_contain_text("ok")
    sidebar.settled()
    sent = contents(stub.sent())
    assert sent.endswith('@sales @sales["two words"] ?')
    assert "total: int" not in sent

    sidebar.root.get_by_label("Filter variables").fill("dataframe")
    expect(grid.locator("[data-row]")).to_have_count(1)
    expect(sidebar.part("Variables").get_by_text("1 of 5 variables")).to_be_visible()


def test_the_list_is_right_after_a_restart_and_another_kernel(open_notebook):
    """It is told anew by whichever kernel is there (E7)."""
    notebook, sidebar, grid = opened(open_notebook, *CELLS[1:])
    told = sidebar.part("Variables").get_by_role("status")
    notebook.restart()
    expect(told).to_contain_text("0 variables")
    notebook.run_cell(0)
    expect(row(grid, "rate")).to_be_visible()
    expect(row(grid, "total")).to_have_count(0)

    notebook.change_kernel("python3")
    expect(told).to_contain_text("0 variables")
    notebook.run_all()
    expect(row(grid, "total")).to_contain_text("20")


def test_ten_thousand_names_are_few_rows(open_notebook):
    """What is drawn is bounded; all are counted and found."""
    many = "for n in range(10_000): globals()[f'v{n}'] = n\ntotal = n"
    notebook, sidebar, grid = opened(open_notebook, "total = 1", many)

    expect(sidebar.part("Variables").get_by_text("10002 variables")).to_be_visible()
    expect(grid.locator("[data-row]")).to_have_count(200)
    expect(grid).to_have_attribute("aria-rowcount", "10002")
    sidebar.button("Show 200 more", sidebar.root).click()
    expect(grid.locator("[data-row]")).to_have_count(400)
    sidebar.root.get_by_label("Filter variables").fill("v9999")
    expect(grid.locator("[data-row]")).to_have_count(1)
    assert notebook.evaluate("v9999") == "9999"
