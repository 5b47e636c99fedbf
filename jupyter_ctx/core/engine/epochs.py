"""Epochs: a context that grows at its end, so that a provider's prompt cache holds.

An epoch starts with a plan over everything, which is then frozen. Each later turn
adds a tail with what is new or changed since; what was sent stays as it was sent.
What no longer holds gets a line in the newest tail. When plan and tails exceed the
budget, or too much of them is out of date, a new epoch starts with room to grow.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.layout import lay_out
from jupyter_ctx.core.engine.over import (
    BELOW,
    BESIDE,
    CHANGED,
    Known,
    Told,
    is_as_told,
    key_of,
    label_of,
    not_offered,
)
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import MENTIONED_FLOOR
from jupyter_ctx.core.engine.select import select
from jupyter_ctx.core.engine.selection import Placed, Selection
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable

FIRST_SHARE = 0.6
"""Of the budget, for the first plan: its question may be the only one. Of the facts
that the whole budget would tell it lacks 1% at 1,000 tokens, less with more."""

PLAN_SHARE = 0.4
"""Of the budget, for each later plan: more room to grow, measured by `bench layout`."""

TAIL_SHARE = 0.25  # of the budget at most, for one tail
LEAST_TAIL = 0.04  # of the budget, less room starts a new epoch
DEAD_SHARE = 0.3  # of the budget, more that is out of date starts a new epoch
NEEDED = 0.1  # the chance from which a listed name gets a line in a tail
ASKED = 0.5  # the chance from which one gets a text that has no name, like a file
RETRIES = 8  # selections at most, each for what the last one was over


class Epoch(msgspec.Struct, frozen=True):
    """What was sent since the last plan: *plan*, then *tails*, one a turn.

    *told* is what stands there, by anchor; *seen* the anchors that
    were offered, told or not; *tokens* what plan and tails cost, *dead* what of it
    does not hold any more. *selections* are what plan and tails were made of.
    """

    plan: str
    tails: tuple[str, ...] = ()
    told: dict[AnchorId, Told] = {}
    seen: dict[AnchorId, Known] = {}
    tokens: int = 0
    dead: int = 0
    selections: tuple[Selection, ...] = ()

    @property
    def text(self) -> str:
        """Everything that was sent, in order."""
        return "".join([self.plan, *self.tails])


def begin(
    pieces: Sequence[Piece],
    budget: int,
    counter: Counter,
    share: float = FIRST_SHARE,
) -> Epoch:
    """Plan anew over all *pieces*, in a *share* of the *budget*; tails have the rest.

    What belongs beside the question is its first tail, not part of the plan. Names
    that it binds are told with it: its source shows them.
    """
    hosts = {piece.id for piece in pieces if piece.tail}
    beside = [piece for piece in pieces if piece.tail or piece.host in hosts]
    epoch = _planned(pieces, beside, budget, counter, share)
    if epoch.tails[-1] or not hosts:
        return epoch
    beside = [piece for piece in beside if piece.tail]
    return _planned(pieces, beside, budget, counter, share)


def _planned(
    pieces: Sequence[Piece],
    beside: Sequence[Piece],
    budget: int,
    counter: Counter,
    share: float,
) -> Epoch:
    apart = {key_of(piece) for piece in beside}
    steady = [piece for piece in pieces if key_of(piece) not in apart]
    text, selection = _fit(steady, int(share * budget), counter)
    epoch = Epoch(
        plan=text,
        told=_told(selection),
        seen=_known(steady),
        tokens=counter.count(text),
        selections=(selection,),
    )
    return _append(epoch, beside, (), budget - epoch.tokens, counter)


def go_on(
    epoch: Epoch | None, pieces: Sequence[Piece], budget: int, counter: Counter
) -> Epoch:
    """Add a tail with what is new in *pieces*, or begin anew where none fits.

    The result is within *budget*; with the same *pieces* nothing is added.
    """
    if epoch is None:
        return begin(pieces, budget, counter)
    grown = grow(epoch, pieces, budget, budget - epoch.tokens, counter)
    return grown or begin(pieces, budget, counter, PLAN_SHARE)


def grow(  # noqa: PLR0913 - each is a fact of the request
    epoch: Epoch,
    pieces: Sequence[Piece],
    budget: int,
    room: int,
    counter: Counter,
    *,
    repeats: bool = False,
) -> Epoch | None:
    """Add a tail with what is new in *pieces*; None where it is time for a new plan.

    *room* is what is free of the *budget*. With *repeats* what stands beside the
    question stands there again, though it was told before.
    """
    fresh = _with_required(
        [
            raised
            for piece in pieces
            if not piece.is_over
            if (raised := _news(piece, epoch, repeats=repeats)) is not None
        ],
        pieces,
    )
    over = _over(epoch, pieces)
    if not fresh and not over:
        selections = (*epoch.selections, Selection((), "", (), ()))
        return replace(epoch, tails=(*epoch.tails, ""), selections=selections)
    most = min(room, int(TAIL_SHARE * budget))
    if room < LEAST_TAIL * budget:
        return None
    grown = _append(epoch, fresh, over, most, counter)
    if _lacks(grown, fresh, is_strict=True) and room > most:
        grown = _append(epoch, fresh, over, room, counter)
    is_worn = grown.dead > DEAD_SHARE * budget or grown.tokens - epoch.tokens > room
    return None if is_worn or _lacks(grown, fresh) else grown


def left_out(epoch: Epoch, pieces: Iterable[Piece]) -> list[Piece]:
    """Give the *pieces* of which nothing was sent, not even a name."""
    return [
        piece
        for piece in pieces
        if not piece.names and not piece.is_over and key_of(piece) not in epoch.told
    ]


def _append(
    epoch: Epoch,
    fresh: Sequence[Piece],
    over: Iterable[tuple[str, str]],
    room: int,
    counter: Counter,
) -> Epoch:
    """Put *fresh* pieces and what is *over* into one more tail of *room* tokens."""
    changed = {
        key_of(piece): old.label
        for piece in fresh
        if (old := epoch.told.get(key_of(piece))) and not _is_same(piece, old)
    }
    gone = list(over)
    head = _superseded([(label, CHANGED) for label in changed.values()] + gone)
    text, selection = _fit(fresh, room - counter.count(head), counter)
    now = _told(selection, epoch.told, changed)
    below = now.keys() | {key_of(p) for p in fresh if p.host in now}
    lines = [(label, BELOW if i in below else CHANGED) for i, label in changed.items()]
    tail = _superseded(lines + gone) + text
    dead = {
        id_: one
        for id_, one in epoch.told.items()
        if id_ in changed or _is_dead(one, gone)
    }
    seen = _alive(epoch.seen, {label for label, _ in gone})
    seen = _known(fresh) | seen | _known(p for p in fresh if p.names)
    # What is over may come back, and what found no room is due: both are news.
    due = {id_ for id_ in dead if id_ not in now}
    due -= {id_ for id_, one in seen.items() if one.names}
    return Epoch(
        plan=epoch.plan,
        tails=(*epoch.tails, tail),
        told={i: one for i, one in epoch.told.items() if i not in dead} | now,
        seen={id_: one for id_, one in seen.items() if id_ not in due},
        tokens=epoch.tokens + counter.count(tail),
        dead=epoch.dead + sum(counter.count(one.text) for one in dead.values()),
        selections=(*epoch.selections, selection),
    )


def _alive(seen: Mapping[AnchorId, Known], gone: set[str]) -> dict[AnchorId, Known]:
    """Take the names that are *gone* out of what was *seen*, so each is said once."""
    left = {
        id_: replace(one, names=tuple(n for n in one.names if n not in gone))
        for id_, one in seen.items()
    }
    return {id_: one for id_, one in left.items() if one.names or not seen[id_].names}


def _superseded(lines: Sequence[tuple[str, str]]) -> str:
    if not lines:
        return ""
    told = dict.fromkeys(escape(f"{label}: {what}") for label, what in lines if label)
    return sendable(block("superseded", "\n".join(told))) if told else ""


def _news(piece: Piece, epoch: Epoch, *, repeats: bool) -> Piece | None:
    """Give *piece* as far as it says something that was not sent as it is now."""
    told = epoch.told.get(key_of(piece))
    if told is not None and not _is_same(piece, told):
        return piece
    if told is not None and piece.tail:
        return piece if repeats else None
    if told is not None:
        return _raised(piece, told)
    known = epoch.seen.get(piece.id)
    if known is None or known.type_name != piece.type_name or piece.tail:
        return piece
    # It had no line of its own: only what is needed now gets one.
    if not piece.names:
        is_asked = piece.weight >= ASKED and piece.kind not in ("cell", "card")
        return piece if is_asked else None
    hosts = {piece.host, f"{BESIDE}{piece.host}"}
    is_shown = not (hosts.isdisjoint(epoch.told) or any(piece.beside.values()))
    # Where there is no more to tell of a name, the list has told it.
    is_listed = piece.is_dropped or not any(piece.ladder.values())
    is_due = piece.weight >= NEEDED and not is_shown and not is_listed
    return piece if is_due else None


def _with_required(fresh: Sequence[Piece], pieces: Sequence[Piece]) -> list[Piece]:
    """Add what an old cell must not stand without, though it was told before.

    A cell that the user came from is new here, and may bind what a newer one bound.
    """
    required = {name for piece in fresh for name in piece.requires}
    known = {name for piece in fresh for name in piece.names}
    more = [
        piece
        for piece in pieces
        if not known.issuperset(piece.names) and not required.isdisjoint(piece.names)
    ]
    ids = {piece.id for piece in more}
    return [piece for piece in fresh if piece.id not in ids or piece.tail] + more


def _is_same(piece: Piece, told: Told) -> bool:
    """Tell whether what was *told* of the piece is what it would say now."""
    now = piece.beside if told.is_beside else piece.ladder
    return is_as_told(told.text, now.get(told.level, ""))


def _raised(piece: Piece, told: Told) -> Piece | None:
    """Tell once more, and more of it, what the question is about.

    A model answers better from what stands near the question. What is pinned is at
    issue in every question: of that only what was not told yet is more.
    """
    ladder = piece.beside if told.is_beside else piece.ladder
    more = {level: text for level, text in ladder.items() if level >= told.level}
    if piece.is_pinned:
        more = {i: text for i, text in more.items() if not is_as_told(told.text, text)}
    if not piece.names or piece.weight < MENTIONED_FLOOR or not any(more.values()):
        return None
    return replace(piece, ladder=more, host=None, beside=more, names=())


def _over(epoch: Epoch, pieces: Sequence[Piece]) -> list[tuple[str, str]]:
    """Name what was told of, or listed, and is no longer alive or in force."""
    alive = {name for piece in pieces for name in piece.names}
    known = [name for one in epoch.seen.values() for name in one.names]
    dead = [(n, "deleted") for n in dict.fromkeys(known) if n not in alive]
    over = {key_of(piece): piece.why for piece in pieces if piece.is_over}
    dead += [(epoch.told[id_].label, over[id_]) for id_ in over if id_ in epoch.told]
    return dead + not_offered(epoch.told, pieces)


def _is_dead(told: Told, gone: Sequence[tuple[str, str]]) -> bool:
    labels = {label for label, _ in gone}
    return told.label in labels if not told.names else _is_all(told.names, labels)


def _is_all(names: Sequence[str], gone: set[str]) -> bool:
    return bool(names) and gone.issuperset(names)


def _lacks(grown: Epoch, fresh: Sequence[Piece], *, is_strict: bool = False) -> bool:
    """Tell whether a new cell, or what belongs beside the question, found no room.

    Being *strict*, the latter lacks also where it is below its best.
    """
    tail = grown.selections[-1]
    if not (tail.placed or tail.roster) and any(piece.names for piece in fresh):
        return True
    for piece in fresh:
        told = grown.told.get(key_of(piece))
        is_due = piece.tail or (piece.kind == "cell" and Fidelity.FULL in piece.ladder)
        if is_due and told is None:
            return True
        if is_strict and piece.tail and told and told.level < max(piece.ladder):
            return True
    return False


def _told(
    selection: Selection,
    before: Mapping[AnchorId, Told] = {},
    changed: Container[AnchorId] = (),
) -> dict[AnchorId, Told]:
    """Note what is told now; what is only raised stays what it was *before*."""
    now = {key_of(item.piece): _note(item) for item in selection.placed}
    for key, one in now.items():
        if (old := before.get(key)) is not None and key not in changed:
            same = {"names": old.names, "label": old.label, "is_beside": old.is_beside}
            now[key] = replace(one, **same)
    return now


def _note(item: Placed) -> Told:
    return Told(
        level=item.fidelity,
        text=item.text,
        is_beside=item.is_beside,
        names=item.piece.names,
        kind=item.piece.kind,
        order=item.piece.order,
        label=label_of(item.piece.names, item.text),
    )


def _known(pieces: Iterable[Piece]) -> dict[AnchorId, Known]:
    return {key_of(piece): Known(piece.names, piece.type_name) for piece in pieces}


def _fit(pieces: Sequence[Piece], room: int, counter: Counter) -> tuple[str, Selection]:
    """Select within *room* tokens, tags and all; nothing where nothing fits."""
    target = room
    for attempt in range(RETRIES):
        if target <= 0 or not pieces:
            break
        selection = select(pieces, target, counter.count)
        text = sendable(lay_out(selection))
        over = counter.count(text) - room
        if over <= 0:
            return text, replace(selection, left_out=())
        # A little less may change nothing of what is selected, so ever more less.
        target -= over + 2**attempt
    return "", Selection((), "", (), ())
