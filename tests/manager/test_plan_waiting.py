"""Steps that were applied and are not in their cell yet, row U2."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from jupyter_ctx.core.document import Cell, Document
from jupyter_ctx.core.planning.accepting import pending
from jupyter_ctx.core.planning.ground import cells_of
from jupyter_ctx.core.planning.plans import plan_lines
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.manager.standing.drafts import Drafts
from jupyter_ctx.protocol import values
from jupyter_ctx.ui.sidebar.broadcast import Broadcast
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.workspace.writing import masked_digest
from tests.manager.plan_desk import NO_MODEL, PlanDesk, planning
from tests.sidebar.test_past import FakeComm
from tests.store.test_store import Mask

OLD, NEW = 'total = df["amt"].sum()', 'total = df["amount"].sum()'
TITLE = "In[1]: rename `amt` to `amount` in 1 line"


@pytest.fixture
def at(tmp_path):
    """Open a desk whose plan has one step, applied in a page."""
    with planning(tmp_path, profile=NO_MODEL) as opened:
        opened.cells(OLD)
        opened.propose("rename the column `amt` to `amount`")
        opened.pick("Confirm")
        opened.pick("Apply", by_page=True)
        yield opened


def waits(at: PlanDesk) -> frozenset[int]:
    """Give the steps that wait for their cell as it stands now."""
    return pending(at.plan, cells_of(at.state), masked_digest(Mask().mask))


def test_a_step_waits_until_its_cell_has_the_change(at: PlanDesk):
    """A click is not the change; a change that was rejected in the cell is none."""
    assert at.statuses() == ["applied"]
    assert waits(at) == {0}
    at.cells(NEW)
    assert waits(at) == frozenset()
    at.cells(f"{NEW}  # mine")
    assert waits(at) == frozenset()


def test_the_plan_tells_which_steps_wait(at: PlanDesk):
    """They count as not done."""
    assert plan_lines(at.plan, waits(at)) == (
        "Plan: rename the column `amt` to `amount` (confirmed, 0 of 1 steps)",
        f"[ ] 1. {TITLE} (to be accepted in its cell, or put in place)",
    )
    assert plan_lines(at.plan)[1] == f"[x] 1. {TITLE}"


def test_the_memory_note_lists_as_done_what_is_in_its_cell(at: PlanDesk):
    """Before that the step is next."""
    services = SimpleNamespace(masker=Mask())
    drafts = Drafts(services, lambda: at.conversation, lambda: at.state)

    before, _ = drafts.by_code("")
    assert f"- [x] {TITLE}" not in before
    assert TITLE in before
    at.cells(NEW)
    after, _ = drafts.by_code("")
    assert f"- [x] {TITLE}" in after


def test_the_card_of_the_plan_follows_the_cell(at: PlanDesk):
    """The page tells its cells, and is told anew what is to be accepted."""
    comm = FakeComm()
    connection = Connection(comm)
    session = SimpleNamespace(manager=at.manager, mask=Mask().mask)
    broadcast = Broadcast(session, SimpleNamespace(), lambda: [connection])
    told = []
    for source in (OLD, NEW):
        connection.document = Document((Cell("c1", "code", source),))
        broadcast._tell_past(connection)
        plan = comm.sent[-1]["plan"]
        told.append(msgspec.convert(plan, values.Plan).steps[0].status)

    assert told == ["to be accepted", "applied"]
    broadcast._tell_past(connection)
    assert len(comm.sent) == 2
    assert cells_of(KernelState(document=connection.document))[0].source == NEW
