"""Which piece is shown at which fidelity, so that the budget is used best.

A multiple-choice knapsack, solved greedily in phases: what stands next to the
question and what it reads, the newest cell word for word, what that touches, then
whatever earns most per token. Names without a line are listed in a roster, which
folds into counted groups.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import pairwise

from jupyter_ctx.core.engine import roster, shares
from jupyter_ctx.core.engine.exchange import exchange
from jupyter_ctx.core.engine.fidelity import FULL, NAME, SIGNATURE, Fidelity
from jupyter_ctx.core.engine.offer import NONE, Count, Offer, Step
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import AT_ISSUE
from jupyter_ctx.core.engine.selection import Placed, Selection
from jupyter_ctx.core.engine.tally import Tally
from jupyter_ctx.core.engine.told import read_by

TAIL_SHARE = 0.5  # of the budget, for the open error and the cell at issue
NEWEST_SHARE = 0.4  # of the rest, for the newest cell word for word
VERBATIM_SHARE = 0.5  # of the rest, for the newest cells word for word
SIGNATURES_SHARE = 0.5  # of what is left, from which on no name is a name alone
RELEASED = 40  # names, the most relevant ones, that may have what the roster frees
LEAST_LEFT = 3  # tokens, with fewer no step is worth a look
CODE = frozenset(("cell", "variable"))
"""Kinds whose texts are statements, which tell the names that they read."""
TOUCHED = 0.2  # weight from which a name counts as touched by what is at hand


def select(pieces: Iterable[Piece], budget: int, count: Count) -> Selection:
    """Choose fidelities within *budget* tokens; the same input, the same output."""
    return choose(Offer(pieces, count), budget)


def choose(offer: Offer, budget: int) -> Selection:
    """Select from *offer*, which may be asked for several budgets."""
    bench = _Bench(offer, budget)
    bench.place_tail()
    bench.place_touched(AT_ISSUE)
    bench.place_newest()
    bench.place_verbatim()
    for kind in bench.steady:
        bench.place_steady(kind)
    bench.place_touched(TOUCHED)
    bench.place_signatures()
    bench.fill()
    exchange(bench, bench.independent())
    bench.release()
    return bench.result()


class _Bench(Tally):
    """The working state of one selection: the phases in which levels are raised."""

    def __init__(self, offer: Offer, budget: int) -> None:
        super().__init__(offer, budget)
        self.pieces, self.by_id = offer.pieces, offer.by_id
        self.count = offer.count
        self.words_worth = shares.words_worth(budget)
        self.steady = {
            "import": int(budget * shares.IMPORTS),
            "definition": int(budget * offer.header_share),
        }

    def best_within(self, piece: Piece, limit: int) -> bool:
        """Show *piece* as faithfully as *limit* tokens allow."""
        levels = sorted(piece.ladder, reverse=True)
        return any(self.raise_to(piece, level, limit) for level in levels)

    def independent(self) -> list[Piece]:
        """Give the pieces whose place changes nothing for another one."""
        return [
            piece
            for piece in self.pieces
            if not (piece.host or piece.stem or piece.tail or piece.is_pinned)
            and piece.kind != "cell"
        ]

    def level_of(self, piece: Piece) -> Fidelity | None:
        level = self.levels.get(piece.id)
        return NAME if level is None and piece.names else level

    def price(self, piece: Piece, level: Fidelity | None) -> int:
        bare = piece.names and level == NAME
        return self.roster_costs[piece.id] if bare else self.cost(piece, level)

    def move(self, piece: Piece, level: Fidelity | None) -> bool:
        now = self.levels.get(piece.id)
        if now is not None and (level is None or level < now):
            self.put(piece, level)
            return True
        return level is not None and self.raise_to(piece, level, self.budget)

    def place_tail(self) -> None:
        """Show the error at least, then what is imported, then all that is asked of."""
        tail = [piece for piece in self.pieces if piece.tail]
        before = 0
        for piece in sorted(tail, key=lambda p: p.kind != "error"):
            is_placed = self.raise_to(piece, min(piece.ladder), self.left())
            if piece.kind == "error":
                if not is_placed:  # it outranks every name but the number of them
                    self.roster_room = self.offer.folded
                    self.raise_to(piece, min(piece.ladder), self.left())
                before = self.place_steady("import")
        for piece in sorted(tail, key=lambda p: (-p.weight, p.id)):
            spare = int(self.budget * TAIL_SHARE) + before - self.spent
            self.best_within(piece, spare)

    def _cells(self) -> list[Piece]:
        cells = [p for p in self.pieces if p.kind == "cell" and not p.tail]
        return cells[::-1]

    def place_newest(self) -> None:
        for piece in self._cells()[:1]:
            self.raise_to(piece, FULL, self._share(NEWEST_SHARE))

    def _share(self, part: float) -> int:
        return int(shares.words_room(self.budget) * part)

    def place_steady(self, kind: str) -> int:
        """Keep headers of *kind*, the most needed first; give what they take."""
        start, share = self.spent, self.steady[kind]
        steady = [piece for piece in self.pieces if piece.kind == kind]
        for piece in sorted(steady, key=lambda p: (-p.weight, -p.order, p.id)):
            self.raise_to(piece, SIGNATURE, share - (self.spent - start))
        return self.spent - start

    def place_touched(self, least: float) -> None:
        for piece in (p for p in self.pieces if p.is_pinned):
            self.best_within(piece, self.left())
        touched = [p for p in self.pieces if p.names and p.weight >= least]
        share = self.left() * 9 // 10
        for piece in sorted(touched, key=lambda p: (-p.weight, -p.order, p.id)):
            floor = self.spent
            self.raise_to(piece, SIGNATURE, share)
            share -= self.spent - floor

    def place_signatures(self) -> None:
        """Give each name a line of its own, where all of them leave room for more."""
        named = self.unshown_names(self.offer.named)
        waiting = [piece for piece in named if not piece.tail]
        room = int(self.left() * SIGNATURES_SHARE)
        for piece in waiting:
            room -= self.cost(piece, SIGNATURE)
            if room < 0:
                return
        for piece in waiting:
            self.raise_to(piece, SIGNATURE, self.left())

    def place_verbatim(self) -> None:
        """Show the newest cells word for word, without a gap, within their share."""
        share = self._share(VERBATIM_SHARE)
        used = 0
        for piece in self._cells():
            used += self.cost(piece, FULL)
            is_shown = self.levels.get(piece.id) == FULL
            if used > share or not (
                is_shown or self.raise_to(piece, FULL, self.left())
            ):
                break

    def fill(self) -> None:
        """Spend what is left where a token earns most.

        Cells get their turn one after the other, the newest first, so that code word
        for word has no gaps but for cells without room. A step that costs or earns
        something else than when it was ranked, because a cell with its names was
        shown since, is ranked anew.
        """
        waiting = [p for p in self._cells() if FULL in p.ladder]
        older = {a.id: b for a, b in pairwise(waiting)}
        first = next((p for p in waiting if self.levels.get(p.id) != FULL), None)
        ready = [p for p in self.offer.told if p.id not in older or p is first]
        heap = [step for piece in ready if (step := self._step(piece))]
        heapq.heapify(heap)
        self.touched.clear()
        left, without = self.left(), dict[AnchorId, frozenset[Fidelity]]()
        while heap and left >= LEAST_LEFT:
            ratio, _, identity, level = heapq.heappop(heap)
            piece = self.by_id[identity]
            step = None
            if self._least(piece) <= left:
                if identity in self.touched:
                    fresh = self._step(piece, without.get(identity, NONE))
                    if fresh is not None and fresh[0] > ratio and fresh[3] >= level:
                        heapq.heappush(heap, fresh)
                        continue
                if self.raise_to(piece, level, left):
                    left = self.left()
                else:
                    without[identity] = without.get(identity, NONE) | {level}
                    self.touched.add(identity)
                step = self._step(piece, without.get(identity, NONE))
            if step is None and identity in older:
                step = self._step(older[identity])
            if step is not None:
                heapq.heappush(heap, step)

    def release(self) -> None:
        """Spend what the roster kept for names that the shown code tells already."""
        told = self._read()
        names = self.unshown_names(self.offer.named)
        free = [piece.id for piece in names if told.issuperset(piece.names)]
        if free:
            self.free(free)
            self.unshown = sum([self.roster_costs[piece.id] for piece in names])
            for piece in self.unshown_names(self.offer.ranked)[:RELEASED]:
                if self.left() < LEAST_LEFT:
                    break
                self.raise_to(piece, SIGNATURE, self.left())

    def _read(self) -> frozenset[str]:
        shown = [(self.by_id[one], level) for one, level in self.levels.items()]
        code = [(p, at) for p, at in shown if p.kind in CODE and not self.is_beside(p)]
        return read_by(self.text(piece, level) for piece, level in code)

    def _least(self, piece: Piece) -> int:
        """Give the least that any level of *piece* above its own costs more.

        A cell whole may cost less than nothing: it spares lines of its names.
        """
        if piece.id in self.guests:
            return 0
        now, is_beside = self.levels.get(piece.id), piece.host in self.full
        return self.offer.least(piece, now, is_beside=is_beside)

    def _step(self, piece: Piece, without: frozenset[Fidelity] = NONE) -> Step | None:
        """Find the best paid step of *piece* above its level, as a heap entry."""
        if len(without) == len(piece.ladder):
            return None
        now, is_beside = self.levels.get(piece.id), piece.host in self.full
        guests = self.guests.get(piece.id) if FULL not in without else None
        levels = self.levels_of(guests) if guests is not None else None
        found = self.offer.step(piece, now, without, levels, is_beside=is_beside)
        if found is None or piece.kind != "cell":
            return found
        return found[0] * self.words_worth, *found[1:]

    def result(self) -> Selection:
        self._meet_requirements()
        read = self._read()
        names = self.unshown_names(self.offer.ranked)
        names = [piece for piece in names if not read.issuperset(piece.names)]
        room = max(0, self.budget - self.spent)
        listed = roster.listed(names, room, self.count)
        placed = tuple(
            Placed(piece, level, text, self.cost(piece, level), self.is_beside(piece))
            for piece in self.pieces
            if (level := self.levels.get(piece.id)) is not None
            and (text := self.text(piece, level))
        )
        shown = {item.piece.id for item in placed}
        left = tuple([p for p in self.pieces if not p.names and p.id not in shown])
        undo = tuple(reversed([i for i in self.applied if i in shown]))
        levels, full = self.levels, self.full
        told = [p for p in self.offer.told if p.id in levels or p.host in full]
        worth = sum(map(self._gain, told))
        return Selection(placed, listed, left, undo, worth)

    def _gain(self, piece: Piece) -> float:
        if self.is_beside(piece):
            return piece.beside_gains.get(self.levels.get(piece.id, NAME), 0.0)
        level = self.levels.get(piece.id)
        return 0.0 if level is None else piece.gains.get(level, 0.0)

    def _meet_requirements(self) -> None:
        """Never let an old cell state a superseded binding as the last word."""
        full = [
            piece
            for piece in self._cells()
            if self.levels.get(piece.id) == FULL and piece.requires
        ]
        for piece in full:
            for name in piece.requires:
                other = self.offer.by_name.get(name)
                if other is None or self.is_beside(other):
                    continue
                if self.levels.get(other.id, NAME) > NAME:
                    continue
                room = self.budget - self.spent
                if not self.raise_to(other, SIGNATURE, room):
                    self.put(piece, None)
                    break
