"""What of a request is new since the one before it, and what both begin with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

import msgspec

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.piece import Item
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.tokens import Counter

News = Literal["", "new", "changed"]
"""What an item is to who has read the request before: empty for nothing new."""


class Difference(msgspec.Struct, frozen=True):
    """A request against the one *before* it.

    *news* are one for each item of the request, *gone* the items that it lacks. Both
    begin with the same *covered* tokens, which are *size* bytes.
    """

    news: tuple[News, ...]
    gone: tuple[Item, ...] = ()
    covered: int = 0
    size: int = 0


def difference(before: Assembly, now: Assembly, counter: Counter) -> Difference:
    """Compare *now* with what was sent *before*."""
    texts: dict[str, set[str]] = defaultdict(set)
    for item in before.items:
        texts[item.id].add(item.text)
    said = {text for told in texts.values() for text in told}
    ids = {item.id for item in now.items}
    kept = {item.text for item in now.items}
    covered, size = _common(before.messages, now.messages, counter)
    return Difference(
        news=tuple(_news(item, texts, said) for item in now.items),
        gone=tuple(one for one in before.items if _is_gone(one, ids, kept)),
        covered=min(covered, now.tokens),
        size=size,
    )


def _news(item: Item, texts: dict[str, set[str]], said: set[str]) -> News:
    if item.kind == "turn":  # their numbers shift, and a question becomes a turn
        return "" if item.text in said else "new"
    if item.id not in texts:
        return "new"
    return "" if item.text in texts[item.id] else "changed"


def _is_gone(item: Item, ids: set[str], kept: set[str]) -> bool:
    is_said = item.kind in ("turn", "question")
    return item.text not in kept if is_said else item.id not in ids


def _common(
    before: Sequence[Message], now: Sequence[Message], counter: Counter
) -> tuple[int, int]:
    """Give the tokens and bytes with which both begin."""
    same = 0
    for old, new in zip(before, now, strict=False):
        if old != new:
            break
        same += 1
    tokens = counter.count_messages(now[:same]) if same else 0
    size = sum(len(one.content.encode()) for one in now[:same])
    if same < min(len(before), len(now)):
        part = _beginning(before[same], now[same])
        tokens += counter.count(part) if part else 0
        size += len(part.encode())
    return tokens, size


def _beginning(old: Message, new: Message) -> str:
    if old.role != new.role or old.pictures or new.pictures:
        return ""  # pictures come first
    length = min(len(old.content), len(new.content))
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2
        if old.content[:middle] == new.content[:middle]:
            low = middle
        else:
            high = middle - 1
    return new.content[:low]
