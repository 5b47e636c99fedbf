"""Long text as head and tail, never cut inside a word."""

from __future__ import annotations

import re

WORD = 80  # characters; a word this long at a cut is given up: it may be a secret


class Clip:
    """Text that grows without growing: its head, its tail and its true length."""

    __slots__ = ("_head", "_limit", "_tail", "size")

    def __init__(self, limit: int) -> None:
        self._limit = limit // 2
        self._head = ""
        self._tail = ""
        self.size = 0

    def add(self, text: str) -> None:
        """Append *text*; costs no more than the limit, however long it is."""
        self.size += len(text)
        room = self._limit - len(self._head)
        if room > 0:
            self._head += text[:room]
            text = text[room:]
        if text:
            self._tail = (self._tail + text[-self._limit :])[-self._limit :]

    @property
    def text(self) -> str:
        """The whole, or head and tail with the number of characters between."""
        if self.size <= len(self._head) + len(self._tail):
            return self._head + self._tail
        head = re.sub(rf"\S{{1,{WORD}}}\Z", "", self._head)
        tail = re.sub(rf"\A\S{{1,{WORD}}}", "", self._tail)
        hidden = self.size - len(head) - len(tail)
        return f"{head}\n... {hidden:,} characters ...\n{tail}"


def clip(text: str, limit: int) -> str:
    """Cut *text* to about *limit* characters, head and tail."""
    if len(text) <= limit:
        return text
    clipped = Clip(limit)
    clipped.add(text)
    return clipped.text
