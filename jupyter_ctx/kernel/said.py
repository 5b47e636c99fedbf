"""What the source of a run says that it did to names, as far as it ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_ctx.kernel.runs import Run

if TYPE_CHECKING:
    from jupyter_ctx.core.report import ErrorReport

PARSED_LIMIT = 20_000  # characters; a longer source is judged by identities alone

Said = tuple[list[str], list[str]]
"""Names that code binds, and names that it changes in place."""


def said(run: Run, report: ErrorReport | None) -> Said:
    """Tell which names the code of *run* binds and changes in place.

    With a *report* only what stands above the failing line has happened.
    """
    if len(run.source) > PARSED_LIMIT:
        return [], []
    # Parsers are loaded with the first cell, not with the extension.
    from jupyter_ctx.code.defuse import names  # noqa: PLC0415

    found = names(run.source)
    before = _failing_line(run, report)
    binds = [
        b.name
        for b in found.binds
        if b.name not in found.maybe and (before is None or b.line < before)
    ]
    mutates = [n for n, line in found.mutates if before is None or line <= before]
    return binds, mutates


def _failing_line(run: Run, report: ErrorReport | None) -> int | None:
    """Give the line of the cell that failed: what follows it did not run."""
    if report is None:
        return None
    for frame in report.frames:
        if frame.cell_run == run.run and frame.function == "<module>":
            return frame.line
    return 0
