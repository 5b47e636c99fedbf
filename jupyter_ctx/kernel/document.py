"""A notebook document as a kernel state: what can be known without a kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.saved import Origin, output_of, report_of, saved_of, text_of


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
        source = text_of(cell.get("source"))
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


def _execution(cell: Mapping[str, Any], source: str, run: int) -> Execution:
    saved = map(saved_of, cell.get("outputs") or ())
    outputs = tuple(output_of(one) for one in saved if one is not None)
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


def _report(cell: Mapping[str, Any], execution: Execution) -> ErrorReport | None:
    for raw in cell.get("outputs") or ():
        saved = saved_of(raw)
        if saved is not None and saved.kind == "error":
            origin = Origin(
                source=execution.source,
                execution_count=execution.execution_count,
                cell_id=execution.cell_id or "",
                run=execution.run,
            )
            return report_of(saved, origin)
    return None


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
