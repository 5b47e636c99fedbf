"""The sheet of the inspector: a request that would be sent, as the wire carries it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise

import msgspec

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.difference import News, difference
from jupyter_ctx.core.engine.keeps import DROPPED, Keeps
from jupyter_ctx.core.engine.over import label_of
from jupyter_ctx.core.engine.piece import Item, Piece
from jupyter_ctx.core.engine.sent import CACHE_LIFE
from jupyter_ctx.core.secrets.masking import masked_in
from jupyter_ctx.core.talk.view import Entry, messages
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.manager.last import Posted
from jupyter_ctx.protocol import values

HIDDEN_SHOWN = 200  # hidden messages that are listed, the newest
HIDDEN = "hidden by you"
LEFT_SHOWN = 200  # messages beyond their share that are listed, the newest
OLDER = "older turns"  # the row that stands for the others
_NOTHING: News = ""
_OWN_NAME = ("var", "card", "definition")  # kinds of anchors that hold a live name


class Sheet(msgspec.Struct, frozen=True):
    """One request, and what is known about its parts.

    *pieces* are what it was made from, before the user's *keeps* were applied;
    *entries* the conversation as far as it is sent or hidden, *pinned* its turns that
    stay; *last* the request before it.
    """

    made: Assembly
    pieces: Mapping[str, Piece]
    keeps: Keeps
    counter: Counter
    entries: tuple[Entry, ...] = ()
    pinned: frozenset[str] = frozenset()
    last: Posted | None = None


def items(sheet: Sheet, news: Sequence[News]) -> tuple[values.Item, ...]:
    """List what is sent; *news* are one for each item."""
    row = _row_of(sheet)
    turns = turns_of(sheet)
    made = sheet.made
    tokens = within([item.tokens for item in made.items], made.tokens)
    return tuple(
        row(msgspec.structs.replace(item, tokens=own), fresh, turns.get(item.id, ""))
        for item, fresh, own in zip(made.items, news, tokens, strict=True)
    )


def left_out(sheet: Sheet) -> tuple[values.Item, ...]:
    """List what is not sent: for lack of room, or since the user does not want it."""
    row = _row_of(sheet)
    gone, older = _older(sheet.made.left_out)
    told = {item.id for item in (*sheet.made.items, *gone)}
    dropped = [_dropped(one) for one in sheet.keeps.left() if one not in told]
    hidden = [one for one in sheet.entries if _is_hidden(one)][-HIDDEN_SHOWN:]
    return (
        *older,
        *(row(item, "", "") for item in (*gone, *dropped)),
        *(_hidden(entry, sheet.counter) for entry in hidden),
    )


def _older(left: Sequence[Item]) -> tuple[Sequence[Item], tuple[values.Item, ...]]:
    """Give what is *left* out, and a row for all but the newest of its turns."""
    turns = [item for item in left if item.kind == "turn"]
    over = turns[:-LEFT_SHOWN]
    if not over:
        return left, ()
    ids = {item.id for item in over}
    row = values.Item(
        id=OLDER,
        kind="turn",
        source=over[0].source,
        fidelity=over[0].fidelity,
        tokens=sum(item.tokens for item in over),
        why=over[0].why,
        label=f"{len(over):,} older messages" if len(over) > 1 else "1 older message",
    )
    return [item for item in left if item.id not in ids], (row,)


def last_of(
    sheet: Sheet, now: float
) -> tuple[tuple[News, ...], values.LastRequest | None]:
    """Compare with the last request; *now* is in its seconds."""
    posted = sheet.last
    if posted is None:
        return tuple(_NOTHING for _ in sheet.made.items), None
    found = difference(posted.made, sheet.made, sheet.counter)
    row = _row_of(sheet)
    age = max(0.0, now - posted.at)
    return found.news, values.LastRequest(
        model=posted.made.model,
        tokens=posted.made.tokens,
        covered=found.covered,
        size=found.size,
        age=round(age, 1),
        is_warm=age <= CACHE_LIFE and posted.made.model == sheet.made.model,
        gone=tuple(row(item, "", "") for item in found.gone),
    )


def rungs(piece: Piece, counter: Counter) -> tuple[values.Rung, ...]:
    """Tell how *piece* could be shown; where there is no text, in the list of names."""
    return tuple(
        values.Rung(
            fidelity=level.name,
            tokens=counter.count(text + "\n") if text else 0,
            text=sendable(text.rstrip("\n") or ", ".join(piece.names)),
        )
        for level, text in sorted(piece.ladder.items())
    )


def turns_of(sheet: Sheet) -> dict[str, str]:
    """Give the turns that the rows of messages stand for, by the ids of the rows.

    Empty where messages were joined, so that a row is no turn of its own.
    """
    sent = [one for one in sheet.entries if one.status == "sent"]
    if len(messages(sheet.entries)) != len(sent):
        return {}
    if sent and sent[-1].role == "user":
        del sent[-1]  # it is joined with the question
    rows = [item.id for item in sheet.made.items if item.kind == "turn"]
    pairs = zip(reversed(rows), reversed(sent), strict=False)
    return {row: one.turn for row, one in pairs if row.endswith(f":{one.role}")}


def _row_of(sheet: Sheet) -> Callable[[Item, News, str], values.Item]:
    kept = sheet.keeps.kept(sheet.pieces.values())

    def row(item: Item, news: News, turn: str) -> values.Item:
        piece = sheet.pieces.get(item.id)
        own: values.Kept = kept.get(item.id, "")
        if turn in sheet.pinned:
            own = "pinned"
        if item.why == DROPPED:
            own = "dropped"
        return values.Item(
            id=item.id,
            kind=item.kind,
            source=item.source,
            fidelity=item.fidelity,
            tokens=item.tokens,
            why=item.why,
            label=_label(item, piece),
            news=news,
            kept=own,
            can_keep=piece is not None or own == "dropped",
            masked=masked_in([item.text]),
            turn=turn,
        )

    return row


def _label(item: Item, piece: Piece | None) -> str:
    kind, _, rest = item.id.partition(":")
    if piece is None or kind in _OWN_NAME:
        return sendable(rest)
    text = item.text or next(reversed(piece.ladder.values()), "")
    return sendable(label_of(piece.names, text).removeprefix("cell ") or rest)


def _dropped(anchor: str) -> Item:
    kind = anchor.partition(":")[0]
    return Item(anchor, kind, "", "NONE", 0, DROPPED)


def _is_hidden(entry: Entry) -> bool:
    return entry.status == "pruned" and entry.role == "user" and bool(entry.turn)


def _hidden(entry: Entry, counter: Counter) -> values.Item:
    return values.Item(
        id=f"turn:{entry.turn}",
        kind="turn",
        source="conversation",
        fidelity="NONE",
        tokens=counter.count(entry.content),
        why=HIDDEN,
        label=sendable(" ".join(entry.content.split())[:60]),
        kept="dropped",
        turn=entry.turn,
    )


def within(tokens: Sequence[int], total: int) -> list[int]:
    """Give each of *tokens* its share of *total*, where they exceed it together.

    Counted apart, texts take more than side by side. The shares add up to *total*.
    """
    whole = sum(tokens)
    if whole <= total:
        return list(tokens)
    ends = [part * total // whole for part in accumulate(tokens)]
    return [end - start for start, end in pairwise([0, *ends])]
