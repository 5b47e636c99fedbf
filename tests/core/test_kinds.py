"""What each kind of request is given."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.kinds import (
    DEFAULTS,
    KINDS,
    NEEDED,
    factor_of,
    table,
    weighed,
)
from jupyter_ctx.core.piece import AnchorId, Piece
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
        ({"guess": {}}, "There is no kind of request 'guess'. Use one of ask, fix"),
        ({"fix": {"files": -1}}, "The weight of 'files' for 'fix' is -1. Use a number"),
        ({"fix": {"files": "x"}}, "The weight of 'files' for 'fix' is 'x'. Use a num"),
    ],
)
def test_a_wrong_setting_is_told(overrides, told):
    """The sentence names what is wrong and what to use."""
    with pytest.raises(SettingError, match=told.replace(".", r"\.")):
        table(overrides)


def test_what_makes_the_floor_is_never_left_out():
    """Live names, cells and the open error are accounted for whatever is set."""
    made = table({"ask": dict.fromkeys((*NEEDED, "files"), 0)})

    assert all(factor_of(made, "ask", name) > 0 for name in NEEDED)
    assert factor_of(made, "ask", "files") == 0
    assert factor_of(made, "complete", "of_another_package") == 0


def test_blocks_of_no_run_stand_in_the_order_of_the_table():
    """Gains are multiplied; a run keeps its place."""
    first = Piece(AnchorId("a"), "x", "project", {}, {Fidelity.FULL: 2.0}, order=-1)
    other = Piece(AnchorId("b"), "x", "files", {}, {Fidelity.FULL: 2.0}, order=-1)
    ran = Piece(AnchorId("c"), "x", "cells", {}, {Fidelity.FULL: 2.0}, order=3)
    (one,) = weighed([first], 0.5, "project", DEFAULTS)
    (two,) = weighed([other], 1, "files", DEFAULTS)

    assert one.gains == {Fidelity.FULL: 1.0}
    assert one.order < two.order < 0
    assert weighed([ran], 1, "cells", DEFAULTS) == [ran]
