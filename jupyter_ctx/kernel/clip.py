"""Long text as head and tail, never cut inside a word."""

from __future__ import annotations

import re

WORD = 80  # characters; a word this long at a cut is given up: it may be a secret

BREAKS = ("", "\n", "\r", "\x1b", " ")  # before these no word is cut
MARK = r"\.\.\. (?:([\d,]+) lines \()?[\d,]+ characters\)? \.\.\."
"""What stands between head and tail; group 1 counts the lines that are left out."""


class Clip:
    """Text that grows without growing: its head, its tail and its true length."""

    __slots__ = ("_head", "_is_cut", "_is_parted", "_limit", "_tail", "lines", "size")

    def __init__(self, limit: int) -> None:
        self._limit = limit // 2
        self._head = ""
        self._tail = ""
        self._is_parted = False
        self._is_cut = False  # inside a word, where the tail begins
        self.size = 0
        self.lines = 0  # line ends

    def add(self, text: str, end: int | None = None) -> None:
        """Append *text* up to *end*; of a huge one only what is kept is copied."""
        end = len(text) if end is None else end
        self._count(text, 0, end)
        room = 0 if self._is_parted else self._limit - len(self._head)
        start = min(end, max(0, room))
        if start:
            self._head += text[:start]
        if start < end:
            tail = text[max(start, end - self._limit) : end]
            joined = self._tail + tail
            self._tail = joined[-self._limit :]
            self._is_cut |= end - start > len(tail) or len(joined) > self._limit

    def leave_out(self, text: str, start: int, end: int) -> None:
        """Count a part of *text* between head and tail; the tail comes after it."""
        self._count(text, start, end)
        self._is_parted = True
        self._is_cut = text[end : end + 1] not in BREAKS
        self._tail = ""

    def _count(self, text: str, start: int, end: int) -> None:
        self.size += end - start
        self.lines += text.count("\n", start, end)

    def then(self, text: str) -> Clip:
        """Give another clip that goes on with *text*."""
        other = Clip(2 * self._limit)
        other._head, other._tail = self._head, self._tail
        other.size, other.lines = self.size, self.lines
        other._is_parted, other._is_cut = self._is_parted, self._is_cut
        other.add(text)
        return other

    @property
    def text(self) -> str:
        """The whole, or head and tail with what is between them counted."""
        if self.size <= len(self._head) + len(self._tail):
            return self._head + self._tail
        head = re.sub(rf"\S{{1,{WORD}}}\Z", "", self._head)
        tail = self._tail
        if self._is_cut:
            tail = re.sub(rf"\A\S{{1,{WORD}}}", "", tail)
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
