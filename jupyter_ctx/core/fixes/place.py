"""Where Python stopped reading a cell, and why."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import msgspec

from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import FILE_NAME
from jupyter_ctx.core.fixes.fix import Certainty

_AWAITS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


class Place(msgspec.Struct, frozen=True):
    """Where Python stopped reading: *line* from 0, *column* from 0, and why."""

    lines: list[str]
    line: int
    column: int
    message: str

    @property
    def text(self) -> str:
        """The line itself."""
        return self.lines[self.line]

    def changed(self, new: str, line: int | None = None) -> str:
        """Give the source with *new* in place of a line."""
        at = self.line if line is None else line
        return "\n".join([*self.lines[:at], new, *self.lines[at + 1 :]])


Offer = tuple[str, str, Certainty, str]
"""Title, new source, certainty and reason of one correction."""


Correction = Callable[[Place], Iterator[Offer]]


def place_of(source: str) -> Place | None:
    """Find where *source* is no Python; None if it is, or where nothing tells."""
    python = blank(source)
    try:
        # Under this name warnings are silent. What compiles is not run.
        compile(python, FILE_NAME, "exec", _AWAITS, dont_inherit=True)
    except SyntaxError as error:
        lines = source.split("\n")
        line = min(max((error.lineno or 1) - 1, 0), len(lines) - 1)
        column = min(max((error.offset or 1) - 1, 0), len(lines[line]))
        return Place(lines, line, column, error.msg or "")
    except (ValueError, RecursionError):
        return None
    return None
