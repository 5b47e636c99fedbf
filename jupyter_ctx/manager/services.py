"""What the manager is given: services once, an occasion with every request."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.kinds import ANSWERS
from jupyter_ctx.core.engine.mentions import Met
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.facts import Way
from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.core.provider import RequestKind, Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.enclosed import Enclosed, Enclosure
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.view import OnInterrupt
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.gateway.gateway import Gateway, Profile
from jupyter_ctx.store import Masks, Store
from jupyter_ctx.workspace.memory import MemoryFile
from jupyter_ctx.workspace.project import Project

Door = Literal["magic", "line", "click", "sidebar", "preview"]


class Album(Protocol):
    """Whoever keeps the pixels of pictures; for any thread."""

    @property
    def can_resize(self) -> bool:
        """Whether pictures can be made smaller."""
        ...

    def pixels(self, picture: Picture) -> bytes | None:
        """Give the bytes of *picture*; None where they are not kept any more."""
        ...

    def fault(self, picture: Picture) -> str:
        """Say why the pixels of *picture* cannot be sent, or nothing."""
        ...


class Hider(Protocol):
    """Whoever knows secrets by their value; for any thread."""

    def secrets(self) -> frozenset[str]:
        """Give what every text that tells a secret holds: how each of them begins."""
        ...

    def hide(self, state: KernelState) -> KernelState:
        """Mask in *state* also the secrets that were learnt after it was taken."""
        ...


class _Trusting:
    """Knows no secret."""

    def secrets(self) -> frozenset[str]:
        return frozenset()

    def hide(self, state: KernelState) -> KernelState:
        return state


def _meet_none(*_: object) -> tuple[Met, ...]:
    """Say nothing of mentions."""
    return ()


def _learn_nothing(*_: object) -> None:
    """Keep the counts as they are."""


class Services(msgspec.Struct, frozen=True):
    """What stays for the life of a kernel; the composition root wires it.

    *offer* gives the pieces for a request and looks at no live object. *learn*
    is told how many prompt tokens a model reports for the messages of a call.
    *album* has the pixels of pictures; *clock* gives seconds;
    *answers* say how answers must look, by kind of request. *hider* masks anew what
    is older than a secret. *prune_after* gives the hours after which turns are not
    sent any more, 0 for never. *memory* reads the project's memory files, *system* the
    user's own rules, empty for ours. *ways* say how old turns are condensed,
    *summariser* by which model in place of the one that answers. *project* has the
    files of plans, None where nothing beside the notebook is read. *meet* says what
    became of what a question mentions with `@`. *enclosed* gives what came with a
    question, *vision* the model that describes pictures to one that cannot see.
    """

    gateway: Gateway
    store: Store
    masker: Masks
    offer: Callable[[Wanted], Iterable[Piece]]
    counter_for: Callable[[Profile], Counter]
    on_interrupt: Callable[[], OnInterrupt] = lambda: "drop"
    learn: Callable[[Profile, Sequence[Message], int | None], None] = _learn_nothing
    album: Album | None = None
    clock: Callable[[], float] = time.monotonic
    answers: Callable[[], Mapping[str, str]] = lambda: ANSWERS
    prune_after: Callable[[], float] = float
    hider: Hider = _Trusting()
    ways: Callable[[], Ways] = Ways
    summariser: Callable[[Profile], Profile] = lambda profile: profile
    memory: Callable[[], Sequence[MemoryFile]] = tuple
    system: Callable[[], str] = str
    project: Callable[[], Project | None] = lambda: None
    enclosed: Callable[[Sequence[Enclosed]], Sequence[Enclosure]] = lambda _: ()
    vision: Callable[[Profile], Profile | None] = lambda _: None
    meet: Callable[[Wanted, Sequence[Piece], Assembly], tuple[Met, ...]] = _meet_none


class Occasion(msgspec.Struct, frozen=True):
    """What a door brings along: the live state as values, and who shall answer.

    *state* was taken on the main thread at this moment; all of it is for answers that
    are made here, and what the profile's privacy level allows for the model. *key*
    names the cell that asks; *model* is the option as the user gave it. With
    *temperature* None the model's own is used. *attempt* counts the rounds of a repair
    loop; *wants_model* asks the model although quick fixes are at hand; *by_page* tells
    that a page performs the action of a choice. *pictures* sends those of the newest
    cell with some, though the prompt does not say so. *is_anew* asks a turn again on
    this *state*, not on that of its first reply. *enclosed* came with the question.
    *way* tells how the user comes by a model, where none answers.
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
    pictures: bool = False
    is_anew: bool = False
    way: Way = "pick"
    enclosed: tuple[Enclosed, ...] = ()
