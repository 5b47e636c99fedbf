"""What stands around one place of a word: before, behind and in the same brackets."""

from __future__ import annotations

import re
from functools import cached_property

from jupyter_ctx.code.places import Place

HEAD = 160  # characters looked at before a bracket or a word
INNER = 4_000  # characters of what is in brackets
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_SCRIPTS = ("javascript", "typescript", "tsx")


class Spot:
    """A place in its source; all texts are cut to what decides."""

    def __init__(self, source: str, place: Place, word: str, language: str) -> None:
        self.source = source
        self.place = place
        self.word = word
        self.language = language

    @property
    def family(self) -> str:
        """The language there: `script` for all of JavaScript, `sql` inside strings."""
        if self.place.is_sql:
            return "sql"
        return "script" if self.language in _SCRIPTS else self.language

    @cached_property
    def before(self) -> str:
        """What precedes the word, without the quote of a value."""
        end = self.place.start - self.place.is_value
        return self.source[max(0, end - HEAD) : end]

    @cached_property
    def after(self) -> str:
        """What follows the word, without the quote of a value."""
        start = self.place.start + len(self.word) + self.place.is_value
        return self.source[start : start + HEAD]

    @cached_property
    def line(self) -> str:
        """What precedes the word in its line."""
        start = self.source.rfind("\n", 0, self.place.start) + 1
        return self.source[start : self.place.start]

    @cached_property
    def heads(self) -> list[str]:
        """What precedes each open bracket, that of the innermost last."""
        opened = self.place.opened
        return [self.source[max(0, at - HEAD) : at].rstrip() for at in opened]

    @property
    def head(self) -> str:
        """What precedes the innermost open bracket; empty where none is open."""
        return self.heads[-1] if self.heads else ""

    @property
    def bracket(self) -> str:
        """The innermost open bracket; empty where none is open."""
        opened = self.place.opened
        return self.source[opened[-1]] if opened else ""

    @cached_property
    def inner(self) -> str:
        """What is in the innermost brackets."""
        if not self.bracket:
            return ""
        start = self.place.opened[-1]
        pair = self.bracket + _CLOSING[self.bracket]
        depth = 0
        near = self.source[start : start + INNER]
        for found in re.finditer(rf"[{re.escape(pair)}]", near):
            depth += 1 if found[0] == self.bracket else -1
            if depth == 0:
                return near[1 : found.start()]
        return near[1:]

    @property
    def behind(self) -> str:
        """What follows the innermost brackets: `.includes(x)` of a list."""
        if not self.bracket:
            return ""
        end = self.place.opened[-1] + len(self.inner) + 2
        return self.source[end : end + HEAD]
