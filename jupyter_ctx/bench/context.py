"""The benchmark of context quality: `jupyter ctx bench`.

For cells of real notebooks it measures how much of what they need from before each
policy states within a budget: ours and what the other assistants send, in one run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from jupyter_ctx.bench.cases import OWN_NOTEBOOKS
from jupyter_ctx.bench.numbers import budgets_of, positive
from jupyter_ctx.bench.options import policies
from jupyter_ctx.bench.page import page
from jupyter_ctx.bench.policies import POLICIES
from jupyter_ctx.bench.run import jobs, run
from jupyter_ctx.bench.score import Score
from jupyter_ctx.bench.summary import Row, rows

BUDGETS = (250, 500, 1_000, 2_000)
MOST_CASES = 12  # of one notebook, so that long ones do not outweigh the rest


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 where a text of ours was over its budget.

    Raises:
        SettingError: A policy or a folder that is not there.

    """
    given = _parser().parse_args(arguments)
    names = policies(given.policies)
    todo = jobs(Path(given.notebooks), names, given.budgets, given.cases)
    scores, skipped = run(todo, given.jobs, given.dask)
    for why in skipped:
        print(f"skipped {why}", file=sys.stderr)
    if given.records:
        _write_records(Path(given.records), scores)
    print(_shown(rows(scores), scores, given.format))
    return int(any(one.over for one in scores if one.policy == "jupyter_ctx"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="jupyter ctx bench",
        description="Measure the quality of the context.",
        epilog="`--tasks` lets a model do 60 tasks with each context, `--nll MODEL` "
        "tells how likely the true next cell is to it; both have options of their own: "
        "add `--help`.",
    )
    parser.add_argument("--notebooks", default=str(OWN_NOTEBOOKS), metavar="DIR")
    parser.add_argument("--budgets", type=budgets_of, default=BUDGETS, metavar="N,N")
    parser.add_argument(
        "--policies", default="", metavar="A,B", help=", ".join(POLICIES)
    )
    parser.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N"
    )
    parser.add_argument("--cases", type=positive, default=MOST_CASES, metavar="N")
    parser.add_argument("--format", choices=("table", "json", "html"), default="table")
    parser.add_argument(
        "--records", default="", metavar="FILE", help="one JSON record a case"
    )
    parser.add_argument(
        "--dask", default="", metavar="SCHEDULER", help="an existing Dask cluster"
    )
    return parser


def _write_records(file: Path, scores: Sequence[Score]) -> None:
    lines = [msgspec.json.encode(one).decode() for one in scores]
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _shown(table: Sequence[Row], scores: Sequence[Score], how: str) -> str:
    if how == "html":
        return page(table)
    if how == "json":
        return "\n".join(msgspec.json.encode(one).decode() for one in scores)
    return as_text(table)


def as_text(table: Sequence[Row]) -> str:
    """Print needed facts stated and cells with all of them, in percent."""
    budgets = list(dict.fromkeys(row.budget for row in table))
    by_key = {(row.policy, row.budget): row for row in table}
    names = list(dict.fromkeys(row.policy for row in table))
    cases = max((row.cases for row in table), default=0)
    lines = [f"{cases} cells; needed facts stated % (cells with all of them %)", ""]
    lines.append(f"{'policy':16}" + "".join(f"{budget:>16,}" for budget in budgets))
    for name in names:
        shown = [by_key[name, budget] for budget in budgets]
        told = "".join(f"{100 * r.recall:8.1f} ({100 * r.all:5.1f})" for r in shown)
        lines.append(f"{name:16}{told}")
    lines += ["", *map(_detail, (by_key[name, budgets[-1]] for name in names))]
    return "\n".join(lines)


def _detail(row: Row) -> str:
    kinds = ", ".join(f"{kind} {100 * share:.0f}" for kind, share in row.kinds.items())
    return (
        f"{row.policy:16}at {row.budget:,}: {kinds}; "
        f"verbatim {100 * row.verbatim:.0f}; "
        f"names accounted for {100 * row.floor:.0f}; stale {row.stale}; "
        f"over budget {row.over}; {row.ms:.1f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
