"""A piece of context: one anchored thing, rendered at several fidelities."""

from __future__ import annotations

from typing import NewType

import msgspec

from jupyter_ctx.core.engine.fidelity import Fidelity

AnchorId = NewType("AnchorId", str)
"""`kind:name`, e.g. `cell:7`, `var:df`, `error:12`; stable while the thing lives."""


# A request makes a piece for every live name. None holds what could hold it in turn, so
# that the garbage collector need not walk them.
class Piece(msgspec.Struct, frozen=True, gc=False):
    """One anchored thing with its ladder.

    *ladder* maps each fidelity the piece can be shown at to its text: a whole
    tagged block, or plain lines that join a `<state>` block in execution order.
    *gains* is what each fidelity is worth to the answer, rising with it.
    *names* are the live names that the text accounts for; a piece that has none
    may be left out; *type_name* is what they have in common. *host* is a cell
    whose full text shows the binding: beside it the shorter *beside* ladder is
    used, in a `<live>` block, worth *beside_gains*. *requires* are names whose pieces
    a full text must not stand without (an old cell binds them, a newer one bound them
    anew).
    *stem* begins several lines that are joined where they are shown, and is paid once.
    *weight* is the chance (0 to 1) that the answer needs it; *order* its run and
    *line* the line in it;
    *is_dropped* marks what the user took out;
    *tail* puts it next to the question; *why* is the reason shown to the user.
    Without any text it tells that what was told of it is over: *why* says how.
    """

    id: AnchorId
    kind: str
    source: str
    ladder: dict[Fidelity, str]
    gains: dict[Fidelity, float] = {}
    names: tuple[str, ...] = ()
    type_name: str = ""
    host: AnchorId | None = None
    beside: dict[Fidelity, str] = {}
    beside_gains: dict[Fidelity, float] = {}
    requires: tuple[str, ...] = ()
    weight: float = 0.0
    order: int = 0
    line: int = 0
    stem: str = ""
    is_pinned: bool = False
    is_dropped: bool = False
    tail: bool = False
    why: str = ""

    @property
    def is_over(self) -> bool:
        """Whether the piece only tells that its thing is no more."""
        return not (self.ladder or self.names)


def over(anchor: AnchorId, source: str, why: str) -> Piece:
    """Tell that what was told of *anchor* is over, and why: `deleted`."""
    kind = anchor.partition(":")[0]
    return Piece(id=anchor, kind=kind, source=source, ladder={}, why=why)


class Item(msgspec.Struct, frozen=True):
    """How one piece was placed: a row of `%ctx show` and of the inspector.

    *text* is what is sent of it, as far as it is text of its own.
    """

    id: str
    kind: str
    source: str
    fidelity: str
    tokens: int
    why: str
    text: str = ""
