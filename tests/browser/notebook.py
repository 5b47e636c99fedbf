"""A notebook that is open in JupyterLab, as a person sees and uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

STEP_LIMIT = 30_000  # milliseconds for anything a page shall show
ROOT = Path(__file__).parents[2]
ARTIFACTS = ROOT / "test-artifacts"

READY = """async () => {
  const pause = () => new Promise(resolve => setTimeout(resolve, 100));
  for (let i = 0; i < 300 && !window.jupyterapp; i++) await pause();
  const app = window.jupyterapp;
  await app.restored;
  for (let i = 0; i < 300; i++) {
    const panel = app.shell.currentWidget;
    const session = panel?.context?.sessionContext?.session;
    if (session?.kernel?.status === 'idle' && panel.content.widgets.length) {
      await panel.revealed;
      return true;
    }
    await pause();
  }
  return false;
}"""

OPEN = """async n => {
  const { commands } = window.jupyterapp;
  await commands.execute('docmanager:open', { path: n });
}"""

LEAVE = """async () => {
  const app = window.jupyterapp;
  for (const panel of [...app.shell.widgets('main')]) {
    const session = panel.context?.sessionContext?.session;
    panel.dispose();
    if (session) await app.serviceManager.sessions.shutdown(session.id);
  }
  app.shell.collapseRight();
  app.shell.expandLeft();
  const light = document.body.dataset.jpThemeLight === 'true';
  return light && !document.querySelector('.jp-Dialog, .Toastify__toast');
}"""
"""Closes all; tells whether the page is as it was before anything was opened."""

CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => ({
  source: cell.model.sharedModel.getSource(),
  outputs: cell.model.type === 'code' ? cell.model.outputs.toJSON() : []
}))"""


PANEL = (
    "const panel = [...window.jupyterapp.shell.widgets('main')]"
    ".find(one => one.context?.path === n);"
)
"""Finds the open notebook whose path is `n`."""

EVALUATE = """async source => {
  const panel = window.jupyterapp.shell.currentWidget;
  const { kernel } = panel.context.sessionContext.session;
  const future = kernel.requestExecute(
    { code: source, store_history: false, allow_stdin: false });
  let text = '';
  future.onIOPub = msg => {
    text += msg.content.data?.['text/plain'] ?? msg.content.ename ?? '';
  };
  await future.done;
  return text;
}"""


