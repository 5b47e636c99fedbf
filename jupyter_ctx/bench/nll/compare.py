"""Losses side by side: a policy's means, and its distance to another's, cell by cell.

A cell counts once, whatever its length: its loss is the mean over its tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import mean

import msgspec

from jupyter_ctx.bench.nll.measure import NONE, REFERENCE, WINDOW, Loss
from jupyter_ctx.bench.nll.pick import LONG
from jupyter_ctx.bench.summary import interval

Cell = tuple[str, int]

SUBSETS: Mapping[str, Callable[[Loss], bool]] = {
    "all": lambda _: True,
    "long": lambda loss: loss.before >= LONG,
    "outside": lambda loss: loss.is_outside,
}
"""Which cells: all, those with much code before, those whose bindings are far back."""


class Mean(msgspec.Struct, frozen=True):
    """A mean over *cells* with its 95% bootstrap interval; nats a token."""

    cells: int
    value: float
    low: float
    high: float


class Row(msgspec.Struct, frozen=True):
    """A policy at a budget: losses by subset, on all tokens and on needed ones.

    *against* are the distances to the newest-cells window, cell by cell: below 0
    is better than it. *retained* is the share of what the reference tells that this
    context tells too; *recall*, *all* and *verbatim* are shares of facts and text.
    """

    policy: str
    budget: int
    loss: dict[str, Mean]
    needed: dict[str, Mean]
    against: dict[str, Mean]
    needed_against: dict[str, Mean]
    retained: float | None
    needed_retained: float | None
    recall: float
    all: float
    verbatim: float


def rows(losses: Sequence[Loss]) -> list[Row]:
    """Group *losses* by policy and budget, in the order in which they came."""
    groups: dict[tuple[str, int], dict[Cell, Loss]] = {}
    for one in losses:
        groups.setdefault((one.policy, one.budget), {})[one.notebook, one.cell] = one
    return [_row(groups, *key) for key in groups]


def _row(
    groups: Mapping[tuple[str, int], Mapping[Cell, Loss]], policy: str, budget: int
) -> Row:
    of = groups[policy, budget]
    window = groups.get((WINDOW, budget), {}) if policy != WINDOW else {}
    nothing = _named(groups, NONE)
    reference = _named(groups, REFERENCE)
    told = list(of.values())
    return Row(
        policy=policy,
        budget=budget,
        loss=_means(of, None, nats),
        needed=_means(of, None, needed_nats),
        against=_means(of, window, nats),
        needed_against=_means(of, window, needed_nats),
        retained=_retained(of, nothing, reference, nats),
        needed_retained=_retained(of, nothing, reference, needed_nats),
        recall=mean(one.recall for one in told),
        all=mean(one.all for one in told),
        verbatim=mean(one.verbatim for one in told),
    )


def _named(
    groups: Mapping[tuple[str, int], Mapping[Cell, Loss]], policy: str
) -> Mapping[Cell, Loss]:
    found = (of for (name, _), of in groups.items() if name == policy)
    return next(found, {})


def nats(loss: Loss) -> float | None:
    """Give the mean loss of all tokens of a cell."""
    return loss.nats / loss.tokens if loss.tokens else None


def needed_nats(loss: Loss) -> float | None:
    """Give the mean loss of the tokens that need something from before, if any do."""
    return loss.needed_nats / loss.needed if loss.needed else None


Measure = Callable[[Loss], float | None]


def _means(
    of: Mapping[Cell, Loss], other: Mapping[Cell, Loss] | None, measure: Measure
) -> dict[str, Mean]:
    """Give the mean of each subset; with *other*, of the distance to it."""
    found: dict[str, Mean] = {}
    for name, belongs in SUBSETS.items():
        values = [
            value - (before or 0.0)
            for cell, one in of.items()
            if belongs(one)
            and (value := measure(one)) is not None
            and (before := _beside(other, cell, measure)) is not None
        ]
        if values:
            found[name] = Mean(len(values), mean(values), *interval(values))
    return found


def _beside(
    other: Mapping[Cell, Loss] | None, cell: Cell, measure: Measure
) -> float | None:
    if other is None:
        return 0.0
    return measure(other[cell]) if cell in other else None


def _retained(
    of: Mapping[Cell, Loss],
    nothing: Mapping[Cell, Loss],
    reference: Mapping[Cell, Loss],
    measure: Measure,
) -> float | None:
    """Give the share of the reference's gain over nothing, on cells of all three."""
    triples = [
        (measure(one), measure(nothing[cell]), measure(reference[cell]))
        for cell, one in of.items()
        if cell in nothing and cell in reference
    ]
    whole = [(a, b, c) for a, b, c in triples if None not in (a, b, c)]
    gained = sum((b or 0.0) - (a or 0.0) for a, b, _ in whole)
    most = sum((b or 0.0) - (c or 0.0) for _, b, c in whole)
    return gained / most if most > 0 else None
