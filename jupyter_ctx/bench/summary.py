"""Scores as rows of a table, with bootstrap intervals over the cases."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import mean, median

import msgspec

from jupyter_ctx.bench.score import Score

DRAWS = 400  # of a bootstrap
INTERVAL = 0.95


class Row(msgspec.Struct, frozen=True):
    """A policy at a budget: shares from 0 to 1, means over its *cases*.

    *low* and *high* bound the 95% interval of *recall*; *hard* is the recall on
    cells with a binding far back, None where there are none.
    """

    policy: str
    budget: int
    cases: int
    recall: float
    low: float
    high: float
    all: float
    hard: float | None
    verbatim: float
    floor: float
    stale: int
    over: int
    ms: float
    kinds: dict[str, float]


def rows(scores: Iterable[Score]) -> list[Row]:
    """Group *scores* by policy and budget, in the order in which they came."""
    groups: dict[tuple[str, int], list[Score]] = defaultdict(list)
    for one in scores:
        groups[one.policy, one.budget].append(one)
    return [_row(policy, budget, of) for (policy, budget), of in groups.items()]


def _row(policy: str, budget: int, scores: Sequence[Score]) -> Row:
    recalls = [one.recall for one in scores]
    hard = [one.recall for one in scores if one.hard]
    low, high = interval(recalls)
    return Row(
        policy=policy,
        budget=budget,
        cases=len(scores),
        recall=mean(recalls),
        low=low,
        high=high,
        all=mean(one.all for one in scores),
        hard=mean(hard) if hard else None,
        verbatim=mean(one.verbatim for one in scores),
        floor=mean(one.floor for one in scores),
        stale=sum(one.stale for one in scores),
        over=sum(one.over > 0 for one in scores),
        ms=median(one.ms for one in scores),
        kinds=_kinds(scores),
    )


def _kinds(scores: Sequence[Score]) -> dict[str, float]:
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in scores:
        for kind, (done, due) in one.stated.items():
            totals[kind][0] += done
            totals[kind][1] += due
    return {kind: done / due for kind, (done, due) in sorted(totals.items())}


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Give the bootstrap interval of a mean; the same values, the same bounds."""
    dice = random.Random(0)  # noqa: S311 - a seeded resampling, no secret
    means = sorted(mean(dice.choices(values, k=len(values))) for _ in range(DRAWS))
    tail = int((1 - INTERVAL) / 2 * DRAWS)
    return means[tail], means[-1 - tail]
