"""What the newest cells printed or displayed, bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jupyter_ctx.core.cell import Output
from jupyter_ctx.core.engine.addresses import unplaced
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.render import one_line
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.pictures.pictures import pictures_of
from jupyter_ctx.core.place import here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.clip import MARK
from jupyter_ctx.kernel.providers.history import analyse
from jupyter_ctx.kernel.saved import output_of

PRINTED = 0.12  # what an outline of what was printed is worth
PICTURE = 0.02  # what the type and size of a picture is worth
NEWEST = 5  # executions whose outputs are offered
HEAD, TAIL = 6, 4  # lines of an outline
FULL_LINES = 40  # lines of a full output
FOCUSED = 0.8  # the chance that the output of the cell under the cursor is needed
LINE_LIMIT = 160  # characters of a line


class OutputProvider:
    """Outputs of the newest cells and of the focused one; dropped first."""

    name = "outputs"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the outputs of the newest executions; errors have their own piece."""
        place = here(wanted.state)
        focused = place.execution if place is not None else None
        asked = {one.label for one in pictures_of(wanted)}
        # What a cell printed before it ran again is over, like its source.
        current = {one.run for one in analyse(wanted.state.executions).executions}
        with_outputs = [
            one
            for one in wanted.state.executions
            if one.outputs and (one.run in current or one.status == "running")
        ]
        for age, execution in enumerate(reversed(with_outputs)):
            is_focused = focused is not None and execution.run == focused.run
            is_asked = execution.label in asked
            weight = FOCUSED if is_focused or is_asked else 0.4 / (1 + age)
            if is_focused or is_asked or age < NEWEST:
                origin = Origin(execution.label, execution.run, f"{execution.run}")
                yield from _pieces(origin, execution.outputs, weight)
        if place is not None and focused is None:
            saved = tuple(map(output_of, place.cell.outputs))
            yield from _pieces(Origin(place.label, 0, "focus"), saved, FOCUSED)


class Origin(NamedTuple):
    """The cell that printed: its label, its place in the order, its id."""

    label: str
    order: int
    id: str


def _pieces(
    origin: Origin, outputs: Sequence[Output], weight: float
) -> Iterator[Piece]:
    shown = [o for o in outputs if o.kind != "error" and _is_told(o)]
    lines = [line for output in shown for line in _lines(output)]
    if not lines:
        return
    full = _clip(lines, FULL_LINES - TAIL, TAIL)
    outline = _clip(lines, HEAD, TAIL)
    is_seen = all(o.mime.startswith("image/") or _is_figure(o.text) for o in shown)
    gain = weight * (PICTURE if is_seen else PRINTED)
    yield Piece(
        id=AnchorId(f"output:{origin.id}"),
        kind="output",
        source=OutputProvider.name,
        ladder={
            Fidelity.OUTLINE: block("output", outline, of=origin.label),
            Fidelity.FULL: block("output", full, of=origin.label),
        },
        gains={Fidelity.OUTLINE: gain, Fidelity.FULL: 1.5 * gain},
        weight=weight,
        order=origin.order,
        why=f"printed by {origin.label}",
    )


def _is_figure(text: str) -> bool:
    return text.startswith("<Figure size ") and "\n" not in text.strip()


def _is_told(output: Output) -> bool:
    return bool(output.text) or output.mime.startswith("image/")


def _lines(output: Output) -> list[str]:
    """Give the lines of an output; a picture is one, with its type and size."""
    lines = unplaced(output.text.removesuffix("\n")).split("\n")
    if not output.mime.startswith("image/"):
        return lines
    told = f"[{output.mime}, {output.size:,} bytes]"
    return [f"{told} {lines[0]}".rstrip(), *lines[1:]]


def _clip(lines: list[str], head: int, tail: int) -> str:
    if len(lines) > head + tail:
        inside = lines[head:-tail]
        marks = [found for line in inside if (found := re.fullmatch(MARK, line))]
        hidden = [int((mark[1] or "1").replace(",", "")) for mark in marks]
        gone = len(inside) - len(marks) + sum(hidden)
        lines = [*lines[:head], f"... {gone:,} lines ...", *lines[-tail:]]
    return escape("\n".join(_short(line) for line in lines))


def _short(line: str) -> str:
    return line if len(line) <= LINE_LIMIT else one_line(line, LINE_LIMIT)
