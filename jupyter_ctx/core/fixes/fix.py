"""A quick fix, and the edits that make one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal

import msgspec

from jupyter_ctx.code.diff import unified
from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.core.fixes.case import Case, Placed
from jupyter_ctx.core.secrets.redact import PLACEHOLDER

Certainty = Literal["certain", "likely", "possible"]

SHOWN = 60  # characters of code in a title

WEIGHTS: dict[Certainty, int] = {"certain": 0, "likely": 1, "possible": 2}


class Fix(msgspec.Struct, frozen=True):
    """One concrete patch for an error, applied only when the user says so.

    *kind* `edit` replaces the cell of run *cell_run*, whose source was *base*, by
    *source*; `cell` runs *source* as a new cell. *cell_id* is empty where no page
    has told it. *why* are live facts. A patch that may change what the code means
    is never `certain`.
    """

    id: str
    title: str
    kind: Literal["edit", "cell"]
    source: str
    diff: str = ""
    certainty: Certainty = "possible"
    why: tuple[str, ...] = ()
    cell_run: int | None = None
    cell_id: str = ""
    base: str = ""


class Edit(msgspec.Struct, frozen=True, order=True):
    """Put *text* in place of the characters from *start* to *end*."""

    start: int
    end: int
    text: str


def edit(
    case: Case,
    title: str,
    edits: Iterable[Edit],
    certainty: Certainty,
    why: Iterable[str] = (),
) -> Fix | None:
    """Make the fix that edits the cell of *case*; None if it would not parse.

    None as well if it would change a masked secret.
    """
    source = applied(case.source, edits)
    masks = PLACEHOLDER.findall
    if source == case.source or masks(source) != masks(case.source):
        return None
    if parse(blank(source)) is None:
        return None
    return Fix(
        id=_id(source),
        title=title,
        kind="edit",
        source=source,
        diff=unified(case.source, source, case.label),
        certainty=certainty,
        why=tuple(why),
        cell_run=case.cell_run,
        cell_id=case.cell_id,
        base=case.source,
    )


def swap(
    case: Case, node: Placed, text: str, certainty: Certainty, why: Iterable[str]
) -> Fix | None:
    """Make the fix that writes *text* in place of *node*, and says so."""
    title = f"Write `{_short(text)}` instead of `{_short(case.text(node))}`"
    return edit(case, title, [Edit(*case.span(node), text)], certainty, why)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 3]}..."


def new_cell(
    title: str, source: str, certainty: Certainty, why: Iterable[str] = ()
) -> Fix:
    """Make the fix that runs *source* in a cell of its own."""
    return Fix(_id(source), title, "cell", source, "", certainty, tuple(why))


def applied(source: str, edits: Iterable[Edit]) -> str:
    """Apply *edits*, which do not overlap, to *source*."""
    for one in sorted(set(edits), reverse=True):
        source = source[: one.start] + one.text + source[one.end :]
    return source


def _id(source: str) -> str:
    # By content, so that the same fix has the same id in every process.
    return hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:12]
