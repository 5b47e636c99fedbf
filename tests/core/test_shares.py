"""Tests of how a budget is divided between state, code word for word and headers."""

from __future__ import annotations

import itertools

from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.shares import header_share, words_room, words_worth


def named(kind: str, weight: float) -> Piece:
    """Give a piece that is needed with chance *weight*."""
    return Piece(AnchorId(f"{kind}:{weight}"), kind, "t", {}, weight=weight)


def test_code_word_for_word_has_room_once_state_has_its_lines():
    """A tight budget is for lines of state; from 320 tokens on they have 130."""
    budgets = (0, 200, 225, 250, 300, 320, 321, 500, 1_000)

    rooms = [words_room(budget) for budget in budgets]

    assert rooms == [0, 0, 0, 50, 150, 190, 191, 370, 870]


def test_the_room_of_code_never_falls_when_the_budget_grows():
    """There is no step in it at which more tokens would show less code."""
    rooms = [words_room(budget) for budget in range(1_000)]

    assert rooms == sorted(rooms)
    assert max(b - a for a, b in itertools.pairwise(rooms)) == 2


def test_code_word_for_word_is_worth_something_in_any_budget():
    """It is never ruled out, and counts in full where there is much room."""
    assert [words_worth(budget) for budget in (0, 250, 500)] == [0.1, 0.2, 0.74]


def test_headers_have_the_more_room_the_more_definitions_are_needed():
    """A notebook of functions has most for headers, one of variables a little."""
    few = [named("definition", 0.1), named("variable", 0.9)]
    many = [named("definition", 0.9), named("variable", 0.1), named("import", 1.0)]

    shares = [header_share(pieces) for pieces in ([], few, many)]

    assert [round(share, 3) for share in shares] == [0.15, 0.2, 0.5]
