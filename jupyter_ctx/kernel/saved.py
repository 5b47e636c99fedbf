"""Saved outputs and errors of a document, read back into values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from jupyter_ctx.core.cell import Output
from jupyter_ctx.core.document import SavedOutput
from jupyter_ctx.core.report import ErrorReport, Frame

TEXT_LIMIT = 4_000  # characters kept of one saved output, head and tail

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CELL_FRAME = re.compile(
    r"(?:Cell In\s?\[(\d+)\], line (\d+)"
    r"|<ipython-input-(\d+)-\w+> in"
    r"|(?:Input|File) In \[(\d+)\], in)"
)
_FUNCTION = re.compile(r"\bin (?:<cell line: \d+>|<module>|(\w+))\(")
_ARROW = re.compile(r"^-+> ?(\d+) ?(.*)$", re.MULTILINE)


class Origin(msgspec.Struct, frozen=True):
    """The cell a saved error belongs to; *run* is None if this kernel never ran it.

    *runs* tells the run of each execution count, for frames in other cells.
    """

    source: str
    execution_count: int | None = None
    cell_id: str = ""
    run: int | None = None
    runs: Mapping[int, int] = {}


def plain(text: str) -> str:
    """Take colours out of *text* and cut it to head and tail."""
    text = _ANSI.sub("", text)
    if len(text) <= TEXT_LIMIT:
        return text
    half = TEXT_LIMIT // 2
    gone = len(text) - 2 * half
    return f"{text[:half]}\n... {gone} characters ...\n{text[-half:]}"


def output_of(saved: SavedOutput) -> Output:
    """Give *saved* as the recorder would have noted it."""
    text = saved.text
    if saved.kind == "error":
        text = f"{saved.ename}: {saved.evalue}"
    return Output(saved.kind, plain(text), saved.mime, saved.size or len(text))


def report_of(saved: SavedOutput, origin: Origin) -> ErrorReport:
    """Read a saved error; its frames come from the text of the traceback."""
    text = _ANSI.sub("", "\n".join(saved.traceback))
    return ErrorReport(
        ename=saved.ename or "Error",
        evalue=plain(saved.evalue),
        frames=tuple(_frames(text, origin)),
        run=origin.run,
        cell_id=origin.cell_id,
        inferred=True,
    )


def _frames(text: str, origin: Origin) -> Iterator[Frame]:
    """Find the user's frames: a cell header, then the arrow at its line."""
    starts = list(_CELL_FRAME.finditer(text))
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        part = text[start.start() : end]
        arrow = _ARROW.search(part)
        line = int(arrow[1]) if arrow else int(start[2] or 0)
        if not line:
            continue
        function = _FUNCTION.search(part)
        count = start[1] or start[3] or start[4]
        is_here = count == str(origin.execution_count) or len(starts) == 1
        written = _line(origin.source, line) if is_here else ""
        yield Frame(
            where=f"In[{count}]",
            line=line,
            function=(function and function[1]) or "<module>",
            source=arrow[2].strip() if arrow else written,
            is_user=True,
            cell_run=origin.run if is_here else origin.runs.get(int(count)),
        )


def _line(source: str, line: int) -> str:
    lines = source.split("\n")
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""
