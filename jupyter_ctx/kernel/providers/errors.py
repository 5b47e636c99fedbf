"""The open error: message, frames and the locals it used."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.relevance import AT_ISSUE
from jupyter_ctx.core.render import error
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.tags import block

MEMBERS = 40.0  # gain of the first members of a group, more than any old cell's


class ErrorProvider:
    """One piece for the last error that no later run of its cell has cleared."""

    name = "errors"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the open error beside the question; one line is its floor."""
        report = wanted.state.error
        if report is None:
            return
        levels = tuple(_gains(report))
        yield Piece(
            id=AnchorId(f"error:{report.run or 0}"),
            kind="error",
            source=self.name,
            ladder={
                level: block("error", error(report, level), type=report.ename)
                for level in levels
            },
            gains=_gains(report),
            weight=AT_ISSUE,
            # After every cell, also the one that failed: the tail keeps this order.
            order=wanted.state.as_of_run + 1,
            tail=True,
            why="the open error",
        )


def _gains(report: ErrorReport) -> dict[Fidelity, float]:
    levels = (Fidelity.SIGNATURE, Fidelity.OUTLINE, Fidelity.FULL)
    # A group says nothing of itself: its members are the error.
    more = MEMBERS if report.children else 0.0
    return {
        level: 8.0 + level + (more if level >= Fidelity.OUTLINE else 0.0)
        for level in levels
    }
