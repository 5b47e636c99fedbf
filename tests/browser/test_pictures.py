"""Pictures of the main states in both themes; they are looked at by people."""

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar

pytestmark = pytest.mark.browser

FRAME = (
    "import pandas as pd\n"
    "sales = pd.DataFrame(\n"
    '    {"region": ["North", "South", "North"], "amount": [10, 20, 35]}\n'
    ")\n"
    'targets = {"North": 40, "South": 30}\n'
    "sales"
)
REPLY = (
    "The **north** sold more: 45 against 20.\n\n"
    "```python\n"
    'sales.groupby("region")["amount"].sum()\n'
    "```\n\n"
    "With $n = 3$ rows this says little about $\\bar{x}$."
)
OFFER = (
    "Which way shall we look at it?\n```choices\n"
    '{"question": "How shall it be shown?", "choices": ['
    '{"label": "A bar chart of the totals", "variant": "primary"}, '
    '{"label": "A table by region"}, {"label": "Neither"}]}\n```'
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_main_states_can_be_looked_at(open_notebook, stub, theme):
    """First visit, conversation with choices, what is sent, error and change."""
    stub.reply(REPLY)
    stub.reply(OFFER)
    notebook = open_notebook(
        FRAME, 'targets["Nroth"] - 5', name=f"sales in {theme}", has_own_page=True
    )
    notebook.command("application:toggle-left-area")
    if theme == "dark":
        notebook.darken()
    notebook.run_all()
    sidebar = Sidebar(notebook)
    expect(sidebar.root).to_contain_text("Ask about this notebook")
    pictures = [notebook.photograph(f"first-{theme}")]

    sidebar.asked("Which region sold more?", "The north")
    sidebar.asked("Show it to me.", "How shall it be shown?")
    sidebar.composer.fill("And which region grew fastest?")
    expect(sidebar.root).to_contain_text("tokens · ")
    pictures.append(notebook.photograph(f"conversation-{theme}"))

    notebook.cell(1).get_by_role("button", name="Fix", exact=True).click()
    expect(notebook.page.locator(".jupyter-ctx-change")).to_be_visible()
    pictures.append(notebook.photograph(f"change-{theme}"))

    notebook.command("jupyter-ctx:show-context")
    expect(sidebar.root.get_by_role("treegrid", name="Sent")).to_be_visible()
    pictures.append(notebook.photograph(f"context-{theme}"))

    assert len({picture.read_bytes() for picture in pictures}) == len(pictures)


TRUTH = (
    FRAME.removesuffix("\nsales") + '\npassword = "Vq7-kd93-LmPz"',
    'total = sales["amount"].sum()\ntotal',
    'share = sales["amount"] / total\nshare.round(2)',
    "seen = 1",
    "seen += 1",
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_the_kernel_knows_can_be_looked_at(open_notebook, stub, theme):
    """What is out of date with its reasons, and what leaves this machine."""
    stub.reply("The north.")
    notebook = open_notebook(*TRUTH, name=f"truth in {theme}", has_own_page=True)
    notebook.command("application:toggle-left-area")
    if theme == "dark":
        notebook.darken()
    notebook.run_all()
    sidebar = Sidebar(notebook)
    notebook.write(0, TRUTH[0].replace("35", "50"))
    notebook.write(4, "seen += 2")
    notebook.run_cell(0)
    expect(sidebar.stale).to_have_text("3 cells are out of date")
    pictures = [notebook.photograph(f"stale-line-{theme}")]
    sidebar.stale.click()
    expect(sidebar.rows).to_have_count(3)
    pictures.append(notebook.photograph(f"stale-{theme}"))

    sidebar.composer.fill("What is the share of the north?")
    sidebar.root.locator(".jupyter-ctx-privacy-line button").click()
    expect(sidebar.root).to_contain_text("Masked in the next message")
    pictures.append(notebook.photograph(f"privacy-{theme}"))

    assert len({picture.read_bytes() for picture in pictures}) == len(pictures)
