"""Describes frames of places: what pandas says, with geometry and projection."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.pandas import (
    describe_frame,
    describe_series,
    plain,
)
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_a,
    is_of,
    loaded,
    type_name,
)

PEEK = 50  # geometries looked at to say of which kinds they are


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del name
    known = find(_KNOWN, base)
    if known is describe_geometry:
        return known if is_of(cls, "shapely") else None
    return known


def describe_places(value: object, look: Look) -> Summary:
    """Give what any frame gives, the geometry column, its kinds and projection."""
    shown = describe_frame(value, look)
    name = held(value, "_geometry_column_name")
    if type(name) is not str:
        return shown
    found = _geometries(value, name)
    detail = joined(f"geometry {name}{_kinds(found)}", _projection(found), shown.detail)
    return replace(shown, detail=detail)


def _geometries(value: object, name: str) -> Foreign:
    """Find the geometry array among the blocks of the frame."""
    frame = plain(value, "DataFrame")
    labels = enumerate(frame.columns)
    at = [at for at, label in labels if type(label) is str and label == name]
    array = frame.iloc[:, at[0]].array if at else None
    return array if is_of(type(array), "geopandas") else None


def _kinds(array: Foreign) -> str:
    if array is None:
        return ""
    data = held(array, "_data")[:PEEK]
    kinds = {type_name(one) for one in data if one is not None}
    return f" {'|'.join(sorted(kinds))}" if kinds else ""


def _projection(array: object) -> str:
    crs = held(array, "_crs")
    text = crs.srs if crs is not None and is_of(type(crs), "pyproj") else ""
    return str(text)[:40]


def describe_place_series(value: object, look: Look) -> Summary:
    """Give what any series gives, with kinds and projection."""
    shown = describe_series(value, look)
    series = plain(value, "Series")
    array = series.array if series is not None else None
    return replace(
        shown, detail=joined(f"places{_kinds(array)}", _projection(array), shown.detail)
    )


def describe_geometry(value: Foreign, look: Look) -> Summary:
    """Write a small geometry, tell a large one by its number of points."""
    shapely: Foreign = loaded("shapely.lib", "Geometry")
    if shapely is None or not is_a(type(value), shapely):
        return about(value, look)
    text = shapely.__str__(value) if type_name(value) == "Point" else ""
    return about(value, look, "scalar", shape=text[:80])


_KNOWN: dict[str, Describer] = {
    "geopandas.geodataframe.GeoDataFrame": describe_places,
    "geopandas.geoseries.GeoSeries": describe_place_series,
    "shapely.geometry.base.BaseGeometry": describe_geometry,
}
