"""What the newest cells printed or displayed, bounded."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.render import one_line
from jupyter_ctx.core.tags import block, escape
from jupyter_ctx.kernel.clip import MARK

NEWEST = 5  # executions whose outputs are offered
HEAD, TAIL = 6, 4  # lines of an outline
FULL_LINES = 40  # lines of a full output
LINE_LIMIT = 160  # characters of a line


class OutputProvider:
    """Outputs of the newest cells; dropped first where room is short."""

    name = "outputs"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the outputs of the newest executions; errors have their own piece."""
        newest = [e for e in wanted.state.executions if e.outputs][-NEWEST:]
        for age, execution in enumerate(reversed(newest)):
            shown = [o for o in execution.outputs if o.kind != "error" and _is_told(o)]
            if shown:
                yield _piece(execution, shown, age)


def _piece(execution: Execution, outputs: list[Output], age: int) -> Piece:
    lines = [line for output in outputs for line in _lines(output)]
    full = _clip(lines, FULL_LINES - TAIL, TAIL)
    outline = _clip(lines, HEAD, TAIL)
    weight = 0.4 / (1 + age)
    return Piece(
        id=AnchorId(f"output:{execution.run}"),
        kind="output",
        source=OutputProvider.name,
        ladder={
            Fidelity.OUTLINE: block("output", outline, of=execution.label),
            Fidelity.FULL: block("output", full, of=execution.label),
        },
        gains={Fidelity.OUTLINE: 2.0 * weight, Fidelity.FULL: 3.0 * weight},
        weight=weight,
        order=execution.run,
        why=f"printed by {execution.label}",
    )


def _is_told(output: Output) -> bool:
    return bool(output.text) or output.mime.startswith("image/")


def _lines(output: Output) -> list[str]:
    """Give the lines of an output; a picture is one, with its type and size."""
    lines = output.text.removesuffix("\n").split("\n")
    if not output.mime.startswith("image/"):
        return lines
    told = f"[{output.mime}, {output.size:,} bytes]"
    return [f"{told} {lines[0]}".rstrip(), *lines[1:]]


def _clip(lines: list[str], head: int, tail: int) -> str:
    if len(lines) > head + tail:
        inside = lines[head:-tail]
        marks = [found for line in inside if (found := MARK.fullmatch(line))]
        hidden = [int((mark[1] or "1").replace(",", "")) for mark in marks]
        gone = len(inside) - len(marks) + sum(hidden)
        lines = [*lines[:head], f"... {gone:,} lines ...", *lines[-tail:]]
    return escape("\n".join(_short(line) for line in lines))


def _short(line: str) -> str:
    return line if len(line) <= LINE_LIMIT else one_line(line, LINE_LIMIT)
