"""What stands in an old part of a payload and is over: how it is named, and why."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

import msgspec

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece

BESIDE = "beside:"
"""Begins the anchor of what stands beside the question."""

FOCUSED = "cell:focus"
"""The cell under the cursor where it does not show what ran."""

MOST = 60
"""Characters of a label."""

_HEADER = re.compile(r"# (In\[\d+\]|run \d+)(?: [^\n]*)?(?:\n|\Z)")
_LABEL = re.compile(r"  # (In\[\d+\]|run \d+)\n*\Z")
_TAG = re.compile(r"<(\w+)((?: \w+=[^\s>]*)*)>")

BELOW, CHANGED = "see below", "changed since"
ALL_CELLS = 150  # so many cells are offered in any case, those that ran last


class Told(msgspec.Struct, frozen=True):
    """What stands of one piece in what was sent."""

    level: Fidelity
    text: str
    is_beside: bool = False
    names: tuple[str, ...] = ()
    kind: str = ""
    order: int = 0
    label: str = ""


class Known(msgspec.Struct, frozen=True):
    """What a piece that was offered stands for, whether it got a text or not."""

    names: tuple[str, ...] = ()
    type_name: str = ""


def label_of(names: Sequence[str], text: str) -> str:
    """Name what *text* tells of: its names, else its cell, else its block."""
    if names:
        return ", ".join(names)
    if found := _HEADER.match(text) or _LABEL.search(text):
        return found[1]
    found = _TAG.match(text)
    if found is None:
        return text.partition("\n")[0].partition(": ")[0].strip()[:MOST]
    values = [pair.partition("=")[2] for pair in found[2].split()]
    return " ".join([found[1], *values[:1]])


def is_as_told(told: str, now: str) -> bool:
    """Tell whether *told* still says what *now* does.

    What stands beside a cell's label may change, names deleted since, say: that is
    told for itself.
    """
    return told == now or _plain(told) == _plain(now)


def _plain(text: str) -> str:
    """Put a cell's label in front of its source, without what is said beside it."""
    if found := _HEADER.match(text):
        return f"{found[1]}\n{text[found.end() :].rstrip()}"
    found = _LABEL.search(text)
    return f"{found[1]}\n{text[: found.start()].rstrip()}" if found else text


def cell_of(label: str) -> str:
    """Give the label of the cell beside the question that *label* would be of."""
    return f"cell {label.removeprefix('cell ').removeprefix('output ')}"


def key_of(piece: Piece) -> AnchorId:
    """Tell a cell beside the question from the same cell among the others."""
    return AnchorId(f"{BESIDE}{piece.id}") if piece.tail else piece.id


def not_offered(
    told: Mapping[AnchorId, Told], pieces: Sequence[Piece]
) -> list[tuple[str, str]]:
    """Name what was told, is not offered, and for that reason does not hold."""
    offered = {key_of(piece) for piece in pieces}
    gone = {i: one for i, one in told.items() if i not in offered}
    cells = [piece for piece in pieces if piece.kind == "cell"]
    runs = [piece.order for piece in cells if not piece.tail]
    first = min(runs) if len(runs) >= ALL_CELLS else 0
    ids = {piece.id for piece in pieces}
    tail = [piece for piece in pieces if piece.tail]
    at_issue = {label_of((), text) for p in tail for text in p.ladder.values()}
    found: list[tuple[str, str]] = []
    for id_, one in gone.items():
        why = _ended(id_, one.kind, ids, is_new=one.order >= first)
        if at_issue.intersection((one.label, cell_of(one.label))):
            why = BELOW if id_.startswith(BESIDE) else ""
        if why and not one.names:
            found.append((one.label, why))
    return found


def _ended(anchor: str, kind: str, offered: Container[str], *, is_new: bool) -> str:
    """Say why what was told of *anchor* is over, now that it is not *offered* so.

    Empty where it may hold still: old outputs are only not offered any more, and of
    what else is no more its provider tells. Of cells all are offered that are as new
    (*is_new*) as the oldest that is, so one that is not, with what it printed, was
    run anew.
    """
    is_offered = anchor.removeprefix(BESIDE) in offered
    cell = f"cell:{anchor.rpartition(':')[2]}"
    is_gone = cell not in offered and cell != FOCUSED and is_new
    if kind == "error" and not is_offered:
        return "no longer open"
    if kind == "stale":
        return "no longer out of date"
    if kind in ("cell", "output") and is_gone:
        return "no longer so"
    return "no longer at issue" if anchor.startswith(BESIDE) or cell == FOCUSED else ""
