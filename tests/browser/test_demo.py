"""The second and the third demo, done as they say."""

import nbformat
import pytest
from playwright.sync_api import expect

from tests.architecture.test_files import ROOT
from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

DEMO = ROOT / "demo_notebooks" / "02_sidebar.ipynb"
TRUTH = ROOT / "demo_notebooks" / "03_kernel_truth.ipynb"


def test_the_second_demo_works_as_it_says(open_notebook, stub):
    """Run, ask, fix the error by two clicks, and see the right sum."""
    stub.reply("The east.")
    notebook = open_notebook(*nbformat.read(DEMO, 4).cells)
    failing = 4
    notebook.run_cell(2)
    notebook.run_cell(failing)
    sidebar = Sidebar(notebook)
    sidebar.asked("Which region sold most in the second half?", "The east.")
    sent = contents(stub.sent())
    assert all(fact in sent for fact in ("region", "month", "amount", "DataFrame 12x"))

    cell = notebook.cell(failing)
    cell.get_by_role("button", name="Fix", exact=True).click()
    cell.get_by_role("button", name="Accept", exact=True).click()

    expect(cell.locator(".jp-OutputArea-output").first).to_contain_text("150")
    assert 'groupby("region")' in notebook.sources()[failing]
    assert len(stub.requests) == 1


def test_the_third_demo_works_as_it_says(open_notebook):
    """Change `tax`, run that cell alone, and two clicks bring the rest up to date."""
    cells = nbformat.read(TRUTH, 4).cells
    place = {cell.source.split("\n")[0]: index for index, cell in enumerate(cells)}
    notebook = open_notebook(*cells)
    for index, cell in enumerate(cells[: place["%ctx stale"]]):
        if cell.cell_type == "code":
            notebook.run_cell(index)
    sidebar = Sidebar(notebook)
    notebook.write(place["tax = 0.2"], "tax = 0.1")
    notebook.run_cell(place["tax = 0.2"])
    notebook.run_cell(place["%ctx stale"])

    shown = notebook.cell(place["%ctx stale"])
    expect(shown).to_contain_text("takings was made from tax before In[9] bound it")
    expect(sidebar.stale).to_have_text("2 cells are out of date")
    sidebar.stale.click()
    notebook.photograph("demo-truth-light")
    sidebar.button("Run 2 cells in order", sidebar.root).click()

    expect(sidebar.stale).to_have_count(0)
    expect(notebook.cell(place["mean = takings.mean()"])).to_contain_text("6.93")
