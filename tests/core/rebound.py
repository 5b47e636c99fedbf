"""Notebooks whose names are bound anew, made at random, and what holds at the end."""

from __future__ import annotations

import random
import re
from typing import Any

_HEADER = re.compile(r"# In\[\d+\](?: \((.+) deleted since\))?$")
_LABEL = re.compile(r"  # In\[\d+\]$")
_BINDING = re.compile(r"^(v\d+) = (\d+)\b")


def notebook(dice: random.Random) -> tuple[dict[str, Any], dict[str, int]]:
    """Make a request whose values are all different, and the last value of each name.

    Half of them come with what the kernel holds; some names are deleted.
    """
    last: dict[str, int] = {}
    cells = []
    for number in range(dice.randint(3, 40)):
        lines = [_line(dice, last) for _ in range(dice.randint(1, 5))]
        cells.append({
            "cell_type": "code",
            "source": "\n".join(lines),
            "execution_count": number + 1,
            "id": f"c{number}",
            "outputs": [],
        })  # fmt: skip
    state = {
        name: {"k": "value", "t": "int", "v": str(value)}
        for name, value in last.items()
    }
    request = {
        "cells": cells,
        "state": state if dice.random() < 0.5 else None,
        "encoding": "cl100k_base",
        "query": dice.choice(("", f"what is v{dice.randint(0, 9)}?")),
        "mode": "next",
    }
    return request, last


def _line(dice: random.Random, last: dict[str, int]) -> str:
    name = f"v{dice.randint(0, 9)}"
    if dice.random() < 0.2:
        return f"print({name})" if name in last else "print(0)"
    if dice.random() < 0.1 and name in last:
        del last[name]
        return f"del {name}"
    last[name] = dice.randint(10_000, 10_000_000)
    return f"{name} = {last[name]}"


def stated(text: str) -> dict[str, int]:
    """Give the value that *text*, read from the top, leaves each name with."""
    found: dict[str, int] = {}
    gone: set[str] = set()
    for labelled in text.split("\n"):
        line = _LABEL.sub("", labelled)
        if not line:
            gone = set()
        if header := _HEADER.match(line):
            gone = set((header[1] or "").split(", "))
        if bound := _BINDING.match(line):
            if bound[1] not in gone:
                found[bound[1]] = int(bound[2])
        elif line.startswith("del "):
            found.pop(line.removeprefix("del ").strip(), None)
        elif live := re.match(r"(v\d+(?:, v\d+)*): int = (\d+)$", line):
            found |= dict.fromkeys(live[1].split(", "), int(live[2]))
    return found
