"""The pieces of one request, and what holds of them whatever is selected."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jupyter_ctx.core.engine import roster
from jupyter_ctx.core.engine.fidelity import FULL, NAME, Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.shares import header_share

Count = Callable[[str], int]
Held = tuple[int, float]
"""What a whole cell saves its names in tokens, and earns for them."""
Step = tuple[float, int, AnchorId, Fidelity]
"""What a token earns (negated), the order (negated), and the move."""
NONE: frozenset[Fidelity] = frozenset()
"""No level is ruled out."""
_StepKey = tuple[AnchorId, int, frozenset[Fidelity], bool]


class Offer:
    """Pieces in execution order, their tokens, and the steps found so far.

    *told* are those with a text, *named* those with names; many of these are nothing
    but names in a list. *ranked* are these, the most relevant first.

    One request selects several times, each time with a little more or less room:
    what does not depend on the room is found out once.
    """

    def __init__(self, pieces: Iterable[Piece], count: Count) -> None:
        self.pieces = sorted(pieces, key=lambda p: (p.order, p.kind, p.line, p.id))
        self.told = [
            piece
            for piece in self.pieces
            if any(piece.ladder.values()) or any(piece.beside.values())
        ]
        self.named = [piece for piece in self.pieces if piece.names]
        self.ranked = roster.ranked(self.named)
        self.header_share = header_share(self.named)
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.by_name = {name: piece for piece in self.pieces for name in piece.names}
        self.count = count
        self.guests: dict[AnchorId, list[Piece]] = {}
        for piece in self.pieces:
            if piece.host is not None:
                self.guests.setdefault(piece.host, []).append(piece)
        self.stemmed = [piece for piece in self.pieces if piece.stem]
        self.names_costs = roster.prices(self.pieces, count)
        self.folded = count(roster.SMALLEST)
        self._costs: dict[tuple[AnchorId, Fidelity, bool], int] = {}
        self._steps: dict[_StepKey, Step | None] = {}
        self._held: dict[tuple[AnchorId, tuple[Fidelity, ...]], Held] = {}
        self._least: dict[tuple[AnchorId, int, bool], int] = {}

    def cost(self, piece: Piece, level: Fidelity, *, is_beside: bool) -> int:
        """Give the tokens of *piece*, without those of its stem."""
        key = (piece.id, level, is_beside)
        found = self._costs.get(key)
        if found is None:
            text = (piece.beside if is_beside else piece.ladder).get(level, "")
            whole = self.count(text + "\n") if text else 0
            found = self._costs[key] = max(0, whole - self.stem_cost(piece.stem))
        return found

    def stem_cost(self, stem: str) -> int:
        """Give the tokens of what begins several lines, paid once."""
        return self.count(stem) if stem else 0

    def step(
        self, piece: Piece, now: int, without: frozenset[Fidelity], *, is_beside: bool
    ) -> Step | None:
        """Find the best paid step of *piece* up from level *now*, *without* some.

        -1 is the level of what is not shown. The piece hosts no other one.
        """
        key = (piece.id, now, without, is_beside)
        if key not in self._steps:
            found = self.best_step(piece, now, without, is_beside=is_beside)
            self._steps[key] = found
        return self._steps[key]

    def least(self, piece: Piece, now: int, *, is_beside: bool) -> int:
        """Give the least that a level above *now* costs more; 0 where there is none."""
        key = (piece.id, now, is_beside)
        found = self._least.get(key)
        if found is None:
            ladder = piece.beside if is_beside else piece.ladder
            levels = [level for level, text in ladder.items() if level > now and text]
            costs = [self.cost(piece, one, is_beside=is_beside) for one in levels]
            spent = 0
            if now >= 0:
                spent = self.cost(piece, Fidelity(now), is_beside=is_beside)
            found = min(costs, default=spent) - spent
            self._least[key] = found
        return found

    def held(self, host: Piece, levels: tuple[Fidelity, ...]) -> Held:
        """Tell what a whole cell saves its names, at their *levels*, and earns."""
        key = (host.id, levels)
        if key not in self._held:
            saved, gain = 0, 0.0
            for guest, level in zip(self.guests[host.id], levels, strict=True):
                alone, beside = guest.gains, guest.beside_gains
                gain += max(0.0, beside.get(level, 0.0) - alone.get(level, 0.0))
                saved += self._saved(guest, level)
            self._held[key] = saved, gain
        return self._held[key]

    def _saved(self, guest: Piece, level: Fidelity) -> int:
        if level == NAME:
            return self.names_costs.get(guest.id, 0)
        short = guest.beside.get(level, "")
        beside = self.count(short + "\n") if short else 0
        return self.cost(guest, level, is_beside=False) - beside

    def best_step(
        self,
        piece: Piece,
        now: int,
        without: frozenset[Fidelity] = NONE,
        *,
        is_beside: bool,
        held: Held = (0, 0.0),
    ) -> Step | None:
        """Find that step of a piece that, whole, does something for those it hosts."""
        ladder = piece.beside if is_beside else piece.ladder
        gains = piece.beside_gains if is_beside else piece.gains
        spent, base = 0, gains.get(NAME, 0.0) if is_beside else 0.0
        if now >= 0:
            current = Fidelity(now)
            spent = self.cost(piece, current, is_beside=is_beside)
            base = gains.get(current, 0.0)
        steps = []
        for level in piece.ladder:
            if level <= now or level in without or not ladder.get(level):
                continue
            extra = self.cost(piece, level, is_beside=is_beside) - spent
            gain = gains.get(level, 0.0) - base
            if level == FULL:
                extra, gain = extra - held[0], gain + held[1]
            if extra >= 0 or level == FULL:
                steps.append((-gain / max(1, extra), -piece.order, level))
        if not steps:
            return None
        ratio, order, level = min(steps)
        return ratio, order, piece.id, level
