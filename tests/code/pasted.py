"""Prompts with pasted output, by kind, and prompts that hold none.

Written before the rules that they test. Each paste stands for what people copy from
a terminal, a log page or a notebook; *error*, *file* and *line* are what somebody who
reads it would name. The files write U+241B for escape, U+240D for carriage return.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Paste(NamedTuple):
    """Pasted *text* and the error in it."""

    text: str
    error: str
    file: str = ""
    line: int = 0


def _sections(name: str) -> list[tuple[str, str]]:
    whole = (HERE / name).read_text("utf-8")
    plain = whole.replace("\u241b", "\x1b").replace("\u240d", "\r")
    parts = plain.split("%%%")[1:]
    return [
        (head.strip(), text.removesuffix("\n"))
        for head, _, text in (part.partition("\n") for part in parts)
    ]


def _paste(head: str, text: str) -> tuple[str, Paste]:
    kind, file, line, error = (word.strip() for word in head.split("|", 3))
    return kind, Paste(text, error, file, int(line))


PASTES = dict(_paste(head, text) for head, text in _sections("pasted.txt"))

ASIDES: tuple[tuple[str, str], ...] = (
    ("", ""),
    ("Why does this fail?\n\n", ""),
    ("", "\n\nWhat can I do about it? I use pandas 2.2."),
    ("I get this when I run `python load.py`:\n", "\nHow do I fix it?"),
    ("Seit heute morgen kommt das:\n\n", "\n\nVorher ging es. Woran liegt es?"),
    ("\u6211\u8fd0\u884c\u65f6\u51fa\u73b0\u9519\u8bef\n\n", "\n\n\u8bf7\u4fee\u590d"),
    ("```\n", "\n```\nany idea?"),
)
"""What people write before and behind a paste; it must be kept word for word."""

ORDINARY = [text for _, text in _sections("unpasted.txt")]
"""Prompts that must go along as they were written."""
