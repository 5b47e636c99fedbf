"""Secrets that were masked, put back into code that returns to the user's notebook.

The counterpart of `masks.ts`: a mask never gets into a cell, and no secret into
another's place; where it is not clear what a mask stands for, nothing is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jupyter_ctx.core.secrets.redact import PLACEHOLDER

Pair = tuple[str, str]
"""A source with its secrets masked, and as the user wrote it."""

EDITED = 0.5  # of the lines that two sources share, if one is an edit of the other


def unmasked(source: str, pairs: Sequence[Pair]) -> str | None:
    """Put what *pairs* mask back into *source*; None where it is not clear.

    If *source* edits one of them, that one tells; else all must agree.
    """
    if not PLACEHOLDER.search(source):
        return source
    nearest = max(pairs, key=lambda pair: _shared(source, pair[0]), default=None)
    if nearest is not None and _shared(source, nearest[0]) >= EDITED:
        filled = _fill(source, [nearest])
        if filled is not None:
            return filled
    return _fill(source, pairs)


def secrets(masked: str, real: str) -> list[tuple[str, str]] | None:
    """List each mask of *masked* with its text in *real*, in order.

    None if anything between the masks differs.
    """
    between = PLACEHOLDER.split(masked)
    if not real.startswith(between[0]):
        return None
    found = []
    at = len(between[0])
    masks = PLACEHOLDER.findall(masked)
    for number, (mask, text) in enumerate(zip(masks, between[1:], strict=True), 1):
        is_last = number == len(masks)
        end = len(real) - len(text) if is_last else real.find(text, at + 1)
        # A secret has at least one character.
        if end <= at or not real.startswith(text, end):
            return None
        found.append((mask, real[at:end]))
        at = end + len(text)
    return found if at == len(real) else None


def _shared(source: str, other: str) -> float:
    lines = source.split("\n")
    known = set(other.split("\n"))
    return sum(line in known for line in lines) / len(lines)


def _fill(source: str, pairs: Iterable[Pair]) -> str | None:
    """Fill lines that *pairs* hold, and masks that mean the same everywhere."""
    behind: dict[str, set[str]] = {}
    lines: dict[str, set[str]] = {}
    for masked, real in pairs:
        for mask, text in secrets(masked, real) or ():
            behind.setdefault(mask, set()).add(text)
        for line, written in zip(masked.split("\n"), real.split("\n"), strict=False):
            if secrets(line, written):
                lines.setdefault(line, set()).add(written)
    filled = "\n".join(_only(lines.get(one), one) for one in source.split("\n"))
    filled = PLACEHOLDER.sub(lambda mask: _only(behind.get(mask[0]), mask[0]), filled)
    return None if PLACEHOLDER.search(filled) else filled


def _only(found: set[str] | None, other: str) -> str:
    return next(iter(found)) if found is not None and len(found) == 1 else other
