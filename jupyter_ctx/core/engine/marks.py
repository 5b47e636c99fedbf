"""Marks of what is out of date, as values and as one line each for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

NAMES_SHOWN = 5  # names told on one line

Reason = Literal[
    "edited",  # the cell's source is not what ran
    "deleted",  # the cell is gone, its names live on
    "rebound",  # it read a value that was bound anew since
    "changed",  # it read a value that was changed in place since
    "early",  # it ran before what stands above it and binds its input
    "undone",  # what it changed was bound anew by the cell it came from
    "input",  # it read what is out of date itself
    "restarted",  # it ran in the previous kernel only
]


class Stale(msgspec.Struct, frozen=True):
    """One mark: the last run of a cell, and the *names* it bound that still live.

    *of* are the names that it read or changed; *by* labels the run that made it
    stale, *by_run* is its number. *in_order* tells that a run of the notebook from
    the top would leave everything as it is: the newer value is made further down;
    *is_replaced* that this value was not made from the one that was read.
    *after* tells how the cell ended when it ran again, where the names still hold
    what an older run has made; *is_stuck* that it would fail so once more.
    """

    reason: Reason
    label: str
    names: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    by: str = ""
    run: int | None = None
    by_run: int | None = None
    cell_id: str | None = None
    in_order: bool = False
    after: Literal["", "failed", "was interrupted"] = ""
    is_stuck: bool = False
    is_replaced: bool = False


class Written(msgspec.Struct, frozen=True):
    """The notebook as it is written now: the source of each code cell by its id.

    *sources* are in the order of the notebook; *ran* are the ids of cells that
    show an execution count, of whichever kernel.
    """

    sources: Mapping[str, str]
    ran: frozenset[str] = frozenset()


def is_of_values(mark: Stale) -> bool:
    """Tell whether a live value is out of date, not only what a cell showed."""
    return bool(mark.names) or mark.reason == "undone"


def told(mark: Stale) -> str:
    """Say in one line what is out of date and why."""
    again = f"; its last run {mark.after}" if mark.after else ""
    return f"{_subject(mark)}: {_cause(mark)}{again}"


def _subject(mark: Stale) -> str:
    if mark.reason in ("early", "undone"):
        return mark.label
    if not mark.names:
        return f"the output of {mark.label}"
    where = f" ({mark.label})" if mark.label else ""
    return f"{_listed(mark.names)}{where}"


def _cause(mark: Stale) -> str:
    of = _listed(mark.of)
    by = mark.by or "something outside of the cells"
    return {
        "edited": "the cell was edited since it ran",
        "deleted": "the cell is no longer in the notebook",
        "rebound": f"made from {of} before {by} bound {_it(mark.of)} anew",
        "changed": f"made from {of} before {by} changed {_it(mark.of)} in place",
        "early": f"ran before {by} bound {of}",
        "undone": f"what it did to {of} was lost when {by} bound {_it(mark.of)} anew",
        "input": f"made from {of} of {by}, which is out of date",
        "restarted": "ran in the previous kernel only",
    }[mark.reason]


def _it(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:NAMES_SHOWN])
    hidden = len(names) - NAMES_SHOWN
    return f"{shown} and {hidden} more" if hidden > 0 else shown
