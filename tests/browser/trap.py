"""A server that nobody may ask, and what stands in a page that could run or ask."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from playwright.sync_api import Dialog, Page

ACTIVE = r"""roots => {
  const tags = 'script iframe frame object embed form base link meta style';
  // What an <img> shows of an SVG neither runs nor loads anything.
  const isPicture = (tag, text) =>
    tag === 'img' && /^data:image\/(png|jpe?g|gif|webp|svg\+xml)[;,]/.test(text);
  const found = [];
  for (const root of document.querySelectorAll(roots)) {
    for (const node of root.querySelectorAll('*')) {
      const tag = node.localName;
      if (tags.split(' ').includes(tag)) found.push(`<${tag}>`);
      for (const { name, value } of node.attributes) {
        const text = value.replace(/[\s\u0000-\u001f]/g, '').toLowerCase();
        const isLink = ['href', 'xlink:href', 'action', 'formaction'].includes(name);
        const isSource = ['src', 'srcset', 'srcdoc', 'poster', 'data'].includes(name);
        if (
          name.startsWith('on') ||
          (isLink && /^(javascript|data|vbscript|file):/.test(text)) ||
          (isSource && !isPicture(tag, text)) ||
          (name === 'style' && text.includes('url('))
        ) {
          found.push(`<${tag} ${name}=${value.slice(0, 80)}>`);
        }
      }
    }
  }
  return found;
}"""

OURS = (
    "#jupyter-ctx-sidebar, .jupyter-ctx-bar, .jupyter-ctx-keys, "
    ".jp-RenderedMarkdown, .jp-Dialog"
)
"""All places where text of ours is shown: sidebar, bars below cells, answers.

Not the outputs of the user's own cells: Lab makes links in them by rules of its own.
"""


class Trap:
    """Listens on loopback and notes who comes; *page* must not be led to it."""

    def __init__(self) -> None:
        self.visits: list[str] = []
        trap = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                """Note the visit."""
                trap.visits.append(f"{self.command} {self.path}")
                self.send_response(204)
                self.end_headers()

            def do_POST(self) -> None:
                """Note a form or a ping."""
                self.do_GET()

            def log_message(self, *_: Any) -> None:
                """Stay silent."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.asked: list[str] = []

    def __enter__(self) -> Self:
        """Begin to listen."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()

    def watch(self, page: Page, server: str) -> None:
        """Note what *page* asks of anybody but *server*, and what it says aloud."""

        def note(url: str) -> None:
            if url.startswith(("http", "ws")) and not url.startswith(server):
                self.asked.append(url)

        def hear(dialog: Dialog) -> None:
            if dialog.type != "beforeunload":
                self.asked.append(f"says {dialog.message}")
            dialog.accept()

        page.on("request", lambda request: note(request.url))
        page.on("dialog", hear)
        page.on("popup", lambda popup: self.asked.append(f"opens {popup.url}"))

    def check(self, page: Page) -> None:
        """Nothing of ours in *page* is active, nothing ran, and nobody was asked."""
        found = page.evaluate(ACTIVE, OURS)
        assert not found, found[:9]
        ran = page.evaluate("window.pwned ?? null")
        assert ran is None, ran
        assert not self.asked, self.asked[:9]
        assert not self.visits, self.visits[:9]
