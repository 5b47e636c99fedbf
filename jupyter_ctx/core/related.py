"""Which cells go with a change of a cell: those that use what it defines."""

from __future__ import annotations

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.state import KernelState

MOST = 5  # cells that are named


def related(source: str, cell_id: str, state: KernelState) -> tuple[str, ...]:
    """Name the cells that ran after the cell *cell_id* and use what *source* binds.

    In the order in which they ran; of one that ran more than once the newest counts.
    """
    bound = {one.name for one in names(source).binds if one.kind != "import"}
    newest = {one.cell_id or str(one.run): one for one in state.executions}
    changed = newest.pop(cell_id, None)
    if changed is None:
        return ()
    later = sorted(newest.values(), key=lambda one: one.run)
    return tuple(
        one.label
        for one in later
        if one.run > changed.run
        and not one.language
        and bound.intersection(names(one.source).uses)
    )[:MOST]
