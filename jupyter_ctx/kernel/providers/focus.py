"""The cell where the user is, as it stands now: the cursor, edits and selection."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.code import blocks
from jupyter_ctx.code.diff import changed_lines, moved_line
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.over import FOCUSED
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import AT_ISSUE
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.place import Here, here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.clip import clip
from jupyter_ctx.kernel.providers.history import cell_anchor
from jupyter_ctx.kernel.providers.lines import alone, excerpt, mark

CHANGE_LIMIT = 4_000  # characters of changed lines, head and tail
BLOCK_SHARE = 0.8  # of a cell, up to which its enclosing block is worth a level
SELECTION_LIMIT = 2_000  # characters of what is selected
_GAINS = dict(zip(Fidelity, (6.0, 8.0, 9.0, 10.0), strict=True))
EDITED = AnchorId(FOCUSED)
"""The anchor of a cell that does not show what ran, so hosts no name."""


class FocusProvider:
    """One piece beside the question; the cell is nowhere else in the payload."""

    name = "focus"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the cell whole, or around the cursor or the failing line."""
        place = here(wanted.state)
        if place is None:
            return
        ran = place.execution
        shows_what_ran = ran is not None and not place.is_edited
        yield Piece(
            id=cell_anchor(ran) if ran is not None and shows_what_ran else EDITED,
            kind="cell",
            source=self.name,
            ladder=_ladder(place),
            gains=_GAINS,
            weight=AT_ISSUE,
            order=_order(place, wanted.state.as_of_run),
            tail=True,
            why="the cell where the cursor is",
        )


def _order(place: Here, as_of_run: int) -> int:
    """Stand before one's own error, but behind that of another cell."""
    return as_of_run if place.report is not None else as_of_run + 2


def _ladder(place: Here) -> dict[Fidelity, str]:
    tag, failing = _tag(place), _failing_line(place)
    marked = mark(place.cell.source, failing)
    middle = failing or place.focus.line + 1
    more = _change(place) + _selected(place)
    short = block("cell", escape(excerpt(marked, middle)), **tag, shown="excerpt")
    least = block("cell", escape(alone(marked, middle)), **tag, shown="line")
    ladder = {
        Fidelity.NAME: least,
        Fidelity.SIGNATURE: short,
        Fidelity.FULL: block("cell", escape(marked), **tag) + more,
    }
    around = _enclosing(place, marked, middle)
    if around:
        told = block("cell", escape(around), **tag, shown="block")
        ladder[Fidelity.OUTLINE] = told + more
    elif more:
        ladder[Fidelity.OUTLINE] = short + more
    return ladder


def _enclosing(place: Here, marked: str, line: int) -> str:
    """Give the block around *line* with the imports; empty where it is nearly all."""
    if place.cell.kind != "code":
        return ""
    source, language = place.cell.source, place.language.lower()
    text = blocks.excerpt(marked, blocks.around(source, line, language), language).text
    return text if len(text) < BLOCK_SHARE * len(marked) else ""


def _tag(place: Here) -> dict[str, str | None]:
    kind = place.cell.kind
    line, column = place.focus.line + 1, place.focus.column + 1
    return {
        "id": place.label,
        "kind": None if kind == "code" else kind,
        "status": _status(place) if kind == "code" else None,
        "cursor": f"{line}:{column}",
    }


def _status(place: Here) -> str | None:
    if place.is_running:
        return "running"
    if place.execution is None:
        return "failed_in_an_earlier_kernel" if place.report else "not_run"
    edited = "edited_since" if place.is_edited else ""
    return "_".join(filter(None, (place.execution.ending, edited))) or None


def _failing_line(place: Here) -> int | None:
    """Find the line that raised the error in the source as it is now."""
    if place.report is None:
        return None
    run = place.execution.run if place.execution is not None else None
    lines = [
        frame.line
        for frame in place.report.frames
        if frame.is_user and frame.cell_run == run and _is_here(frame.where, place)
    ]
    if not lines or place.execution is None:
        return lines[0] if lines else None
    return moved_line(place.execution.source, place.cell.source, lines[0])


def _is_here(where: str, place: Here) -> bool:
    if place.execution is not None:
        return True
    return where == f"In[{place.cell.execution_count}]"


def _change(place: Here) -> str:
    """Show what was edited since the run, as changed lines alone."""
    if place.execution is None or not place.is_edited:
        return ""
    lines = changed_lines(
        place.execution.source.rstrip("\n"), place.cell.source.rstrip("\n")
    )
    return block("change", escape(clip(lines, CHANGE_LIMIT)), of=place.label)


def _selected(place: Here) -> str:
    text = place.focus.selection
    is_all = text.strip() == place.cell.source.strip()
    if not text.strip() or is_all:
        return ""
    return block("selected", escape(clip(text, SELECTION_LIMIT)), of=place.label)
