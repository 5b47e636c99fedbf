"""Tracebacks of other processes: pools and workers send them as text."""

from __future__ import annotations

import re

from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.kernel.cells import Cells, blank_lines, line_of
from jupyter_ctx.kernel.describe.static import held, name_of
from jupyter_ctx.kernel.places import is_library, short

FIRST, LAST = 2, 6  # frames of the user that are kept
READ = 100_000  # characters of a text that are read, its end
PICKLED = "<dynamic-code>"  # what cloudpickle calls the code of every cell
SOURCE = 300  # characters of a line of code

_FRAME = re.compile(
    r'^ *File "([^"\n]{1,400})", line (\d{1,9}), in (.{1,200})\n(?: {4,}(.*)\n)?',
    re.MULTILINE,
)
_MARKS = re.compile(r"[\s~^]*")


def traceback_text(error: BaseException) -> str:
    """Give the text of what multiprocessing, concurrent.futures or loky sent back.

    Empty for any other exception.
    """
    if not name_of(type(error)).endswith("RemoteTraceback"):
        return ""
    args = BaseException.__dict__["args"].__get__(error)
    for text in (held(error, "tb"), *args):
        if type(text) is str and "Traceback (most recent call last)" in text:
            return text[-READ:]
    return ""


def from_afar(name: str, text: str, cells: Cells) -> ErrorReport:
    """Make the report of the error that ends *text*, with the frames of the user."""
    frames = [_frame(found, cells) for found in _FRAME.finditer(text)]
    user = [one for one in frames if one.is_user]
    kept = user if len(user) <= FIRST + LAST else user[:FIRST] + user[-LAST:]
    return ErrorReport(
        name,
        _message(text),
        tuple(kept or frames[-1:]),
        folded=len(frames) - len(user or frames[-1:]),
    )


def _frame(found: re.Match[str], cells: Cells) -> Frame:
    name, number, function = found[1], int(found[2]), found[3].strip()
    pickled = cells.defining(function, number) if name == PICKLED else None
    run = pickled or cells.run(name)
    label = run.label if run is not None else cells.label(name)
    line = number + blank_lines(pickled.source) if pickled else 0
    line = line or cells.line_number(name, number)
    own = line_of(run.source, line) if run is not None else ""
    source = own or found[4] or cells.text(name, line)
    return Frame(
        where=label or short(name),
        line=line,
        function=function,
        source=source.strip()[:SOURCE],
        is_user=name == PICKLED or cells.is_cell(name) or not is_library(name),
        cell_run=run.run if run is not None else None,
        defined=label if function != "<module>" else "",
    )


def _message(text: str) -> str:
    """Give what follows the last frame: `Type: message`."""
    ends = [found.end() for found in _FRAME.finditer(text)]
    rest = text[ends[-1] :] if ends else text
    lines = [one for one in rest.strip(' \n"').split("\n") if not _MARKS.fullmatch(one)]
    return "\n".join(lines).strip()
