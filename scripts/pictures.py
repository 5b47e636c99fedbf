"""Pictures of the main states in both themes, to be looked at, and those of the docs.

    python scripts/pictures.py [FOLDER]

A real JupyterLab, a real kernel, and a model that answers from a script.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import expect, sync_playwright  # noqa: E402

from tests.browser.conftest import SWITCHES  # noqa: E402
from tests.browser.lab import Lab  # noqa: E402
from tests.browser.notebook import Notebook  # noqa: E402
from tests.browser.sidebar import Sidebar  # noqa: E402
from tests.stub import StubModel  # noqa: E402

SIZE = {"width": 1360, "height": 900}

LINES = "first = 1\n\nsecond = 2\n\nthird = 3"
CELLS = (
    (
        "import pandas as pd\n"
        "sales = pd.DataFrame(\n"
        '    {"region": ["North", "South", "North"], "amount": [10, 20, 35]}\n'
        ")\n"
        'targets = {"North": 40, "South": 30}\n'
        'password = "Vq7-kd93-LmPz"\n'
        "sales"
    ),
    'total = sales["amount"].sum()\ntotal',
    'share = sales["amount"] / total\nshare.round(2)',
    (
        "def report(frame):\n"
        '    rows = frame["amount"]\n'
        "    best = rows.max()\n"
        '    return "best " + best\n\n'
        "report(sales)"
    ),
    "%%assist\nHow shall the sales be shown?",
    "%%assist\nWhich way?",
    LINES,
)
REPLY = (
    "The **north** sold more: 45 against 20.\n\n"
    "| region | amount |\n|---|---|\n| North | 45 |\n| South | 20 |\n\n"
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
WAYS = ("By hand", "With pandas", "With polars", "In SQL", "Profile it", "Stop here")
MANY = (
    "There are some.\n```choices\n"
    + json.dumps(
        {"question": "Which way?", "choices": [{"label": one} for one in WAYS]}
    )
    + "\n```"
)
MANIFOLD = (
    "```python\n"
    + LINES.replace("= 1", "= 10").replace("= 2", "= 20").replace("= 3", "= 30")
    + "\n```"
)
MODAL = "JupyterCtx.choice_form = 'modal'"
CHANGED = (
    "```python\n"
    "def report(frame):\n"
    '    rows = frame["amount"]\n'
    "    best = int(rows.max())\n"
    '    return f"best {best}"\n\n'
    "report(sales)\n```"
)

Shoot = Callable[[str], None]


def main() -> int:
    """Take all pictures; returns 0."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "test-artifacts")
    folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        StubModel() as stub,
        Lab(Path(place), stub) as lab,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(SWITCHES)
        )
        for theme in ("light", "dark"):
            _theme(lab, browser, stub, theme, folder)
        browser.close()
    return 0


def _theme(lab, browser, stub, theme: str, folder: Path) -> None:  # noqa: ANN001
    stub._script, stub._is_repeating = stub._script[-1:], True  # noqa: SLF001
    for reply in (REPLY, OFFER, CHANGED):
        stub.reply(reply)
    notebook = lab.open(browser, f"sales-in-{theme}", CELLS)
    notebook.page.set_viewport_size(SIZE)
    notebook.command("application:toggle-left-area")
    if theme == "dark":
        notebook.darken()
    notebook.run_all()
    sidebar = Sidebar(notebook)
    notebook.page.evaluate(WIDER)

    def shoot(name: str) -> None:
        notebook.page.wait_for_timeout(900)  # what glides has come to rest
        notebook.page.screenshot(path=folder / f"{name}-{theme}.png")

    _talk(sidebar, shoot)
    _parts(notebook, sidebar, shoot)
    _cells(notebook, shoot)
    _inside(notebook, stub, shoot)
    _hunks(notebook, stub, shoot)
    _dialog(sidebar, stub, shoot)
    notebook.lighten()
    notebook.close()


WIDER = """() => {
  const split = window.jupyterapp.shell._hsplitPanel;
  split.setRelativeSizes([0, 60, 40]);
}"""


