"""Messages in any form that a provider takes, read for what of them costs tokens.

Besides our own `Message` these are OpenAI's dictionaries: content as text, as parts,
as any JSON or missing; names, tool calls and results, documents, pictures.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from jupyter_ctx.core.pictures.picture import FROM_ABOVE
from jupyter_ctx.core.pictures.pixels import head_of
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.utf8 import sendable

Count: TypeAlias = Callable[[str], int]
Payload: TypeAlias = Message | Mapping[str, Any]

PER_ENTRY = 3  # tokens around a key or an entry of JSON: quotes, colon, comma
TOOL_OVERHEAD = 16  # tokens around a tool's schema in the formats of providers
UNKNOWN_PICTURE = 3_936  # tokens of a picture whose size is not told: the most
HEAD = 100_000  # characters of base64 that are looked at for a picture's size
MOST_DEPTH = 60  # of JSON that is walked; what is deeper counts as its text

_DATA_URL = re.compile(r"\s*data:image/[\w.+-]+;base64,", re.IGNORECASE)
_PICTURE_KINDS = frozenset(("image_url", "input_image", "image"))


class Read(msgspec.Struct, frozen=True):
    """What of a message costs: *text* as it is, *more* JSON beside it, *pictures*."""

    role: str
    text: str = ""
    more: tuple[Any, ...] = ()
    pictures: int = 0


def read(message: Payload) -> Read:
    """Read *message*; whatever it holds, nothing is raised and nothing left out."""
    if isinstance(message, Message):
        tokens = sum(one.tokens for one in message.pictures)
        return Read(message.role, message.content, pictures=tokens)
    rest = {key: one for key, one in message.items() if key not in ("role", "content")}
    content = message.get("content")
    is_text = isinstance(content, str)
    told = [rest] if rest else []
    told += [] if is_text or content is None else [content]
    parts = [_without_pictures(value) for value in told]
    return Read(
        role=str(message.get("role") or ""),
        text=content if isinstance(content, str) else "",
        more=tuple(value for value, _ in parts),
        pictures=sum(tokens for _, tokens in parts),
    )


def cost_of(value: Any, count: Count) -> int:  # noqa: ANN401 - any JSON
    """Count *value* from above: each of its texts, and what JSON puts around them."""
    texts = list(_texts(value))
    apart = sum(count(text) for text in texts) + PER_ENTRY * len(texts)
    return max(apart, count(_as_json(value)))


def tools_cost(tools: Sequence[Mapping[str, Any]], count: Count) -> int:
    """Count the schemas of *tools* from above, with what providers put around them."""
    return sum(count(_as_json(one)) + TOOL_OVERHEAD for one in tools)


def _as_json(value: Any) -> str:  # noqa: ANN401 - any JSON
    try:
        return sendable(json.dumps(value, ensure_ascii=False, default=str))
    except (TypeError, ValueError, RecursionError):
        return ""


def _texts(value: Any, depth: int = 0) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """Give every text in *value*, keys and numbers included."""
    if isinstance(value, str):
        yield sendable(value)
    elif depth > MOST_DEPTH:
        yield _as_json(value)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _texts(one, depth + 1)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one, depth + 1)
    elif value is not None:
        yield str(value)


def _without_pictures(value: Any, depth: int = 0) -> tuple[Any, int]:  # noqa: ANN401
    """Give *value* with the data of pictures taken out, and what they cost instead."""
    if isinstance(value, str) and _DATA_URL.match(value):
        return "", _picture_cost(value.partition(",")[2])
    if depth > MOST_DEPTH:
        return value, 0
    if isinstance(value, Mapping):
        if _is_anthropic(value):
            return {}, _picture_cost(str(value.get("data") or ""))
        pairs = {key: _without_pictures(one, depth + 1) for key, one in value.items()}
        tokens = sum(cost for _, cost in pairs.values())
        is_elsewhere = value.get("type") in _PICTURE_KINDS and not tokens
        tokens += UNKNOWN_PICTURE if is_elsewhere else 0
        return {key: one for key, (one, _) in pairs.items()}, tokens
    if isinstance(value, list | tuple):
        made = [_without_pictures(one, depth + 1) for one in value]
        return [one for one, _ in made], sum(cost for _, cost in made)
    return value, 0


def _is_anthropic(value: Mapping[str, Any]) -> bool:
    media = str(value.get("media_type") or "")
    return value.get("type") == "base64" and media.startswith("image/")


def _picture_cost(data: str) -> int:
    try:
        head = head_of(base64.b64decode(data[:HEAD] + "=" * (-len(data[:HEAD]) % 4)))
    except (binascii.Error, ValueError):
        head = None
    if head is None or not head[1] or not head[2]:
        return UNKNOWN_PICTURE
    return FROM_ABOVE.tokens(*FROM_ABOVE.size(head[1], head[2]))
