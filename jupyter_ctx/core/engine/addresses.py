"""Places in memory, which say nothing and differ from run to run."""

from __future__ import annotations

import re

_PLACE = re.compile(r" at 0x[0-9A-Fa-f]{4,16}\b")
_AGAIN = re.compile(r"(<[^<>\n]{1,200}>)((?:,\s*\1){2,})")


def unplaced(text: str) -> str:
    """Drop the addresses of objects in *text*, and fold what then repeats.

    `[<Line2D at 0x7f1>, <Line2D at 0x7f2>, ...]` becomes `[<Line2D>, ... 9 more]`.
    An address outside of angle brackets is not that of an object, and stays.
    """
    if " at 0x" not in text:
        return text
    lines = [_PLACE.sub(_kept, line) for line in text.split("\n")]
    dropped = "\n".join(lines)
    return text if dropped == text else _AGAIN.sub(_folded, dropped)


def _kept(found: re.Match[str]) -> str:
    line = found.string
    is_inside = (
        line.find("<", 0, found.start()) >= 0 and line.find(">", found.end()) >= 0
    )
    return "" if is_inside else found[0]


def _folded(found: re.Match[str]) -> str:
    return f"{found[1]}, ... {found[2].count(found[1])} more"
