"""The engine as a whole, on notebooks made at random: what must hold for any."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys

import pytest

from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.core.select import select
from jupyter_ctx.core.tags import TAGS
from jupyter_ctx.errors import BudgetError
from jupyter_ctx.testing import render
from jupyter_ctx.tokens import counter_named
from tests.core.notebooks import notebook

COUNTER = counter_named("cl100k_base")
SEEDS = 100  # of 20 budgets and kinds each: 2,000 cases
LONG_SEEDS = 5_000
_BLOCKS = [tag for tag in TAGS if tag != "masked"]  # that one stands inside lines
_OPENING = re.compile(rf"<({'|'.join(_BLOCKS)})(?: [^>\n]*)?>")


def check(seed: int) -> None:
    """Render one random notebook at 20 budgets and look at each text."""
    dice = random.Random(seed)
    for _ in range(20):
        request = notebook(dice)
        budget = request["budget"] = dice.choice((40, 90, 200, 500, 1_000, 4_000))
        try:
            text = render(request)
        except BudgetError:
            assert budget < 60
            continue
        assert COUNTER.count(text) <= budget
        assert render(request) == text
        assert_whole(text)
        assert_accounted(request, text)


def assert_whole(text: str) -> None:
    """Every block that opens at a line's start closes, and none is inside another."""
    open_tag = ""
    for line in text.split("\n"):
        if found := _OPENING.fullmatch(line):
            assert not open_tag, line
            open_tag = found[1]
        elif open_tag and line == f"</{open_tag}>":
            open_tag = ""
    assert not open_tag


def assert_accounted(request: dict, text: str) -> None:
    """Each live name is in the text, or the names without a line are counted."""
    state = request["state"]
    if state is None or re.search(r"\d more names|: \d+ \w+$", text, re.MULTILINE):
        return
    words = set(re.findall(r"\w+", text))
    assert set(state) <= words


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_notebooks_keep_every_promise(seed):
    """Budget, floor, whole blocks and repeatability hold for odd notebooks too."""
    check(seed)


@pytest.mark.soak
def test_random_notebooks_keep_every_promise_for_long():
    """The same for 100,000 cases."""
    for seed in range(SEEDS, SEEDS + LONG_SEEDS):
        check(seed)


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
