"""What the user keeps in the context, and what they keep out of it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec.structs import replace

from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.errors import AnchorError


class Keeps:
    """The anchors that are pinned or dropped, for all later requests of a kernel."""

    def __init__(self) -> None:
        self.pinned: set[AnchorId] = set()
        self.dropped: set[AnchorId] = set()

    def pin(self, anchor: AnchorId) -> None:
        """Show *anchor* as faithfully as there is room for."""
        self.dropped.discard(anchor)
        self.pinned.add(anchor)

    def unpin(self, anchor: AnchorId) -> None:
        """Treat *anchor* as any other again, pinned or dropped before."""
        self.pinned.discard(anchor)
        self.dropped.discard(anchor)

    def drop(self, anchor: AnchorId) -> None:
        """Leave *anchor* out; of a live name the list still tells that it is there."""
        self.pinned.discard(anchor)
        self.dropped.add(anchor)

    def applied(self, pieces: Iterable[Piece]) -> list[Piece]:
        """Mark the pinned ones of *pieces* and take the dropped ones out."""
        if not self.pinned and not self.dropped:
            return list(pieces)
        return [kept for piece in pieces if (kept := self._applied(piece)) is not None]

    def _applied(self, piece: Piece) -> Piece | None:
        if piece.id in self.pinned:
            return replace(piece, weight=1.0, is_pinned=True, why="pinned by you")
        if piece.id not in self.dropped:
            return piece
        if not piece.names:
            return None
        bare = {Fidelity.NAME: ""}
        return replace(piece, ladder=bare, beside={}, why="dropped by you")


def find(mention: str, pieces: Iterable[Piece]) -> AnchorId:
    """Give the anchor that *mention* names: id, live name, path, or cell `In[3]`.

    Raises:
        AnchorError: Nothing of *pieces* is named so.

    """
    offered = list(pieces)
    bare = mention.removeprefix("@")
    for piece in offered:
        if bare in (piece.id, piece.id.removeprefix("file:"), *piece.names):
            return piece.id
    for piece in offered:
        heads = (
            f"# {bare}\n",
            f"# {bare} ",
            f"<cell id={bare}>",
            f"<cell id={bare} ",
            f"<output of={bare}>",
        )
        if any(text.startswith(heads) for text in piece.ladder.values()):
            return piece.id
    raise AnchorError(mention, known=_near(bare, offered), where="%ctx show")


def _near(bare: str, offered: Iterable[Piece]) -> tuple[str, ...]:
    """Find what *bare* is part of, else what is spelt nearly so."""
    words = {word: piece.id for piece in offered for word in (piece.id, *piece.names)}
    near = [word for word in words if bare and bare.lower() in word.lower()]
    near = near or get_close_matches(bare, words, 3)
    return tuple(dict.fromkeys(words[word] for word in near))[:5]
