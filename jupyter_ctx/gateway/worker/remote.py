"""Models behind an API, through litellm."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import litellm

from jupyter_ctx.core.message import Message
from jupyter_ctx.gateway.gateway import Delta, Finish, ToolCall, Usage
from jupyter_ctx.gateway.wire import StreamOrder

# Otherwise litellm prints advertisements for its tracker with every error.
litellm.suppress_debug_info = True

TIMEOUT = 600.0  # seconds; litellm's own default is 6,000
RETRIES = 2  # calls repeated with a refused parameter left out

CACHED = {"type": "ephemeral"}
"""Anthropic's mark at the end of a beginning that a later request has too."""

NO_KEY = "none"  # OpenAI's client insists on a key, local servers ignore it

_PARAMETERS = ("temperature", "max_tokens", "max_completion_tokens", "tools")
_REFUSES = re.compile(
    r"unsupported|not support|unrecognized|unknown (?:parameter|argument)"
    r"|extra (?:inputs|fields)|not permitted|unexpected keyword",
    re.IGNORECASE,
)
# What each model was found to refuse: parameter -> replacement or None.
_refused: dict[tuple[str, str | None], dict[str, str | None]] = {}


async def stream(order: StreamOrder, send: Callable[[Delta], None]) -> Finish:
    """Stream *order*'s answer to *send*; the HTTP stream is closed whatever happens.

    Raises:
        Exception: whatever litellm raises, to be classified by the caller.

    """
    response = await _open(order)
    collected = _Collected()
    try:
        async for chunk in response:
            for delta in collected.take(chunk):
                send(delta)
    finally:
        # `aclose` on a stream that a cancelled read has broken may complain.
        with contextlib.suppress(Exception):
            await response.aclose()
    return collected.finish()


async def _open(order: StreamOrder) -> Any:  # noqa: ANN401 - litellm's own type
    known = _refused.setdefault((order.model, order.api_base), {})
    for _ in range(RETRIES):
        try:
            return await litellm.acompletion(**_arguments(order, known))
        except Exception as error:
            refused = _refused_parameter(str(error), known)
            if refused is None:
                raise
            wants_other = "max_completion_tokens" in str(error)
            is_renamed = refused == "max_tokens" and wants_other
            known[refused] = "max_completion_tokens" if is_renamed else None
    return await litellm.acompletion(**_arguments(order, known))


def _refused_parameter(text: str, known: dict[str, str | None]) -> str | None:
    if not _REFUSES.search(text):
        return None
    named = (name for name in _PARAMETERS if name in text and name not in known)
    return next(named, None)


def _arguments(order: StreamOrder, known: dict[str, str | None]) -> dict[str, Any]:
    wanted: dict[str, Any] = {"max_tokens": order.max_tokens}
    if order.temperature is not None:
        wanted["temperature"] = order.temperature
    if order.tools:
        wanted["tools"] = list(order.tools)
    for name, replacement in known.items():
        value = wanted.pop(name, None)
        if replacement is not None and value is not None:
            wanted[replacement] = value
    return {
        "model": _model_name(order),
        "messages": [_message(order, index) for index in range(len(order.messages))],
        "api_base": order.api_base,
        "api_key": order.api_key or (NO_KEY if order.api_base else None),
        "stream": True,
        "stream_options": {"include_usage": True},
        "timeout": TIMEOUT,
        "max_retries": 0,
        "num_retries": 0,
        **wanted,
    }


def _message(order: StreamOrder, index: int) -> dict[str, Any]:
    message = order.messages[index]
    ends = sorted({end for at, end in order.marks if at == index})
    if not message.pictures and not ends:
        return {"role": message.role, "content": message.content}
    content = _pictures(message, order.pictures) + _texts(message.content, ends)
    return {"role": message.role, "content": content}


def _pictures(message: Message, pictures: dict[str, bytes]) -> list[dict[str, Any]]:
    if not message.pictures:
        return []
    # Loaded with the first picture; it may import Pillow.
    from jupyter_ctx.gateway.worker.pictures import part  # noqa: PLC0415

    return [part(one, pictures[one.id]) for one in message.pictures]


def _texts(text: str, ends: list[int]) -> list[dict[str, Any]]:
    """Cut *text* at *ends*, each of which ends what is worth keeping in a cache."""
    marked = [
        {"type": "text", "text": text[start:end], "cache_control": CACHED}
        for start, end in pairwise([0, *ends])
        if text[start:end].strip()
    ]
    rest = text[ends[-1] if ends else 0 :]
    return [*marked, {"type": "text", "text": rest}] if rest.strip() else marked


def _model_name(order: StreamOrder) -> str:
    """Take a bare name behind a base URL as OpenAI-compatible: no guessing."""
    provider = order.model.split("/", 1)[0]
    is_known = "/" in order.model and provider in litellm.provider_list
    if order.api_base and not is_known:
        return f"openai/{order.model}"
    return order.model


class _Collected:
    """What a stream has told so far, besides its text."""

    def __init__(self) -> None:
        self._reason = "stop"
        self._usage = Usage()
        self._calls: dict[int, list[str]] = {}

    def take(self, chunk: Any) -> list[Delta]:  # noqa: ANN401 - litellm's own type
        usage = getattr(chunk, "usage", None)
        if usage is not None:
            self._usage = _usage(usage)
        deltas: list[Delta] = []
        for choice in chunk.choices[:1]:
            self._reason = choice.finish_reason or self._reason
            delta = choice.delta
            reasoning = getattr(delta, "reasoning_content", None)
            if reasoning:
                deltas.append(Delta(reasoning, "reasoning"))
            if delta.content:
                deltas.append(Delta(delta.content))
            for call in delta.tool_calls or ():
                self._call(call)
        return deltas

    def _call(self, call: Any) -> None:  # noqa: ANN401 - litellm's own type
        name, arguments = self._calls.setdefault(call.index or 0, ["", ""])
        function = call.function
        self._calls[call.index or 0] = [
            name or function.name or "",
            arguments + (function.arguments or ""),
        ]

    def finish(self) -> Finish:
        calls = tuple(ToolCall(name, text) for name, text in self._calls.values())
        if self._reason == "length":
            return Finish("length", self._usage, calls)
        return Finish("tool_calls" if calls else "stop", self._usage, calls)


def _usage(usage: Any) -> Usage:  # noqa: ANN401 - litellm's own type
    details = getattr(usage, "prompt_tokens_details", None)
    told = getattr(details, "cached_tokens", None)
    if told is None:  # as Anthropic itself names it
        told = getattr(usage, "cache_read_input_tokens", None)
    return Usage(
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        cached_tokens=told,
    )
