"""The seam to models: what the manager asks of whoever can reach one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Protocol

import msgspec

from jupyter_ctx.core.privacy import Level
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.spent import Spent


class Profile(msgspec.Struct, frozen=True):
    """Which model answers, where, and within which sizes.

    *model* is litellm's name, or any name behind *api_base* (an
    OpenAI-compatible URL), or `embedded:NAME`, or empty for the model-free
    mode. *window* and *max_tokens* are tokens. *origin* says in a few words why
    this model was taken (`JUPYTER_CTX_MODEL`, `local server`, `embedded`).
    *tools* tells whether choices may be asked for by tool call, *vision* whether it
    sees pictures, *privacy* what of the kernel's state may reach the model.
    *vocabulary* is a file on this machine with the model's own tokenizer, if any.
    *name* is that of a named profile, *key* the variable that its key comes from.
    """

    model: str
    api_base: str | None = None
    window: int = 8_192
    max_tokens: int = 1_024
    budget: int = 7_168
    tools: bool = False
    origin: str = ""
    privacy: Level = "everything"
    vision: bool = False
    vocabulary: str = ""
    name: str = ""
    key: str = ""

    @property
    def is_embedded(self) -> bool:
        """Whether the small offline model of the worker answers."""
        return self.model.startswith("embedded:")

    @property
    def is_model_free(self) -> bool:
        """Whether no model is to be had: quick fixes and facts only."""
        return not self.model


class ModelCall(msgspec.Struct, frozen=True):
    """One request to a model. *temperature* None sends none.

    *pictures* are the bytes of those that the messages name. *marks* are places, by
    message and character, up to which a later request begins the same.
    """

    profile: Profile
    messages: tuple[Message, ...]
    max_tokens: int | None = None
    temperature: float | None = None
    tools: tuple[dict[str, Any], ...] = ()
    pictures: dict[str, bytes] = {}
    marks: tuple[tuple[int, int], ...] = ()


class Delta(msgspec.Struct, frozen=True):
    """A piece of streaming text; reasoning is shown, never sent back.

    A *wait* is no text of the model: it says what is waited for, empty when that is
    over. A *notice* is a line of ours for the reader of the answer.
    """

    text: str
    kind: Literal["text", "reasoning", "wait", "notice"] = "text"


class ToolCall(msgspec.Struct, frozen=True):
    """A complete tool call: *arguments* is the JSON text as the model wrote it."""

    name: str
    arguments: str


class Usage(msgspec.Struct, frozen=True):
    """Tokens as the model reports them, *cost* in US dollars; None where not known."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    cost: float | None = None

    def spent(self, seconds: float = 0.0) -> Spent:
        """Give what one call took that lasted *seconds*."""
        return Spent(
            calls=1,
            input=self.prompt_tokens or 0,
            cached=self.cached_tokens or 0,
            output=self.completion_tokens or 0,
            cost=self.cost or 0.0,
            unpriced=int(self.cost is None),
            seconds=seconds,
            unreported=int(self.prompt_tokens is None),
        )


Reason = Literal[
    "stop", "length", "tool_calls", "cancelled", "content_filter", "unfinished"
]


class Finish(msgspec.Struct, frozen=True):
    """How a stream ended: *length* means cut at the output limit.

    *content_filter* means that the provider cut it, *unfinished* that the stream
    ended without a word about whether the answer was complete. *is_said* is false
    where it ended in good order, but the server gave no reason.
    """

    reason: Reason
    usage: Usage = Usage()
    tool_calls: tuple[ToolCall, ...] = ()
    is_said: bool = True


class Stream(Protocol):
    """One streaming answer. Iterate it in one thread; cancel it from any.

    Iterating yields deltas and raises `ModelError` for a failure, also one in
    the middle of the stream. After `cancel` the iteration ends at once, late
    deltas are dropped, and the HTTP stream is closed.
    """

    def __iter__(self) -> Iterator[Delta]:
        """Yield deltas until the answer is complete or cancelled."""
        ...

    def cancel(self) -> None:
        """Close the stream; returns at once and may be called twice."""
        ...

    @property
    def finish(self) -> Finish | None:
        """How it ended; None while it runs."""
        ...


class Gateway(Protocol):
    """Whoever can reach a model."""

    def stream(self, call: ModelCall) -> Stream:
        """Start *call*; returns before the first delta."""
        ...

    def close(self) -> None:
        """End the worker and every stream of it."""
        ...
