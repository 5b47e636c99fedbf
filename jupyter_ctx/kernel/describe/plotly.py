"""Describes plotly figures by the specification they hold: traces and titles."""

from __future__ import annotations

from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.static import held

TRACES = 50  # listed of one figure
DATA = ("x", "y", "z", "values", "labels", "lat", "lon")
TEXT_LIMIT = 80  # characters of a title or name


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del cls, name
    return find({"plotly.basedatatypes.BaseFigure": describe_figure}, base)


def describe_figure(value: object, look: Look) -> Summary:
    """Give title, axis titles, and each trace with type, name and data."""
    traces, layout = held(value, "_data"), held(value, "_layout")
    known = [one for one in traces if type(one) is dict] if type(traces) is list else []
    return about(
        value,
        look,
        shape=joined(count(len(known), "trace"), _title(layout, look)),
        fields=tuple(_trace(one, look) for one in known[:TRACES]),
        detail=joined(*(_axis(layout, side, look) for side in ("xaxis", "yaxis"))),
    )


def _title(holder: object, look: Look) -> str:
    title: Any = holder.get("title") if type(holder) is dict else None
    text = title.get("text") if type(title) is dict else title
    return f"'{look.mask('', text[:TEXT_LIMIT])}'" if type(text) is str else ""


def _axis(layout: object, side: str, look: Look) -> str:
    title = _title(layout.get(side), look) if type(layout) is dict else ""
    return f"{side} {title}" if title else ""


def _trace(trace: dict[str, Any], look: Look) -> Field:
    kind, name = trace.get("type"), trace.get("name")
    shown = [f"{key} {brief(trace[key], look.mask)}" for key in DATA if key in trace]
    label = look.mask("", name[:TEXT_LIMIT]) if type(name) is str else "trace"
    return Field(name=label, dtype=f"{kind} ({', '.join(shown)})")
