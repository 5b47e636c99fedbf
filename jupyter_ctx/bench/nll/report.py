"""What was found, as a table, as JSON records or as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from jupyter_ctx.bench.nll.compare import Mean, Row, rows
from jupyter_ctx.bench.nll.measure import Loss
from jupyter_ctx.bench.sheet import columns, row, sheet

_TITLES = (
    "policy",
    "budget",
    "cells",
    "loss",
    "needed",
    "loss - newest",
    "needed - newest",
    "outside: needed - newest",
    "retained %",
    "facts %",
    "all %",
    "verbatim %",
)
_INTRODUCTION = (
    "Negative log-likelihood of the true next cell, in nats a token: lower is better. "
    "`needed` are the tokens of names and strings that come from before, where the "
    "cell first uses them; `outside` are the cells with a needed binding that the "
    "newest cells of the same budget do not show. In brackets the 95% bootstrap "
    "interval; `- newest` is the distance to the newest cells on the same cells, below "
    "0 is better. `retained` is the share of what 1,500 tokens of newest cells tell."
)


def shown(losses: Sequence[Loss], how: str) -> str:
    """Show *losses* as a `table`, as `json` (a record a line) or as `html`."""
    if how == "json":
        return "\n".join(msgspec.json.encode(one).decode() for one in losses)
    cells = [_cells(one) for one in rows(losses)]
    if how == "html":
        body = "".join([row(_TITLES, "th"), *map(row, cells)])
        body = f"<table>{body}</table>"
        return sheet("--nll", "What a model says", _INTRODUCTION, body)
    return "\n".join([_INTRODUCTION, "", columns([_TITLES, *cells])])


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.policy,
        f"{row.budget:,}",
        str(row.loss["all"].cells),
        _told(row.loss.get("all")),
        _told(row.needed.get("all")),
        _told(row.against.get("all"), sign="+"),
        _told(row.needed_against.get("all"), sign="+"),
        _told(row.needed_against.get("outside"), sign="+", cells=True),
        f"{_percent(row.retained)} ({_percent(row.needed_retained)})",
        _percent(row.recall),
        _percent(row.all),
        _percent(row.verbatim),
    )


def _told(mean: Mean | None, *, sign: str = "", cells: bool = False) -> str:
    if mean is None:
        return ""
    number = f"{sign}.3f"
    bounds = f"[{mean.low:{number}}, {mean.high:{number}}]"
    of = f" n={mean.cells}" if cells else ""
    return f"{mean.value:{number}} {bounds}{of}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f}"
