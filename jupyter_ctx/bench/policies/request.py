"""What a policy is asked for, and how it counts, cuts and reads cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec


class Request(msgspec.Struct, frozen=True):
    """The cells before a cell, the question above it, and *budget* tokens."""

    cells: Sequence[Mapping[str, Any]]
    question: str
    budget: int
    count: Callable[[str], int]
    encoding: str

    @property
    def code(self) -> list[Mapping[str, Any]]:
        """The code cells that have a source, in the order of the notebook."""
        return [
            cell
            for cell in self.cells
            if cell["cell_type"] == "code" and cell["source"].strip()
        ]

    def head(self, text: str, tokens: int | None = None) -> str:
        """Keep the beginning of *text* within *tokens*, by default the budget."""
        room = self.budget if tokens is None else max(0, tokens)
        return text[: self._fitting(text, room, lambda n: text[:n])]

    def tail(self, text: str, tokens: int | None = None) -> str:
        """Keep the end of *text* within *tokens*, by default the budget."""
        room = self.budget if tokens is None else max(0, tokens)
        kept = self._fitting(text, room, lambda n: text[len(text) - n :])
        return text[len(text) - kept :]

    def _fitting(self, text: str, room: int, part: Callable[[int], str]) -> int:
        """Find how many characters fit *room*; a token has at least one byte."""
        low, high = 0, len(text)
        if self.count(text) <= room:
            return high
        high = min(high, room * 16)
        while low < high:
            middle = (low + high + 1) // 2
            if self.count(part(middle)) <= room:
                low = middle
            else:
                high = middle - 1
        return low


def output_text(cell: Mapping[str, Any]) -> str:
    """Join the plain text of a cell's outputs, of errors the traceback."""
    return "\n".join(map(_one_output, cell.get("outputs") or ()))


def _one_output(output: Mapping[str, Any]) -> str:
    kind = output.get("output_type")
    if kind == "stream":
        return _joined(output.get("text"))
    if kind == "error":
        return "\n".join(output.get("traceback") or ())
    return _joined((output.get("data") or {}).get("text/plain"))


def _joined(text: object) -> str:
    return "".join(text) if isinstance(text, list) else str(text or "")


def commented(markdown: str) -> str:
    """Give *markdown* as Python comments."""
    return "\n".join(f"# {line}" for line in markdown.split("\n"))
