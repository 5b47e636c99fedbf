"""Executed cells, word for word, the newest first in value."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.code.skeleton import skeleton
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.piece import Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.relevance import AT_ISSUE, words
from jupyter_ctx.core.render import one_line
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.tags import block, escape
from jupyter_ctx.kernel.providers.history import (
    Bound,
    History,
    analyse,
    cell_anchor,
)

RENDERED = 200  # newest cells that are offered
AROUND = 3  # lines kept on each side of the failing line in an excerpt
LINE_LIMIT = 300  # characters of a line in an excerpt
FIX_MARK = "  # <- raised here"


class CellProvider:
    """The last run of each cell as source; the cell at issue goes to the tail."""

    name = "cells"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the newest cells, and the failing one with its line marked."""
        history = analyse(wanted.state.executions)
        newest = history.executions[-RENDERED:]
        failed = wanted.state.error.run if wanted.state.error else None
        for age, execution in enumerate(reversed(newest)):
            if not execution.source.strip():
                continue
            if execution.run == failed and wanted.state.error is not None:
                yield _at_issue(execution, wanted.state.error)
            else:
                yield _piece(execution, age, history, wanted)


def _piece(execution: Execution, age: int, history: History, wanted: Wanted) -> Piece:
    weight = 1.0 / (1 + age) ** 0.8
    spoken = words(execution.source) & wanted.mentions
    bound = [b for b in history.bound.values() if b.execution.run == execution.run]
    gain = 6.0 * weight + 2.0 * bool(spoken) + _held(bound, history, wanted)
    tag = _tag(execution)
    outline = escape(skeleton(execution.source))
    full = escape(execution.source)
    ladder = {Fidelity.FULL: block("cell", full, **tag)}
    if len(outline) < 0.8 * len(full):
        ladder[Fidelity.OUTLINE] = block("cell", outline, **tag, shown="outline")
    return Piece(
        id=cell_anchor(execution),
        kind="cell",
        source=CellProvider.name,
        ladder=ladder,
        gains={Fidelity.OUTLINE: gain * 0.5, Fidelity.FULL: gain},
        requires=_superseded(execution, history, wanted),
        weight=weight,
        order=execution.run,
        why=f"{age} runs ago" if age else "the newest run",
    )


def _tag(execution: Execution) -> dict[str, str | int | None]:
    failed = "failed" if execution.status == "error" else None
    return {"id": execution.label, "status": failed}


def _held(bound: list[Bound], history: History, wanted: Wanted) -> float:
    """Value what a full cell tells of the names it binds, as their lines would."""
    return sum(2.0 * history.weight(item.binding.name, wanted) for item in bound)


def _superseded(
    execution: Execution, history: History, wanted: Wanted
) -> tuple[str, ...]:
    """Name what this cell binds and a later one binds anew, while it is alive."""
    index = history.executions.index(execution)
    alive = {summary.name for summary in wanted.state.variables}
    return tuple(
        binding.name
        for binding in history.analysed[index].binds
        if history.bound.get(binding.name) is not None
        and history.bound[binding.name].execution.run > execution.run
        and (wanted.state.is_static or binding.name in alive)
    )


def _at_issue(execution: Execution, report: ErrorReport) -> Piece:
    tag = _tag(execution)
    line = _failing_line(execution, report)
    marked = _marked(execution.source, line)
    ladder = {
        Fidelity.SIGNATURE: block(
            "cell", escape(_excerpt(marked, line)), **tag, shown="excerpt"
        ),
        Fidelity.FULL: block("cell", escape(marked), **tag),
    }
    return Piece(
        id=cell_anchor(execution),
        kind="cell",
        source=CellProvider.name,
        ladder=ladder,
        gains={Fidelity.SIGNATURE: 8.0, Fidelity.FULL: 10.0},
        weight=AT_ISSUE,
        order=execution.run,
        tail=True,
        why="the cell at issue: it raised the open error",
    )


def _failing_line(execution: Execution, report: ErrorReport) -> int | None:
    own = [
        frame.line
        for frame in report.frames
        if frame.is_user and frame.cell_run == execution.run
    ]
    return own[0] if own else None


def _marked(source: str, line: int | None) -> str:
    lines = source.split("\n")
    if line is None or not 1 <= line <= len(lines):
        return source
    lines[line - 1] += FIX_MARK
    return "\n".join(lines)


def _excerpt(source: str, line: int | None) -> str:
    lines = source.split("\n")
    middle = (line or 1) - 1
    low, high = max(0, middle - AROUND), min(len(lines), middle + AROUND + 1)
    shown = [
        text if len(text) <= LINE_LIMIT else one_line(text, LINE_LIMIT)
        for text in lines[low:high]
    ]
    above = [f"# ... {low} lines"] if low else []
    below = [f"# ... {len(lines) - high} lines"] if high < len(lines) else []
    return "\n".join([*above, *shown, *below])
