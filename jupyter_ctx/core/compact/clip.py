"""A long text with its middle left out, marked, so that it fits a number of tokens."""

from __future__ import annotations

from collections.abc import Callable

HEAD = 0.6  # of what is kept, from the beginning
STEP, TRIES = 0.9, 40  # how much shorter each try is, until it fits

Count = Callable[[str], int]


def clip(text: str, most: int, count: Count) -> str:
    """Give *text* in at most *most* tokens: whole, or its beginning and its end.

    The mark says how many characters are left out. Empty without room for the mark.
    """
    total = count(text)
    if total <= most:
        return text
    keep = int(len(text) * most / max(1, total))
    for _ in range(TRIES):
        head = int(keep * HEAD)
        tail = keep - head
        gone = len(text) - keep
        mark = f"\n[… {gone:,} characters left out here …]\n"
        made = f"{text[:head]}{mark}{text[len(text) - tail :]}"
        if count(made) <= most:
            return made
        keep = int(keep * STEP)
    return ""
