"""Differences between two sources."""

from __future__ import annotations

import difflib


def unified(old: str, new: str, name: str = "cell") -> str:
    """Give a unified diff with one line of context, without time stamps."""
    lines = difflib.unified_diff(
        old.split("\n"), new.split("\n"), name, name, n=1, lineterm=""
    )
    return "\n".join(lines)


def changed_lines(old: str, new: str) -> str:
    """Give changed lines only (`-U0`), without headers of files."""
    lines = difflib.unified_diff(old.split("\n"), new.split("\n"), n=0, lineterm="")
    return "\n".join(list(lines)[2:])


def moved_line(old: str, new: str, line: int) -> int | None:
    """Find where *line* of *old* stands in *new*, from 1; None if it was changed."""
    matcher = difflib.SequenceMatcher(
        None, old.split("\n"), new.split("\n"), autojunk=False
    )
    for block in matcher.get_matching_blocks():
        if block.a < line <= block.a + block.size:
            return line - block.a + block.b
    return None
