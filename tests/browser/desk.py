"""The page of JupyterLab in which one test after the other opens its notebook."""

from __future__ import annotations

from collections.abc import Sequence

from nbformat import NotebookNode
from playwright.sync_api import Browser, Page

from tests.browser.lab import Lab
from tests.browser.notebook import OPEN, Notebook


class Desk:
    """Keeps one page while it is clean, and loads another when it is needed."""

    def __init__(self, lab: Lab, browser: Browser) -> None:
        self._lab = lab
        self._browser = browser
        self._page: Page | None = None

    def open(
        self, name: str, cells: Sequence[str | NotebookNode], kernel: str = "python3"
    ) -> Notebook:
        """Write a notebook with *cells* and open it; one at a time."""
        if self._page is None:
            notebook = self._lab.open(self._browser, name, cells, kernel)
            self._page = notebook.page
            return notebook
        self._lab.write(name, cells, kernel)
        self._page.evaluate(OPEN, f"{name}.ipynb")
        return Notebook(self._page, name)

    def close(self, notebook: Notebook, failed: bool) -> None:
        """Close *notebook*, and its page unless that may be used again."""
        if notebook.page is not self._page:
            notebook.close()
        elif failed or not notebook.leave():
            self.clear()

    def clear(self) -> None:
        """Throw the page away with all that it stored."""
        page, self._page = self._page, None
        if page is not None:
            page.context.close()
