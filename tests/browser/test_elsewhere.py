"""Elsewhere: Notebook 7, a Lab without notebooks, odd paths, a file that is saved."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.lab import TOKEN
from tests.browser.notebook import OPEN, Notebook
from tests.browser.sidebar import Sidebar
from tests.live.asking import CHOICES, contents

pytestmark = pytest.mark.browser

CODE = "```python\ntotal = amount + 1\n```"
# Notebook 7.6 has them without us, too.
ITS_OWN = (
    "Cannot read properties of undefined (reading 'schema')",
    "Command 'filebrowser:open-path' not registered.",
)


def is_its_own(complaint: str) -> bool:
    """Tell whether a page of Notebook 7 says so by itself."""
    return any(one in complaint for one in ITS_OWN)


STARTED = """async () => {
  const pause = () => new Promise(resolve => setTimeout(resolve, 50));
  for (let i = 0; i < 600 && !window.jupyterapp; i++) await pause();
  await window.jupyterapp.restored;
}"""
# The command would ask for a better name than Untitled. One after the other, as
# the autosave does: of two at once Lab takes the second for somebody else's.
BEGIN_TO_SAVE = """() => {
  const { context } = window.jupyterapp.shell.currentWidget;
  window.saved = (window.saved ?? Promise.resolve()).then(() => context.save());
}"""
SAVE = f"async () => {{ ({BEGIN_TO_SAVE})(); await window.saved; }}"


@pytest.fixture
def seven(lab, browser):
    """Open a notebook in Notebook 7; nothing of ours may be thrown in its page."""
    opened = []

    def open_(*cells: str) -> Notebook:
        opened.append(lab.open(browser, "in-notebook-7", cells, in_notebook7=True))
        return opened[-1]

    yield open_
    for notebook in opened:
        told = [one for one in notebook.complaints if not is_its_own(one)]
        notebook.close()
        assert told == []


def test_notebook_7_has_all_of_it(seven, stub):
    """Buttons of a cell, sidebar, choices, cell toolbar and insertion (E15)."""
    for reply in (CHOICES, "Here is the plot.", CHOICES, "Stopped."):
        stub.reply(reply)
    stub.reply(CODE)
    notebook = seven("%load_ext jupyter_ctx", "amount = 5", "%%assist\nWhat next?")
    notebook.run_all()
    notebook.button("Plot").click()
    expect(notebook.output("Here is the plot.")).to_be_visible()
    expect(notebook.output("Selected: Plot")).to_be_visible()

    notebook.activate(1)
    notebook.cell(1).locator('[data-jp-item-name="jupyter-ctx-at-cell"]').click()
    sidebar = Sidebar(notebook)
    expect(sidebar.composer).to_be_focused()
    expect(sidebar.turns).to_have_count(2)
    assert sidebar.root.bounding_box()["x"] > notebook.cell(1).bounding_box()["x"]
    sidebar.asked("And now?", "Pick one.")
    sidebar.button("Stop").click()
    expect(sidebar.last).to_contain_text("Stopped.")
    sidebar.settled()
    sidebar.asked("Add one.", "total = amount + 1")
    sidebar.button("Insert below").click()

    first, second, third = "%load_ext jupyter_ctx", "amount = 5", "%%assist\nWhat next?"
    notebook.expect_sources([first, second, "total = amount + 1", third])
    assert len(stub.requests) == 5
    assert "amount = 5" in contents(stub.sent())
    notebook.photograph("notebook-7")


def test_without_a_notebook_it_says_so(lab, browser, stub):
    """Nothing is thrown with a file, a console or nothing open; then one comes."""
    stub.reply("Five.")
    (lab.notebooks / "script.py").write_text("one = 1\n", "utf-8")
    lab.write("comes-late", ["amount = 5"])
    page = lab.page(browser)
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    server = f"http://127.0.0.1:{lab.port}"
    page.goto(f"{server}/edit/script.py?token={TOKEN}")
    shown = page.locator("#jupyter-ctx-sidebar")
    nothing = "No notebook is open"
    page.evaluate(STARTED)
    run = "([name, given]) => { window.jupyterapp.commands.execute(name, given); }"
    page.evaluate(run, ["jupyter-ctx:open", {}])
    expect(shown).to_contain_text(nothing)

    page.goto(f"{server}/lab/workspaces/nothing?token={TOKEN}&reset")
    page.evaluate(STARTED)
    page.evaluate(run, ["jupyter-ctx:open", {}])
    expect(shown).to_contain_text(nothing)
    page.evaluate(OPEN, "script.py")
    expect(page.locator(".jp-FileEditor")).to_be_visible()
    expect(shown).to_contain_text(nothing)
    wanted = {"name": "python3", "shouldStart": True, "canStart": True}
    page.evaluate(run, ["console:create", {"kernelPreference": wanted}])
    expect(page.locator(".jp-CodeConsole")).to_be_visible()
    expect(shown).to_contain_text(nothing)

    page.evaluate(run, ["application:toggle-mode", {}])
    page.evaluate(OPEN, "comes-late.ipynb")
    sidebar = Sidebar(Notebook(page, "comes-late"))
    sidebar.asked("How many?", "Five.")
    assert "amount = 5" in contents(stub.sent())
    assert [one for one in thrown if not is_its_own(one)] == []
    page.evaluate("() => window.jupyterapp.serviceManager.sessions.shutdownAll()")
    page.context.close()


def test_a_notebook_in_an_odd_place_keeps_its_conversation(open_notebook, stub, lab):
    """Spaces and Chinese in folder and name; a rename is followed, draft and all."""
    stub.reply("Five.")
    notebook = open_notebook("amount = 5")
    folder = lab.notebooks / "数据 und mehr"
    folder.mkdir()
    path = lab.write("odd", ["价格 = 5"]).rename(folder / "ノート 2 (copy) #1.ipynb")
    notebook.page.evaluate(OPEN, f"{folder.name}/{path.name}")
    notebook.wait()
    notebook.run_all()
    sidebar = Sidebar(notebook)
    expect(sidebar.root.locator(".jupyter-ctx-name")).to_have_text(path.name)
    sidebar.asked("How much?", "Five.")
    assert "价格" in contents(stub.sent())
    sidebar.composer.fill("半分 draft")

    notebook.rename("また 3.ipynb")
    expect(sidebar.root.locator(".jupyter-ctx-name")).to_have_text("また 3.ipynb")
    expect(sidebar.composer).to_have_value("半分 draft")
    notebook.save()
    notebook.close_panel(f"{folder.name}/また 3.ipynb")
    notebook.page.evaluate(OPEN, f"{folder.name}/また 3.ipynb")
    notebook.wait()

    expect(sidebar.last).to_contain_text("Five.")
    expect(sidebar.composer).to_have_value("半分 draft")
    sidebar.composer.fill("")


def test_a_new_notebook_needs_not_be_saved_and_is_not_written(open_notebook, stub, lab):
    """Its file stays as Lab made it until the user saves; then it has the id (E16)."""
    stub.reply("Nothing yet.")
    notebook = open_notebook("amount = 5")
    notebook.command("notebook:create-new", kernelName="python3")
    name = Sidebar(notebook, is_ready=False).root.locator(".jupyter-ctx-name")
    expect(name).to_contain_text("Untitled")
    notebook.wait()
    sidebar = Sidebar(notebook)
    file = lab.notebooks / name.inner_text()
    before = file.read_bytes()
    sidebar.asked("What is here?", "Nothing yet.")
    identity = notebook.conversation()
    assert identity
    assert file.read_bytes() == before

    notebook.page.evaluate(SAVE)
    kept = json.loads(file.read_text("utf-8"))
    assert kept["metadata"]["jupyter_ctx"] == {"conversation": identity}
    file.unlink()


def test_inserting_typing_and_saving_at_once_lose_and_double_nothing(
    open_notebook, stub, lab
):
    """No cell twice, no word lost, no question about a changed file (E16)."""
    stub.reply("```python\ntotal = 1\n```")
    notebook = open_notebook("mine = 0", "%%assist --fresh\nAdd it.")
    sidebar = Sidebar(notebook)
    notebook.run_all()
    expect(notebook.output("total = 1")).to_be_visible()
    notebook.activate(0)
    sidebar.asked("Add it here.", "total = 1")
    typed = "mine = 0"
    for turn in range(3):
        notebook.type_into(0, f"  # {turn}")
        typed += f"  # {turn}"
        notebook.page.evaluate(BEGIN_TO_SAVE)
        sidebar.button("Insert below").click()
        notebook.page.evaluate(BEGIN_TO_SAVE)

    question = "%%assist --fresh\nAdd it."
    notebook.expect_sources([typed, *["total = 1"] * 3, question])
    notebook.page.evaluate(SAVE)
    kept = json.loads((lab.notebooks / f"{notebook.name}.ipynb").read_text("utf-8"))
    assert ["".join(cell["source"]) for cell in kept["cells"]] == [
        *(typed, *["total = 1"] * 3, question)
    ]
    assert len({cell["id"] for cell in kept["cells"]}) == 5
    assert notebook.page.locator(".jp-Dialog").count() == 0
