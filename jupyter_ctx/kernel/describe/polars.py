"""Describes polars frames by their schema; lazy ones by type alone."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, module
from jupyter_ctx.kernel.describe.objects import describe_type_only
from jupyter_ctx.kernel.describe.static import Foreign, loaded, type_name

COLUMNS = 10_000  # listed of one frame


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; only polars' own classes are asked anything."""
    if loaded("polars", name) is not base:
        return None
    if name == "LazyFrame":
        # Even `.columns` resolves the plan.
        return describe_type_only
    exact = {"DataFrame": describe_frame, "Series": describe_series}
    return exact.get(name) if cls is base else None


def describe_frame(value: Foreign, look: Look) -> Summary:
    """Give shape and schema of an eager frame."""
    rows, width = value.shape
    schema = zip(value.columns, value.dtypes, strict=True)
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="frame",
        module=module(value),
        shape=f"{rows:,} rows x {width} columns",
        fields=tuple(
            Field(name=look.mask("", name), dtype=str(dtype)[:80])
            for name, dtype in list(schema)[:COLUMNS]
        ),
    )


def describe_series(value: Foreign, look: Look) -> Summary:
    """Give length and dtype."""
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="series",
        module=module(value),
        shape=f"{len(value):,} rows {str(value.dtype)[:80]}",
        detail=f"name {value.name}" if value.name else "",
    )