class Notebook:
    """An open notebook, as a person sees it."""

    def __init__(self, page: Page, name: str = "") -> None:
        self.page = page
        self.name = name
        self.complaints: list[str] = []
        self._complain = lambda error: self.complaints.append(str(error))
        page.on("pageerror", self._complain)
        self.wait()

    def wait(self) -> None:
        """Wait until the notebook is shown and its kernel is idle."""
        assert self.page.evaluate(READY), "the notebook or its kernel is not ready"

    def command(self, name: str, **arguments: Any) -> None:
        """Run a command of JupyterLab; does not wait for what it starts."""
        self.page.evaluate(
            "([n, a]) => { window.jupyterapp.commands.execute(n, a); }",
            [name, arguments],
        )

    def run_all(self) -> None:
        """Run all cells and wait until the kernel is done with them."""
        self.page.evaluate(
            "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
        )

    def start_all(self) -> None:
        """Run all cells and do not wait."""
        self.command("notebook:run-all-cells")

    def reload(self) -> None:
        """Save, then load the page anew."""
        self.page.evaluate(
            "() => window.jupyterapp.commands.execute('docmanager:save')"
        )
        self.page.reload()
        self.wait()

    def again(self) -> Notebook:
        """Open it once more, in a second page of the same browser."""
        page = self.page.context.new_page()
        page.set_default_timeout(STEP_LIMIT)
        page.goto(self.page.url.replace(self.name, f"{self.name}-again", 1))
        return Notebook(page, self.name)

    def restart(self) -> None:
        """Restart the kernel, as by its command, and wait until it is ready."""
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget"
            ".context.sessionContext.session.kernel.restart()"
        )
        self.wait()

    def rename(self, name: str) -> None:
        """Give the notebook another name."""
        self.page.evaluate(
            "n => window.jupyterapp.shell.currentWidget.context.rename(n)", name
        )

    def conversation(self) -> str:
        """Give the id of the conversation that its metadata names."""
        return str(
            self.page.evaluate(
                "() => window.jupyterapp.shell.currentWidget.context.model"
                ".sharedModel.getMetadata('jupyter_ctx')?.conversation ?? ''"
            )
        )

    def save(self) -> None:
        """Save the notebook and wait until it is written."""
        self.page.evaluate(
            "() => window.jupyterapp.commands.execute('docmanager:save')"
        )

    def run_cell(self, index: int) -> None:
        """Run one cell and wait until it is done."""
        self.page.evaluate(
            "n => { const { content } = window.jupyterapp.shell.currentWidget;"
            " content.activeCellIndex = n;"
            " return window.jupyterapp.commands.execute('notebook:run-cell'); }",
            index,
        )

    def darken(self) -> None:
        """Change to the dark theme and wait until it is applied."""
        self.command("apputils:change-theme", theme="JupyterLab Dark")
        self.page.wait_for_selector(
            'body[data-jp-theme-light="false"]', state="attached"
        )
        self.page.wait_for_timeout(1000)  # its style sheet comes a moment later

    def lighten(self) -> None:
        """Leave the light theme to the next test: the server remembers it."""
        if self.page.locator('body[data-jp-theme-light="false"]').count():
            self.page.evaluate(
                "() => window.jupyterapp.commands.execute("
                "'apputils:change-theme', { theme: 'JupyterLab Light' })"
            )

    def change_kernel(self, name: str) -> None:
        """Start another kernel for the notebook."""
        self.page.evaluate(
            "n => window.jupyterapp.shell.currentWidget"
            ".context.sessionContext.changeKernel({ name: n })",
            name,
        )
        self.wait()

    def shut_down_kernel(self) -> None:
        """Leave the notebook without a kernel."""
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget"
            ".context.sessionContext.shutdown()"
        )

    def evaluate(self, source: str) -> str:
        """Run *source* in the kernel, seen by nobody; give the last line's repr."""
        text: str = self.page.evaluate(EVALUATE, source)
        return text

    def open_beside(self, name: str) -> None:
        """Open another notebook to the right and make it the current one."""
        self.page.evaluate(
            "async n => { const app = window.jupyterapp;"
            " await app.commands.execute('docmanager:open',"
            " { path: n, options: { mode: 'split-right' } }); }",
            name,
        )
        self.wait()

    def focus_panel(self, name: str) -> None:
        """Make the open notebook *name* the current one."""
        self.page.evaluate(
            f"n => {{ {PANEL} window.jupyterapp.shell.activateById(panel.id); }}", name
        )

    def close_panel(self, name: str) -> None:
        """Shut the kernel of the open notebook *name* down and close it."""
        self.page.evaluate(
            f"async n => {{ {PANEL} await panel.context.sessionContext.shutdown();"
            " panel.dispose(); }",
            name,
        )

    def sources_of(self, name: str) -> list[str]:
        """Give the sources of the open notebook *name*."""
        found: list[str] = self.page.evaluate(
            f"n => {{ {PANEL} return panel.content.widgets.map("
            " cell => cell.model.sharedModel.getSource()); }",
            name,
        )
        return found

    def sources(self) -> list[str]:
        """Give the sources of the current notebook."""
        return [cell["source"] for cell in self.cells()]

    def expect_sources(self, sources: list[str]) -> None:
        """Wait until the cells hold just *sources*."""
        self.page.wait_for_function(
            "wanted => JSON.stringify(window.jupyterapp.shell.currentWidget.content"
            ".widgets.map(cell => cell.model.sharedModel.getSource())) === wanted",
            arg=json.dumps(sources, separators=(",", ":"), ensure_ascii=False),
        )

    def undo(self) -> None:
        """Undo the last change of the list of cells."""
        self.command("notebook:undo-cell-action")

    def undo_in_cell(self, index: int) -> None:
        """Undo once inside a cell, as by its key."""
        self.activate(index)
        self.cell(index).locator(".cm-content").press("Control+z")

    def type_into(self, index: int, text: str) -> None:
        """Type *text* at the end of a cell."""
        self.activate(index)
        editor = self.cell(index).locator(".cm-content")
        editor.click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(text)

    def write(self, index: int, source: str) -> None:
        """Put *source* in place of what a cell holds, as by typing; do not run it."""
        self.page.evaluate(
            "([n, text]) => window.jupyterapp.shell.currentWidget.content"
            ".widgets[n].model.sharedModel.setSource(text)",
            [index, source],
        )

    def active(self) -> int:
        """Give the index of the active cell."""
        index: int = self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.activeCellIndex"
        )
        return index

    def cell(self, index: int) -> Any:
        """Locate a cell with all that belongs to it."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(index)

    def fix_by_model(self, index: int) -> None:
        """Ask the model for a fix of a cell, by the command."""
        self.activate(index)
        self.command("jupyter-ctx:fix-by-model")

    def is_running(self) -> bool:
        """Tell whether a cell still runs."""
        return self.page.get_by_text("[*]:").count() > 0

    def activate(self, index: int) -> None:
        """Make the cell at *index* the active one, in edit mode."""
        self.page.evaluate(
            "n => { const content = window.jupyterapp.shell.currentWidget.content;"
            " content.activeCellIndex = n; content.mode = 'edit'; }",
            index,
        )

    def cells(self) -> list[dict[str, Any]]:
        """Give source and outputs of each cell, from the document's model."""
        cells: list[dict[str, Any]] = self.page.evaluate(CELLS)
        return cells

    def output(self, text: str) -> Any:
        """Locate the outputs that show *text*."""
        return self.page.locator(".jp-OutputArea-output").filter(has_text=text)

    def button(self, label: str) -> Any:
        """Locate a button of ours by its label."""
        group = self.page.locator(".jupyter-ctx-keys")
        return group.get_by_role("button", name=label, exact=True)

    def photograph(self, name: str) -> Path:
        """Save what the page shows as test-artifacts/*name*.png."""
        ARTIFACTS.mkdir(exist_ok=True)
        path = ARTIFACTS / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def leave(self) -> bool:
        """Close everything but the page; tells whether it may be used again."""
        self.page.remove_listener("pageerror", self._complain)
        is_clean: bool = self.page.evaluate(LEAVE)
        return is_clean and not self.complaints

    def close(self) -> None:
        """Close the notebook, then shut its kernel down, and close the page.

        In this order: for a notebook without a kernel the sidebar starts one.
        """
        self.page.evaluate(
            "async () => { const app = window.jupyterapp;"
            " const panel = app.shell.currentWidget;"
            " const { session } = panel.context.sessionContext;"
            " panel.dispose();"
            " if (session) await app.serviceManager.sessions.shutdown(session.id); }"
        )
        self.page.context.close()
