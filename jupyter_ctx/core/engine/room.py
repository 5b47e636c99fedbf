"""How much room the context needs until nothing in it is a name alone."""

from __future__ import annotations

from collections.abc import Iterable

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.layout import lay_out
from jupyter_ctx.core.engine.offer import Count, Offer
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.engine.select import choose
from jupyter_ctx.core.engine.selection import Placed, Selection

TRIES = 12  # selections until the room is known to a few tokens
MOST = 6  # times the tokens of all signatures, more is never needed


def clear(pieces: Iterable[Piece], count: Count) -> int:
    """Give about how many tokens show each anchor by its SIGNATURE at least.

    Anchors are live names, definitions, errors and what stands at the question. With
    fewer tokens the least relevant ones are listed or counted by name.
    """
    offered = list(pieces)
    offer = Offer(offered, count)
    low = _least(offered, count)
    high = MOST * low
    for _ in range(TRIES):
        if high - low <= max(1, low // 50):
            break
        middle = (low + high) // 2
        if _blurred(choose(offer, middle), offered):
            low = middle
        else:
            high = middle
    return high


def _least(pieces: Iterable[Piece], count: Count) -> int:
    """Count all anchors at their SIGNATURE: with less room they can't be there."""
    placed = [
        Placed(piece, levels[0], piece.ladder[levels[0]], 0)
        for piece in pieces
        if (piece.names or piece.tail) and (levels := _told(piece))
    ]
    return count(lay_out(Selection(tuple(placed), "", (), ())))


def _told(piece: Piece) -> list[Fidelity]:
    levels = sorted(piece.ladder)
    return [one for one in levels if one >= Fidelity.SIGNATURE and piece.ladder[one]]


def _blurred(selection: Selection, pieces: Iterable[Piece]) -> bool:
    """Tell whether an anchor is below its SIGNATURE, and no whole cell shows it."""
    levels = {item.piece.id: item.fidelity for item in selection.placed}
    whole = {one for one, level in levels.items() if level == Fidelity.FULL}
    return any(
        levels.get(piece.id, Fidelity.NAME) == Fidelity.NAME
        for piece in pieces
        if (piece.names or piece.tail) and _told(piece) and piece.host not in whole
    )
