"""Privacy levels: how much of a kernel state may leave this machine.

`everything` masks secrets alone; `schema` keeps names, types, sizes and columns but
no value, output or message; `code` keeps what the user wrote in code cells, and of what
came of it no more than the types and places of errors. Texts in other cells stay here
on both levels: they quote values. Memory files go along at every level: the user
wrote them for the assistant. A state is made anew from what a level allows, so
that a part that nobody has thought of stays here; so is each text of a size or type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

from jupyter_ctx.core.cell import Execution, Touch
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.marks import Stale
from jupyter_ctx.core.engine.sizes import size_of, type_of, version_of
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.errors import SettingError

Level = Literal["everything", "schema", "code"]
LEVELS: tuple[Level, ...] = get_args(Level)  # the widest first

_TOLD: dict[Level, str] = {
    "everything": "code, values, outputs, errors and used files; secrets are masked",
    "schema": (
        "code, names, types, sizes and columns, failing lines of cells and source "
        "files; what memory files say; no values, outputs or messages"
    ),
    "code": (
        "only the code of cells, what memory files say, and the types and places "
        "of errors"
    ),
}
_WITH_COLUMNS = ("frame", "series", "array")
# What is lazy has columns there; elsewhere, as in a task, the keys of a result.
_TABLES = ("pandas", "polars", "dask", "duckdb", "_duckdb", "pyspark", "ibis", "ray")
_WORD = re.compile(r"\w+")
# File names that Python gives to code that is in no cell and no file.
_PLACE = re.compile(
    r"In\s?\[\d+\]|[^<>\n]*\.(?:pyx?|ipy)|<(?:string|stdin|unknown)>|<frozen [\w.]+>"
)
_TEXTS = ("<string>", "<stdin>", "<unknown>")
ELSEWHERE = "<text>"


def is_as_strict(made: Level, now: Level) -> bool:
    """Tell whether what was *made* at one level may leave at the level of *now*."""
    return LEVELS.index(made) >= LEVELS.index(now)


def level(text: str) -> Level:
    """Read a level; its first word is enough, as in `schema only`.

    Raises:
        SettingError: There is no such level.

    """
    word = text.strip().lower().split(maxsplit=1)[0].rstrip(",") if text.strip() else ""
    for known in LEVELS:
        if word == known:
            return known
    msg = f"There is no privacy level {text!r}. Use one of {', '.join(LEVELS)}."
    raise SettingError(msg)


def told(of: Level) -> str:
    """Say in words what the level lets out."""
    return _TOLD[of]


def restrict(state: KernelState, of: Level) -> KernelState:
    """Give *state* with only what the level allows; masked as it was."""
    if of == "everything":
        return state
    document = _document(state.document) if state.document is not None else None
    written = _Written(state, document, of)
    kept = KernelState(
        executions=tuple(map(_execution, state.executions)),
        error=written.report(state.error) if state.error is not None else None,
        as_of_run=state.as_of_run,
        restarted=state.restarted,
        stale=state.stale,
        failures=tuple(map(written.report, state.failures)),
        document=document,
        focus=_focus(state.focus, document),
    )
    if of == "code":
        return _as_written(kept)
    return msgspec.structs.replace(
        kept,
        variables=tuple(map(written.summary, state.variables)),
        is_static=state.is_static,
        python=state.python,
        packages=state.packages,
    )


def _as_written(state: KernelState) -> KernelState:
    """Tell of live names only those that the code writes, and of runs the source."""
    words = {word for one in state.executions for word in _WORD.findall(one.source)}
    return msgspec.structs.replace(
        state,
        executions=tuple(
            msgspec.structs.replace(one, touched=None) for one in state.executions
        ),
        stale=tuple(mark for mark in state.stale if _is_written(mark, words)),
        is_static=True,
    )


def _is_written(mark: Stale, words: set[str]) -> bool:
    return words.issuperset((*mark.names, *mark.of))


def _execution(execution: Execution) -> Execution:
    names = execution.touched
    if names is not None:
        names = tuple(Touch(one.name, one.kind) for one in names)
    return msgspec.structs.replace(execution, outputs=(), touched=names)


def _document(document: Document) -> Document:
    """Keep the cells in their places, with the sources of code alone."""
    cells = tuple(map(_cell, document.cells))
    return msgspec.structs.replace(document, cells=cells)


def _cell(cell: Cell) -> Cell:
    source = cell.source if cell.kind == "code" else ""
    return Cell(cell.id, cell.kind, source, cell.execution_count)


def _focus(focus: Focus | None, document: Document | None) -> Focus | None:
    """Keep the place of the user in code, and what is selected of that."""
    cell = document.find(focus.cell) if focus is not None and document else None
    if focus is None or cell is None or cell.kind != "code":
        return None
    selection = focus.selection if focus.selection in cell.source else ""
    return msgspec.structs.replace(focus, selection=selection)


class _Written:
    """What the user wrote in code cells; restricts what quotes lines and names."""

    def __init__(
        self, state: KernelState, document: Document | None, of: Level
    ) -> None:
        cells = document.cells if document is not None else ()
        self._sources = [one.source for one in state.executions]
        self._sources += [cell.source for cell in cells]
        self._words = {word for one in self._sources for word in _WORD.findall(one)}
        self._has_files = of == "schema"

    def report(self, report: ErrorReport) -> ErrorReport:
        """Keep the type and the failing lines: messages quote values."""
        cause, context = report.cause, report.context
        return ErrorReport(
            ename=report.ename,
            evalue="",
            frames=tuple(map(self._frame, report.frames)),
            cause=self.report(cause) if cause is not None else None,
            context=self.report(context) if context is not None else None,
            children=tuple(map(self.report, report.children)),
            folded=report.folded,
            run=report.run,
            inferred=report.inferred,
            cell_id=report.cell_id,
        )

    def _frame(self, frame: Frame) -> Frame:
        """Keep a line that is in a cell, or in a file: others may be data.

        So may the names of functions that are in neither.
        """
        is_of_file = frame.where.endswith((".py", ".pyx", ".ipy"))
        is_kept = any(frame.source in source for source in self._sources) or (
            self._has_files and is_of_file and not frame.is_quoted
        )
        is_place = _PLACE.fullmatch(frame.where) and not (
            is_of_file and frame.is_quoted
        )
        is_written = frame.function == "<module>" or (
            is_place and frame.where not in _TEXTS
        )
        return msgspec.structs.replace(
            frame,
            source=frame.source if is_kept else "",
            where=frame.where if is_place else ELSEWHERE,
            function=frame.function if is_written else ELSEWHERE,
            locals=(),
        )

    def summary(self, summary: Summary) -> Summary:
        """Keep name, type, size and columns; of a class the names of its members."""
        return Summary(
            name=summary.name,
            type_name=summary.type_name,
            kind=summary.kind,
            module=summary.module,
            shape=_shape(summary),
            fields=tuple(self._fields(summary)),
            detail=version_of(summary.detail) if summary.kind == "module" else "",
            run=summary.run,
            inferred=summary.inferred,
        )

    def _fields(self, summary: Summary) -> Iterator[Field]:
        if summary.kind == "class":
            for field in summary.fields:
                # Names of a class that was made at run time may be data.
                is_made = summary.module == "__main__" or field.dtype.startswith("=")
                if not is_made or field.name in self._words:
                    yield Field(field.name)
            return
        is_table = summary.module.partition(".")[0] in _TABLES
        if summary.kind in _WITH_COLUMNS or (summary.kind == "lazy" and is_table):
            for field in summary.fields:
                yield Field(field.name, type_of(field.dtype))


def _shape(summary: Summary) -> str:
    """Keep the size; what an object says of itself is its value."""
    if summary.kind == "object":
        return ""
    return size_of(summary.shape, has_names=summary.kind in ("frame", "array"))
