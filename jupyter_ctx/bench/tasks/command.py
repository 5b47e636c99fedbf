"""The command: asks the model for every task and context, prints what passed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import msgspec

from jupyter_ctx.bench.numbers import budget_of
from jupyter_ctx.bench.progress import Bar
from jupyter_ctx.bench.records import Records
from jupyter_ctx.bench.tasks.attempt import KEY, Asker, Result, attempted
from jupyter_ctx.bench.tasks.catalogue import tasks
from jupyter_ctx.bench.tasks.contexts import CONTEXTS, chosen
from jupyter_ctx.bench.tasks.report import shown
from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.keys import resolve as key_of
from jupyter_ctx.gateway.local import model_path
from jupyter_ctx.gateway.process import WorkerGateway
from jupyter_ctx.gateway.profiles import Settings, resolve

BUDGET = 500  # tokens of a context; the notebooks have 1,000 to 1,300
MODEL = "0.5b"


class Plan(msgspec.Struct, frozen=True):
    """What to do: *cases* tasks (None is all) with *contexts* of *budget* tokens.

    *records* is the file from which a stopped run goes on; "" keeps none.
    """

    contexts: tuple[str, ...] = tuple(CONTEXTS)
    budget: int = BUDGET
    cases: int | None = None
    records: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and print; a run that is stopped goes on from its records.

    Raises:
        SettingError: A context or a model is not there.
        ModelError: The model failed.

    """
    given = _parser().parse_args(arguments)
    if given.cases is not None and given.cases < 1:
        msg = "--cases takes a positive number of tasks."
        raise SettingError(msg)
    plan = Plan(chosen(given.contexts), given.budget, given.cases, given.records)
    profile = _profile(given.model)
    gateway = WorkerGateway(
        key_for=lambda one: key_of(one.model, api_base=one.api_base),
        path_for=model_path,
    )
    try:
        results = run(plan, Asker(gateway, profile))
    finally:
        gateway.close()
    print(shown(results, given.format))
    return 0


def run(plan: Plan, asker: Asker, out: TextIO = sys.stderr) -> list[Result]:
    """Try the tasks of *plan*, telling how far it is."""
    todo = tasks(plan.cases)
    records = Records(plan.records, Result, KEY)
    bar = Bar(len(todo) * len(plan.contexts), "answers", out)
    results: list[Result] = []
    for result in attempted(todo, plan.contexts, plan.budget, asker, records):
        results.append(result)
        bar.step()
    return results


def _profile(model: str) -> Profile:
    profile = resolve(Settings(), os.environ, options=Settings(model=model))
    if profile.is_model_free:
        msg = "--tasks needs a model. Run `jupyter ctx model install 0.5b`."
        raise SettingError(msg)
    return profile


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="jupyter ctx bench --tasks",
        description="Let a model do fixed tasks with each context.",
    )
    parser.add_argument("--tasks", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--model", default=MODEL, help="0.5b, or any configured model")
    parser.add_argument(
        "--contexts", default="", metavar="A,B", help=", ".join(CONTEXTS)
    )
    parser.add_argument("--budget", type=budget_of, default=BUDGET, metavar="N")
    parser.add_argument("--cases", type=int, default=None, metavar="N")
    parser.add_argument(
        "--records", default="", metavar="FILE", help="go on from here after a stop"
    )
    parser.add_argument("--format", choices=("table", "json", "html"), default="table")
    return parser
