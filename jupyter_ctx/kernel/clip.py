"""Long text as head and tail, never cut inside a word."""

from __future__ import annotations

import re

WORD = 80  # characters; a word this long at a cut is given up: it may be a secret

MARK = re.compile(r"\.\.\. (?:([\d,]+) lines \()?[\d,]+ characters\)? \.\.\.")
"""What stands between head and tail; group 1 counts the lines that are left out."""


class Clip:
    """Text that grows without growing: its head, its tail and its true length."""

    __slots__ = ("_head", "_is_parted", "_limit", "_tail", "lines", "size")

    def __init__(self, limit: int) -> None:
        self._limit = limit // 2
        self._head = ""
        self._tail = ""
        self._is_parted = False
        self.size = 0
        self.lines = 0  # line ends

    def add(self, text: str) -> None:
        """Append *text*; keeps no more than the limit, however long it is."""
        self._count(text)
        room = 0 if self._is_parted else self._limit - len(self._head)
        if room > 0:
            self._head += text[:room]
            text = text[room:]
        if text:
            self._tail = (self._tail + text[-self._limit :])[-self._limit :]

    def leave_out(self, text: str) -> None:
        """Count *text* between head and tail; what follows belongs to the tail."""
        self._count(text)
        self._is_parted = True
        self._tail = ""

    def _count(self, text: str) -> None:
        self.size += len(text)
        self.lines += text.count("\n")

    def then(self, text: str) -> Clip:
        """Give another clip that goes on with *text*."""
        other = Clip(2 * self._limit)
        other._head, other._tail = self._head, self._tail
        other.size, other.lines = self.size, self.lines
        other._is_parted = self._is_parted
        other.add(text)
        return other

    @property
    def text(self) -> str:
        """The whole, or head and tail with what is between them counted."""
        if self.size <= len(self._head) + len(self._tail):
            return self._head + self._tail
        head = re.sub(rf"\S{{1,{WORD}}}\Z", "", self._head)
        tail = re.sub(rf"\A\S{{1,{WORD}}}", "", self._tail)
        hidden = f"{self.size - len(head) - len(tail):,} characters"
        lines = self.lines - head.count("\n") - tail.count("\n")
        if lines > 1:
            hidden = f"{lines:,} lines ({hidden})"
        return f"{head}\n... {hidden} ...\n{tail}"


def clip(text: str, limit: int) -> str:
    """Cut *text* to about *limit* characters, head and tail."""
    if len(text) <= limit:
        return text
    clipped = Clip(limit)
    clipped.add(text)
    return clipped.text
