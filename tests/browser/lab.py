"""A real JupyterLab with the stub as its model, and notebooks opened in it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import nbformat
from nbformat import NotebookNode
from playwright.sync_api import Browser, Page

from tests.stub import StubModel

TOKEN = "only-for-tests"
START_LIMIT = 60.0  # seconds; a cold start on two busy cores takes 17
STEP_LIMIT = 30_000  # milliseconds for anything a page shall show
SIZE = {"width": 1280, "height": 900}
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

CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => ({
  source: cell.model.sharedModel.getSource(),
  outputs: cell.model.type === 'code' ? cell.model.outputs.toJSON() : []
}))"""


class Lab:
    """One JupyterLab server in folders of its own; its kernels ask *stub*.

    *base* is the path that all its addresses start with, as behind a hub. Beside
    `python3` there are the kernels `bash` and `bare`, a Python that has no
    jupyter_ctx.
    """

    def __init__(self, folder: Path, stub: StubModel, base: str = "/") -> None:
        self.folder = folder
        self.base = base
        self.notebooks = folder / "notebooks"
        self.notebooks.mkdir()
        self.stub = stub
        self._port = _free_port()
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start the server and wait until it answers."""
        settings = self.folder / "settings" / "@jupyterlab" / "apputils-extension"
        settings.mkdir(parents=True)
        # Else a pop-up covers the corner of every page.
        news = {"fetchNews": "false", "checkForUpdates": False}
        file = settings / "notification.jupyterlab-settings"
        file.write_text(json.dumps(news), encoding="utf-8")
        write_kernels(self.folder / "data" / "kernels")
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command(),
                cwd=self.notebooks,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server, which stops its kernels."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    @property
    def log(self) -> str:
        """What the server and its kernels wrote."""
        return self._log.read_text("utf-8", "replace")

    def write(
        self, name: str, cells: Sequence[str | NotebookNode], kernel: str = "python3"
    ) -> Path:
        """Write a notebook; strings become code cells."""
        notebook = nbformat.v4.new_notebook(
            cells=[
                nbformat.v4.new_code_cell(cell) if isinstance(cell, str) else cell
                for cell in cells
            ],
            metadata={"kernelspec": {"name": kernel, "display_name": kernel}},
        )
        path = self.notebooks / f"{name}.ipynb"
        nbformat.write(notebook, path)
        return path

    def address(self, name: str) -> str:
        """Give the address of the notebook *name* in a workspace of its own."""
        base = f"http://127.0.0.1:{self._port}{quote(self.base)}"
        return f"{base}lab/workspaces/{name}/tree/{name}.ipynb?token={TOKEN}&reset"

    def open(
        self,
        browser: Browser,
        name: str,
        cells: Sequence[str | NotebookNode],
        kernel: str = "python3",
    ) -> Notebook:
        """Write a notebook with *cells* and open it in a context of its own."""
        self.write(name, cells, kernel)
        context = browser.new_context(viewport=SIZE)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(STEP_LIMIT)
        page.goto(self.address(name))
        return Notebook(page, name)

    def _command(self) -> list[str]:
        return [
            *(sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"),
            "--ip=127.0.0.1",
            f"--port={self._port}",
            "--ServerApp.port_retries=0",
            f"--IdentityProvider.token={TOKEN}",
            f"--ServerApp.root_dir={self.notebooks}",
            f"--ServerApp.base_url={self.base}",
            "--LabApp.expose_app_in_browser=True",
        ]

    def _environment(self) -> dict[str, str]:
        own = {
            "HOME": "home",
            "IPYTHONDIR": "ipython",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
        }
        kept = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
        return {
            **kept,
            **{name: str(self.folder / folder) for name, folder in own.items()},
            "JUPYTER_CTX_MODEL": "my-llm",
            "JUPYTER_CTX_API_BASE": self.stub.url,
        }

    def _wait(self) -> None:
        deadline = time.monotonic() + START_LIMIT
        address = f"http://127.0.0.1:{self._port}{quote(self.base)}api?token={TOKEN}"
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(address, timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        msg = f"JupyterLab did not start:\n{self._log.read_text('utf-8')[-3000:]}"
        raise RuntimeError(msg)


class Notebook:
    """An open notebook, as a person sees it."""

    def __init__(self, page: Page, name: str = "") -> None:
        self.page = page
        self.name = name
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
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

    def close(self) -> None:
        """Shut the kernel down and close the page."""
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget"
            ".context.sessionContext.shutdown()"
        )
        self.page.context.close()


def write_kernels(folder: Path) -> None:
    """Write the kernels `bash` and `bare` below *folder*."""
    # With -S no .pth file is read, so that nothing installed as editable is there.
    launch = (
        f"import sys; sys.path.append({sysconfig.get_path('purelib')!r}); "
        "from ipykernel.kernelapp import launch_new_instance as go; go()"
    )
    specs = {
        "bash": (["-m", "bash_kernel"], "bash"),
        "bare": (["-S", "-c", launch], "python"),
    }
    for name, (arguments, language) in specs.items():
        (folder / name).mkdir(parents=True)
        spec = {
            "argv": [sys.executable, *arguments, "-f", "{connection_file}"],
            "display_name": name,
            "language": language,
        }
        (folder / name / "kernel.json").write_text(json.dumps(spec), "utf-8")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
