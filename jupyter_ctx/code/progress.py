"""What is left of long output that tells one thing again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

STATES = 20  # overwritten states of one line that make it a progress bar
SHARE = 0.8  # of the states that hold a number
HEAD, TAIL = 10, 20  # lines of a long log that are kept
LINE = 300  # characters of one of them

_LEVEL = re.compile(
    r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b"
)
_NUMBER = re.compile(r"\d")


def last_states(text: str) -> tuple[str, int]:
    """Give *text* with each progress bar in its last state, and how many are gone.

    A terminal shows no other: each carriage return has begun the line anew.
    """
    if text.count("\r") < STATES:
        return text, 0
    lines = [_last_state(line) for line in text.split("\n")]
    return "\n".join(line for line, _ in lines), sum(count for _, count in lines)


def _last_state(line: str) -> tuple[str, int]:
    states = [state for state in line.split("\r") if state.strip()]
    numbered = sum(_NUMBER.search(state) is not None for state in states)
    if len(states) < STATES or numbered < SHARE * len(states):
        return line, 0
    return states[-1], len(states) - 1


def head_and_tail(lines: Sequence[str]) -> list[str]:
    """Give the first and the last of *lines*, with how many of which level between."""
    hidden = lines[HEAD : len(lines) - TAIL]
    if len(hidden) <= 1:
        return list(lines)
    levels = Counter(found[0] for found in map(_LEVEL.search, hidden) if found)
    told = ", ".join(f"{count:,} {level}" for level, count in levels.most_common())
    between = f"[{len(hidden):,} lines left out{': ' if told else ''}{told}]"
    kept = [*lines[:HEAD], between, *lines[-TAIL:]]
    return [line if len(line) <= LINE else f"{line[:LINE]}..." for line in kept]
