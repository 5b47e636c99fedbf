"""A block of a source: the lines of a function, a class, a query or a branch."""

from __future__ import annotations

from typing import Literal

import msgspec

BlockKind = Literal["function", "class", "type", "module", "query", "branch"]


class Block(msgspec.Struct, frozen=True):
    """Lines from *first* to *last*, counted from 1, which belong together.

    The comments and decorators above are part of it; *head* is the line where its
    own header begins. *name* is empty for a branch or a query without one.
    """

    first: int
    last: int
    kind: BlockKind
    name: str = ""
    head: int = 0

    @property
    def is_definition(self) -> bool:
        """Whether it defines something, or stands for itself as a query does."""
        return self.kind != "branch"

    def holds(self, line: int) -> bool:
        """Tell whether *line* is one of its lines."""
        return self.first <= line <= self.last


def nested(blocks: list[Block], line: int) -> list[Block]:
    """Give the *blocks* that hold *line*, the outermost first."""
    found = [block for block in blocks if block.holds(line)]
    return sorted(found, key=lambda block: (block.first, -block.last))
