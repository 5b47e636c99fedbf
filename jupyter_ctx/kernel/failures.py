"""The newest cells that failed, with their reports, until they succeed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_ctx.kernel.runs import Run

if TYPE_CHECKING:
    from jupyter_ctx.core.report import ErrorReport

KEPT = 8  # failed cells whose report is kept
SAME_CELL = (
    0.6  # share of equal text from which a later cell counts as the repaired one
)


class Failures:
    """Reports by failed run, the oldest first; `open` is the last error of all.

    An older one is never open again: the user has moved on from it, but may
    come back and ask.
    """

    def __init__(self) -> None:
        self.open: ErrorReport | None = None
        self._kept: list[tuple[Run, ErrorReport]] = []

    @property
    def reports(self) -> tuple[ErrorReport, ...]:
        """The reports of all cells that still fail; safe on any thread."""
        return tuple(report for _, report in list(self._kept))

    def add(self, run: Run, report: ErrorReport) -> None:
        """Note that *run* failed, in place of an earlier failure of its cell."""
        kept = [one for one in self._kept if one[0].key != run.key]
        self._kept = [*kept, (run, report)][-KEPT:]
        self.open = report

    def repair(self, run: Run) -> None:
        """Note that *run* went well: its cell is no failed one any more."""
        kept = [
            (failed, report)
            for failed, report in self._kept
            if not (
                is_same_cell(run, failed)
                if report is self.open
                else run.key == failed.key
            )
        ]
        if all(report is not self.open for _, report in kept):
            self.open = None
        self._kept = kept


def is_same_cell(run: Run, failed: Run) -> bool:
    """Tell whether *run* may be the cell of *failed*, edited perhaps."""
    if run.cell_id is not None and failed.cell_id is not None:
        return run.cell_id == failed.cell_id
    if run.source == failed.source:
        return True
    # Without ids a repaired cell is known by what it still shares with the old one.
    from difflib import SequenceMatcher  # noqa: PLC0415

    old, new = failed.source[:2_000], run.source[:2_000]
    matcher = SequenceMatcher(None, old, new)
    bounds = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(bound() > SAME_CELL for bound in bounds)
