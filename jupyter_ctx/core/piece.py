"""A piece of context: one anchored thing, rendered at several fidelities."""

from __future__ import annotations

from typing import NewType

import msgspec

from jupyter_ctx.core.fidelity import Fidelity

AnchorId = NewType("AnchorId", str)
"""`kind:name`, e.g. `cell:7`, `var:df`, `error:12`; stable while the thing lives."""


class Rendering(msgspec.Struct, frozen=True):
    """The text of a piece at one fidelity, and what it costs in tokens."""

    text: str
    tokens: int


class Piece(msgspec.Struct, frozen=True):
    """One anchored thing with its ladder.

    *ladder* maps each fidelity the piece can be shown at to its text, a whole
    tagged block that starts with `<` and ends with `>` and a newline, so that
    token counts add up; a missing NAME means it may be left out entirely.
    *weight* is the chance that the answer needs it (0 to 1); *order* places it
    in execution order; *tail* puts it beside the question (open error, cell at
    issue); *why* is the reason that is shown to the user.
    """

    id: AnchorId
    kind: str
    source: str
    ladder: dict[Fidelity, str]
    weight: float = 0.0
    order: int = 0
    tail: bool = False
    why: str = ""


class Item(msgspec.Struct, frozen=True):
    """How one piece was placed: a row of `%ctx show` and of the inspector."""

    id: str
    kind: str
    source: str
    fidelity: str
    tokens: int
    why: str
