"""A list to pick from: what is shown, where one stands, what keys do; pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

SLASH = "/"  # begins a filter that starts with j, k or a digit


class Options(msgspec.Struct, frozen=True):
    """The options by *labels*; *at* is the place of one among those that are shown.

    While there is no *filter*, j and k move and digits jump; then all is text.
    """

    labels: tuple[str, ...]
    at: int = 0
    filter: str = ""
    is_filtering: bool = False

    @property
    def shown(self) -> tuple[int, ...]:
        """The numbers, from 0, of the options that hold the words of the filter."""
        words = self.filter.casefold().split()
        return tuple(
            number
            for number, label in enumerate(self.labels)
            if all(word in label.casefold() for word in words)
        )

    @property
    def current(self) -> int | None:
        """The number of the option where one stands; None where none is shown."""
        shown = self.shown
        return shown[min(self.at, len(shown) - 1)] if shown else None

    def move(self, by: int) -> Options:
        """Go up or down; the list is a ring."""
        count = len(self.shown)
        return self._place((min(self.at, count - 1) + by) % count if count else 0)

    def first(self) -> Options:
        """Go to the first one."""
        return self._place(0)

    def last(self) -> Options:
        """Go to the last one."""
        return self._place(max(len(self.shown) - 1, 0))

    def type(self, text: str) -> Options:
        """Take a typed key: it moves, jumps, or narrows the list."""
        if self.is_filtering:
            return self.paste(text)
        if text in ("j", "k"):
            return self.move(1 if text == "j" else -1)
        if text.isascii() and text.isdigit():
            number = int(text)
            is_there = 1 <= number <= len(self.labels)
            return self._place(number - 1) if is_there else self
        if text == SLASH:
            return msgspec.structs.replace(self, is_filtering=True)
        return self.paste(text) if text.strip() else self

    def paste(self, text: str) -> Options:
        """Narrow the list by *text*, whatever it holds."""
        line = "".join(one for one in text if one.isprintable() or one == "\n")
        typed = self.filter + " ".join(line.split("\n"))
        return msgspec.structs.replace(self, filter=typed, is_filtering=True, at=0)

    def erase(self) -> Options:
        """Take the last letter of the filter back; without one it ends."""
        filter_ = self.filter[:-1]
        return msgspec.structs.replace(
            self, filter=filter_, is_filtering=bool(filter_), at=0
        )

    def _place(self, at: int) -> Options:
        return msgspec.structs.replace(self, at=at)


def options(labels: Sequence[str], at: int = 0) -> Options:
    """Begin at the option *at*."""
    return Options(tuple(labels), at)
