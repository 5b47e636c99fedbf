"""What the user keeps in the context, and what they keep out of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from typing import Literal

from msgspec.structs import replace

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.over import key_of
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.talk.events import KeepWay
from jupyter_ctx.core.talk.events import Kept as Told
from jupyter_ctx.core.versions import key_of as cell_key
from jupyter_ctx.errors import AnchorError

DROPPED = "dropped by you"

Kept = Literal["pinned", "dropped"]
"""What a user may have told of a piece."""

_WITH = {"var": "card", "cell": "output"}
"""By kind of what is dropped, what tells more of it and goes with it."""


_OF_RUN = ("cell", "output", "error", "foreign", "turn")
"""Kinds of anchors that name a run or a place: in another kernel they mean another."""


class Keeps:
    """The anchors that are pinned or dropped, for all later requests.

    It begins with what the conversation has *kept*, and *tell* is given each change
    that a later kernel can know again: of a run, the cell.
    """

    def __init__(
        self,
        kept: Iterable[Told] = (),
        tell: Callable[[Told], None] = lambda _: None,
    ) -> None:
        told = tuple(kept)
        self.pinned = {AnchorId(one.item) for one in told if _is(one, "pin")}
        self.dropped = {AnchorId(one.item) for one in told if _is(one, "drop")}
        self._tell = tell
        self._cells: dict[AnchorId, str] = {}  # by the runs that are kept
        self._awaited: dict[str, KeepWay] = {o.cell: o.way for o in told if o.cell}
        self._latest: Sequence[Execution] = ()

    def pin(self, anchor: AnchorId) -> None:
        """Show *anchor* as faithfully as there is room for."""
        self._free(anchor)
        self.pinned.add(anchor)
        self._say(anchor, "pin")

    def unpin(self, anchor: AnchorId) -> None:
        """Treat *anchor* as any other again, pinned or dropped before."""
        self._free(anchor)
        self._say(anchor, "free")

    def drop(self, anchor: AnchorId) -> None:
        """Leave *anchor* out; of a live name the list still tells that it is there."""
        self._free(anchor)
        self.dropped.add(anchor)
        self._say(anchor, "drop")

    def _free(self, anchor: AnchorId) -> None:
        cell = self._cells.get(anchor, "")
        self._awaited.pop(cell, None)
        runs = {run for run, one in self._cells.items() if one == cell}
        self.pinned -= runs | {anchor}
        self.dropped -= runs | {anchor}

    def _say(self, anchor: AnchorId, way: KeepWay) -> None:
        """Tell what is kept, unless only this kernel knows what is meant."""
        cell = self._cell_of(anchor)
        if cell or anchor.partition(":")[0] not in _OF_RUN:
            self._tell(Told(anchor, way, cell))

    def _cell_of(self, anchor: AnchorId) -> str:
        runs = (one for one in self._latest if anchor == f"cell:{one.run}")
        return next(map(cell_key, runs), "")

    def follow(self, executions: Sequence[Execution]) -> None:
        """Keep of a cell that is pinned or dropped also its later runs."""
        self._latest = executions
        if not self.pinned and not self.dropped and not self._awaited:
            return
        ways: tuple[tuple[set[AnchorId], KeepWay], ...]
        ways = ((self.pinned, "pin"), (self.dropped, "drop"))
        for kept, way in ways:
            cells = {cell for run, cell in self._cells.items() if run in kept}
            cells |= {cell for cell, one in self._awaited.items() if one == way}
            for execution in executions:
                anchor = AnchorId(f"cell:{execution.run}")
                cell = cell_key(execution)
                if anchor in kept or cell in cells:
                    cells.add(cell)
                    kept.add(anchor)
                    self._cells[anchor] = cell

    def applied(
        self,
        pieces: Iterable[Piece],
        told: Container[str] = (),
        held: AbstractSet[AnchorId] = frozenset(),
    ) -> list[Piece]:
        """Mark the pinned ones of *pieces* and take the dropped ones out.

        What this request has *held* is as if it was pinned, even if it was dropped. Of
        what was *told* before it remains that it is dropped, without a text.
        """
        offered = list(pieces)
        if not self.pinned and not self.dropped and not held:
            return offered
        dropped = self._dropped_of(offered) - held
        made = (self._applied(piece, dropped, held) for piece in offered)
        return [one for one in made if not one.is_over or key_of(one) in told]

    def left(self) -> tuple[AnchorId, ...]:
        """List what is dropped; of the runs of one cell the newest."""
        ordered = sorted(self.dropped, key=lambda anchor: (len(anchor), anchor))
        newest = {self._cells.get(one, one): one for one in ordered}
        return tuple(newest.values())

    def kept(self, pieces: Iterable[Piece]) -> dict[str, Kept]:
        """Tell of each of *pieces* that is pinned or dropped which of both it is."""
        offered = list(pieces)
        dropped = self._dropped_of(offered)
        found: dict[str, Kept] = dict.fromkeys(dropped, "dropped")
        for piece in offered:
            if not self.pinned.isdisjoint(_anchors(piece)):
                found[piece.id] = "pinned"
        return found

    def _dropped_of(self, pieces: Iterable[Piece]) -> set[str]:
        """Give the anchors of what is dropped by itself, by a name, or with another."""
        found = {str(one) for one in self.dropped}
        # Not run yet in this kernel, its cell is told of as the document has it.
        waits = (cell for cell, way in self._awaited.items() if way == "drop")
        found |= {f"document:{cell}" for cell in waits}
        found |= {one.id for one in pieces if not found.isdisjoint(_anchors(one))}
        parts = [one.partition(":") for one in found]
        more = {f"{_WITH[kind]}:{rest}" for kind, _, rest in parts if kind in _WITH}
        return found | more

    def _applied(
        self, piece: Piece, dropped: Container[str], held: AbstractSet[AnchorId]
    ) -> Piece:
        if piece.id in dropped:
            bare = {Fidelity.NAME: ""} if piece.names else {}
            return replace(piece, ladder=bare, beside={}, why=DROPPED, is_dropped=True)
        if piece.id in held:
            return replace(piece, weight=1.0, is_pinned=True, why="mentioned with @")
        if self.pinned.isdisjoint(_anchors(piece)):
            return piece
        return replace(piece, weight=1.0, is_pinned=True, why="pinned by you")


def _is(one: Told, way: KeepWay) -> bool:
    return one.way == way and not one.cell


def _anchors(piece: Piece) -> set[AnchorId]:
    """Give what the piece is kept by: its id, and each name of one statement."""
    is_variable = piece.id.startswith("var:")
    names = piece.names if is_variable else ()
    return {piece.id, *(AnchorId(f"var:{name}") for name in names)}


def anchor_of(mention: str, pieces: Iterable[Piece]) -> AnchorId:
    """Give the anchor to keep for *mention*: of a live name its own, whoever shares it.

    Raises:
        AnchorError: Nothing of *pieces* is named so.

    """
    found = find(mention, pieces)
    bare = mention.removeprefix("@")
    is_name = found.startswith("var:") and not mention.startswith("var:")
    return AnchorId(f"var:{bare}") if is_name else found


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
        ends = f"  # {bare}\n"
        texts = piece.ladder.values()
        if any(text.startswith(heads) or text.endswith(ends) for text in texts):
            return piece.id
    raise AnchorError(mention, known=_near(bare, offered), where="%ctx show")


def _near(bare: str, offered: Iterable[Piece]) -> tuple[str, ...]:
    """Find what *bare* is part of, else what is spelt nearly so."""
    words = {word: piece.id for piece in offered for word in (piece.id, *piece.names)}
    near = [word for word in words if bare and bare.lower() in word.lower()]
    near = near or get_close_matches(bare, words, 3)
    return tuple(dict.fromkeys(words[word] for word in near))[:5]
