"""Printed text while it grows: what has scrolled by, and the rows still in reach."""

from __future__ import annotations

import re

from jupyter_ctx.kernel.clip import Clip

REACH = 4_000  # characters of the newest rows, which a cursor can still change
PLAYED = 100_000  # characters at each end of one piece that are obeyed

_COMMANDS = ("\r", "\x1b", "\b")  # looked for one by one: a pattern costs ten times
# Strings: `re` compiles them when the first cell prints, not while we are loaded.
_UNSEEN = r"[\x00-\x08\x0b-\x1f\x7f]"
_WIPED = r"(?m)(?<! ) +$"
_BREAK = r"[\n\r\x1b]"


class Printed:
    """Text as a terminal shows it, bounded: head, tail and the newest rows.

    Plain text costs no more than a copy of what is kept; only text with commands
    of a terminal is played, and of a flood of them both ends.
    """

    __slots__ = ("_clip", "_column", "_is_played", "_recent", "_rest", "_row", "size")

    def __init__(self, limit: int) -> None:
        self._clip = Clip(limit)
        self._recent = ""
        self._row = self._column = -1  # at the end of the newest rows
        self._rest = ""
        self._is_played = False
        self.size = 0

    def write(self, text: str) -> None:
        """Append *text*, or let it overwrite the newest rows."""
        self.size += len(text)
        is_plain = not any(sign in text for sign in _COMMANDS)
        if self._row < 0 and not self._rest and is_plain:
            self._recent += text[:REACH] if len(text) <= REACH else ""
            if len(text) > REACH:
                self._clip.add(self._recent)
                cut = max(text.find("\n", len(text) - REACH) + 1, len(text) - REACH)
                self._clip.add(text, cut)
                self._recent = text[cut:]
            self._settle()
        elif len(text) <= 2 * PLAYED:
            self._play(text)
        else:
            self._play_ends(text)

    def _play_ends(self, text: str) -> None:
        breaks = re.compile(_BREAK)
        first = breaks.search(text, PLAYED, PLAYED + REACH)
        last = breaks.search(text, len(text) - PLAYED, len(text) - PLAYED + REACH)
        start = first.start() if first is not None else PLAYED
        end = last.start() if last is not None else len(text) - PLAYED
        self._play(text[:start])
        self._clip.add(self._recent)
        self._clip.leave_out(text, start, end)
        self._recent, self._row, self._column = "", -1, -1
        self._play(text[end:])

    def _play(self, text: str) -> None:
        # Loaded with the first progress bar or colour.
        from jupyter_ctx.code.terminal import Terminal  # noqa: PLC0415

        self._is_played = True
        terminal = Terminal(self._recent)
        if self._row >= 0:
            terminal.row, terminal.column = self._row, self._column
        terminal.rest = self._rest
        terminal.write(text)
        self._recent, self._rest = terminal.text, terminal.rest
        self._row, self._column = terminal.row, terminal.column
        last = len(terminal.rows) - 1
        if terminal.row == last and terminal.column == len(terminal.rows[last]):
            self._row = self._column = -1
        self._settle()

    def _settle(self) -> None:
        """Give up the oldest of the newest rows where they are too many."""
        if len(self._recent) <= REACH:
            return
        cut = self._recent.find("\n", len(self._recent) - REACH) + 1
        cut = cut or len(self._recent) - REACH
        gone = self._recent[:cut]
        self._clip.add(gone)
        self._recent = self._recent[cut:]
        if self._row >= 0:
            self._row -= gone.count("\n")
            if self._row < 0:
                self._row = self._column = -1

    @property
    def text(self) -> str:
        """What is shown, or its head and tail."""
        text = re.sub(_UNSEEN, "", self._clip.then(self._recent).text)
        # Progress bars are wiped out by spaces.
        return re.sub(_WIPED, "", text) if self._is_played else text

    @property
    def kept(self) -> int:
        """How many characters are kept of it."""
        return min(self._clip.size, 2 * REACH) + len(self._recent)
