"""From the budget that `%ctx show --why` states on, no anchor is a name alone."""

from __future__ import annotations

import random
from pathlib import Path

import nbformat
import pytest

from jupyter_ctx import bench
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.offer import Offer
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.engine.room import clear
from jupyter_ctx.core.engine.select import choose
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.unrun import wanted_of
from jupyter_ctx.tokens import counter_named
from tests.core.notebooks import notebook

BOOKS = sorted(Path(bench.__path__[0], "notebooks").glob("*.ipynb"))
COUNTER = counter_named("o200k_base")


def pieces_of(cells: list[dict], state: dict | None = None) -> list[Piece]:
    """Give what a question about the notebook chooses from."""
    return list(offer(wanted_of(cells, "", state)))


def blurred(pieces: list[Piece], budget: int) -> list[str]:
    """Name the pieces that are shown by less than a line, and by no whole cell."""
    placed = choose(Offer(pieces, COUNTER.count), budget).placed
    shown = {item.piece.id: item.fidelity for item in placed}
    return [
        piece.id
        for piece in pieces
        if piece.names
        and any(text for level, text in piece.ladder.items() if level > Fidelity.NAME)
        and shown.get(piece.id, Fidelity.NAME) == Fidelity.NAME
        and shown.get(piece.host) != Fidelity.FULL
    ]


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
def test_no_anchor_is_blurred_from_the_stated_budget_on(book):
    """At that budget, and at each larger one, there is a line for each name."""
    cells = nbformat.read(book, 4).cells
    pieces = pieces_of([dict(cell) for cell in cells])
    room = clear(pieces, COUNTER.count)

    assert {one: blurred(pieces, room * one // 10) for one in range(10, 60, 3)} == {
        one: [] for one in range(10, 60, 3)
    }
    assert blurred(pieces, room // 2)
    assert render(pieces, room, COUNTER)


@pytest.mark.parametrize("seed", range(12))
def test_the_same_holds_for_random_notebooks(seed):
    """Also with live values, broken cells, and many names."""
    dice = random.Random(seed)
    request = notebook(dice)
    pieces = pieces_of(request["cells"], request["state"])
    room = clear(pieces, COUNTER.count)

    assert [blurred(pieces, times * room) for times in (1, 2, 3)] == [[], [], []]