def _talk(sidebar: Sidebar, shoot: Shoot) -> None:
    shoot("first")
    sidebar.asked("Which region sold more?", "The north")
    shoot("reply")
    sidebar.asked("Show it to me.", "How shall it be shown?")
    sidebar.composer.fill("And which region grew fastest?")
    expect(sidebar.root).to_contain_text("tokens · ")
    shoot("conversation")


PARTS = {
    "context": "show-context",
    "variables": "show-variables",
    "doctor": "doctor",
    "help": "help",
    "privacy": "privacy",
    "models": "pick-model",
    "conversations": "conversations",
    "compact": "compact",
    "instruct": "instruct",
}


def _parts(notebook: Notebook, sidebar: Sidebar, shoot: Shoot) -> None:
    for name, command in PARTS.items():
        notebook.command(f"jupyter-ctx:{command}")
        if name == "doctor":
            expect(sidebar.root).to_contain_text("All steps work.")
        shoot(name)
        notebook.page.keyboard.press("Escape")
    for sign, name in (("/", "commands"), ("@", "mentions")):
        sidebar.composer.fill(sign)
        expect(sidebar.root.get_by_role("listbox").first).to_be_visible()
        shoot(name)
    sidebar.composer.fill("")


def _cells(notebook: Notebook, shoot: Shoot) -> None:
    notebook.write(0, CELLS[0].replace("35", "50"))
    notebook.run_cell(0)
    notebook.command("jupyter-ctx:show-stale")
    shoot("stale")
    notebook.page.keyboard.press("Escape")
    notebook.activate(3)
    notebook.command("jupyter-ctx:edit-cell")
    field = notebook.page.locator(".jupyter-ctx-instruct textarea")
    field.fill("Return the number as text.")
    shoot("instruction")
    field.press("Enter")
    expect(notebook.page.locator(".jupyter-ctx-change")).to_be_visible()
    shoot("change")


def _inside(notebook: Notebook, stub: StubModel, shoot: Shoot) -> None:
    """Show choices in cells: as buttons, with the field of Edit, and as a list."""
    notebook.page.keyboard.press("Escape")
    for index, reply in ((4, OFFER), (5, MANY)):
        stub.reply(reply)
        notebook.run_cell(index)
    keys = notebook.page.locator(".jupyter-ctx-keys")
    expect(keys.get_by_role("listbox")).to_be_visible()
    notebook.cell(5).scroll_into_view_if_needed()
    shoot("in-cell")
    keys.get_by_role("button", name="Edit").first.click()
    expect(keys.get_by_label("Question")).to_be_focused()
    shoot("in-cell-edit")
    notebook.page.keyboard.press("Escape")


def _hunks(notebook: Notebook, stub: StubModel, shoot: Shoot) -> None:
    stub.reply(MANIFOLD)
    notebook.activate(6)
    notebook.command("jupyter-ctx:edit-cell")
    field = notebook.cell(6).locator(".jupyter-ctx-instruct textarea")
    field.fill("Ten times each.")
    field.press("Enter")
    expect(notebook.cell(6).locator(".jupyter-ctx-hunk")).to_have_count(3)
    for key in "ar":
        notebook.page.keyboard.press(key)
    shoot("hunks")
    notebook.page.keyboard.press("Shift+A")


def _dialog(sidebar: Sidebar, stub: StubModel, shoot: Shoot) -> None:
    """Show a list among the messages, then a dialog that has to be answered."""
    stub.reply(MANY)
    sidebar.asked("Which way is best?", "There are some.")
    shoot("list")
    sidebar.notebook.evaluate(f"get_ipython().run_line_magic('config', {MODAL!r})")
    stub.reply(OFFER)
    sidebar.composer.fill("May I choose?")
    sidebar.composer.press("Enter")
    dialog = sidebar.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    shoot("dialog")
    sidebar.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


if __name__ == "__main__":
    raise SystemExit(main())
