"""Which run a file name of executed code belongs to."""

from __future__ import annotations

import linecache
import re
from typing import TYPE_CHECKING

from jupyter_ctx.kernel.runs import Run, RunLog

if TYPE_CHECKING:
    from jupyter_ctx.kernel.shell import Compiler

_COUNT = re.compile(r"In\s?\[(\d+)\]")
TIMED = ("<timed exec>", "<timed eval>", "<magic-timeit>")
"""File names that `%%time` and `%%timeit` give to the body of the running cell."""


class Cells:
    """Maps the file names of tracebacks and code objects to runs."""

    def __init__(self, compiler: Compiler, log: RunLog) -> None:
        self._compiler = compiler
        self._log = log

    def run(self, filename: str) -> Run | None:
        """Find the newest run of the source with *filename*, None for a file."""
        if filename in TIMED:
            runs = list(self._log)
            return runs[-1] if runs else None
        count = self._count(filename)
        return None if count is None else self._log.of_count(count)

    def is_cell(self, filename: str) -> bool:
        """Tell whether *filename* is code of a cell, logged or not."""
        return filename in TIMED or self._count(filename) is not None

    def _count(self, filename: str) -> int | None:
        if filename[:1] not in ("<", "/") and ":" not in filename:
            return None
        named = self._compiler.format_code_name(filename)
        found = _COUNT.search(named[1]) if named is not None else None
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

        IPython removes empty lines at the top; `%%time` compiles its body alone.
        """
        run = self.run(filename)
        if run is None:
            return number
        return number + _blank_lines(run.source) + (filename in TIMED)

    def text(self, filename: str, number: int) -> str:
        """Give the text of line *number*, of a cell as the user wrote it."""
        run = self.run(filename)
        lines = (
            run.source.splitlines() if run is not None else linecache.getlines(filename)
        )
        return lines[number - 1].rstrip() if 0 < number <= len(lines) else ""


def _blank_lines(source: str) -> int:
    return source[: len(source) - len(source.lstrip())].count("\n")
