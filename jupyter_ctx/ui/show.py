"""`%ctx show`: what would be sent, item by item, with reasons, times and a picture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Item, Piece
from jupyter_ctx.core.engine.room import clear
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.tokens import Counter

if TYPE_CHECKING:
    # It reads the project's files, which no request needs at load.
    from jupyter_ctx.kernel.providers.desk import Asked

SHOWN_ITEMS = 60  # rows of the text form; JSON has all


def as_json(made: Assembly) -> str:
    """Give *made* as one JSON object: messages, tokens, budget, model, items."""
    data = msgspec.to_builtins(made)
    # The messages hold the texts; rows tell what these are made of.
    for row in (*data["items"], *data["left_out"]):
        del row["text"]
    return json.dumps(data, ensure_ascii=False, indent=1)


def as_text(made: Assembly) -> str:
    """Give the messages as sent, then a table of what they are made of."""
    count = "tokens" if made.exact else "tokens (an estimate from above)"
    parts = [f"--- {one.role} ---\n{_sent(one)}" for one in made.messages]
    table = [
        f"{made.tokens:,} of {made.budget:,} {count} for {made.model or 'no model'}",
        *_rows(made.items),
    ]
    if made.left_out:
        table += ["left out:", *_rows(made.left_out)]
    return "\n".join([*parts, "--- items ---", *table])


def _sent(message: Message) -> str:
    """Give what is sent of *message*; a picture by its size."""
    pictures = [
        f"[{one.mime}, {one.width} x {one.height} pixels, {one.tokens:,} tokens]"
        for one in message.pictures
    ]
    return "\n".join([*pictures, message.content])


def as_reasons(made: Assembly, pieces: Sequence[Piece], counter: Counter) -> str:
    """Tell of each item why it is there, and what it could have been shown as."""
    by_id = {str(piece.id): piece for piece in pieces}
    lines = ["--- why ---", _room(made, pieces, counter)]
    for item in (*made.items, *made.left_out)[: 2 * SHOWN_ITEMS]:
        lines.append(f"{item.id}  {item.fidelity}: {item.why}")
        if (piece := by_id.get(item.id)) is not None:
            levels = ", ".join(_rung(piece, level) for level in sorted(piece.ladder))
            lines.append(f"    needed with chance {piece.weight:.2f}; {levels}")
    return "\n".join(lines)


def _room(made: Assembly, pieces: Sequence[Piece], counter: Counter) -> str:
    fixed = sum(item.tokens for item in made.items if item.kind in _FIXED)
    needed = fixed + clear(pieces, counter.count)
    return (
        f"From about {needed:,} tokens on, each name, definition and error has a line "
        "of its own or its whole cell; below, the least relevant are listed or counted."
    )


_FIXED = (
    "rules",
    "memory",
    "instructions",
    "question",
    "turn",
)  # kinds of items that are no choice


def as_item(anchor: AnchorId, pieces: Iterable[Piece], shown: Mapping[str, str]) -> str:
    """Tell how *anchor* would be sent now, and its text at each fidelity."""
    lines = []
    for piece in pieces:
        if piece.id == anchor:
            lines += [f"{anchor}: {_now(piece, shown)}", f"why: {piece.why}"]
            for level in sorted(piece.ladder):
                text = piece.ladder[level].rstrip("\n") or ", ".join(piece.names)
                lines.append(f"--- {level.name} ---\n{text}")
    return "\n".join(lines)


def _now(piece: Piece, shown: Mapping[str, str]) -> str:
    if piece.id in shown:
        return shown[piece.id]
    if piece.host is not None and shown.get(piece.host) == Fidelity.FULL.name:
        return f"shown by the code of {piece.host}"
    return "in the list of names" if piece.names else "left out"


def _rung(piece: Piece, level: int) -> str:
    text = next(text for rung, text in piece.ladder.items() if rung == level)
    name = next(rung.name for rung in piece.ladder if rung == level)
    return f"{name} {len(text):,} characters"


def as_timings(asked: Sequence[Asked]) -> str:
    """Tell how long each provider took for the last request."""
    lines = ["--- timings ---"]
    for one in asked:
        failed = f"  failed: {one.failure}" if one.failure else ""
        told = f"{1000 * one.seconds:8.1f} ms  {one.source:<14} {one.pieces:>5} pieces"
        lines.append(f"{told}  ({one.cost}){failed}")
    total = sum(one.seconds for one in asked)
    lines.append(f"{1000 * total:8.1f} ms  all providers")
    return "\n".join(lines)


def _rows(items: tuple[Item, ...]) -> list[str]:
    rows = [
        f"{item.tokens:>7,}  {item.fidelity:<9} {item.id:<24} {item.why}"
        for item in items[:SHOWN_ITEMS]
    ]
    hidden = len(items) - SHOWN_ITEMS
    return [*rows, f"... {hidden} more; --format json has all"] if hidden > 0 else rows
