"""What was edited in other cells since they ran, as changed lines alone."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.code.diff import changed_lines
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.marks import Stale
from jupyter_ctx.core.engine.piece import AnchorId, Piece, over
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.place import here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.clip import clip

OFFERED = 8  # edited cells, those asked for and the newest runs first
LIMIT = 1_000  # characters of the changed lines of one cell
ASKED, OTHER = 4.0, 0.6  # what the lines are worth
_EDIT = "edit:"


def edits(wanted: Wanted, asked: frozenset[str]) -> Iterator[Piece]:
    """Offer how the cells are written now that made what is alive otherwise.

    The cell under the cursor tells that for itself. *asked* are names in question.
    """
    state = wanted.state
    place = here(state)
    marks = [
        one
        for one in state.stale
        if one.reason == "edited" and one.names and one.cell_id
        if place is None or place.cell.id != one.cell_id
    ]
    marks.sort(key=lambda one: (asked.isdisjoint(one.names), -(one.run or 0)))
    offered = set()
    for rank, mark in enumerate(marks):
        anchor = AnchorId(f"{_EDIT}{mark.cell_id}")
        lines = _lines(mark, state)
        if lines and (rank < OFFERED or anchor in wanted.told):
            gain = OTHER if asked.isdisjoint(mark.names) else ASKED
            offered.add(anchor)
            yield _piece(anchor, mark, lines, gain, state.as_of_run + 1)
    for told in wanted.told:
        if told.startswith(_EDIT) and told not in offered:
            yield over(AnchorId(told), "stale", "no longer so")


def _piece(anchor: AnchorId, mark: Stale, lines: str, gain: float, order: int) -> Piece:
    text = block("change", escape(clip(lines, LIMIT)), of=mark.label)
    return Piece(
        id=anchor,
        kind="edit",
        source="stale",
        ladder={Fidelity.FULL: text},
        gains={Fidelity.FULL: gain},
        weight=gain / 10,
        order=order,
        why="edited since it ran",
    )


def _lines(mark: Stale, state: KernelState) -> str:
    cell = state.document.find(mark.cell_id or "") if state.document else None
    ran = next((one for one in state.executions if one.run == mark.run), None)
    if cell is None or ran is None:
        return ""
    return changed_lines(ran.source.rstrip("\n"), cell.source.rstrip("\n"))
