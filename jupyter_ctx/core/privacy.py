"""Privacy levels: how much of a kernel state may leave this machine.

`everything` masks secrets alone; `schema` keeps names, types, sizes and columns but
no value, output or message; `code` keeps what the user wrote in code cells, and nothing
that came of it. Texts in other cells stay here on both levels: they quote values. A
state is made anew from what a level allows, so that a part that nobody has thought of
stays here.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

import msgspec

from jupyter_ctx.core.cell import Execution, Touch
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.marks import Stale
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.errors import SettingError

Level = Literal["everything", "schema", "code"]
LEVELS: tuple[Level, ...] = get_args(Level)  # the widest first

_TOLD: dict[Level, str] = {
    "everything": "code, values, outputs, errors and used files; secrets are masked",
    "schema": "code, names, types, sizes and columns; no values, outputs or messages",
    "code": "the code of cells only",
}
_WITH_COLUMNS = ("frame", "series", "lazy", "array", "class")
_WORD = re.compile(r"\w+")
_VALUES_OF_TYPES = re.compile(r"(category(?: ordered)?|Enum|Categorical)\s*[\[(].*")


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
    kept = KernelState(
        executions=tuple(map(_execution, state.executions)),
        error=_report(state.error) if state.error is not None else None,
        as_of_run=state.as_of_run,
        restarted=state.restarted,
        stale=state.stale,
        failures=tuple(map(_report, state.failures)),
        document=document,
        focus=_focus(state.focus, document),
    )
    if of == "code":
        return _as_written(kept)
    return msgspec.structs.replace(
        kept,
        variables=tuple(map(_summary, state.variables)),
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


def _report(report: ErrorReport) -> ErrorReport:
    """Keep the type and the failing lines: messages quote values."""
    return ErrorReport(
        ename=report.ename,
        evalue="",
        frames=tuple(map(_frame, report.frames)),
        cause=_report(report.cause) if report.cause is not None else None,
        context=_report(report.context) if report.context is not None else None,
        children=tuple(map(_report, report.children)),
        folded=report.folded,
        run=report.run,
        inferred=report.inferred,
        cell_id=report.cell_id,
    )


def _frame(frame: Frame) -> Frame:
    return msgspec.structs.replace(frame, locals=())


def _summary(summary: Summary) -> Summary:
    """Keep name, type, size and columns."""
    has_columns = summary.kind in _WITH_COLUMNS
    is_module = summary.kind == "module"
    return Summary(
        name=summary.name,
        type_name=summary.type_name,
        kind=summary.kind,
        module=summary.module,
        shape="" if summary.kind == "object" else _type(summary.shape),
        fields=tuple(map(_field, summary.fields)) if has_columns else (),
        detail=summary.detail if is_module else "",
        run=summary.run,
        inferred=summary.inferred,
    )


def _field(field: Field) -> Field:
    return Field(field.name, _type(field.dtype))


def _type(text: str) -> str:
    """Take the values out of a type: those of a category are its own."""
    return _VALUES_OF_TYPES.sub(r"\1", text)
