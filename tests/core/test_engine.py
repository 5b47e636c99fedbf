"""The engine as a whole, on notebooks made at random: what must hold for any."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.select import select
from jupyter_ctx.testing import render
from tests.core import rebound
from tests.core.notebooks import notebook
from tests.core.promises import check

SEEDS = 100  # of 20 cases each: 2,000
LONG_SEEDS = 5_000
CASES = 20


def fitted(seed: int) -> int:
    """Judge random notebooks, each at one budget; tell how many contexts there were."""
    dice = random.Random(seed)
    return sum(check(notebook(dice), dice) for _ in range(CASES))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_notebooks_keep_every_promise(seed):
    """Budget, floors, whole tags, UTF-8 and repeatability hold for odd notebooks."""
    assert fitted(seed) > CASES / 2


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_random_notebooks_keep_every_promise_for_long(part):
    """The same for 100,000 cases."""
    of_part = range(SEEDS + part, SEEDS + LONG_SEEDS, 20)
    assert sum(map(fitted, of_part)) > len(of_part) * CASES / 2


def check_stale(seed: int) -> int:
    """Judge a notebook of rebound names at six budgets; tell how many values stand."""
    dice = random.Random(seed)
    request, last = rebound.notebook(dice)
    found = [
        rebound.stated(render(request | {"budget": budget}))
        for budget in (60, 90, 150, 300, 600, 1_500)
    ]
    for stated in found:
        assert stated.items() <= last.items()
    return sum(map(len, found))


def test_no_superseded_value_stands_as_live():
    """Whatever cells are shown, the last word on a name is its last binding."""
    assert sum(check_stale(seed) for seed in range(60)) > 1_000


@pytest.mark.soak
def test_no_superseded_value_stands_as_live_for_long():
    """The same for 12,000 contexts."""
    assert sum(check_stale(seed) for seed in range(60, 2_060)) > 50_000


_PROGRAM = """
import hashlib, random
from jupyter_ctx.testing import render
from tests.core.notebooks import notebook
from jupyter_ctx.errors import BudgetError
dice, told = random.Random(5), hashlib.sha256()
for _ in range(30):
    request = notebook(dice)
    request["budget"] = 400
    try:
        told.update(render(request).encode("utf-8", "replace"))
    except BudgetError:
        pass
print(told.hexdigest())
"""


def test_the_same_notebook_is_the_same_bytes_in_any_process():
    """Neither the seed of hashes nor the process changes a byte."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(digests) == 1


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_ends_change_nothing(ending):
    """A notebook saved on another system gives the same context."""
    sources = ["import os\nx = 1", "def f(a):\n    return a\n\ny = f(x)", "print(y)"]

    def cells(newline: str) -> list[dict]:
        return [
            {"cell_type": "code", "source": s.replace("\n", newline)} for s in sources
        ]

    request = {"budget": 300, "encoding": "cl100k_base"}
    told = render({**request, "cells": cells(ending)})
    assert told == render({**request, "cells": cells("\n")})


def test_greedy_is_as_good_as_the_exact_optimum():
    """Over many random choices the mean gap to dynamic programming is tiny."""
    dice = random.Random(3)
    gaps = []
    for _ in range(60):
        pieces = [_choice(number, dice) for number in range(40)]
        budget = dice.randint(300, 1_000)
        chosen = select(pieces, budget, len)
        got = sum(p.piece.gains[p.fidelity] for p in chosen.placed)
        best = _optimum(pieces, budget)
        gaps.append((best - got) / best)
    assert min(gaps) >= -1e-9
    assert sum(gaps) / len(gaps) <= 0.002


def _choice(number: int, dice: random.Random) -> Piece:
    """Make a piece with three rungs of rising cost and gain, its cost its length."""
    costs = sorted(dice.sample(range(4, 60), 3))
    gain = 0.0
    gains = {}
    for level in (Fidelity.SIGNATURE, Fidelity.OUTLINE, Fidelity.FULL):
        gain += dice.random()
        gains[level] = gain
    return Piece(
        id=AnchorId(f"thing:{number}"),
        kind="thing",
        source="test",
        ladder={
            level: "x" * (cost - 1) for level, cost in zip(gains, costs, strict=True)
        },
        gains=gains,
        order=number,
    )


def _optimum(pieces: list[Piece], budget: int) -> float:
    """Solve the multiple-choice knapsack exactly, by dynamic programming."""
    best = [0.0] * (budget + 1)
    for piece in pieces:
        steps = [(len(t) + 1, piece.gains[level]) for level, t in piece.ladder.items()]
        best = [
            max(
                [best[room]]
                + [best[room - cost] + gain for cost, gain in steps if cost <= room]
            )
            for room in range(budget + 1)
        ]
    return best[budget]
