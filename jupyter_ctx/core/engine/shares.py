"""How much of a budget code word for word may have, and how much headers."""

from __future__ import annotations

from collections.abc import Iterable

from jupyter_ctx.core.engine.piece import Piece

STATE = 130  # tokens that lines of state have before code word for word has any
TIGHT, TIGHT_RATE = 225, 2  # tokens that state has in a tight budget, and of the rest
LEAST_WORDS = 0.1  # of what it is worth, that code word for word keeps in any budget
IMPORTS = 0.1  # of the budget, for import statements
HEADERS, MORE_HEADERS = 0.15, 0.5  # of it, and of the part of what is needed
MOST_HEADERS = 0.5  # of the budget, however much of what is needed is a definition


def words_room(budget: int) -> int:
    """Give the tokens of *budget* that newest code word for word has its shares of.

    In a tight budget a line of state is worth more than code word for word: up to 320
    tokens that has hardly any, from then on all but those of state.
    """
    return max(0, min(budget - STATE, TIGHT_RATE * (budget - TIGHT)))


def words_worth(budget: int) -> float:
    """Give what code word for word is worth in *budget* beside lines of state."""
    return max(LEAST_WORDS, words_room(budget) / max(1, budget))


def header_share(named: Iterable[Piece]) -> float:
    """Give the part of a budget that headers of definitions may have.

    It grows with how much of what is probably needed of the *named* pieces are
    definitions: a notebook of functions calls them, another one has a few helpers.
    """
    needed = {"definition": 0.0, "variable": 0.0}
    for piece in named:
        if piece.kind in needed:
            needed[piece.kind] += piece.weight
    part = needed["definition"] / (sum(needed.values()) or 1.0)
    return min(MOST_HEADERS, HEADERS + MORE_HEADERS * part)
