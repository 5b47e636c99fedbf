"""What each kind of request is given."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.kinds import (
    ANSWERS,
    DEFAULTS,
    KINDS,
    NEEDED,
    answers,
    doubts,
    factor_of,
    table,
    weighed,
)
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.rules import duty
from jupyter_ctx.core.provider import RequestKind, Wanted
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.errors import SettingError
from jupyter_ctx.kernel.providers import PROVIDERS


def test_every_kind_weighs_every_provider():
    """The table is complete: no kind and no provider of ours is forgotten."""
    ours = {provider.name for provider in PROVIDERS}

    assert set(DEFAULTS) == set(KINDS)
    for row in DEFAULTS.values():
        assert ours <= set(row)
        assert row["cells"] == row["variables"] == 1


def test_what_the_user_sets_counts():
    """One factor is changed, all others stay; the defaults are not touched."""
    made = table({"fix": {"document": 0, "mine": 2.5}})

    assert made["fix"] == {**DEFAULTS["fix"], "document": 0.0, "mine": 2.5}
    assert made["ask"] == DEFAULTS["ask"]
    assert DEFAULTS["fix"]["document"] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("overrides", "told"),
    [
        ({"fix": 5}, "What is set for 'fix' is 5. Use a dictionary of factors by prov"),
        ({"guess": {}}, "There is no kind of request 'guess'. Use one of ask, fix"),
        ({"fix": {"files": -1}}, "The weight of 'files' for 'fix' is -1. Use a number"),
        ({"fix": {"files": "x"}}, "The weight of 'files' for 'fix' is 'x'. Use a num"),
        ({"fix": {"order": "files"}}, "The order of 'fix' is 'files'. Use a list of"),
        ({"fix": {"order": ["mine"]}}, "The order of 'fix' is ['mine']. Use a list"),
        ({"fix": {"order": [1]}}, "The order of 'fix' is [1]. Use a list of provid"),
    ],
)
def test_a_wrong_setting_is_told(overrides, told):
    """The sentence names what is wrong and what to use."""
    with pytest.raises(SettingError, match=re.escape(told)):
        table(overrides)


def test_what_makes_the_floor_is_never_left_out():
    """Live names, cells and the open error are accounted for whatever is set."""
    made = table({"ask": dict.fromkeys((*NEEDED, "files"), 0)})

    assert all(factor_of(made, "ask", name) > 0 for name in NEEDED)
    assert factor_of(made, "ask", "files") == 0
    assert factor_of(made, "complete", "of_another_package") == 0


def test_what_has_no_effect_is_told():
    """A needed provider is never left out, and a name that nobody has is a slip."""
    row = {"cells": 0, "outputs": 0, "mine": 1, "outptus": 0, "answer": "", "stale": 2}
    cells, slip = doubts({"ask": row, "fix": {"order": ["errors"]}}, ["mine"])

    assert cells.startswith("'cells' is never left out: its weight for 'ask' counts as")
    assert slip.startswith("There is no provider 'outptus' to weigh for 'ask'. Use one")
    assert doubts({"ask": {"outputs": 0, "others": 0}}) == ()


def test_blocks_of_no_run_stand_in_the_order_of_the_table():
    """Gains are multiplied; a run keeps its place."""
    first = Piece(AnchorId("a"), "x", "project", {}, {Fidelity.FULL: 2.0}, order=-1)
    other = Piece(AnchorId("b"), "x", "files", {}, {Fidelity.FULL: 2.0}, order=-1)
    ran = Piece(AnchorId("c"), "x", "cells", {}, {Fidelity.FULL: 2.0}, order=3)
    (one,) = weighed([first], 0.5, "project", DEFAULTS["ask"])
    (two,) = weighed([other], 1, "files", DEFAULTS["ask"])

    assert one.gains == {Fidelity.FULL: 1.0}
    assert one.order < two.order < 0
    assert weighed([ran], 1, "cells", DEFAULTS["ask"]) == [ran]


def test_the_order_of_a_kind_is_the_users():
    """What is named comes first, all else as it was; other kinds keep their order."""
    made = table({"plan": {"order": ["files", "changes"]}})
    before = [name for name in DEFAULTS["plan"] if name not in ("files", "changes")]

    assert list(made["plan"]) == ["files", "changes", *before]
    assert dict(made["plan"]) == dict(DEFAULTS["plan"])
    assert list(made["ask"]) == list(DEFAULTS["ask"])


def test_the_form_of_an_answer_is_the_users():
    """One kind is changed; each has a form, and only a question needs none."""
    made = answers({"plan": {"answer": "In three steps.", "files": 2}})

    assert made == {**ANSWERS, "plan": "In three steps."}
    assert [kind for kind in KINDS if not ANSWERS[kind]] == ["ask"]
    with pytest.raises(SettingError, match="What is set for 'plan' is 'short'"):
        answers({"plan": "short"})
    with pytest.raises(SettingError, match="The answer of 'plan' is 3"):
        answers({"plan": {"answer": 3}})
    with pytest.raises(SettingError, match="There is no kind of request 'guess'"):
        answers({"guess": {"answer": "short"}})


def asked(request: RequestKind, **more: object) -> Wanted:
    """Ask about a cell that failed."""
    ran = Execution(run=4, source="1 / 0", execution_count=4, status="error")
    error = ErrorReport("ZeroDivisionError", "division by zero", run=4)
    state = KernelState(executions=(ran,), error=error, as_of_run=4)
    return replace(Wanted("do it", request, state), **more)


@pytest.mark.parametrize("kind", KINDS)
def test_a_request_says_how_its_answer_must_look(kind):
    """The cell and its language are named; nothing is left to fill in."""
    told = duty(asked(kind))

    assert "{cell}" not in told
    assert "{language}" not in told
    assert bool(told) == (kind != "ask")
    assert ("In[4]" in told) == (kind in ("fix", "edit", "complete"))
    assert ("```python" in told) == ("{language}" in ANSWERS[kind])


def test_without_a_cell_nothing_is_said_of_it():
    """What cannot be replaced is not asked for."""
    for kind in ("fix", "edit", "complete"):
        assert duty(Wanted("do it", kind, KernelState())) == ""
    assert duty(Wanted("do it", "plan", KernelState())) == ANSWERS["plan"]


def test_what_the_user_set_is_asked_for():
    """Braces that mean nothing to us are the user's own."""
    form = {"explain": "As {json: true}, of {cell} alone.", "edit": ""}

    assert duty(asked("explain", answers=form)) == "As {json: true}, of In[4] alone."
    assert duty(asked("edit", answers=form)) == ""
