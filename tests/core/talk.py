"""Short names for events of a conversation, as tests write them."""

from __future__ import annotations

from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.conversation import Conversation, TurnId, fold
from jupyter_ctx.core.talk.events import Asked, Event, Replied

YES = Choice("1", "Yes", "Yes, do it", variant="primary")
NO = Choice("2", "No", "No, leave it")


def asked(turn: str, parent: str = "", prompt: str = "", **more: object) -> Asked:
    """Ask `q-TURN` after *parent*."""
    return Asked(turn, prompt or f"q-{turn}", parent, **more)  # type: ignore[arg-type]


def replied(turn: str, reply: str = "", **more: object) -> Replied:
    """Answer *turn* with `r-REPLY`, by default `r-TURN`."""
    reply = reply or turn
    more.setdefault("text", f"r-{reply}")
    return Replied(turn=turn, reply=reply, **more)  # type: ignore[arg-type]


def talk(*turns: str) -> tuple[Event, ...]:
    """Log one answered turn after the other."""
    events: list[Event] = []
    for turn, parent in zip(turns, ("", *turns), strict=False):
        events += [asked(turn, parent), replied(turn)]
    return tuple(events)


def branch(*events: Event) -> list[TurnId]:
    """List the turns of the branch after *events*."""
    return [turn.id for turn in folded(*events).branch()]


def folded(*events: Event) -> Conversation:
    """Fold *events*."""
    return fold(events)
