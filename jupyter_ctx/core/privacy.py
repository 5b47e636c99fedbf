"""Privacy levels: how much of a kernel state may leave this machine.

`everything` masks secrets alone; `schema` keeps names, types, sizes and columns but
no value, output or message; `code` keeps what the user wrote in cells, and nothing
that came of it. A state is made anew from what a level allows, so that a part that
nobody has thought of stays here.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

import msgspec

from jupyter_ctx.core.cell import Execution, Touch
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.errors import SettingError

Level = Literal["everything", "schema", "code"]
LEVELS: tuple[Level, ...] = get_args(Level)  # the widest first

_TOLD: dict[Level, str] = {
    "everything": "code, values, outputs and errors; secrets are masked",
    "schema": "code, names, types, sizes and columns; no values, outputs or messages",
    "code": "the code of cells only",
}
_WITH_COLUMNS = ("frame", "series", "lazy", "array", "class")
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
    report = _report(state.error) if state.error is not None else None
    executions = tuple(map(_execution, state.executions))
    kept = KernelState(
        executions=executions,
        error=report,
        as_of_run=state.as_of_run,
        restarted=state.restarted,
        stale=state.stale,
    )
    if of == "code":
        # Of live names only those are told that the code binds.
        return msgspec.structs.replace(kept, is_static=True)
    return msgspec.structs.replace(
        kept,
        variables=tuple(map(_summary, state.variables)),
        is_static=state.is_static,
        python=state.python,
        packages=state.packages,
    )


def _execution(execution: Execution) -> Execution:
    names = execution.touched
    if names is not None:
        names = tuple(Touch(one.name, one.kind) for one in names)
    return msgspec.structs.replace(execution, outputs=(), touched=names)


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
