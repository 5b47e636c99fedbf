"""What was selected: pieces at their fidelities, and the list of all other names."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece


class Placed(msgspec.Struct, frozen=True):
    """A piece at the fidelity it is shown at, its text and its tokens."""

    piece: Piece
    fidelity: Fidelity
    text: str
    tokens: int
    is_beside: bool = False


class Selection(msgspec.Struct, frozen=True):
    """What is shown, in execution order, and the roster of all other names.

    *undo* lists the shown pieces, the one to lower first at the front; *worth* is
    what all of it earns.
    """

    placed: tuple[Placed, ...]
    roster: str
    left_out: tuple[Piece, ...]
    undo: tuple[AnchorId, ...]
    worth: float = 0.0
