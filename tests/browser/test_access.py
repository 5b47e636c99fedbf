"""For people who see little, hear the page, or use no mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import crushed, focused, problems, spilling
from tests.browser.notebook import Notebook
from tests.browser.sidebar import Sidebar

pytestmark = pytest.mark.browser

CELLS = (
    "import pandas as pd\nsales = pd.DataFrame({'amount': [1, 2]})\nsales",
    "password = 'Vq7-kd93-LmPz'\ntotals = {'north': 3}\ntotals['nroth']",
)
OFFER = (
    "Which **way**?\n```choices\n"
    '{"question": "How shall it be shown?", "choices": ['
    '{"label": "A chart", "variant": "primary"}, {"label": "A table"}]}\n```'
)
REPLY = (
    "The `north`:\n\n```python\ntotals['north']\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |"
)
LOAD = "%load_ext jupyter_ctx"

Show = Callable[[Notebook, Sidebar], None]


def command(name: str) -> Show:
    """Show what the command *name* shows."""

    def show(notebook: Notebook, sidebar: Sidebar) -> None:
        notebook.command(f"jupyter-ctx:{name}")
        expect(
            sidebar.root.locator(".jupyter-ctx-inspector:focus-within")
        ).to_be_visible()

    return show


def typed(text: str) -> Show:
    """Show what *text* in the composer shows."""

    def show(_: Notebook, sidebar: Sidebar) -> None:
        sidebar.composer.fill(text)
        expect(sidebar.root.get_by_role("listbox").first).to_be_visible()

    return show


def models(notebook: Notebook, sidebar: Sidebar) -> None:
    """Show who can answer."""
    notebook.command("jupyter-ctx:pick-model")
    expect(sidebar.root.get_by_role("group", name="Who answers")).to_be_visible()


def editor(_: Notebook, sidebar: Sidebar) -> None:
    """Show a message as it is edited."""
    sidebar.button("Edit").click()
    expect(sidebar.last.get_by_role("textbox")).to_be_visible()


def cut(_: Notebook, sidebar: Sidebar) -> None:
    """Show the question before something is cut."""
    sidebar.root.get_by_role("log").press("Home")
    first = sidebar.root.locator('article[aria-posinset="1"]')
    sidebar.button("Delete", first).click()
    expect(sidebar.root.get_by_role("alertdialog")).to_be_visible()


def change(notebook: Notebook, _: Sidebar) -> None:
    """Show a proposed change in its cell."""
    notebook.cell(1).get_by_role("button", name="Fix", exact=True).click()
    expect(notebook.page.locator(".jupyter-ctx-change")).to_be_visible()


STATES: dict[str, Show] = {
    "what is sent": command("show-context"),
    "variables": command("show-variables"),
    "doctor": command("doctor"),
    "help": command("help"),
    "privacy": command("privacy"),
    "conversations": command("conversations"),
    "memory": command("memory"),
    "instruction": command("instruct"),
    "compaction": command("compact"),
    "models": models,
    "commands": typed("/"),
    "mentions": typed("@"),
    "editor": editor,
    "cut": cut,
    "change": change,
}


def prepared(notebook: Notebook, stub) -> Sidebar:
    """Have a conversation with two messages, an error and a secret."""
    stub.reply(REPLY)
    stub.reply(OFFER)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    sidebar.asked("Which region?", "The north")
    sidebar.asked("Show it.", "Which way?")
    return sidebar


def shown(notebook: Notebook, sidebar: Sidebar) -> Iterator[str]:
    """Go through all states, from one to the next as a person does."""
    yield "conversation"
    for name, show in STATES.items():
        show(notebook, sidebar)
        yield name
        notebook.page.keyboard.press("Escape")
        if name in ("commands", "mentions"):
            sidebar.composer.fill("")


def test_nothing_serious_is_found_in_light_and_dark(open_notebook, stub):
    """axe-core, over every part of the sidebar and the bars of cells."""
    notebook = open_notebook(*CELLS, has_own_page=True)
    sidebar = prepared(notebook, stub)
    found: dict[str, list[str]] = {}
    for state in shown(notebook, sidebar):
        for theme in ("light", "dark"):
            dress(notebook.page, theme)
            found[f"{state}, {theme}"] = problems(notebook.page)

    assert {state: told for state, told in found.items() if told} == {}


def test_nothing_serious_is_found_in_choices_cells_and_cards(open_notebook, stub):
    """axe-core, over what has to be answered, in cells too, and what waits."""
    for reply in (OFFER, MANY):
        stub.reply(reply)
    notebook = open_notebook(
        f"{LOAD}\ntrees = 51", "print(trees + 1)", "%%assist\na", "%%assist\nb", LINES
    )
    notebook.run_all()
    sidebar = Sidebar(notebook)
    found: dict[str, list[str]] = {}
    for state in answered(notebook, sidebar, stub):
        for theme in ("light", "dark"):
            dress(notebook.page, theme)
            found[f"{state}, {theme}"] = problems(notebook.page)
        dress(notebook.page, "light")

    assert {state: told for state, told in found.items() if told} == {}
    assert len(found) == 10


def answered(notebook: Notebook, sidebar: Sidebar, stub) -> Iterator[str]:
    """Go through choices in cells, a diff by hunks, a list, and cards."""
    page = notebook.page
    keys = page.locator(".jupyter-ctx-keys")
    expect(keys.get_by_role("listbox")).to_be_visible()
    keys.get_by_role("button", name="Edit").first.click()
    expect(keys.get_by_label("Question")).to_be_focused()
    yield "choices in cells"
    page.keyboard.press("Escape")

    notebook.write(0, "trees = 52")
    notebook.run_cell(0)
    expect(page.locator(".jupyter-ctx-stale-mark").first).to_be_visible()
    stub.reply(TENFOLD)
    notebook.activate(4)
    notebook.command("jupyter-ctx:edit-cell")
    field = notebook.cell(4).get_by_role("textbox", name="How shall In[5] change?")
    expect(field).to_be_focused()
    field.fill("More.")
    yield "field in a cell, and marks"
    field.press("Enter")
    expect(notebook.cell(4).get_by_role("group", name="Change 1 of 3")).to_be_focused()
    page.keyboard.press("r")
    rejected = notebook.cell(4).get_by_role("group", name="Change 1 of 3, rejected")
    expect(rejected).to_be_visible()
    yield "diff by hunks"
    page.keyboard.press("Escape")

    stub.reply(MANY)
    sidebar.asked("which?", "Some.")
    expect(sidebar.last.get_by_role("listbox")).to_be_visible()
    yield "list"
    sidebar.asked("/plan rename trees to elms", "2 steps")
    stub.reply("word " * 2000, chunks=["word "] * 2000, delay=0.05)
    sidebar.ask("From now on, always use polars.")
    expect(sidebar.last).to_contain_text("word word")
    sidebar.ask("one")
    sidebar.ask("two")
    queue = sidebar.part("Messages that wait")
    sidebar.button("Edit", queue.get_by_role("listitem").nth(1)).click()
    expect(queue.get_by_role("textbox")).to_be_focused()
    sidebar.root.locator(".jupyter-ctx-plan summary").click()
    yield "plan, instruction and queue"
    sidebar.button("Stop", sidebar.root.locator(".jupyter-ctx-composer")).click()
    sidebar.settled()


def test_the_focus_stays_in_the_notebook_when_a_choice_in_a_cell_goes(
    open_notebook, stub
):
    """Esc in the field of Edit goes back to Edit, a choice to its cell (E1, W2)."""
    stub.reply(OFFER)
    stub.reply("A chart it is.")
    notebook = open_notebook(LOAD, "%%assist\nwhat next?")
    notebook.run_all()
    page = notebook.page
    keys = page.locator(".jupyter-ctx-keys")
    edit = keys.get_by_role("button", name="Edit")
    field = keys.get_by_label("Question")
    edit.press("Enter")
    expect(field).to_be_focused()
    page.keyboard.type("half written")
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(edit).to_be_focused()

    notebook.button("A table").press("Enter")
    expect(notebook.output("A chart it is.")).to_be_visible()
    expect(notebook.cell(1)).to_be_focused()
    assert stub.sent()[-1]["content"].endswith("A table")
    assert len(stub.requests) == 2


def dress(page: Page, theme: str) -> None:
    """Put on a theme and wait until it is."""
    is_light = "true" if theme == "light" else "false"
    if page.locator(f'body[data-jp-theme-light="{is_light}"]').count() == 0:
        page.evaluate(
            "t => window.jupyterapp.commands.execute("
            "'apputils:change-theme', { theme: t })",
            f"JupyterLab {theme.title()}",
        )
        page.wait_for_selector(
            f'body[data-jp-theme-light="{is_light}"]', state="attached"
        )
    page.wait_for_function(LOADED, arg=theme == "light")


LOADED = """isLight => {
  const style = getComputedStyle(document.body);
  const shade = style.getPropertyValue('--jp-layout-color1').trim();
  return isLight === ['white', '#fff', '#ffffff'].includes(shade);
}"""


def test_it_fits_a_narrow_panel_at_twice_the_size(open_notebook, stub):
    """At 200 % in the narrowest panel nothing is cut, crushed or out of reach."""
    notebook = open_notebook(*CELLS, has_own_page=True)
    sidebar = prepared(notebook, stub)
    notebook.command("application:toggle-left-area")
    notebook.page.set_viewport_size({"width": 640, "height": 450})
    notebook.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    found = {
        state: spilling(notebook.page) + crushed(notebook.page)
        for state in shown(notebook, sidebar)
        if state != "change"
    }
    width = sidebar.root.bounding_box()["width"]

    assert width < 300
    assert {state: told for state, told in found.items() if told} == {}
    moving = notebook.page.evaluate(
        "() => document.getAnimations().filter(one => one.effect?.target?.closest?.("
        "'#jupyter-ctx-sidebar') && one.effect.getTiming().duration > 10).length"
    )
    assert moving == 0


def test_the_main_way_goes_by_keyboard_alone(open_notebook, stub):  # noqa: PLR0915
    """Open, ask, stop, choose, regenerate, edit, delete, inspect, and go back."""
    stub.reply("One two three four five six", delay=5)
    for text in (OFFER, "As you like.", "Another.", "Changed."):
        stub.reply(text)
    notebook = open_notebook("x = 1")
    page = notebook.page
    notebook.activate(0)
    notebook.cell(0).locator(".cm-content").focus()
    page.keyboard.press("Control+Alt+C")
    sidebar = Sidebar(notebook)
    expect(sidebar.composer).to_be_focused()
    told = sidebar.root.locator(".jupyter-ctx-live[aria-live=polite]")

    page.keyboard.type("Wait.")
    page.keyboard.press("Enter")
    expect(told).to_have_text("Reply started.")
    assert stub.wait(lambda one: len(one.requests) == 1)
    page.keyboard.press("Escape")
    expect(told).to_have_text("Reply stopped.")
    expect(sidebar.composer).to_be_focused()
    page.keyboard.type("Show it.")
    page.keyboard.press("Enter")
    expect(told).to_have_text("Reply finished, with 2 choices.")
    sidebar.settled()
    reach(page, "A table")
    page.keyboard.press("Enter")
    expect(sidebar.last).to_contain_text("As you like.")
    expect(told).to_have_text("Reply finished.")
    sidebar.settled()
    assert stub.requests[-1]["messages"][-1]["content"].endswith("A table")

    page.keyboard.press("Control+Alt+Shift+R")
    expect(sidebar.last).to_contain_text("Another.")
    sidebar.settled()

    page.keyboard.press("Control+Alt+C")
    expect(sidebar.composer).to_be_focused()
    reach(page, "Edit", back=True)
    page.keyboard.press("Enter")
    field = sidebar.root.locator("article textarea")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("Something else?")
    page.keyboard.press("Enter")
    expect(sidebar.last).to_contain_text("Changed.")
    sidebar.settled()

    count = sidebar.turns.count()
    page.keyboard.press("Control+Alt+C")
    reach(page, "Delete", back=True)
    page.keyboard.press("Enter")
    expect(sidebar.turns).to_have_count(count - 1)

    page.keyboard.press("Control+Alt+C")
    page.keyboard.press("Control+Alt+Shift+I")
    inspector = sidebar.root.locator(".jupyter-ctx-inspector")
    expect(inspector).to_be_visible()
    page.keyboard.press("Escape")
    expect(inspector).to_be_hidden()
    expect(sidebar.composer).to_be_focused()


def reach(page: Page, name: str, *, back: bool = False) -> None:
    """Press Tab until *name* has the focus, as one does who sees it."""
    for _ in range(60):
        if focused(page) == name:
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    pytest.fail(f"{name} cannot be reached by Tab")


WAYS = ("By hand", "With pandas", "With polars", "In SQL", "Profile it", "Stop here")
MANY = (
    'Some.\n```choices\n{"question": "Which way?", "choices": ['
    + ", ".join(f'{{"label": "{way}"}}' for way in WAYS)
    + "]}\n```"
)
LINES = "first = 1\n\nsecond = 2\n\nthird = 3"
TENFOLD = f"```python\n{LINES.replace('= ', '= 1')}\n```"
