"""Saved outputs and errors of a document, read back into values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from jupyter_ctx.core.cell import Output
from jupyter_ctx.core.document import SavedOutput
from jupyter_ctx.core.report import ErrorReport, Frame

TEXT_LIMIT = 4_000  # characters kept of one saved output, head and tail

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CELL_FRAME = re.compile(
    r"(?:Cell In\s?\[(\d+)\], line (\d+)"
    r"|<ipython-input-(\d+)-\w+> in"
    r"|(?:Input|File) In \[(\d+)\], in"
    # As `%xmode plain` writes it.
    r'|"<ipython-input-(\d+)-\w+>", line (\d+), in (?:<module>|(\w+)))'
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


def text_of(value: object) -> str:
    """Join *value*; the line ends of another system are nothing of the user's."""
    if isinstance(value, (list, tuple)):
        value = "".join(str(item) for item in value)
    text = value if isinstance(value, str) else ""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def saved_of(raw: Mapping[str, Any]) -> SavedOutput | None:
    """Read one output of an nbformat cell; None where it is of no known kind."""
    kind = raw.get("output_type")
    if kind == "stream":
        return SavedOutput("stream", text_of(raw.get("text")))
    if kind in ("display_data", "execute_result"):
        data = raw.get("data")
        text = data.get("text/plain") if isinstance(data, Mapping) else ""
        return SavedOutput(kind, text_of(text))
    if kind == "error":
        lines = raw.get("traceback")
        is_lines = isinstance(lines, (list, tuple))
        return SavedOutput(
            kind="error",
            ename=str(raw.get("ename", "")),
            evalue=str(raw.get("evalue", "")),
            traceback=tuple(map(str, lines or ())) if is_lines else (),
        )
    return None


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


def count_of(saved: SavedOutput) -> int | None:
    """Give the execution count that a saved error tells of its own cell.

    Some front ends save none with a cell that failed.
    """
    text = _ANSI.sub("", "\n".join(saved.traceback))
    first = _CELL_FRAME.search(text)
    return int(_count(first)) if first else None


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
        line = int(arrow[1]) if arrow else int(start[2] or start[6] or 0)
        if not line:
            continue
        function = _FUNCTION.search(part)
        count = _count(start)
        is_here = count == str(origin.execution_count) or len(starts) == 1
        written = _line(origin.source, line) if is_here else ""
        yield Frame(
            where=f"In[{count}]",
            line=line,
            function=start[7] or (function and function[1]) or "<module>",
            source=arrow[2].strip() if arrow else written,
            is_user=True,
            cell_run=origin.run if is_here else origin.runs.get(int(count)),
        )


def _count(found: re.Match[str]) -> str:
    """Give the execution count of the cell that a frame is in."""
    return found[1] or found[3] or found[4] or found[5]


def _line(source: str, line: int) -> str:
    lines = source.split("\n")
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""
