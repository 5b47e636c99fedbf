"""What a change costs is told by what it touches: the same as counting all anew."""

from __future__ import annotations

from random import Random

import pytest

from jupyter_ctx.core.engine.fidelity import FULL, NAME, Fidelity
from jupyter_ctx.core.engine.offer import Offer
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tally import Tally

LEVELS = [*Fidelity]


def pieces(random: Random) -> list[Piece]:
    """Make cells, and names of them, some of which are imported."""
    cells = [
        Piece(
            AnchorId(f"cell:{n}"),
            "cell",
            "cells",
            {level: "c" * random.randrange(1, 60) for level in LEVELS[2:]},
            order=n,
        )
        for n in range(5)
    ]
    names = [
        Piece(
            AnchorId(f"var:{n}"),
            "variable",
            "variables",
            {NAME: ""} | {level: "n" * random.randrange(20) for level in LEVELS[1:]},
            names=(f"name{n}",),
            host=random.choice([None, *[one.id for one in cells]]),
            beside={level: "b" * random.randrange(9) for level in LEVELS},
            stem=random.choice(["", "", "import ", "from a import "]),
            order=n % 5,
        )
        for n in range(25)
    ]
    return [*cells, *names]


def counted(tally: Tally) -> tuple[int, int]:
    """Count what is shown, and the names that nothing shows, piece by piece."""
    offered = tally.offer.pieces
    shown = [one for one in offered if one.id in tally.levels]
    spent = sum(tally.cost(one, tally.levels[one.id]) for one in shown)
    lines = [one for one in shown if tally.levels[one.id] and not tally.is_beside(one)]
    stems = {one.stem for one in lines if one.stem}
    listed = tally.unshown_names(tally.offer.named)
    unshown = sum(tally.roster_costs[one.id] for one in listed)
    return spent + sum(map(tally.offer.stem_cost, stems)), unshown


@pytest.mark.parametrize("seed", range(40))
def test_after_any_moves_all_adds_up(seed):
    """Raised, lowered, taken out; also when some names cost nothing in the list."""
    random = Random(seed)
    tally = Tally(Offer(pieces(random), len), 10_000)
    for move in range(150):
        piece, level = random.choice(tally.offer.pieces), random.choice(LEVELS)
        if random.random() < 0.5:
            tally.raise_to(piece, level, random.randrange(200))
        elif level in piece.ladder or level is FULL:
            tally.put(piece, random.choice([level, None]))
        if move == 100:
            told = [one.id for one in tally.unshown_names(tally.offer.named)[::2]]
            tally.free(told)
            tally.unshown = counted(tally)[1]
        assert (tally.spent, tally.unshown) == counted(tally)
        assert tally.full == {i for i, one in tally.levels.items() if one == FULL}
        assert [*tally.applied] == list(dict.fromkeys(tally.applied))


def test_what_has_no_room_changes_nothing():
    """A cell that is dearer than its limit stays as it was, and all beside it."""
    tally = Tally(Offer(pieces(Random(1)), len), 10_000)
    before = tally.spent, tally.unshown, dict(tally.levels), list(tally.applied)
    cell = tally.offer.by_id[AnchorId("cell:1")]

    assert not tally.raise_to(cell, FULL, -1_000)
    assert before == (tally.spent, tally.unshown, tally.levels, [*tally.applied])
