"""The report of the context benchmark as one HTML file: tables and drawn lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from operator import attrgetter

from jupyter_ctx.bench.summary import Row

WIDTH, HEIGHT, EDGE = 640, 300, 46  # of a plot, in pixels
COLOURS = ("#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#7f7f7f", "#17becf")
DASHES = ("", "6 3", "2 3")  # tell lines of one colour apart

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
tr.ours { font-weight: 600; background: #f3f6ff; }
small { color: #555; }
div { overflow-x: auto; }
svg { min-width: 40rem; }
svg text { fill: #1a1a1a; }
svg .grid { stroke: #e5e5e5; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616; }
  th, td { border-color: #3a3a3a; }
  tr.ours { background: #232a3d; }
  small { color: #a5a5a5; }
  svg text { fill: #e6e6e6; }
  svg .grid { stroke: #3a3a3a; }
}
"""
_INTRODUCTION = (
    "Each policy states what the next cell needs, within a budget of tokens; in "
    "brackets the 95% bootstrap interval over the cells."
)
_PLOTS: dict[str, Callable[[Row], float]] = {
    "Needed facts stated": attrgetter("recall"),
    "Cells with every needed fact": attrgetter("all"),
    "Verbatim: runs of three tokens of the true cell": attrgetter("verbatim"),
}
_BOUNDED = _PLOTS["Needed facts stated"]
"""The figure that the interval of a row belongs to."""


def page(rows: Sequence[Row]) -> str:
    """Draw *rows* as a page that needs nothing else, no script and no network."""
    cases = max((row.cases for row in rows), default=0)
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        f"<title>jupyter ctx bench</title><style>{_STYLE}</style>",
        f"<h1>Context quality</h1><p>{cases} cells of notebooks. {_INTRODUCTION}</p>",
    ]
    for title, value in _PLOTS.items():
        parts.append(f"<h2>{title}</h2><div>{_plot(title, rows, value)}</div>")
        parts.append(f"<div>{_table(rows, value)}</div>")
    parts.append(f"<h2>By kind of fact</h2><div>{_kinds(rows)}</div></html>")
    return "\n".join(parts)


def _budgets(rows: Sequence[Row]) -> list[int]:
    return sorted({row.budget for row in rows})


def _by_policy(rows: Sequence[Row]) -> dict[str, dict[int, Row]]:
    found: dict[str, dict[int, Row]] = {}
    for row in rows:
        found.setdefault(row.policy, {})[row.budget] = row
    return found


def _table(rows: Sequence[Row], value: Callable[[Row], float]) -> str:
    budgets = _budgets(rows)
    head = "".join(f"<th>{budget:,}</th>" for budget in budgets)
    lines = [f"<tr><th>policy</th>{head}</tr>"]
    for name, of in _by_policy(rows).items():
        ours = " class=ours" if name == "jupyter_ctx" else ""
        told = "".join(f"<td>{_percent(of[b], value)}</td>" for b in budgets if b in of)
        lines.append(f"<tr{ours}><td>{escape(name)}</td>{told}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _percent(row: Row, value: Callable[[Row], float]) -> str:
    told = f"{100 * value(row):.1f}"
    if value is not _BOUNDED:
        return told
    return f"{told} <small>[{100 * row.low:.1f}, {100 * row.high:.1f}]</small>"


def _kinds(rows: Sequence[Row]) -> str:
    kinds = sorted({kind for row in rows for kind in row.kinds})
    head = "".join(f"<th>{kind}</th>" for kind in kinds)
    lines = [
        f"<tr><th>policy</th><th>tokens</th>{head}<th>stale</th><th>over</th></tr>"
    ]
    for row in rows:
        told = "".join(
            f"<td>{100 * row.kinds[kind]:.0f}</td>"
            if kind in row.kinds
            else "<td></td>"
            for kind in kinds
        )
        ours = " class=ours" if row.policy == "jupyter_ctx" else ""
        lines.append(
            f"<tr{ours}><td>{escape(row.policy)}</td><td>{row.budget:,}</td>{told}"
            f"<td>{row.stale}</td><td>{row.over}</td></tr>"
        )
    return f"<table>{''.join(lines)}</table>"


def _plot(title: str, rows: Sequence[Row], value: Callable[[Row], float]) -> str:
    budgets = _budgets(rows)
    box = f'viewBox="0 0 {WIDTH + 170} {HEIGHT}" role=img aria-label="{title}"'
    parts = [f'<svg {box} font-family="system-ui, sans-serif" font-size=11>']
    parts += [_grid(step / 5) for step in range(6)]
    parts += [
        f'<text x="{_x(b, budgets):.1f}" y="{HEIGHT - EDGE + 18}" '
        f'text-anchor="middle">{b:,}</text>'
        for b in budgets
    ]
    parts.append(f'<text x="{EDGE}" y="{HEIGHT - 8}">tokens of the context</text>')
    ranked = sorted(
        _by_policy(rows).items(), key=lambda item: -value(item[1][max(item[1])])
    )
    for place, (name, of) in enumerate(ranked):
        parts.append(_line(name, of, place, budgets, value))
    return "".join([*parts, "</svg>"])


def _grid(share: float) -> str:
    y = _y(share)
    return (
        f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y:.1f}" y2="{y:.1f}" '
        f'class="grid"/><text x="{EDGE - 6}" y="{y + 4:.1f}" '
        f'text-anchor="end">{100 * share:.0f}%</text>'
    )


def _line(
    name: str,
    of: dict[int, Row],
    place: int,
    budgets: Sequence[int],
    value: Callable[[Row], float],
) -> str:
    points = " ".join(
        f"{_x(budget, budgets):.1f},{_y(value(of[budget])):.1f}"
        for budget in budgets
        if budget in of
    )
    ours = name == "jupyter_ctx"
    colour = COLOURS[0] if ours else COLOURS[1 + place % (len(COLOURS) - 1)]
    dash = "" if ours else DASHES[place // (len(COLOURS) - 1) % len(DASHES)]
    y = 16 + 14 * place
    left = WIDTH - EDGE + 28  # of the legend, clear of the last budget
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" '
        f'stroke-width="{2.5 if ours else 1.2}" stroke-dasharray="{dash}"/>'
        f'<line x1="{left}" x2="{left + 22}" y1="{y - 4}" y2="{y - 4}" '
        f'stroke="{colour}" stroke-width="{2.5 if ours else 1.2}" '
        f'stroke-dasharray="{dash}"/>'
        f'<text x="{left + 30}" y="{y}">{escape(name)}</text>'
    )


def _x(budget: int, budgets: Sequence[int]) -> float:
    low, high = math.log(min(budgets)), math.log(max(budgets))
    share = (math.log(budget) - low) / (high - low) if high > low else 0.5
    return EDGE + share * (WIDTH - 2 * EDGE)


def _y(share: float) -> float:
    return HEIGHT - EDGE - share * (HEIGHT - EDGE - 14)
