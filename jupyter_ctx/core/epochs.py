"""Epochs: a context that grows at its end, so that a provider's prompt cache holds.

An epoch starts with a plan over everything, which is then frozen. Each later turn
adds a tail with what is new or changed since; what was sent stays as it was sent.
A value that no longer holds gets a line in the newest tail. When plan and tails
exceed the budget, a new epoch starts with room to grow.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.layout import lay_out
from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.core.select import Selection, select
from jupyter_ctx.core.tags import block, escape
from jupyter_ctx.core.tokens import Counter

PLAN_SHARE = (
    0.4  # of the budget, for the plan of a new epoch; measured, see `bench layout`
)
TAIL_SHARE = 0.25  # of the budget at most, for one tail
LEAST_TAIL = 0.04  # of the budget, less room starts a new epoch
NEEDED = 0.1  # the chance from which a listed name gets a line in a tail
RETRIES = 8  # selections at most, each for what the last one was over


class Told(msgspec.Struct, frozen=True):
    """What stands of one piece in what was sent."""

    level: Fidelity
    text: str
    is_beside: bool = False
    names: tuple[str, ...] = ()


class Epoch(msgspec.Struct, frozen=True):
    """What was sent since the last plan: *plan*, then *tails*, one a turn.

    *told* is what stands there, by anchor; *seen* the anchors that
    were offered, told or not; *tokens* what plan and tails cost.
    """

    plan: str
    tails: tuple[str, ...] = ()
    told: dict[AnchorId, Told] = {}
    seen: frozenset[AnchorId] = frozenset()
    tokens: int = 0

    @property
    def text(self) -> str:
        """Everything that was sent, in order."""
        return "".join([self.plan, *self.tails])


def begin(pieces: Sequence[Piece], budget: int, counter: Counter) -> Epoch:
    """Plan anew over all *pieces*, with room left in *budget* for tails.

    What belongs beside the question is its first tail, not part of the plan.
    """
    steady = [piece for piece in pieces if not piece.tail]
    text, selection = _fit(steady, int(PLAN_SHARE * budget), counter)
    epoch = Epoch(
        plan=text,
        told=_told(selection),
        seen=frozenset(piece.id for piece in steady),
        tokens=counter.count(text),
    )
    return _append(epoch, [piece for piece in pieces if piece.tail], budget, counter)


def go_on(
    epoch: Epoch | None, pieces: Sequence[Piece], budget: int, counter: Counter
) -> Epoch:
    """Add a tail with what is new in *pieces*, or begin anew where none fits.

    The result is within *budget*; with the same *pieces* nothing but what belongs
    beside the question is added.
    """
    if epoch is None:
        return begin(pieces, budget, counter)
    fresh = [piece for piece in pieces if _is_new(piece, epoch)]
    gone = _gone(epoch, pieces)
    if not fresh and not gone:
        return replace(epoch, tails=(*epoch.tails, ""))
    if budget - epoch.tokens < LEAST_TAIL * budget:
        return begin(pieces, budget, counter)
    grown = _append(epoch, fresh, budget, counter, gone)
    if _lacks_cells(grown, fresh):
        return begin(pieces, budget, counter)
    return grown


def _append(
    epoch: Epoch,
    fresh: Sequence[Piece],
    budget: int,
    counter: Counter,
    gone: Sequence[str] = (),
) -> Epoch:
    """Put *fresh* pieces and the end of what is *gone* into one more tail."""
    changed = [
        f"{', '.join(old.names)}: see below"
        for piece in fresh
        if (old := epoch.told.get(piece.id)) is not None and old.names
    ]
    over = [escape(line) for line in (*changed, *gone)]
    head = block("superseded", "\n".join(over)) if over else ""
    most = min(budget - epoch.tokens, int(TAIL_SHARE * budget))
    text, selection = _fit(fresh, most - counter.count(head), counter)
    tail = head + text
    told = {id_: one for id_, one in epoch.told.items() if not _is_gone(one, gone)}
    return Epoch(
        plan=epoch.plan,
        tails=(*epoch.tails, tail),
        told=told | _told(selection),
        seen=epoch.seen.union(piece.id for piece in fresh),
        tokens=epoch.tokens + counter.count(tail),
    )


def _is_new(piece: Piece, epoch: Epoch) -> bool:
    """Tell whether *piece* says something that was not sent, or sent differently."""
    if piece.tail:
        return True
    told = epoch.told.get(piece.id)
    if told is not None:
        now = piece.beside if told.is_beside else piece.ladder
        return now.get(told.level, "") != told.text
    if piece.id not in epoch.seen:
        return True
    # It had no line of its own: only a name that is needed now gets one.
    is_shown = piece.host in epoch.told and not any(piece.beside.values())
    return bool(piece.names) and piece.weight >= NEEDED and not is_shown


def _gone(epoch: Epoch, pieces: Sequence[Piece]) -> list[str]:
    """Name what was told of and is no longer alive."""
    alive = {name for piece in pieces for name in piece.names}
    names = [name for told in epoch.told.values() for name in told.names]
    return [f"{name}: deleted" for name in dict.fromkeys(names) if name not in alive]


def _is_gone(told: Told, gone: Sequence[str]) -> bool:
    names = {line.partition(":")[0] for line in gone}
    return bool(told.names) and names.issuperset(told.names)


def _lacks_cells(grown: Epoch, fresh: Sequence[Piece]) -> bool:
    """Tell whether a new cell, or a changed value, found no room."""
    return any(
        piece.id not in grown.told
        for piece in fresh
        if piece.kind == "cell" and Fidelity.FULL in piece.ladder
    )


def _told(selection: Selection) -> dict[AnchorId, Told]:
    return {
        item.piece.id: Told(item.fidelity, item.text, item.is_beside, item.piece.names)
        for item in selection.placed
    }


def _fit(pieces: Sequence[Piece], room: int, counter: Counter) -> tuple[str, Selection]:
    """Select within *room* tokens, tags and all; nothing where nothing fits."""
    target = room
    for _ in range(RETRIES):
        if target <= 0:
            break
        selection = select(pieces, target, counter.count)
        text = lay_out(selection)
        over = counter.count(text) - room
        if over <= 0:
            return text, selection
        target -= over + 1
    return "", Selection((), "", tuple(pieces), ())
