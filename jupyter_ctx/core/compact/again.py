"""What is told again after a compaction: cells, files, and old turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.compact.sizes import AGAIN, AGAIN_COUNT, Sizes
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable

RAISED = 4.0  # times the worth, for a cell or file that old turns were about
KINDS = ("cell", "file", "change")
FOUND = 0.9  # the weight of an old turn that the question is about
WORTH = 8.0  # what its words are worth, as those of a cell at issue


def raised(pieces: Sequence[Piece], counter: Counter, window: int) -> tuple[Piece, ...]:
    """Raise the cells and files that were edited or run last, with their whole text.

    At most five, and none that is longer than its share: what was said of them is
    condensed, so they are told again as they are now, not as they were told.
    """
    most = Sizes(window).of(AGAIN)
    newest = sorted(
        (one for one in pieces if one.kind in KINDS and Fidelity.FULL in one.ladder),
        key=lambda one: (-one.order, one.id),
    )
    chosen: set[AnchorId] = set()
    for one in newest[:AGAIN_COUNT]:
        if counter.count(one.ladder[Fidelity.FULL]) <= most:
            chosen.add(one.id)
    return tuple(_raised(one) if one.id in chosen else one for one in pieces)


def _raised(piece: Piece) -> Piece:
    gains = {level: gain * RAISED for level, gain in piece.gains.items()}
    return replace(piece, gains=gains, weight=max(piece.weight, FOUND))


def found(turns: Iterable[Old]) -> tuple[Piece, ...]:
    """Offer old turns that the question is about, to stand in the newest message."""
    return tuple(map(_piece, turns))


def _piece(one: Old) -> Piece:
    told = "\n".join(
        f"{who}: {text}"
        for who, text in (("user", one.user), ("assistant", one.reply))
        if text.strip()
    )
    text = block("history", escape(sendable(told)), turns=str(one.place))
    return Piece(
        id=AnchorId(f"turn:{one.place}"),
        kind="history",
        source="conversation",
        ladder={Fidelity.FULL: text},
        gains={Fidelity.FULL: WORTH},
        weight=FOUND,
        order=one.place,
        why="an old turn that the question is about",
    )
