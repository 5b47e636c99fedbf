"""One policy on one case at one budget: how much of what is needed its text states."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Mapping, Sequence

import msgspec

from jupyter_ctx.bench.cases import Case
from jupyter_ctx.bench.facts import FAR, Stated
from jupyter_ctx.bench.policies import POLICIES, Request
from jupyter_ctx.code.defuse import names
from jupyter_ctx.tokens import counter_named

ENCODING = "cl100k_base"
GRAM = 3  # tokens of the true cell in a row that count as one verbatim match

_TOKEN = re.compile(r"\w+|[^\w\s]")
_COUNTED = re.compile(r"^\d[\d,]* more names$|: \d[\d,]* \w+$", re.MULTILINE)


class Score(msgspec.Struct, frozen=True):
    """One record of the benchmark.

    *stated* maps each kind of fact to how many are stated and how many are needed;
    *recall* is their share and *all* whether none is missing; *stale* counts older
    facts stated as current, of *rebound* that could be; *floor* is the share of live
    names that are in the text, 1 where the rest is counted; *verbatim* the share of
    the true cell's runs of three tokens; *hard* tells of a binding far back; *over*
    are tokens beyond the budget; *ms* the time. *sha* identifies the text.
    """

    policy: str
    notebook: str
    cell: int
    budget: int
    tokens: int
    over: int
    recall: float
    all: bool
    stated: Mapping[str, tuple[int, int]]
    stale: int
    rebound: int
    floor: float
    verbatim: float
    hard: bool
    sha: str
    ms: float


def score(case: Case, policies: Sequence[str], budgets: Sequence[int]) -> list[Score]:
    """Measure *policies* on *case*, each text once."""
    return [_one(case, name, budget) for name in policies for budget in budgets]


def _one(case: Case, name: str, budget: int) -> Score:
    count = counter_named(ENCODING).count
    request = Request(case.cells, case.question, budget, count, ENCODING)
    start = time.perf_counter()
    text = POLICIES[name](request)
    spent = time.perf_counter() - start
    tokens = count(text)
    stated = Stated(text)
    verdicts = [(fact, stated.verdict(fact)) for fact in case.facts]
    good = sum(verdict == "stated" for _, verdict in verdicts)
    kinds: dict[str, tuple[int, int]] = {}
    for fact, verdict in verdicts:
        done, due = kinds.get(fact.kind, (0, 0))
        kinds[fact.kind] = done + (verdict == "stated"), due + 1
    return Score(
        policy=name,
        notebook=case.notebook,
        cell=case.number,
        budget=budget,
        tokens=tokens,
        over=max(0, tokens - budget),
        recall=good / len(verdicts),
        all=good == len(verdicts),
        stated=kinds,
        stale=sum(verdict == "stale" for _, verdict in verdicts),
        rebound=sum(bool(fact.old) for fact in case.facts),
        floor=_floor(case, text),
        verbatim=_verbatim(case.truth, text),
        hard=any(fact.distance >= FAR for fact in case.facts),
        sha=hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16],
        ms=round(1000 * spent, 2),
    )


def _floor(case: Case, text: str) -> float:
    alive: dict[str, None] = {}
    for cell in case.cells:
        if cell["cell_type"] == "code":
            found = names(cell["source"])
            alive.update(dict.fromkeys(b.name for b in found.binds))
            for name in found.deletes:
                alive.pop(name, None)
    if not alive or _COUNTED.search(text):
        return 1.0
    words = set(_TOKEN.findall(text))
    return sum(name in words for name in alive) / len(alive)


def _verbatim(truth: str, text: str) -> float:
    wanted = _grams(truth)
    return len(wanted & _grams(text)) / len(wanted) if wanted else 1.0


def _grams(text: str) -> set[tuple[str, ...]]:
    tokens = _TOKEN.findall(text)
    return {tuple(tokens[i : i + GRAM]) for i in range(len(tokens) - GRAM + 1)}
