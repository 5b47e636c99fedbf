"""A drop in the middle of a conversation: what was sent is not gone on from."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.engine.piece import AnchorId
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.desk import Desk as Providers
from jupyter_ctx.manager import Manager, Services
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from tests.core.counting import SignCounter
from tests.manager.desk import Desk
from tests.store.test_store import Mask

PEOPLE = Summary(
    "people",
    "DataFrame",
    "frame",
    module="pandas",
    shape="2x2",
    rows=("who='Smithers', salary=91234",),
)
SHOWN = Execution(
    run=1,
    source="people = load()\npeople.show()",
    execution_count=1,
    cell_id="a",
    outputs=(Output("result", "who Smithers"),),
)
OTHER = Execution(run=2, source="x = 1", execution_count=2, cell_id="b")
STATE = KernelState(
    executions=(SHOWN, OTHER),
    variables=(PEOPLE, Summary("x", "int", "scalar", value="1")),
    as_of_run=2,
)


@pytest.fixture
def providers():
    """Give the providers, which know what is dropped."""
    return Providers(str, Path, reads_project=lambda: False)


@pytest.fixture
def at(providers):
    """Give a desk that asks them."""
    gateway = ScriptedGateway()
    services = Services(
        gateway=gateway,
        store=Store(None, Mask()),
        masker=Mask(),
        offer=providers.offer,
        counter_for=lambda _: SignCounter(),
    )
    manager = Manager(services, "one")
    gateway.reply("fine")
    yield Desk(manager, gateway, state=STATE)
    manager.close()


def told(at: Desk) -> str:
    """Join all that was sent with the last call."""
    return "\n".join(one.content for one in at.gateway.calls[-1].messages)


def test_the_values_of_a_dropped_name_leave_every_part_of_a_request(at, providers):
    """They were told with the first turn; the second is planned without them."""
    at.ask("what of people ?")
    assert "Smithers', salary=91234" in told(at)
    providers.keeps.drop(AnchorId("var:people"))
    at.ask("and of people now ?")
    assert "salary=91234" not in told(at)
    assert "people: DataFrame" not in told(at)
    assert "changed since" not in told(at)
    assert at.sent()[0] == ("user", "what of people ?")


def test_a_dropped_cell_stays_out_with_its_output_when_it_runs_again(at, providers):
    """Neither the run that was told nor the new one is in a later request."""
    at.ask("one ?")
    assert "people.show()" in told(at)
    assert "who Smithers" in told(at)
    providers.keeps.drop(AnchorId("cell:1"))
    again = msgspec.structs.replace(SHOWN, run=3, execution_count=3)
    for state in (STATE, msgspec.structs.replace(STATE, executions=(OTHER, again))):
        at.ask("two ?", state=state)
        assert "people.show()" not in told(at)
        assert "who Smithers" not in told(at)


def test_a_drop_of_what_was_never_told_changes_nothing(at, providers):
    """What was sent is gone on from, so that the provider's cache holds."""
    at.ask("one ?", state=msgspec.structs.replace(STATE, executions=(OTHER,)))
    before = told(at)
    providers.keeps.drop(AnchorId("cell:7"))
    at.ask("two ?", state=msgspec.structs.replace(STATE, executions=(OTHER,)))
    assert told(at).startswith(before)


def test_after_a_drop_the_beginning_is_as_stable_as_ever(at, providers):
    """One new plan, and the next turn goes on from it."""
    at.ask("one ?")
    providers.keeps.drop(AnchorId("var:people"))
    at.ask("two ?")
    before = told(at)
    at.ask("three ?")
    assert told(at).startswith(before)
