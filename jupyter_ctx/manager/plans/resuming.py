"""The open plan of another conversation, if it is one of this notebook."""

from __future__ import annotations

from jupyter_ctx.core.planning.ground import Ground, cells_of
from jupyter_ctx.core.planning.plans import Plan
from jupyter_ctx.core.planning.telling import short
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.log import Log
from jupyter_ctx.store import Store

LOOKED_AT = 20  # newest conversations that may have an open plan


def elsewhere(log: Log, store: Store, project: str, state: KernelState) -> Plan | None:
    """Find the newest plan on *project* that another conversation has open.

    Raises:
        ConversationError: There are only plans of other notebooks, which stay open.

    """
    others: list[str] = []
    for one in store.listed()[:LOOKED_AT]:
        plan = log.read(one.id).conversation.plans.open
        if plan is None or plan.made.project != project:
            continue
        stranger = _stranger(store, one.id, log.conversation_id)
        if stranger:
            others.append(
                f"The open plan '{short(plan.goal)}' belongs to {stranger}, and is "
                f"left open there: go on with it in {stranger}."
            )
        elif not _is_here(plan, state):
            others.append(
                f"The open plan '{short(plan.goal)}' is about cells that are not known "
                "here, and is left open. If it is of another notebook, go on with it "
                "there; else run one of its cells first."
            )
        else:
            return plan
    if others:
        raise ConversationError(others[0])
    return None


def _stranger(store: Store, other: str, own: str) -> str:
    """Give the notebook of *other* where it is not that of *own*, as far as known."""
    there, here = store.place(other), store.place(own)
    if not there.path or not here.path:
        return ""
    if there.server == here.server:
        return there.path if there.path != here.path else ""
    # Another server may count its paths from another folder.
    names = [one.path.rpartition("/")[2] for one in (there, here)]
    return names[0] if names[0] != names[1] else ""


def _is_here(plan: Plan, state: KernelState) -> bool:
    """Tell whether a cell that is still to be changed is there, if there is one."""
    ground = Ground(cells_of(state))
    left = [
        one.step for one in plan.steps if one.step.kind == "cell" and not one.is_ended
    ]
    return not left or any(ground.cell(one.target, one.cell) for one in left)
