"""What a cell reads, binds, changes and deletes, followed from cell to cell."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.dataflow import Effect, effects
from tests.code.effect_cases import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.source}")
def test_an_effect_is_read_from_the_source(case: Case):
    """All that a cell does to names is told, and nothing else."""
    effect = effects([*case.before, case.source])[-1]

    assert effect == Effect(
        binds=frozenset(case.binds.split()),
        reads=frozenset(case.reads.split()),
        changes=frozenset(case.changes.split()),
        deletes=frozenset(case.deletes.split()),
        maybe=frozenset(case.maybe.split()),
        is_open=effect.is_open,
        through=effect.through,
    )


@pytest.mark.parametrize(
    ("source", "is_open"),
    [
        ("from f import *", True),
        ("%run prepare.py", True),
        ("%store -r", True),
        ("exec(code)", True),
        ("globals()['x'] = 1", True),
        ("%pylab inline", True),
        ("x = 1\n%matplotlib inline\n%autoreload 2", False),
    ],
)
def test_a_cell_that_binds_more_than_it_says_is_open(source, is_open):
    """`import *`, `%run` and `exec` bind names that no text shows."""
    assert effects([source])[-1].is_open is is_open


def test_what_a_function_reads_is_told_with_its_name():
    """A call reads what the function reads, itself or through others it calls."""
    before = ("def f(v): return v * rate", "def g(v): return f(v) + low")

    effect = effects([*before, "n = 5\ny = g(n)\nprint(k)"])[-1]

    assert effect.through == {"g": frozenset({"f", "low", "rate"})}


def test_broken_cells_have_effects_too():
    """What can be read of a cell that does not parse counts."""
    effect = effects(["x = y\nz = (1,"])[-1]

    assert {"x"} <= effect.binds
    assert {"y"} <= effect.reads
