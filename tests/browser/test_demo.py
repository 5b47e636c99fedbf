"""The second demo, done as it says."""

import nbformat
import pytest
from playwright.sync_api import expect

from tests.architecture.test_files import ROOT
from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

DEMO = ROOT / "demo_notebooks" / "02_sidebar.ipynb"


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
