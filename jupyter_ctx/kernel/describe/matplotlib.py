"""Describes figures and axes as a person sees them: titles, labels, ranges, series.

Everything is read from what the artists store; nothing is drawn, and limits that
matplotlib would still compute are told by the range of the data.
"""

from __future__ import annotations

from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import (
    Describer,
    Look,
    about,
    bare,
    count,
    find,
    joined,
)
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_a,
    is_of,
    loaded,
    type_name,
)

AXES = 12  # described of one figure
SERIES = 20  # listed of one axes
TEXT_LIMIT = 80  # characters of a title or label


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*, any artist."""
    del cls, name
    return find(_KNOWN, base)


def describe_figure(value: object, look: Look) -> Summary:
    """Give size, titles, and each axes with labels, ranges and series."""
    axes = [one for one in _list(value, "_localaxes") if _is(one, "_AxesBase")]
    size = _corners(held(value, "bbox_inches"))
    inches = f"{size[1][0]:g} x {size[1][1]:g} in" if size else ""
    title = _text(held(value, "_suptitle"), look)
    return about(
        value,
        look,
        shape=joined(inches, f"{len(axes)} axes", *([f"'{title}'"] if title else [])),
        fields=tuple(field for one in axes[:AXES] for field in _series(one, look)),
        rows=tuple(_axes_line(one, look) for one in axes[:AXES]),
    )


def describe_axes(value: object, look: Look) -> Summary:
    """Give title, labels, ranges and series."""
    return about(
        value, look, shape=_axes_line(value, look), fields=tuple(_series(value, look))
    )


def _axes_line(axes: object, look: Look) -> str:
    title = _text(held(axes, "title"), look)
    sides = [_side(axes, side, look) for side in "xy"]
    return joined(f"'{title}'" if title else "", *sides)


def _side(axes: object, side: str, look: Look) -> str:
    label = _text(held(held(axes, f"{side}axis"), "label"), look)
    stale = held(axes, "_stale_viewlims")
    is_fresh = type(stale) is dict and not stale.get(side)
    box = _corners(held(axes, "_viewLim" if is_fresh else "dataLim"))
    at = "xy".index(side)
    ends = [corner[at] for corner in box] if box else []
    span = f"{ends[0]} to {ends[1]}" if ends and abs(ends[0]) != float("inf") else ""
    facts = [side, label, span]
    return " ".join(fact for fact in facts if fact) if label or span else ""


def _corners(box: object) -> list[list[float]]:
    """Give the two corners of a box, rounded; [] where it is of another class."""
    points: Foreign = held(box, "_points")
    if not is_of(type(box), "matplotlib") or type_name(points) != "ndarray":
        return []
    return [[float(f"{number:.6g}") for number in pair] for pair in points.tolist()]


def _series(axes: object, look: Look) -> list[Field]:
    """List lines, point clouds, images and labelled groups of bars."""
    found = [
        Field(name=_label(child, look), dtype=_size(child))
        for child in _list(axes, "_children")
        if _is_series(child)
    ]
    found += [
        Field(name=_label(one, look), dtype=count(tuple.__len__(one), "bar"))
        for one in _list(axes, "containers")
        if type_name(one) == "BarContainer" and is_of(type(one), "matplotlib")
    ]
    return found[:SERIES]


def _is_series(child: object) -> bool:
    if not is_of(type(child), "matplotlib"):
        return False
    return type_name(child) in ("Line2D", "AxesImage") or _is(child, "Collection")


def _size(child: object) -> str:
    kind = type_name(child)
    if kind == "Line2D":
        return f"line of {count(_length(held(child, '_xorig')), 'point')}"
    if kind == "AxesImage":
        data: Foreign = held(child, "_A")
        return f"image {data.shape if data is not None else ''}"
    offsets = held(child, "_offsets")
    return f"{kind} of {count(_length(offsets), 'point')}"


def _length(data: Foreign) -> int:
    exact = type(data) in (list, tuple) or is_of(type(data), "numpy", "pandas")
    return len(data) if exact else 0


def _label(value: object, look: Look) -> str:
    label = held(value, "_label")
    if type(label) is not str or label.startswith("_"):
        return "unlabelled"
    return look.mask("", label[:TEXT_LIMIT])


def _text(artist: object, look: Look) -> str:
    text = held(artist, "_text")
    return look.mask("", text[:TEXT_LIMIT]) if type(text) is str else ""


def _list(value: object, name: str) -> list[Any]:
    found = held(value, name)
    return found[:] if type(found) is list else []


_BASES = {
    "_AxesBase": "matplotlib.axes._base",
    "Collection": "matplotlib.collections",
}


def _is(value: object, name: str) -> bool:
    base = loaded(_BASES[name], name)
    return base is not None and is_a(type(value), base)


def describe_line(value: object, look: Look) -> Summary:
    """Give label and number of points of a line."""
    return about(value, look, shape=f"'{_label(value, look)}', {_size(value)}")


def describe_artist(value: object, look: Look) -> Summary:
    """Name the type only."""
    return bare(look.name, value)


_KNOWN: dict[str, Describer] = {
    "matplotlib.artist.Artist": describe_artist,
    "matplotlib.axes._base._AxesBase": describe_axes,
    "matplotlib.figure.FigureBase": describe_figure,
    "matplotlib.lines.Line2D": describe_line,
}
