"""What comes and goes: the network, the server, the kernel, another page, a version."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.cable import Cable
from tests.browser.lab import Lab
from tests.browser.notebook import OPEN, Notebook
from tests.browser.sidebar import Sidebar
from tests.live.asking import contents
from tests.stub import StubModel

pytestmark = pytest.mark.browser

WORDS = [f"w{number} " for number in range(120)]
AWAKE = "() => { window.dispatchEvent(new Event('online')); }"
LOST = "The connection to the kernel is lost"
FRAME = (
    "import pandas as pd\n"
    'sales = pd.DataFrame({"region": ["N", "S"], "amount": [10, 20]})'
)


def test_a_reply_goes_on_when_the_network_is_back(lab, browser, stub):
    """It is said, nothing typed is lost, and a question sent meanwhile is asked once.

    The line about the kernel is right as soon as there is a connection (E7, E14).
    """
    stub.reply(chunks=WORDS, delay=0.05)
    stub.reply("Once.")
    with Cable(lab.port) as cable:
        lab.write("on-a-cable", ["amount = 5"])
        page = lab.page(browser)
        page.goto(
            lab.address("on-a-cable").replace(f":{lab.port}", f":{cable.port}", 1)
        )
        notebook = Notebook(page, "on-a-cable")
        notebook.run_all()
        sidebar = Sidebar(notebook)
        header = sidebar.root.locator(".jupyter-ctx-header")
        expect(header).to_contain_text("1 variable")
        sidebar.ask("Tell me a long story.")
        expect(sidebar.last).to_contain_text("w3 ")
        sidebar.composer.fill("my draft")

        cable.pull()
        expect(sidebar.banner).to_contain_text(LOST)
        expect(header).to_contain_text("reconnecting")
        sidebar.composer.press("End")
        sidebar.composer.press_sequentially(", longer")
        cable.plug()
        again = sidebar.button("Try again", sidebar.root)
        again.evaluate("button => { button.click(); }")
        expect(sidebar.banner).to_have_count(0)
        expect(sidebar.last).to_contain_text(WORDS[-1])
        sidebar.settled()
        assert sidebar.state()["replies"] == ["".join(WORDS).strip()]
        expect(sidebar.composer).to_have_value("my draft, longer")

        cable.pull()
        expect(sidebar.banner).to_contain_text(LOST)
        sidebar.composer.press("Enter")
        expect(sidebar.composer).to_have_value("")
        expect(sidebar.root).to_contain_text("my draft, longer")
        cable.plug()
        page.evaluate(AWAKE)
        expect(sidebar.last).to_contain_text("Once.")
        expect(header).to_contain_text("as of In[1] · 1 variable")
        prompts = ["Tell me a long story.", "my draft, longer"]
        assert sidebar.state()["prompts"] == prompts
        assert len(stub.requests) == 2
        assert notebook.complaints == []
        notebook.close()
    assert "No such comm target registered: jupyter_ctx" not in lab.log


@pytest.fixture(scope="module")
def second(tmp_path_factory):
    """Start a server that may be stopped."""
    folder = tmp_path_factory.mktemp("second")
    with StubModel() as stub, Lab(folder, stub) as server:
        yield server


def test_a_restarted_server_is_followed(second, browser):
    """The kernel is gone and said to be; conversation and draft are there (E7, E14)."""
    second.stub.reply("One.")
    second.stub.reply("Two.")
    notebook = second.open(browser, "restarted", ["amount = 5"])
    notebook.run_all()
    sidebar = Sidebar(notebook)
    header = sidebar.root.locator(".jupyter-ctx-header")
    sidebar.asked("first", "One.")
    notebook.save()
    sidebar.composer.fill("my draft")

    second.stop()
    expect(sidebar.banner).to_contain_text(LOST)
    second.start()
    notebook.page.evaluate(AWAKE)
    told = sidebar.banner.filter(has_text="This notebook has no kernel.")
    expect(told).to_be_visible()
    expect(header).to_contain_text("document only")
    expect(sidebar.last).to_contain_text("One.")
    expect(sidebar.composer).to_have_value("my draft")

    notebook.page.keyboard.press("Escape")  # the dialog of Lab
    notebook.change_kernel("python3")
    expect(sidebar.banner).to_have_count(0)
    expect(header).to_contain_text("0 variables")
    expect(sidebar.composer).to_have_value("my draft")
    sidebar.composer.press("Enter")
    expect(sidebar.last).to_contain_text("Two.")
    roles = ["system", "user", "assistant", "user"]
    assert [one["role"] for one in second.stub.sent()] == roles
    assert notebook.complaints == []
    notebook.close()
    assert "No such comm target registered: jupyter_ctx" not in second.log


def test_folders_that_cannot_be_written_cost_the_saving_alone(second, browser):
    """The chat works, one notice says what is not kept and what to do (E17)."""
    second.stub.reply("Still here.")
    for folder in ("data", "config"):
        shutil.rmtree(second.folder / folder / "jupyter_ctx", ignore_errors=True)
        wall = second.folder / folder / "jupyter_ctx"
        wall.parent.mkdir(exist_ok=True)
        wall.write_text("a file where a folder should be", "utf-8")
    notebook = second.open(browser, "walled", ["amount = 5"])
    notebook.run_all()
    sidebar = Sidebar(notebook)

    sidebar.asked("Are you there?", "Still here.")

    expect(sidebar.banner).to_have_count(1)
    expect(sidebar.banner).to_contain_text("JUPYTER_CTX_STORE")
    assert "amount = 5" in contents(second.stub.sent())
    assert notebook.complaints == []
    notebook.close()


def test_a_kernel_that_dies_says_what_became_of_the_reply(open_notebook, stub):
    """It restarts by itself; the question is kept, its reply marked, the draft too."""
    stub.reply(chunks=WORDS, delay=0.05)
    stub.reply("Again.")
    notebook = open_notebook("amount = 5", has_own_page=True)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    header = sidebar.root.locator(".jupyter-ctx-header")
    sidebar.ask("Tell me a long story.")
    expect(sidebar.last).to_contain_text("w3 ")
    sidebar.composer.fill("my draft")

    notebook.page.evaluate(
        "() => { window.jupyterapp.shell.currentWidget.context.sessionContext.session"
        ".kernel.requestExecute({ code: 'import os; os._exit(1)' }); }"
    )

    expect(header).to_contain_text("0 variables")
    expect(sidebar.composer).to_have_value("my draft")
    expect(sidebar.last).to_contain_text("Tell me a long story.")
    expect(sidebar.last).to_contain_text("No reply: the kernel ended first.")
    notebook.page.keyboard.press("Escape")  # the dialog of Lab
    sidebar.button("Regenerate").click()
    expect(sidebar.last).to_contain_text("Again.")
    assert sidebar.state()["prompts"] == ["Tell me a long story."]


def test_two_pages_share_a_conversation_and_no_draft(open_notebook, stub, lab):
    """One asks, both read; what a page does to its cells is its own affair (E6)."""
    stub.reply("The south.")
    notebook = open_notebook(
        FRAME, 'sales["regoin"].tolist()', name="shared", has_own_page=True
    )
    sidebar = Sidebar(notebook)
    page = notebook.page.context.new_page()
    page.goto(lab.address7("shared"))
    other = Sidebar(Notebook(page, "shared"))
    other.composer.fill("the other's draft")
    sidebar.composer.fill("my draft")

    other.composer.fill("Which region sold more?")
    other.composer.press("Enter")
    for one in (other, sidebar):
        expect(one.last).to_contain_text("The south.")
    assert len(stub.requests) == 1
    assert sidebar.state() == other.state()
    expect(sidebar.composer).to_have_value("my draft")
    expect(other.composer).to_have_value("")

    notebook.run_all()
    notebook.cell(1).get_by_role("button", name="Fix", exact=True).click()
    change = notebook.page.locator(".jupyter-ctx-change")
    expect(change).to_contain_text('sales["region"].tolist()')
    expect(other.turns).to_have_count(sidebar.turns.count())
    other.settled()
    assert page.locator(".jupyter-ctx-change").count() == 0
    assert len(stub.requests) == 1
    assert sidebar.state() == other.state()
    notebook.page.bring_to_front()


NEWER = """import jupyter_ctx.extension as extension
import jupyter_ctx.ui.sidebar.connection as connection
extension.Session.version = "9.1.0"
plain = connection.plain
connection.plain = lambda event: {**plain(event), "novel": {"x": [1]}}
"""


def test_a_newer_kernel_side_is_told_once_and_works(open_notebook, stub, lab):
    """One banner names both versions and the line; unknown fields do no harm (E5)."""
    stub.reply("Five.")
    notebook = open_notebook(NEWER, "amount = 5")
    notebook.run_all()
    sidebar = Sidebar(notebook)

    sidebar.asked("How many?", "Five.")

    expect(sidebar.banner).to_have_count(1)
    expect(sidebar.banner).to_contain_text("JupyterLab has jupyter_ctx 0.1.0")
    expect(sidebar.banner).to_contain_text("the kernel 9.1.0")
    expect(sidebar.banner).to_contain_text("pip install jupyter_ctx==9.1.0")
    assert "amount = 5" in contents(stub.sent())
    lab.write("neighbour-of-newer", ["b = 1"])
    notebook.page.evaluate(OPEN, "neighbour-of-newer.ipynb")
    notebook.wait()
    sidebar.wait_ready()
    expect(sidebar.banner).to_have_count(0)
