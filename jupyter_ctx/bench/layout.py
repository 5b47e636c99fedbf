"""What a provider's prompt cache saves: three layouts over the turns of a notebook.

A turn is asked before each cell: the rules, then at most *budget* tokens of context.
Reuse is the share of a request's tokens that are a byte prefix of the request before;
first requests, which have none before them, included; *between* plans neither they nor
those that plan anew are counted. Cost counts a cached token as a tenth and a token that
is written to the cache as one and a quarter.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from statistics import mean

import msgspec

from jupyter_ctx.bench.cases import OWN_NOTEBOOKS, Case, cases, notebooks, session
from jupyter_ctx.bench.facts import Stated
from jupyter_ctx.bench.numbers import budget_of
from jupyter_ctx.bench.policies import Request
from jupyter_ctx.bench.policies.ours import ours
from jupyter_ctx.bench.policies.windows import newest
from jupyter_ctx.bench.score import ENCODING
from jupyter_ctx.core.engine.epochs import Epoch, go_on
from jupyter_ctx.core.engine.rules import RULES
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.unrun import wanted_of
from jupyter_ctx.tokens import TokenCounter, counter_named

BUDGET = 2_000
CACHED, WRITTEN = 0.1, 1.25  # prices beside a token that is sent without a cache
ALL = 10_000  # cases of a notebook


class Figures(msgspec.Struct, frozen=True):
    """Shares of all tokens of all turns; *stale* and *over* are counts.

    *recall* is the mean share of needed facts that the whole request states.
    """

    layout: str
    turns: int
    reuse: float
    recall: float
    cost: float
    stale: int
    over: int
    epochs: int
    between: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each layout; returns 1 where a request was over budget."""
    parser = argparse.ArgumentParser(prog="jupyter ctx bench layout")
    parser.add_argument("--notebooks", default=str(OWN_NOTEBOOKS), metavar="DIR")
    parser.add_argument("--budget", type=budget_of, default=BUDGET, metavar="N")
    told = "run all notebooks in one kernel, one after the other"
    parser.add_argument("--joined", action="store_true", help=told)
    given = parser.parse_args(arguments)
    paths = notebooks(Path(given.notebooks))
    if given.joined:
        sessions = [session(paths, "joined")]
    else:
        sessions = [list(cases(path, path.stem, ALL)) for path in paths]
    figures = [
        measure(name, layout, sessions, given.budget)
        for name, layout in _LAYOUTS.items()
    ]
    for one in figures:
        print(
            f"{one.layout:10} {one.turns} turns: reuse {one.reuse:.3f} (between plans "
            f"{one.between:.3f}), recall "
            f"{one.recall:.3f}, input cost {one.cost:.3f}, stale {one.stale}, over "
            f"budget {one.over}, plans {one.epochs}"
        )
    return int(any(one.over for one in figures))


Turn = Callable[[Case, int, Epoch | None], tuple[str, Epoch | None]]


def measure(
    name: str, layout: Turn, sessions: Sequence[Sequence[Case]], budget: int
) -> Figures:
    """Play the turns of all *sessions* with one *layout*."""
    counter = counter_named(ENCODING)
    recall: list[float] = []
    stale = over = epochs = sent = kept = going = kept_going = 0
    for turns in sessions:
        before, epoch = "", None
        for case in turns:
            context, next_epoch = layout(case, budget, epoch)
            text = f"{RULES}\n{context}"
            started = next_epoch is not None and len(next_epoch.tails) <= 1
            epochs += started
            epoch = next_epoch
            tokens = counter.count(text)
            shared = _shared(before, text, counter) if before else 0
            sent += tokens
            kept += shared
            going += tokens if before and not started else 0
            kept_going += shared if not started else 0
            verdicts = [Stated(text).verdict(fact) for fact in case.facts]
            recall.append(mean(verdict == "stated" for verdict in verdicts))
            stale += verdicts.count("stale")
            over += counter.count(context) > budget
            before = text
    return Figures(
        layout=name,
        turns=len(recall),
        reuse=kept / sent if sent else 0.0,
        recall=mean(recall) if recall else 0.0,
        cost=(CACHED * kept + WRITTEN * (sent - kept)) / sent if sent else 0.0,
        stale=stale,
        over=over,
        epochs=epochs,
        between=kept_going / going if going else 0.0,
    )


def _shared(before: str, text: str, counter: TokenCounter) -> int:
    pairs = zip(before, text, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return counter.count(text[: text.rfind("\n", 0, same) + 1])


def _window(case: Case, budget: int, _: Epoch | None) -> tuple[str, None]:
    return newest(_request(case, budget)), None


def _replanned(case: Case, budget: int, _: Epoch | None) -> tuple[str, None]:
    return ours(_request(case, budget)), None


def _in_epochs(case: Case, budget: int, epoch: Epoch | None) -> tuple[str, Epoch]:
    wanted = wanted_of(case.cells, case.question)
    grown = go_on(epoch, list(offer(wanted)), budget, counter_named(ENCODING))
    return grown.text, grown


def _request(case: Case, budget: int) -> Request:
    count = counter_named(ENCODING).count
    return Request(case.cells, case.question, budget, count, ENCODING)


_LAYOUTS: dict[str, Turn] = {
    "window": _window,
    "replanned": _replanned,
    "epochs": _in_epochs,
}

if __name__ == "__main__":
    sys.exit(main())
