"""The pieces of one request, and what holds of them whatever is selected."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from jupyter_ctx.core.engine import roster
from jupyter_ctx.core.engine.fidelity import FULL, NAME, Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.shares import header_share

Count = Callable[[str], int]
_Costs = dict[Fidelity, int]
"""The tokens of each level that has a text."""
Step = tuple[float, int, AnchorId, Fidelity]
"""What a token earns (negated), the order (negated), and the move."""
NONE: frozenset[Fidelity] = frozenset()
"""No level is ruled out."""
Levels = tuple[Fidelity | None, ...]
"""The levels of the names of a cell, None where nothing is shown of one."""
_StepKey = tuple[AnchorId, Fidelity | None, frozenset[Fidelity], Levels | None, bool]


class Hosted(msgspec.Struct, frozen=True, gc=False):
    """What the names of a cell cost and earn, at their levels.

    *alone* are their tokens, *beside* those where the cell is whole; *listed* are those
    of the list of names that nothing shows. Being whole the cell *saves* tokens, and
    earns *gain*, for its names.
    """

    alone: int = 0
    beside: int = 0
    listed: int = 0
    saves: int = 0
    gain: float = 0.0


_NOTHING = Hosted()


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
        self.stemmed: dict[AnchorId, list[Piece]] = {}
        for piece in self.pieces:
            if piece.stem and piece.host is not None:
                self.stemmed.setdefault(piece.host, []).append(piece)
        self.names_costs = roster.prices(self.pieces, count)
        self.folded = count(roster.SMALLEST)
        self._alone: dict[AnchorId, _Costs] = {}
        self._beside: dict[AnchorId, _Costs] = {}
        self._steps: dict[_StepKey, Step | None] = {}
        self._hosted: dict[tuple[AnchorId, Levels], Hosted] = {}

    def cost(self, piece: Piece, level: Fidelity, *, is_beside: bool) -> int:
        """Give the tokens of *piece*, without those of its stem."""
        return self._costs(piece, is_beside=is_beside).get(level, 0)

    def _costs(self, piece: Piece, *, is_beside: bool) -> _Costs:
        """Count all levels at once: what asks for one asks for the others too."""
        known = self._beside if is_beside else self._alone
        found = known.get(piece.id)
        if found is None:
            ladder = piece.beside if is_beside else piece.ladder
            stem = self.stem_cost(piece.stem)
            found = known[piece.id] = {
                level: max(0, self.count(text + "\n") - stem)
                for level, text in ladder.items()
                if text
            }
        return found

    def stem_cost(self, stem: str) -> int:
        """Give the tokens of what begins several lines, paid once."""
        return self.count(stem) if stem else 0

    def step(
        self,
        piece: Piece,
        now: Fidelity | None,
        without: frozenset[Fidelity],
        levels: Levels | None,
        *,
        is_beside: bool,
    ) -> Step | None:
        """Find the best paid step of *piece* up from level *now*, *without* some.

        What is not shown has no level; *levels* are those of the names that a cell
        hosts, None where it hosts none or can't be shown in full.
        """
        key = (piece.id, now, without, levels, is_beside)
        if key not in self._steps:
            held = self.hosted(piece, levels) if levels is not None else _NOTHING
            self._steps[key] = self._best_step(
                piece, now, without, is_beside=is_beside, held=held
            )
        return self._steps[key]

    def least(self, piece: Piece, now: Fidelity | None, *, is_beside: bool) -> int:
        """Give the least that a level above *now* costs more; 0 where there is none."""
        costs = self._costs(piece, is_beside=is_beside)
        spent = costs.get(now, 0) if now is not None else 0
        more = [cost for level, cost in costs.items() if now is None or level > now]
        return min(more) - spent if more else 0

    def hosted(self, host: Piece, levels: Levels) -> Hosted:
        """Tell what the names of a cell cost and earn at their *levels*."""
        key = (host.id, levels)
        found = self._hosted.get(key)
        if found is None:
            guests = zip(self.guests[host.id], levels, strict=True)
            found = self._hosted[key] = self._hosted_at(guests)
        return found

    def _hosted_at(self, guests: Iterable[tuple[Piece, Fidelity | None]]) -> Hosted:
        alone = beside = listed = saves = 0
        gain = 0.0
        for guest, level in guests:
            at = level or NAME
            more = guest.beside_gains.get(at, 0.0) - guest.gains.get(at, 0.0)
            if more > 0:
                gain += more
            if level is not None:
                alone += self.cost(guest, level, is_beside=False)
                beside += self.cost(guest, level, is_beside=True)
            if level:
                saves += self._saved(guest, level)
            else:
                price = self.names_costs.get(guest.id, 0)
                listed, saves = listed + price, saves + price
        return Hosted(alone, beside, listed, saves, gain)

    def _saved(self, guest: Piece, level: Fidelity) -> int:
        short = guest.beside.get(level, "")
        beside = self.count(short + "\n") if short else 0
        return self.cost(guest, level, is_beside=False) - beside

    def _best_step(
        self,
        piece: Piece,
        now: Fidelity | None,
        without: frozenset[Fidelity],
        *,
        is_beside: bool,
        held: Hosted,
    ) -> Step | None:
        gains = piece.beside_gains if is_beside else piece.gains
        costs = self._costs(piece, is_beside=is_beside)
        spent, base = 0, gains.get(NAME, 0.0) if is_beside else 0.0
        if now is not None:
            spent, base = costs.get(now, 0), gains.get(now, 0.0)
        best: tuple[float, Fidelity] | None = None
        for level, cost in costs.items():
            is_lower = now is not None and level <= now
            if is_lower or level in without or level not in piece.ladder:
                continue
            extra, gain = cost - spent, gains.get(level, 0.0) - base
            if level == FULL:
                extra, gain = extra - held.saves, gain + held.gain
            elif extra < 0:
                continue
            step = -gain / max(1, extra), level
            if best is None or step < best:
                best = step
        return best and (best[0], -piece.order, piece.id, best[1])
