"""Which steps wait for their cell: applied by a click, and not in its source yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jupyter_ctx.core.planning.ground import Ground, PlanCell
from jupyter_ctx.core.planning.plans import Plan


def pending(
    plan: Plan, cells: Iterable[PlanCell], digest: Callable[[str], str]
) -> frozenset[int]:
    """Give the numbers of the steps whose cell still is as it was shown.

    The change is to be accepted in the notebook or put in place; it may have been
    rejected there. *digest* gives the hash of a source as steps have it.
    """
    ground = Ground(tuple(cells))
    return frozenset(
        number
        for number, one in enumerate(plan.steps)
        if one.status == "applied" and one.step.kind == "cell"
        if (cell := ground.cell(one.step.target, one.step.cell)) is not None
        if digest(cell.source) == one.base
    )
