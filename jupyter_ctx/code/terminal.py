"""What a terminal shows of printed text: overwritten, erased and coloured parts."""

from __future__ import annotations

import re

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""A character that a terminal obeys; line ends and tabs are plain text."""

COLUMNS = 1_000  # how far right a cursor may be sent
HEIGHT = 100  # rows that it may be sent down at once

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x08\n\x0b-\x1f\x7f]+)"
    r"|\x1b\[(?P<args>[0-?]*)[ -/]*(?P<command>[@-~])"
    r"|\x1b[\]P_^X][^\x07\x1b\n]*(?:\x07|\x1b\\)"
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-~]"
    r"|(?P<sign>[\x00-\x1f\x7f])"
)
_UNFINISHED = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*|[\]P_^X][^\x07\x1b\n]*(?:\x1b\Z)?|[ -/]*)?\Z"
)
HELD = 2_000  # characters kept of an unfinished command; of a longer one its start


class Terminal:
    """Rows of text and a cursor; *rest* is a command whose end has not come yet."""

    __slots__ = ("column", "rest", "row", "rows")

    def __init__(self, text: str = "") -> None:
        self.rows = text.split("\n")
        self.row = len(self.rows) - 1
        self.column = len(self.rows[-1])
        self.rest = ""

    def write(self, text: str) -> None:
        """Write *text* where the cursor stands, obeying the commands in it."""
        text = self.rest + text
        cut = _unfinished(text)
        text, rest = text[:cut], text[cut:]
        # Of a picture in the text, say, only that it has not ended.
        end = "\x1b" if rest.endswith("\x1b") else ""
        self.rest = rest if len(rest) <= HELD else rest[:2] + end
        for found in _TOKEN.finditer(text):
            if found["text"]:
                self._put(found["text"])
            elif found["command"]:
                self._obey(found["command"], found["args"])
            elif found["sign"]:
                self._sign(found["sign"])

    @property
    def text(self) -> str:
        """All rows, without what was erased at their ends."""
        return "\n".join(self.rows)

    def _put(self, text: str) -> None:
        line = self.rows[self.row].ljust(self.column)
        end = self.column + len(text)
        self.rows[self.row] = line[: self.column] + text + line[end:]
        self.column = end

    def _sign(self, sign: str) -> None:
        if sign == "\n":
            self._down(1)
            self.column = 0
        elif sign == "\r":
            self.column = 0
        elif sign == "\b":
            self.column = max(0, self.column - 1)

    def _down(self, rows: int) -> None:
        self.row += rows
        self.rows.extend([""] * (self.row + 1 - len(self.rows)))

    def _obey(self, command: str, arguments: str) -> None:
        given = [int(part) if part.isdigit() else 0 for part in arguments.split(";")]
        count = max(1, given[0])
        if command in "ABCDEFG":
            self._move(command, min(count, COLUMNS))
        elif command in "Hf":
            self.row = min(count, len(self.rows)) - 1
            column = given[1] if len(given) > 1 else 1
            self.column = min(max(1, column), COLUMNS) - 1
        elif command == "J":
            self._erase(given[0])
        elif command == "K":
            self._erase_line(given[0])
        elif command == "P":
            line = self.rows[self.row]
            self.rows[self.row] = line[: self.column] + line[self.column + count :]

    def _move(self, command: str, count: int) -> None:
        if command in "AF":
            self.row = max(0, self.row - count)
        elif command in "BE":
            self._down(min(count, HEIGHT))
        elif command == "C":
            self.column = min(COLUMNS, self.column + count)
        elif command == "D":
            self.column = max(0, self.column - count)
        if command in "EF":
            self.column = 0
        elif command == "G":
            self.column = count - 1

    def _erase(self, part: int) -> None:
        """Erase below the cursor (0), above it (1), or everything."""
        if part == 0:
            self._erase_line(0)
            del self.rows[self.row + 1 :]
        elif part == 1:
            self._erase_line(1)
            self.rows[: self.row] = [""] * self.row
        else:
            self.rows = [""] * len(self.rows[: self.row + 1])

    def _erase_line(self, part: int) -> None:
        line = self.rows[self.row]
        if part == 0:
            self.rows[self.row] = line[: self.column]
        elif part == 1:
            rest = line[self.column + 1 :]
            self.rows[self.row] = " " * (self.column + 1) + rest if rest else ""
        else:
            self.rows[self.row] = ""


def _unfinished(text: str) -> int:
    """Give where the command begins that *text* does not end, or its length."""
    last = text.rfind("\x1b")
    # The last escape may begin the end of a longer command.
    for cut in (text.rfind("\x1b", 0, max(last, 0)), last):
        if cut >= 0 and _UNFINISHED.match(text, cut):
            return cut
    return len(text)


def shown(text: str) -> str:
    """Give what a terminal shows in the end of *text*."""
    if not CONTROL.search(text):
        return text
    terminal = Terminal()
    terminal.write(text)
    return terminal.text
