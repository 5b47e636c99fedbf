"""Which run a file name of executed code belongs to."""

from __future__ import annotations

import linecache
import re
from typing import TYPE_CHECKING

from jupyter_ctx.kernel.runs import Run, RunLog

if TYPE_CHECKING:
    from jupyter_ctx.kernel.shell import Compiler

# Strings: `re` compiles them at the first traceback, not while we are loaded.
_COUNT = r"In\s?\[(\d+)\]"
TIMED = ("<timed exec>", "<timed eval>", "<magic-timeit>")
"""File names that `%%time` and `%%timeit` give to the body of the running cell."""
STRING = "<string>"  # what `%%prun` calls it, and `exec` whatever it is given
_HEAD = r"\s*(?:%%[^\n]*\n\s*)+"
_EXEC = r"\b(?:exec|eval|compile)\s*\("


class Cells:
    """Maps the file names of tracebacks and code objects to runs."""

    def __init__(self, compiler: Compiler, log: RunLog) -> None:
        self._compiler = compiler
        self._log = log

    def run(self, filename: str) -> Run | None:
        """Find the newest run of the source with *filename*, None for a file."""
        if self.is_body(filename):
            return self._log.newest
        count = self._count(filename)
        return None if count is None else self._log.of_count(count)

    def is_cell(self, filename: str) -> bool:
        """Tell whether *filename* is code of a cell, logged or not."""
        return self.is_body(filename) or self._count(filename) is not None

    def is_body(self, filename: str) -> bool:
        """Tell whether *filename* is what a magic at the top of the cell runs."""
        return self._above(filename) is not None

    def _above(self, filename: str) -> int | None:
        """Count the lines of the newest cell above the body that a magic has run.

        None where *filename* is no such body. `%%capture` runs it as a cell of its
        own, `%%prun` as a string.
        """
        newest = self._log.newest
        if newest is None or filename[:1] not in ("<", "/"):
            return None
        head = re.match(_HEAD, newest.source)
        lines = head[0].count("\n") if head is not None else None
        if filename in TIMED:
            return lines
        if filename == STRING:
            return None if re.search(_EXEC, newest.source) else lines
        count, own = self._count(filename), newest.execution_count
        if count is None or own is None or not own <= count <= own + 1:
            return None
        text = "".join(linecache.getlines(filename)).strip()
        above, found, _ = newest.source.partition(text) if text else ("", "", "")
        return (
            (above.count("\n") or None) if found else (lines if count > own else None)
        )

    def _count(self, filename: str) -> int | None:
        if filename[:1] not in ("<", "/") and ":" not in filename:
            return None
        named = self._compiler.format_code_name(filename)
        found = re.search(_COUNT, named[1]) if named is not None else None
        return int(found[1]) if found is not None else None

    def label(self, filename: str) -> str:
        """Name the cell with *filename* for people, `In[5]`; '' for a file."""
        run = self.run(filename)
        if run is not None:
            return run.label
        count = self._count(filename)
        return f"In[{count}]" if count is not None else ""

    def line_number(self, filename: str, number: int) -> int:
        """Give the line in the cell, as the user wrote it, for line *number*.

        IPython removes empty lines at the top; magics run their body alone.
        """
        run = self.run(filename)
        if run is None:
            return number
        above = self._above(filename)
        return number + (blank_lines(run.source) if above is None else above)

    def text(self, filename: str, number: int) -> str:
        """Give the text of line *number*, of a cell as the user wrote it."""
        run = self.run(filename)
        if run is None:
            return line_of("".join(linecache.getlines(filename)), number)
        return line_of(run.source, number)

    def defining(self, function: str, number: int) -> Run | None:
        """Find the newest run that defines *function* at or above line *number*."""
        wanted = re.compile(rf"\s*(?:async )?def {re.escape(function)}\b")
        for run in reversed(list(self._log)):
            lines = run.source.lstrip("\n").splitlines()
            if number <= len(lines) and any(map(wanted.match, lines[:number])):
                return run
        return None


def blank_lines(source: str) -> int:
    """Count the empty lines at the top of *source*."""
    return source[: len(source) - len(source.lstrip())].count("\n")


def line_of(source: str, number: int) -> str:
    """Give line *number* of *source*, from 1; empty where there is none."""
    lines = source.splitlines()
    return lines[number - 1].rstrip() if 0 < number <= len(lines) else ""
