"""Models behind an API, through litellm."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from typing import Any

import httpx
import litellm

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.failures import sentence, told
from jupyter_ctx.gateway.gateway import Delta, Finish, Usage
from jupyter_ctx.gateway.wire import StreamOrder
from jupyter_ctx.gateway.worker.collected import Collected, watch
from jupyter_ctx.gateway.worker.prices import usage_of

# Otherwise litellm prints advertisements for its tracker with every error.
litellm.suppress_debug_info = True

TIMEOUT = 600.0  # seconds to the first piece; litellm's own default is 6,000
CONNECT = 30.0  # seconds to reach the server or the proxy before it
RETRIES = 2  # calls repeated with a refused parameter left out

CACHED = {"type": "ephemeral"}
"""Anthropic's mark at the end of a beginning that a later request has too."""

NO_KEY = "none"  # OpenAI's client insists on a key, local servers ignore it

_PARAMETERS = (
    "temperature",
    "max_tokens",
    "max_completion_tokens",
    "tools",
    "stream_options",
)
_REFUSES = re.compile(
    r"unsupported|not support|unrecognized|unknown (?:parameter|argument)"
    r"|extra (?:inputs|fields)|not permitted|unexpected keyword|not allowed"
    r"|is too large.{0,80}completion tokens|at most \d+ completion tokens",
    re.IGNORECASE,
)
# Where litellm says that a stream of OpenAI's form ended without its last word.
_ENDED = re.compile("stream ended before a finish_reason", re.IGNORECASE)
# What each model was found to refuse: parameter -> replacement or None.
_refused: dict[tuple[str, str | None], dict[str, str | None]] = {}


async def stream(order: StreamOrder, send: Callable[[Delta], None]) -> Finish:
    """Stream *order*'s answer to *send*; the HTTP stream is closed whatever happens.

    Raises:
        Exception: whatever litellm raises, to be classified by the caller.

    """
    response = await _open(order)
    watched = watch(response)
    collected = Collected()
    try:
        async for chunk in _chunks(response, order):
            for delta in collected.take(chunk):
                send(delta)
    except Exception as error:
        if not collected.has_text or not _ENDED.search(str(error)):
            raise
        usage = _usage_of(order, response, collected)
        return (
            collected.unsaid(usage) if watched.is_done else Finish("unfinished", usage)
        )
    finally:
        # `aclose` on a stream that a cancelled read has broken may complain.
        with contextlib.suppress(Exception):
            await response.aclose()
    if watched.has_failed:
        text = sentence("server", host=order.api_base or "")
        raise ModelError(text, kind="server", retry=True)
    if not getattr(response, "chunks", True):
        raise ModelError(
            sentence("unreadable", host=order.api_base or ""),
            kind="unreadable",
            retry=True,
        )
    return collected.finish(_usage_of(order, response, collected))


async def _chunks(response: Any, order: StreamOrder) -> AsyncIterator[Any]:  # noqa: ANN401 - litellm's own type
    """Give what arrives; the first piece has `TIMEOUT`, the others may lack a while."""
    pieces = aiter(response)
    silence: float | None = None
    while True:
        try:
            async with asyncio.timeout(silence) as limit:
                chunk = await anext(pieces)
        except StopAsyncIteration:
            return
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise ModelError(_silent(order), kind="timeout") from error
        yield chunk
        silence = order.idle or None


def _silent(order: StreamOrder) -> str:
    where = order.api_base or "The provider"
    return (
        f"{where} stopped in the middle of the answer: nothing came for "
        f"{order.idle:g} seconds. Ask again, choose a faster model, or raise "
        "JUPYTER_CTX_IDLE."
    )


def _usage_of(order: StreamOrder, response: Any, collected: Collected) -> Usage:  # noqa: ANN401 - litellm's own type
    """Give what the provider reports; litellm makes figures up where it is silent."""
    chunks = getattr(response, "chunks", None)
    is_told = chunks is None or any(getattr(c, "usage", None) for c in chunks)
    if collected.usage is None or not is_told:
        return Usage()
    return usage_of(collected.usage, "" if order.api_base else order.model)


async def _open(order: StreamOrder) -> Any:  # noqa: ANN401 - litellm's own type
    known = _refused.setdefault((order.model, order.api_base), {})
    for _ in range(RETRIES):
        try:
            return await litellm.acompletion(**_arguments(order, known))
        except Exception as error:
            said = told(error).text
            refused = _refused_parameter(said, known)
            if refused is None:
                raise
            wants_other = "max_completion_tokens" in said
            is_renamed = refused == "max_tokens" and wants_other
            known[refused] = "max_completion_tokens" if is_renamed else None
    return await litellm.acompletion(**_arguments(order, known))


def _refused_parameter(text: str, known: dict[str, str | None]) -> str | None:
    if not _REFUSES.search(text):
        return None
    named = (name for name in _PARAMETERS if name in text and name not in known)
    return next(named, None)


def _arguments(order: StreamOrder, known: dict[str, str | None]) -> dict[str, Any]:
    wanted: dict[str, Any] = {
        "max_tokens": order.max_tokens,
        "stream_options": {"include_usage": True},
    }
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
        "timeout": httpx.Timeout(TIMEOUT, connect=CONNECT),
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
