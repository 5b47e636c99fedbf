"""The wording of standing instructions, compiled from its table."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

_PART = re.compile(r"<<(\w+)>>")
_FROM_START = ("rules", "lifts")


class Signs(msgspec.Struct, frozen=True):
    """Patterns on one sentence, and words; what each is for stands in the table."""

    rules: re.Pattern[str]
    lifts: re.Pattern[str]
    told: re.Pattern[str]
    leading: re.Pattern[str]
    polite: re.Pattern[str]
    questions: re.Pattern[str]
    once: re.Pattern[str]
    aside: re.Pattern[str]
    stops: frozenset[str]
    stop_signs: frozenset[str]
    exclusive: tuple[frozenset[str], ...]


@lru_cache(maxsize=1)
def signs() -> Signs:
    """Read the table, at the first message."""
    path = Path(__file__).with_name("instruction_signs.toml")
    table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    parts: dict[str, str] = {}
    for name, pattern in table["parts"].items():
        parts[name] = _whole(pattern, parts)
    words = table["words"]
    made = {
        name: _compiled(name, [_whole(one, parts) for one in patterns])
        for name, patterns in table["patterns"].items()
    }
    return Signs(
        **made,
        stops=frozenset(words["stops"].split()),
        stop_signs=frozenset(words["stop_signs"]),
        exclusive=tuple(
            frozenset(line.split()) for line in words["exclusive"].strip().split("\n")
        ),
    )


def _whole(pattern: str, parts: dict[str, str]) -> str:
    return _PART.sub(lambda found: parts[found[1]], pattern)


def _compiled(name: str, patterns: list[str]) -> re.Pattern[str]:
    joined = "|".join(patterns)
    if name in _FROM_START:
        joined = f"^(?:{joined})"
    return re.compile(joined, re.IGNORECASE | re.DOTALL)
