"""The command: picks cases, scores them one by one, prints what was found."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

import msgspec

from jupyter_ctx.bench.cases import OWN_NOTEBOOKS, Case, cases, notebooks
from jupyter_ctx.bench.nll.engine import LlamaScorer, Scorer
from jupyter_ctx.bench.nll.measure import (
    KEY,
    REFERENCE_BUDGET,
    WINDOW,
    Loss,
    measured,
    steps,
)
from jupyter_ctx.bench.nll.pick import pick
from jupyter_ctx.bench.nll.report import shown
from jupyter_ctx.bench.numbers import budgets_of, positive
from jupyter_ctx.bench.options import policies
from jupyter_ctx.bench.progress import Bar
from jupyter_ctx.bench.records import Records
from jupyter_ctx.bench.score import ENCODING
from jupyter_ctx.errors import SettingError
from jupyter_ctx.tokens import counter_named

BUDGETS = (500, 1_000)
CASES = 120
POLICY_NAMES = ("jupyter_ctx", "newest", "head_tail")
ALL = 10_000  # cases of one notebook


class Plan(msgspec.Struct, frozen=True):
    """What to score: *cases* next cells under *policies* at *budgets* (tokens).

    *records* is the file from which a stopped run goes on; "" keeps none. *reference*
    are the tokens of newest cells that stand for all there is to know, or 0.
    """

    policies: tuple[str, ...] = POLICY_NAMES
    budgets: tuple[int, ...] = BUDGETS
    cases: int = CASES
    records: str = ""
    reference: int = REFERENCE_BUDGET


def main(arguments: Sequence[str] | None = None) -> int:
    """Score and print; a run that is stopped goes on from its records.

    Raises:
        SettingError: There is no engine, model, policy or notebook.

    """
    given = _parser().parse_args(arguments)
    names = _policies(given.policies)
    plan = Plan(names, given.budgets, given.cases, given.records, given.reference)
    found = _cases(Path(given.notebooks))
    print(shown(run(found, LlamaScorer(given.nll), plan), given.format))
    return 0


def run(
    found: Iterable[Case], scorer: Scorer, plan: Plan, out: TextIO = sys.stderr
) -> list[Loss]:
    """Score the picked of *found* with *scorer*, telling how far it is."""
    picked = pick(found, plan.cases, counter_named(ENCODING).count)
    todo = steps(picked, plan.policies, plan.budgets, plan.reference)
    bar = Bar(len(todo), "texts", out)
    losses: list[Loss] = []
    for loss in measured(todo, scorer, Records(plan.records, Loss, KEY)):
        losses.append(loss)
        bar.step()
    return losses


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="jupyter ctx bench --nll",
        description="Measure how likely the true next cell is to a model.",
    )
    parser.add_argument("--nll", required=True, metavar="MODEL.gguf")
    parser.add_argument("--notebooks", default=str(OWN_NOTEBOOKS), metavar="DIR")
    parser.add_argument("--cases", type=positive, default=CASES, metavar="N")
    parser.add_argument("--budgets", type=budgets_of, default=BUDGETS, metavar="N,N")
    parser.add_argument("--policies", default=",".join(POLICY_NAMES), metavar="A,B")
    parser.add_argument(
        "--reference",
        type=int,
        default=REFERENCE_BUDGET,
        metavar="N",
        help="tokens of newest cells that stand for all there is to know; 0 skips it",
    )
    parser.add_argument(
        "--records", default="", metavar="FILE", help="go on from here after a stop"
    )
    parser.add_argument("--format", choices=("table", "json", "html"), default="table")
    return parser


def _policies(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*policies(text), WINDOW)))


def _cases(folder: Path) -> list[Case]:
    """Read every case of the notebooks in *folder*; a broken file is left out."""
    paths = notebooks(folder)
    if not paths:
        msg = f"There is no notebook below {folder}. Name a folder: --notebooks DIR."
        raise SettingError(msg)
    return [case for path in paths for case in _read(path, folder)]


def _read(path: Path, folder: Path) -> list[Case]:
    name = path.relative_to(folder).with_suffix("").as_posix()
    try:
        return list(cases(path, name, ALL))
    except Exception as error:  # noqa: BLE001 - any broken file is one notebook less
        print(f"skipped {name}: {type(error).__name__}: {error}", file=sys.stderr)
        return []
