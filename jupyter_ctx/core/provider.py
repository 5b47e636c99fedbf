"""What a provider is: an object with a name that offers pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

import msgspec

from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.privacy import Level
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.enclosed import Enclosure

RequestKind = Literal["ask", "fix", "edit", "plan", "rename", "explain", "complete"]


class Wanted(msgspec.Struct, frozen=True):
    """What a request wants context for.

    *mentions* are the identifiers that the prompt names; *touched* those of the
    newest cells and the failing frame, with their distance in runs. *attempt*
    is the round of a repair: above 1 an earlier fix of this cell was applied and
    it failed again. *pictures* asks for pictures whatever the prompt says. *privacy*
    is what may leave this machine; the state is restricted to it already. *answers*
    say by kind of request how an answer must look, where the user set that. *told* is
    what stands of pieces in the requests that this one may go on from, by anchor.
    *enclosed* are the files and pictures that the user added, masked.
    """

    prompt: str
    request: RequestKind
    state: KernelState
    mentions: frozenset[str] = frozenset()
    attempt: int = 0
    pictures: bool = False
    privacy: Level = "everything"
    answers: Mapping[str, str] = {}
    told: Mapping[AnchorId, str] = {}
    enclosed: tuple[Enclosure, ...] = ()


class Provider(Protocol):
    """Reads one kind of anchor and offers pieces; must not look at live objects.

    One that reads files or starts a program says so in an attribute `cost`, `"disk"`
    or `"process"`, and is asked after those that work on the state alone.
    """

    @property
    def name(self) -> str:
        """Shown as the *source* of each piece."""
        ...

    def pieces(self, wanted: Wanted) -> Iterable[Piece]:
        """Offer pieces for *wanted*, lazily; order does not matter.

        What was told is offered as long as it is there, else a piece without texts
        whose *why* says that it is over: nothing old stands unmarked.
        """
        ...
