"""One case under one policy: what the model says of the true cell after its context."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import compress

import msgspec

from jupyter_ctx.bench.facts import Stated
from jupyter_ctx.bench.nll.engine import Scorer
from jupyter_ctx.bench.nll.pick import Picked
from jupyter_ctx.bench.nll.spans import marked, needed_spans
from jupyter_ctx.bench.policies import POLICIES, Request
from jupyter_ctx.bench.records import Records
from jupyter_ctx.bench.score import ENCODING, score
from jupyter_ctx.tokens import counter_named

NONE, REFERENCE = "none", "reference"
REFERENCE_BUDGET = 1_500  # tokens of newest cells that stand for all there is to know
WINDOW = "newest"  # the policy whose window decides what lies outside
LONGEST = 200  # tokens of a true cell that are scored: its rest is told by its start
JOINT = "\n\nNext cell:\n```python\n"
"""Between a context and the cell, the same for every policy.

It opens a block of code, as an answer does: else the first token of a cell after a
closing tag costs 7 to 10 nats, which tells of the tag and not of what is known.
"""

KEY = ("notebook", "cell", "policy", "budget", "sha", "model")


class Loss(msgspec.Struct, frozen=True):
    """One record: *nats* lost on *tokens* of the true cell, and on those *needed*.

    *first* are the nats of the first token, which the wrapping of a context touches
    most; *outside* counts the needed bindings that the newest cells of the same budget
    do not state; *before* are the tokens of code before the cell; *recall*,
    *all* and *verbatim* are those of `Score`; *sha* is that of the context.
    """

    policy: str
    notebook: str
    cell: int
    budget: int
    model: str
    sha: str
    nats: float
    first: float
    tokens: int
    needed_nats: float
    needed: int
    outside: int
    before: int
    recall: float
    all: bool
    verbatim: float

    @property
    def is_outside(self) -> bool:
        """Whether a needed binding lies outside the window of newest cells."""
        return self.outside > 0


class Step(msgspec.Struct, frozen=True):
    """One thing to score: a policy at a budget on a case."""

    picked: Picked
    policy: str
    budget: int


def steps(
    picked: Sequence[Picked],
    policies: Sequence[str],
    budgets: Sequence[int],
    reference: int = REFERENCE_BUDGET,
) -> list[Step]:
    """Order the work so that a run that is stopped has whole cases to compare.

    At the end come the two ends, nothing and *reference* tokens of newest cells, by
    which what is retained is measured; 0 leaves both out.
    """
    ends = [(NONE, 0), (REFERENCE, reference)] if reference else []
    return [
        *(
            Step(one, policy, budget)
            for budget in budgets
            for one in picked
            for policy in policies
        ),
        *(Step(one, name, budget) for name, budget in ends for one in picked),
    ]


def measured(
    todo: Sequence[Step], scorer: Scorer, records: Records[Loss]
) -> Iterator[Loss]:
    """Score *todo* one by one; what *records* hold already is taken from there."""
    for step in todo:
        case = step.picked.case
        text = _context(step)
        sha = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
        key = (case.notebook, case.number, step.policy, step.budget, sha, scorer.name)
        yield records.get(*key) or records.add(_loss(step, text, sha, scorer))


def _context(step: Step) -> str:
    if step.policy == NONE:
        return ""
    return POLICIES[_known(step.policy)](_request(step, step.budget))


def _known(policy: str) -> str:
    return WINDOW if policy == REFERENCE else policy


def _request(step: Step, budget: int) -> Request:
    case = step.picked.case
    count = counter_named(ENCODING).count
    return Request(case.cells, case.question, budget, count, ENCODING)


def _loss(step: Step, text: str, sha: str, scorer: Scorer) -> Loss:
    case = step.picked.case
    target = scorer.tokens(case.truth)[:LONGEST]
    spans = needed_spans(case.truth, case.facts)
    needed = marked(scorer.pieces(target), case.truth, spans)
    lost = scorer.losses(scorer.tokens(text.rstrip("\n") + JOINT), target)
    told = score(case, [_known(step.policy)], [step.budget])[0] if text else None
    return Loss(
        policy=step.policy,
        notebook=case.notebook,
        cell=case.number,
        budget=step.budget,
        model=scorer.name,
        sha=sha,
        nats=sum(lost),
        first=lost[0],
        tokens=len(lost),
        needed_nats=sum(compress(lost, needed)),
        needed=sum(needed),
        outside=_outside(step),
        before=step.picked.before,
        recall=told.recall if told else 0.0,
        all=told.all if told else False,
        verbatim=told.verbatim if told else 0.0,
    )


def _outside(step: Step) -> int:
    """Count needed bindings that the newest cells in the same budget don't state."""
    if step.policy in (NONE, REFERENCE):
        return 0
    stated = Stated(POLICIES[WINDOW](_request(step, step.budget)))
    bound = [f for f in step.picked.case.facts if f.kind not in ("name", "string")]
    return sum(stated.verdict(fact) != "stated" for fact in bound)
