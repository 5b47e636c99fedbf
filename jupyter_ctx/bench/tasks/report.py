"""The results of the tasks, as a table, as JSON records or as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import mean, median

import msgspec

from jupyter_ctx.bench.sheet import columns, row, sheet
from jupyter_ctx.bench.summary import interval
from jupyter_ctx.bench.tasks.attempt import Result

BESIDE = "newest"  # the context to which the others are compared, task by task
NEEDS = ("code", "live", "changed")
Z = 1.96  # standard errors on each side of a 95% interval

_TITLES = (
    "context",
    "tasks",
    "passed % [95%]",
    *(f"{needs} %" for needs in NEEDS),
    f"- {BESIDE} [95%]",
    "s a task",
    "tokens",
)
_INTRODUCTION = (
    "Fixed tasks, answered by {model} at temperature 0 with contexts of {budget:,} "
    "tokens in the same request; the code of each answer ran in a real kernel after "
    "the notebook's cells, and a check on the namespace decided. `live` tasks need a "
    "fact that no cell shows, `changed` ones a value that changed since the cell that "
    "shows it."
)


def shown(results: Sequence[Result], how: str) -> str:
    """Show *results* as a `table`, as `json` (a record a line) or as `html`."""
    if how == "json":
        return "\n".join(msgspec.json.encode(one).decode() for one in results)
    names = list(dict.fromkeys(one.context for one in results))
    lines = [_line(name, results) for name in names]
    first = results[0]
    told = _INTRODUCTION.format(model=first.model, budget=first.budget)
    if how == "html":
        body = "".join([row(_TITLES, "th"), *map(row, lines)])
        body = f"<table>{body}</table><h2>Each task</h2><table>{_each(results)}</table>"
        return sheet("--tasks", "Tasks done", told, body)
    return "\n".join([told, "", columns([_TITLES, *lines])])


def wilson(passed: int, of: int) -> tuple[float, float]:
    """Give the 95% interval of a rate, as E. B. Wilson wrote it in 1927."""
    share, weight = passed / of, Z * Z / of
    centre = (share + weight / 2) / (1 + weight)
    half = Z * sqrt(share * (1 - share) / of + weight / of / 4) / (1 + weight)
    return centre - half, centre + half


def _line(name: str, results: Sequence[Result]) -> tuple[str, ...]:
    of = [one for one in results if one.context == name]
    passed = sum(one.passed for one in of)
    low, high = wilson(passed, len(of))
    read = [one.prompt_tokens for one in of if one.prompt_tokens]
    return (
        name,
        str(len(of)),
        f"{100 * passed / len(of):.0f} [{100 * low:.0f}, {100 * high:.0f}]",
        *(_share([one for one in of if one.needs == needs]) for needs in NEEDS),
        _distance(of, results),
        f"{median(one.seconds for one in of):.1f}",
        f"{median(read):.0f}" if read else "",
    )


def _share(of: Sequence[Result]) -> str:
    return f"{100 * mean(one.passed for one in of):.0f}" if of else ""


def _distance(of: Sequence[Result], results: Sequence[Result]) -> str:
    """Tell how many more tasks in a hundred pass than with the newest cells."""
    beside = {one.task: one.passed for one in results if one.context == BESIDE}
    pairs = [one.passed - beside[one.task] for one in of if one.task in beside]
    if not pairs or of[0].context == BESIDE:
        return ""
    low, high = interval([float(pair) for pair in pairs])
    return f"{100 * mean(pairs):+.0f} [{100 * low:+.0f}, {100 * high:+.0f}]"


def _each(results: Sequence[Result]) -> str:
    """Show a line for each task: how it went with every context."""
    names = list(dict.fromkeys(one.context for one in results))
    by_key = {(one.task, one.context): one for one in results}
    lines = [row(["task", "needs", *names])]
    for task, needs in dict.fromkeys((one.task, one.needs) for one in results):
        told = [by_key.get((task, name)) for name in names]
        lines.append(row([task, needs, *(one.verdict if one else "" for one in told)]))
    return "".join(lines)
