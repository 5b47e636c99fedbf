"""What the manager is given: services once, an occasion with every request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from jupyter_ctx.core.message import Message
from jupyter_ctx.core.piece import Piece
from jupyter_ctx.core.provider import RequestKind, Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.view import OnInterrupt
from jupyter_ctx.gateway.gateway import Gateway, Profile
from jupyter_ctx.store import Masks, Store

Door = Literal["magic", "line", "click", "sidebar", "preview"]


def _learn_nothing(*_: object) -> None:
    """Keep the counts as they are."""


class Services(msgspec.Struct, frozen=True):
    """What stays for the life of a kernel; the composition root wires it.

    *offer* gives the pieces for a request and looks at no live object. *learn*
    is told how many prompt tokens a model reports for the messages of a call.
    """

    gateway: Gateway
    store: Store
    masker: Masks
    offer: Callable[[Wanted], Iterable[Piece]]
    counter_for: Callable[[Profile], Counter]
    on_interrupt: OnInterrupt = "drop"
    learn: Callable[[Profile, Sequence[Message], int | None], None] = _learn_nothing


class Occasion(msgspec.Struct, frozen=True):
    """What a door brings along: the live state as values, and who shall answer.

    *state* was taken on the main thread at this moment. *key* names the cell
    that asks; *model* is the option as the user gave it. With *temperature*
    None the model's own is used. *attempt* counts the rounds of a repair loop;
    *wants_model* asks the model although quick fixes are at hand; *by_page*
    tells that a page performs the action of a choice.
    """

    state: KernelState
    profile: Profile
    request: RequestKind = "ask"
    door: Door = "magic"
    key: str = ""
    model: str = ""
    temperature: float | None = None
    notices: tuple[str, ...] = ()
    attempt: int = 0
    wants_model: bool = False
    by_page: bool = False
