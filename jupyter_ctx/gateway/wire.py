"""The JSON lines between the kernel's process and the worker."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.gateway.failures import Failure
from jupyter_ctx.gateway.gateway import Finish


class Order(msgspec.Struct, frozen=True, tag_field="op"):
    """What the worker is asked to do; *id* returns in every answer."""

    id: int


class StreamOrder(Order, frozen=True, tag="stream"):
    """Stream one answer. *api_key* is the only secret and is never logged.

    *pictures* are the bytes of those that the messages name; base64 on the wire.
    *marks* are the places, by message and character, where a cached beginning ends.
    *idle* is the longest silence in seconds between two pieces of the answer, 0 for
    none at all.
    """

    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    api_base: str | None = None
    api_key: str | None = None
    temperature: float | None = None
    tools: tuple[dict[str, Any], ...] = ()
    path: str = ""
    window: int = 0
    pictures: dict[str, bytes] = {}
    marks: tuple[tuple[int, int], ...] = ()
    idle: float = 0.0

    def __repr__(self) -> str:
        """Show neither the key nor the messages: this may end in a log."""
        return f"StreamOrder(id={self.id}, model={self.model!r})"


class CancelOrder(Order, frozen=True, tag="cancel"):
    """Close the stream *id*."""


AnyOrder: TypeAlias = StreamOrder | CancelOrder


class Answer(msgspec.Struct, frozen=True, tag_field="event"):
    """What the worker reports of the order *id*."""

    id: int


class DeltaAnswer(Answer, frozen=True, tag="delta"):
    """A piece of text."""

    text: str
    kind: Literal["text", "reasoning", "wait", "notice"] = "text"


class FinishAnswer(Answer, frozen=True, tag="finish"):
    """The stream ended well, or was cancelled."""

    finish: Finish


class FailedAnswer(Answer, frozen=True, tag="failed"):
    """The stream failed."""

    failure: Failure


AnyAnswer: TypeAlias = DeltaAnswer | FinishAnswer | FailedAnswer
