"""What was sent with a turn, and how the request of the next turn goes on from it.

A request begins with all of the one before it, so that the provider's prompt cache
holds: rules, turns kept; plan, tail, question; reply; tail, question; and so on. It
belongs to a branch: whatever has the same beginning goes on from the same request.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.engine import epochs, placements
from jupyter_ctx.core.engine.assembly import (
    Assembly,
    Break,
    Frame,
    assemble,
    frame_of,
    items_of,
    left_out_of,
)
from jupyter_ctx.core.engine.epochs import Epoch
from jupyter_ctx.core.engine.over import key_of
from jupyter_ctx.core.engine.piece import AnchorId, Item, Piece
from jupyter_ctx.core.engine.prompt import prompt_of, reduced
from jupyter_ctx.core.engine.rules import duty
from jupyter_ctx.core.pictures.pictures import NO_SHOTS, Attachment, Shots
from jupyter_ctx.core.provider import RequestKind, Wanted
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.validator import heal
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable

LEAST_ROOM = 1_500
"""Tokens for the context. With less each request is planned anew: the half of a
budget that an epoch keeps free costs its first question two points of recall at
1,000 tokens, half a point at 2,000 and none at 4,000 (`bench layout`)."""

CACHE_LIFE = 600.0  # seconds; after it a provider has forgotten, and a plan is free
TRIES = 2  # tails at most, the second for what the whole was over
AT_HAND: frozenset[RequestKind] = frozenset({"fix", "edit", "complete", "rename"})
"""Kinds that change the cell at issue: it stands beside the question every time."""


class Terms(msgspec.Struct, frozen=True):
    """What has to stay the same for one request to go on from another."""

    model: str
    budget: int
    rules: str
    where: str = ""
    privacy: str = ""


class Request(msgspec.Struct, frozen=True):
    """One question with all that it is answered from; *now* is in seconds.

    *secrets* are what is known to be secret now; nothing that it holds tells them.
    """

    wanted: Wanted
    pieces: tuple[Piece, ...]
    history: tuple[Message, ...]
    terms: Terms
    counter: Counter
    shots: Shots = NO_SHOTS
    now: float = 0.0
    secrets: frozenset[str] = frozenset()

    @property
    def plain(self) -> tuple[Message, ...]:
        """The conversation without context, the question last."""
        return heal([*self.history, Message("user", self.wanted.prompt)])


class Sent(msgspec.Struct, frozen=True):
    """A request as it was sent, with the epoch that it carries.

    *plain* is the conversation as it was then, of which the first *cut* messages
    were left out; *room* the budget of the epoch; the plan ends at *planned*;
    *secrets* are those that were known then, and masked.
    """

    terms: Terms
    plain: tuple[Message, ...]
    cut: int
    messages: tuple[Message, ...]
    epoch: Epoch
    room: int
    planned: Break
    at: float
    secrets: frozenset[str] = frozenset()


def told(before: Sequence[Sent]) -> dict[AnchorId, str]:
    """Give what stands of pieces in *before*, the newest first."""
    texts: dict[AnchorId, str] = {}
    for one in reversed(before):
        texts |= {key: what.text for key, what in one.epoch.told.items()}
    return texts


def ask(before: Sequence[Sent], request: Request) -> tuple[Assembly, Sent | None]:
    """Assemble *request*, going on from the first of *before* that it can go on from.

    What is returned beside it is for the next one; None where that has to be planned
    anew.

    Raises:
        BudgetError: Rules, question and the folded list of names exceed the budget.

    """
    base = next((one for one in before if _goes_on(one, request)), None)
    made = _continued(base, request) if base is not None else None
    if made is not None:
        return made
    alive = tuple(piece for piece in request.pieces if not piece.is_over)
    anew = replace(request, pieces=alive)
    return _begun(anew) or (_alone(anew), None)


def live(before: Sequence[Sent], request: Request) -> tuple[Message, ...]:
    """Give what was sent last and said since, where *request* goes on from it.

    Empty where it begins anew: then the provider has no more of it in its cache.
    """
    base = next((one for one in before if _goes_on(one, request)), None)
    if base is None:
        return ()
    since = heal(request.history)[len(base.plain) :]
    return (*base.messages, *reduced(since))


def _goes_on(before: Sent, request: Request) -> bool:
    length = len(before.plain)
    is_same = heal(request.history)[:length] == before.plain
    is_warm = request.now - before.at <= CACHE_LIFE
    is_meant = is_same and is_warm and before.terms == request.terms
    is_free = not _tells(before, request.secrets - before.secrets)
    return is_meant and is_free and not _shows(before, request.pieces)


def _shows(before: Sent, pieces: Sequence[Piece]) -> bool:
    """Say whether what was sent tells what the user has dropped of *pieces* since."""
    dropped = [key_of(piece) for piece in pieces if piece.is_dropped]
    told = before.epoch.told
    return any(key in told and told[key].text for key in dropped)


def _tells(before: Sent, secrets: frozenset[str]) -> bool:
    """Say whether what was sent holds any of *secrets*, learnt since."""
    return any(
        secret in message.content for secret in secrets for message in before.messages
    )


def _alone(request: Request) -> Assembly:
    made = assemble(
        request.wanted,
        request.pieces,
        request.history,
        budget=request.terms.budget,
        counter=request.counter,
        model=request.terms.model,
        rules=request.terms.rules,
        shots=request.shots,
    )
    # The context is another one next time; rules and turns are the same.
    ends = [0, len(made.messages) - 2] if len(made.messages) > 2 else [0]  # noqa: PLR2004
    return replace(made, breaks=tuple(_end(made.messages, end) for end in ends))


def _begun(request: Request) -> tuple[Assembly, Sent] | None:
    """Begin an epoch; None where there is too little room for one."""
    counter, terms = request.counter, request.terms
    frame = frame_of(
        request.wanted,
        request.pieces,
        request.history,
        budget=terms.budget,
        counter=counter,
        rules=terms.rules,
        shots=request.shots,
    )
    if frame.room < LEAST_ROOM:
        return None
    seen = request.shots.fit(frame.room)
    room = frame.room - seen.tokens
    share = epochs.PLAN_SHARE if request.history else epochs.FIRST_SHARE
    epoch = epochs.begin(request.pieces, room, counter, share)
    if not epoch.text and any(piece.names for piece in request.pieces):
        return None
    cut = len(frame.gone)
    base = Sent(
        terms=terms,
        plain=request.plain,
        cut=cut,
        messages=frame.messages,
        epoch=epoch,
        room=room,
        planned=(len(frame.messages), len(epoch.plan)),
        at=request.now,
    )
    last = Message("user", epoch.text + frame.question, seen.attached)
    return _made(base, last, frame, seen, request)


def _continued(before: Sent, request: Request) -> tuple[Assembly, Sent] | None:
    """Add a tail to what was sent; None where it is time to begin anew."""
    frame, lead = _frame(before, request)
    seen = request.shots.fit(frame.room)
    if seen.notices:
        return None
    free = frame.room - seen.tokens
    for _ in range(TRIES):
        epoch = epochs.grow(
            before.epoch,
            request.pieces,
            before.room,
            free,
            request.counter,
            repeats=request.wanted.request in AT_HAND,
        )
        if epoch is None:
            return None
        text = f"{lead}{epoch.tails[-1]}{frame.question}"
        last = Message("user", text, seen.attached)
        over = request.counter.count_messages([*frame.messages, last])
        over -= request.terms.budget
        if over <= 0:
            base = replace(
                before, plain=request.plain, epoch=epoch, messages=frame.messages
            )
            return _made(base, last, frame, seen, request)
        free -= over
    return None


def _frame(before: Sent, request: Request) -> tuple[Frame, str]:
    """Give what was sent and said since, and what the last message begins with."""
    counter, terms = request.counter, request.terms
    asked = prompt_of(
        request.wanted.prompt, counter, terms.budget - counter.count(terms.rules)
    )
    told = sendable(duty(request.wanted))
    question = f"{told}\n\n{asked.text}" if told else asked.text
    since = heal(request.history)[len(before.plain) :]
    messages = [*before.messages, *reduced(since)]
    lead = ""
    if messages[-1].role == "user":  # its reply was stopped: the question is joined
        lead = f"{messages.pop().content}\n\n"
    bare = counter.count_messages([*messages, Message("user", lead + question)])
    frame = Frame(
        messages=tuple(messages),
        question=question,
        told=told,
        prompt=asked.text,
        asked=asked,
        gone=before.plain[: before.cut],
        room=terms.budget - bare,
    )
    return frame, lead


def _made(
    base: Sent, last: Message, frame: Frame, seen: Attachment, request: Request
) -> tuple[Assembly, Sent] | None:
    counter, terms = request.counter, request.terms
    messages = (*frame.messages, last)
    tokens = counter.count_messages(messages)
    if tokens > terms.budget:
        return None
    turns = reduced(base.plain[base.cut : -1])
    assembly = Assembly(
        messages=messages,
        tokens=tokens,
        budget=terms.budget,
        model=terms.model,
        items=(
            *items_of(frame, seen, [messages[0], *turns], counter),
            *_items(base.epoch, counter),
        ),
        left_out=(
            *left_out_of(frame, seen, counter),
            *placements.left_out(epochs.left_out(base.epoch, request.pieces)),
        ),
        exact=counter.exact and (request.shots.is_exact or not seen.attached),
        notices=(*frame.asked.notices, *seen.notices),
        breaks=_breaks(messages, base.planned),
    )
    # A picture is sent once, as in every conversation that is planned anew.
    kept = (*frame.messages, replace(last, pictures=()))
    secrets = request.secrets
    return assembly, replace(base, messages=kept, at=request.now, secrets=secrets)


def _items(epoch: Epoch, counter: Counter) -> list[Item]:
    *earlier, newest = epoch.selections
    if len(epoch.tails) == 1:  # the plan is of this request too
        return [row for one in epoch.selections for row in _rows(one, counter)]
    old = [row for one in earlier for row in _rows(one, counter)]
    sent = [replace(row, why=f"{row.why}; sent with an earlier turn") for row in old]
    return [*sent, *_rows(newest, counter)]


_rows = placements.placed


def _breaks(messages: Sequence[Message], planned: Break) -> tuple[Break, ...]:
    """Give the ends of what stays: the rules, the plan, the log, and what joins it."""
    users = [index for index, one in enumerate(messages) if one.role == "user"]
    ends = {_end(messages, index) for index in (0, *users[-2:])}
    return tuple(sorted(ends | ({planned} if planned[1] else set())))


def _end(messages: Sequence[Message], index: int) -> Break:
    return index, len(messages[index].content)
