"""The words of HTML, where nothing else tells what was shown."""

from __future__ import annotations

import re
from html.parser import HTMLParser

READ = 200_000  # characters of HTML that are read
_HIDDEN = ("script", "style", "head", "template", "svg")
_LINES = ("p", "div", "br", "li", "tr", "table", "h1", "h2", "h3", "h4", "pre", "ul")
_CELLS = ("td", "th")
_SPACES = re.compile(r"[ \t\r\f]+")


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._hidden += tag in _HIDDEN
        if tag in _LINES:
            self.parts.append("\n")
        elif tag in _CELLS:
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in _HIDDEN))

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(_SPACES.sub(" ", data.replace("\n", " ")))


def words_of(html: str) -> str:
    """Give the visible text of *html*, a line for each block and row."""
    reader = _Words()
    reader.feed(html[:READ])
    reader.close()
    lines = ("".join(reader.parts)).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip())
