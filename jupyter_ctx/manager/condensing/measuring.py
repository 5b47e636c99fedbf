"""The earlier turns of a request, measured: what is sent of them, and their room."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.compact.said import Old, Turns, cost
from jupyter_ctx.core.compact.sizes import Room, room_of
from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.engine.assembly import room_for_turns
from jupyter_ctx.core.engine.prompt import reduced
from jupyter_ctx.core.engine.sent import Request
from jupyter_ctx.core.talk.conversation import Conversation, TurnId
from jupyter_ctx.core.talk.events import Event
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.view import Entry, entries, messages
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.manager.hiding import Hiding
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.services import Services

TOLD = "<history "  # how what old turns were condensed to begins
WHOLE = 2**60  # messages that are measured, for all that there are
ABOUT = 40  # tokens by which rules and question may be counted too high here


class Situation(msgspec.Struct, frozen=True):
    """The earlier turns of one request, and what there is room for.

    *turns* are all of the branch before the turn *before*, as they were said; *tokens*
    is what is sent of them now, without the question. *keep* is what the user wants
    kept word for word.
    """

    request: Request
    profile: Profile
    before: TurnId | None
    turns: tuple[Old, ...]
    tokens: int
    room: Room
    ways: Ways
    keep: str = ""
    is_hopeless: bool = False

    @property
    def is_beyond(self) -> bool:
        """Whether earlier turns exceed the budget; then still older ones do so too."""
        return self.tokens > self.request.terms.budget

    @property
    def ends(self) -> list[tuple[str, str]]:
        """The branch as pairs of ids."""
        return [one.end for one in self.turns]


class Measuring:
    """Measures requests against the log as it is, or as it would be."""

    def __init__(self, services: Services, log: Log, hiding: Hiding) -> None:
        self._services = services
        self._log = log
        self._hiding = hiding
        self._turns = Turns()

    def situation(
        self, request: Request, profile: Profile, before: TurnId | None, keep: str = ""
    ) -> Situation:
        """Measure what of the earlier turns of *request* is sent; it has no *turns*."""
        share, bare, sent = _measured(request)
        return Situation(
            request=request,
            profile=profile,
            before=before,
            turns=(),
            tokens=cost(sent, request.counter),
            room=_room(request, profile, share, bare),
            ways=self._services.ways(),
            keep=keep,
            is_hopeless=bare > request.terms.budget + ABOUT,
        )

    def whole_room(self, now: Situation) -> Room:
        """Give all that earlier turns may take, however few they are now."""
        share, bare, _ = _measured(now.request, is_whole=True)
        return _room(now.request, now.profile, share, bare)

    def opened(self, now: Situation) -> Situation:
        """Read all turns of the branch, as they were said, into *now*."""
        conversation = self._log.conversation
        shown = self._shown(conversation, now.request, now.before, is_compacted=False)
        turns = self._turns.of(conversation, shown)
        return replace(now, turns=_ended(conversation, turns))

    def again(self, now: Situation, event: Event | None = None) -> Situation:
        """Measure anew after what was recorded, or as it would be after *event*."""
        conversation = self._log.conversation
        if event is not None:
            conversation = conversation.apply(event)
        shown = self._shown(conversation, now.request, now.before)
        request = replace(now.request, history=messages(shown))
        return replace(now, request=request, tokens=_tokens(request))

    def fits(self, then: Situation, room: Room) -> bool:
        """Tell whether the earlier turns are within *room*, and beside the question.

        What was kept back may have been all between a stopped question and this one.
        """
        share, _, _ = _measured(then.request)
        return then.tokens <= min(room.share, max(0, share))

    def _shown(
        self,
        conversation: Conversation,
        request: Request,
        before: TurnId | None,
        *,
        is_compacted: bool = True,
    ) -> tuple[Entry, ...]:
        shown = entries(
            conversation,
            before=before,
            on_interrupt=self._services.on_interrupt(),
            privacy=request.wanted.privacy,
            is_compacted=is_compacted,
            is_whole=False,
        )
        return self._hiding.entries(shown, request.secrets)


def _room(request: Request, profile: Profile, share: int, bare: int) -> Room:
    window = min(profile.window, profile.budget + profile.max_tokens)
    return room_of(share, bare, window, request.terms.budget)


def _measured(
    request: Request, *, is_whole: bool = False
) -> tuple[int, int, tuple[Message, ...]]:
    """Give the share of the earlier turns, what stands beside them, and these turns."""
    share, bare, sent = _shares(request, request.history, is_whole=is_whole)
    history = request.history
    if bare > request.terms.budget and history and history[-1].role == "user":
        # An interrupted question that leaves no room is not sent again.
        share, bare, sent = _shares(request, history[:-1], is_whole=is_whole)
    return share, bare, sent


def _shares(
    request: Request, history: Sequence[Message], *, is_whole: bool
) -> tuple[int, int, tuple[Message, ...]]:
    return room_for_turns(
        request.wanted,
        request.pieces,
        history,
        budget=request.terms.budget,
        counter=request.counter,
        rules=request.terms.rules,
        shots=request.shots,
        is_whole=is_whole,
    )


def _tokens(request: Request) -> int:
    """Count the turns before the question, as the layout does.

    A question without an answer joins the new one, and is no such turn; what old turns
    were condensed to is one, where nothing stands between it and the new question.
    """
    turns = request.history
    if turns and turns[-1].role == "user" and not turns[-1].content.startswith(TOLD):
        turns = turns[:-1]
    return cost(reduced(turns), request.counter)


def _ended(conversation: Conversation, turns: Sequence[Old]) -> tuple[Old, ...]:
    """Leave out the newest *turns* whose replies are still being made."""
    end = len(turns)
    while end and conversation.turn(TurnId(turns[end - 1].turn)).reply is None:
        end -= 1
    return tuple(turns[:end])
