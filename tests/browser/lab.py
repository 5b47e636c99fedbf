"""A real JupyterLab server with the stub as its model."""

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
from typing import Self

import nbformat
from nbformat import NotebookNode
from playwright.sync_api import Browser, Page

from tests.browser.notebook import STEP_LIMIT, Notebook
from tests.stub import StubModel
from tests.warm import workers

TOKEN = "only-for-tests"
START_LIMIT = 60.0  # seconds; a cold start on two busy cores takes 17
SIZE = {"width": 1280, "height": 900}

LAUNCH = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from jupyterlab.labapp import main; sys.exit(main())"
)
"""Starts JupyterLab with a folder of packages more, which its kernels do not have."""


class Lab:
    """One JupyterLab server in folders of its own; its kernels ask *stub*.

    *base* is the path that all its addresses start with, as behind a hub. Beside
    `python3` there are the kernels `bash` and `bare`, a Python that has no
    jupyter_ctx. Workers have litellm already: see `tests.warm.workers`.
    """

    def __init__(self, folder: Path, stub: StubModel, base: str = "/") -> None:
        self.folder = folder
        self.base = base
        self.notebooks = folder / "notebooks"
        self.notebooks.mkdir()
        self.stub = stub
        self.port = _free_port()
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
        write_language(self.folder / "packs")
        workers.configure(self.folder / "ipython")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server, which stops its kernels."""
        self.stop()

    def start(self) -> None:
        """Start the server, on the same port as before, and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command(),
                cwd=self.notebooks,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait()

    def stop(self) -> None:
        """Stop the server and its kernels; the folders stay."""
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
        base = f"http://127.0.0.1:{self.port}{self.base}"
        return f"{base}lab/workspaces/{name}/tree/{name}.ipynb?token={TOKEN}&reset"

    def address7(self, name: str) -> str:
        """Give the address of the notebook *name* in Notebook 7."""
        base = f"http://127.0.0.1:{self.port}{self.base}"
        return f"{base}notebooks/{name}.ipynb?token={TOKEN}"

    def open(
        self,
        browser: Browser,
        name: str,
        cells: Sequence[str | NotebookNode],
        kernel: str = "python3",
        *,
        in_notebook7: bool = False,
    ) -> Notebook:
        """Write a notebook with *cells* and open it in a context of its own."""
        self.write(name, cells, kernel)
        address = self.address7(name) if in_notebook7 else self.address(name)
        page = self.page(browser)
        page.goto(address)
        return Notebook(page, name)

    def page(self, browser: Browser) -> Page:
        """Make an empty page in a context of its own."""
        context = browser.new_context(viewport=SIZE)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(STEP_LIMIT)
        return page

    def _command(self) -> list[str]:
        return [
            *(sys.executable, "-c", LAUNCH, str(self.folder / "packs")),
            *("--no-browser", "--allow-root"),
            "--ip=127.0.0.1",
            f"--port={self.port}",
            "--ServerApp.port_retries=0",
            f"--IdentityProvider.token={TOKEN}",
            f"--ServerApp.root_dir={self.notebooks}",
            f"--ServerApp.base_url={self.base}",
            "--LabApp.expose_app_in_browser=True",
            "--JupyterNotebookApp.expose_app_in_browser=True",
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
        address = f"http://127.0.0.1:{self.port}{self.base}api?token={TOKEN}"
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(address, timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        msg = f"JupyterLab did not start:\n{self._log.read_text('utf-8')[-3000:]}"
        raise RuntimeError(msg)


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


def write_language(folder: Path) -> None:
    """Write a language pack for Chinese below *folder*: Lab offers no other language.

    It translates nothing of Lab itself, so that what is Chinese is ours.
    """
    name = "chinese_of_tests"
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text("", "utf-8")
    about = folder / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "utf-8"
    )
    (about / "entry_points.txt").write_text(
        f"[jupyterlab.languagepack]\nzh_CN = {name}\n", "utf-8"
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
