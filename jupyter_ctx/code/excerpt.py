"""The lines of a source that an outline shows, and the runs it leaves out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Span(msgspec.Struct, frozen=True):
    """Whole lines that were left out, from *first* to *last*, counted from 1."""

    first: int
    last: int

    @property
    def id(self) -> str:
        """What the outline names it by: `@12` starts in line 12 of its source."""
        return f"@{self.first}"

    @property
    def told(self) -> str:
        """How many lines, and which: `5 lines @12`."""
        return f"{counted(self.last - self.first + 1)} {self.id}"


class Outline(msgspec.Struct, frozen=True):
    """A source at lower fidelity, and the spans that its text only names."""

    text: str
    spans: tuple[Span, ...] = ()


def counted(number: int) -> str:
    """Give `1 line` or `5 lines`."""
    return f"{number} line{'s' * (number != 1)}"


def indent_of(line: str) -> str:
    """Give the white space that *line* begins with."""
    return line[: len(line) - len(line.lstrip())]


class Lines:
    """The lines of a source, each of which is given out once at most.

    Several statements may share a line (`a = 1; b = 2`). *before* is the number of
    lines above the first of them; *cut* are the spans left out so far.
    """

    def __init__(self, lines: Sequence[str], before: int = 0) -> None:
        self.lines = lines
        self.before = before
        self.shown = 0
        self.cut: list[Span] = []

    def take(self, first: int, last: int) -> list[str]:
        """Give those of the lines that were not given out before."""
        start = max(first, self.shown + 1)
        self.shown = max(self.shown, last)
        return list(self.lines[start - 1 : last])

    def span(self, first: int, last: int) -> Span:
        """Name the lines by where they stand in their cell or file."""
        return Span(first + self.before, last + self.before)

    def leave(self, first: int, last: int) -> Span:
        """Leave out the lines; *first* must not have been given out."""
        span = self.span(first, last)
        self.cut.append(span)
        return span

    def cut_to(self, told: str, first: int, last: int) -> list[str]:
        """Leave out the lines and give *told* in their place."""
        self.leave(first, last)
        return [told]

    def comments_above(self, first: int) -> int:
        """Give the first line of the comments and blanks that stand above *first*."""
        while first - 1 > self.shown and is_idle(self.lines[first - 2]):
            first -= 1
        while first <= len(self.lines) and not self.lines[first - 1].strip():
            first += 1
        return first


def is_idle(line: str) -> bool:
    """Tell whether a line of Python is blank or a comment."""
    text = line.strip()
    return not text or text.startswith("#")
