"""A notebook document as a kernel state: what can be known without a kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary

TEXT_LIMIT = 4_000  # characters kept of one saved output, head and tail

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CELL_FRAME = re.compile(
    r"(?:Cell In\s?\[(\d+)\], line (\d+)"
    r"|<ipython-input-(\d+)-\w+> in"
    r"|(?:Input|File) In \[(\d+)\], in)"
)
_FUNCTION = re.compile(r"\bin (?:<cell line: \d+>|<module>|(\w+))\(")
_ARROW = re.compile(r"^-+> ?(\d+) ?(.*)$", re.MULTILINE)


def state_of(
    cells: Sequence[Mapping[str, Any]],
    live: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    is_failed: bool = False,
) -> KernelState:
    """Read *cells* (nbformat, in execution order) as if they had run one by one.

    *live* describes the variables where somebody looked at a kernel, else the
    code alone says what is alive. *is_failed* tells that the last cell raised
    the open error, which is read from its saved output.
    """
    executions: list[Execution] = []
    for cell in cells:
        source = _text(cell.get("source"))
        if cell.get("cell_type") == "code" and source.strip():
            executions.append(_execution(cell, source, len(executions) + 1))
    report = None
    if is_failed and executions:
        report = _report(cells[-1], executions[-1])
    return KernelState(
        executions=tuple(executions),
        variables=tuple(_summary(n, d) for n, d in (live or {}).items()),
        error=report,
        as_of_run=len(executions),
        is_static=live is None,
    )


def _text(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "".join(str(item) for item in value)
    return value if isinstance(value, str) else ""


def _execution(cell: Mapping[str, Any], source: str, run: int) -> Execution:
    outputs = tuple(
        output for raw in cell.get("outputs") or () if (output := _output(raw))
    )
    failed = any(output.kind == "error" for output in outputs)
    return Execution(
        run=run,
        source=source,
        execution_count=cell.get("execution_count"),
        cell_id=cell.get("id"),
        status="error" if failed else "ok",
        outputs=outputs,
        inferred=True,
    )


def _output(raw: Mapping[str, Any]) -> Output | None:
    kind = raw.get("output_type")
    if kind == "stream":
        text = _ANSI.sub("", _text(raw.get("text")))
        return Output("stream", _bounded(text), size=len(text))
    if kind in ("display_data", "execute_result"):
        data = raw.get("data") or {}
        text = _text(data.get("text/plain"))
        return Output(kind, _bounded(text), size=len(text))
    if kind == "error":
        text = f"{raw.get('ename', '')}: {raw.get('evalue', '')}"
        return Output("error", _bounded(text), size=len(text))
    return None


def _bounded(text: str) -> str:
    if len(text) <= TEXT_LIMIT:
        return text
    half = TEXT_LIMIT // 2
    gone = len(text) - 2 * half
    return f"{text[:half]}\n... {gone} characters ...\n{text[-half:]}"


def _report(cell: Mapping[str, Any], execution: Execution) -> ErrorReport | None:
    """Read a saved error output; its frames come from the traceback's text."""
    for raw in cell.get("outputs") or ():
        if raw.get("output_type") == "error":
            text = _ANSI.sub("", "\n".join(map(str, raw.get("traceback") or ())))
            return ErrorReport(
                ename=str(raw.get("ename", "Error")),
                evalue=str(raw.get("evalue", "")),
                frames=_frames(text, execution),
                run=execution.run,
                inferred=True,
            )
    return None


def _frames(text: str, execution: Execution) -> tuple[Frame, ...]:
    """Find the user's frames: a cell header, then the arrow at its line."""
    starts = list(_CELL_FRAME.finditer(text))
    frames = []
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        part = text[start.start() : end]
        arrow = _ARROW.search(part)
        line = int(arrow[1]) if arrow else int(start[2] or 0)
        if not line:
            continue
        function = _FUNCTION.search(part)
        count = start[1] or start[3] or start[4]
        frames.append(
            Frame(
                where=f"In[{count}]",
                line=line,
                function=(function and function[1]) or "<module>",
                source=arrow[2].strip() if arrow else _line(execution.source, line),
                is_user=True,
                cell_run=execution.run
                if count == str(execution.execution_count) or len(starts) == 1
                else None,
            )
        )
    return tuple(frames)


def _line(source: str, line: int) -> str:
    lines = source.split("\n")
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def _summary(name: str, description: Mapping[str, Any]) -> Summary:
    """Read one variable as somebody else described it (`k`, `t`, `shape`, …)."""
    type_name = str(description.get("t", "object")).rsplit(".", 1)[-1]
    kind = description.get("k")
    return Summary(
        name=name,
        type_name=type_name,
        kind=kind if kind in ("module", "function", "class") else "object",
        module=str(description.get("m", "")),
        shape=_shape(type_name, description),
        value=str(description.get("v") or ""),
        fields=_fields(description),
        signature=f"({', '.join(description.get('params') or ())})",
    )


def _shape(type_name: str, description: Mapping[str, Any]) -> str:
    shape = description.get("shape")
    if shape is None:
        length = description.get("len")
        return "" if length is None else f"{length} items"
    if type_name == "DataFrame":
        return f"{shape[0]} rows x {shape[1]} columns"
    return f"{tuple(shape)} {description.get('dtype') or ''}".strip()


def _fields(description: Mapping[str, Any]) -> tuple[Field, ...]:
    dtypes = {row[0]: row[1] for row in description.get("smp") or ()}
    columns = description.get("cols") or description.get("keys") or ()
    return tuple(Field(str(name), str(dtypes.get(name, ""))) for name in columns)
