"""Exchanges: one piece lowered so that another one, worth more, can be raised."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Protocol

import msgspec

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import Piece

ROUNDS = 12  # exchanges at most; each makes the selection better
LOOKED_AT = 80  # steps down and steps up that are paired, the best of each
LEAST = 1e-9  # of gain, less is a rounding error


class Bench(Protocol):
    """What an exchange asks of the selection that it improves."""

    def level_of(self, piece: Piece) -> Fidelity | None:
        """Give the level of *piece*, None where it is not shown."""
        ...

    def left(self) -> int:
        """Give the tokens that are left."""
        ...

    def price(self, piece: Piece, level: Fidelity | None) -> int:
        """Give the tokens of *piece* at *level*, a bare name's in the list included."""
        ...

    def move(self, piece: Piece, level: Fidelity | None) -> bool:
        """Put *piece* at *level*; false, and nothing done, where there is no room."""
        ...


class _Step(msgspec.Struct, frozen=True):
    """A move of *piece* to *level*: what it adds in tokens and in gain."""

    piece: Piece
    level: Fidelity | None
    tokens: int
    gain: float


def exchange(bench: Bench, pieces: Iterable[Piece]) -> None:
    """Improve the selection of *pieces*, none of which depends on another."""
    free = list(pieces)
    for _ in range(ROUNDS):
        pair = _best(bench, free)
        if pair is None:
            return
        down, up = pair
        before = bench.level_of(down.piece)
        bench.move(down.piece, down.level)
        if not bench.move(up.piece, up.level):
            bench.move(down.piece, before)
            return


def _best(bench: Bench, pieces: list[Piece]) -> tuple[_Step, _Step] | None:
    room = bench.left()
    steps = [step for piece in pieces for step in _steps(bench, piece)]
    downs = sorted(
        (s for s in steps if s.gain <= 0), key=lambda s: (-s.gain, s.piece.id)
    )
    ups = sorted((s for s in steps if s.gain > 0), key=lambda s: (-s.gain, s.piece.id))
    pairs = [
        (down, up)
        for down, up in product(downs[:LOOKED_AT], ups[:LOOKED_AT])
        if down.piece.id != up.piece.id
        and down.gain + up.gain > LEAST
        and down.tokens + up.tokens <= room
    ]
    return max(
        pairs,
        key=lambda pair: (pair[0].gain + pair[1].gain, pair[1].piece.id),
        default=None,
    )


def _rate(step: _Step) -> tuple[float, str]:
    """Order steps up by what a token earns, steps down by what it gives up."""
    return -step.gain / max(1, abs(step.tokens)), step.piece.id


def _steps(bench: Bench, piece: Piece) -> Iterable[_Step]:
    now = bench.level_of(piece)
    base = piece.gains.get(now, 0.0) if now is not None else 0.0
    spent = bench.price(piece, now)
    levels: list[Fidelity | None] = [*piece.ladder, *([] if piece.names else [None])]
    for level in levels:
        if level == now:
            continue
        gain = (piece.gains.get(level, 0.0) if level is not None else 0.0) - base
        yield _Step(piece, level, bench.price(piece, level) - spent, gain)
