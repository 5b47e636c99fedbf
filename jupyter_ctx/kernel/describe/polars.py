"""Describes polars frames by their schema; lazy ones by type alone."""

from __future__ import annotations

from jupyter_ctx.core.engine.render import label
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import element
from jupyter_ctx.kernel.describe.look import Describer, Look, about, joined, mask_all
from jupyter_ctx.kernel.describe.objects import describe_type_only
from jupyter_ctx.kernel.describe.static import Foreign, class_attribute, loaded

COLUMNS = 10_000  # listed of one frame
ROWS = 2  # sample rows
ROW_COLUMNS = 20  # columns shown in a sample row
SAMPLED_COLUMNS = 60  # columns whose missing values are given
VALUE_LIMIT = 60  # characters of one sample value


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; only polars' own classes are asked anything."""
    if loaded("polars", name) is not base:
        return None
    if name in ("LazyFrame", "Expr"):
        # Even `.columns` resolves the plan.
        return describe_type_only
    exact = {"DataFrame": describe_frame, "Series": describe_series}
    return exact.get(name) if cls is base else None


def describe_frame(value: Foreign, look: Look) -> Summary:
    """Give shape and schema of an eager frame, missing values and two rows."""
    rows, width = value.shape
    schema = _schema(value)
    names = mask_all([name for name, _ in schema], look.mask)
    return about(
        value,
        look,
        "frame",
        shape=f"{rows:,} rows x {width} columns",
        fields=tuple(
            Field(
                name=name,
                dtype=str(dtype)[:80],
                nulls=_nulls(value, at)
                if at < SAMPLED_COLUMNS or name in look.keep
                else None,
            )
            for at, (name, (_, dtype)) in enumerate(zip(names, schema, strict=True))
        ),
        rows=tuple(_row(value, at, look) for at in range(min(rows, ROWS))),
    )


def _schema(value: Foreign) -> list[tuple[str, Foreign]]:
    return list(zip(value.columns, value.dtypes, strict=True))[:COLUMNS]


def _nulls(value: Foreign, at: int) -> int | None:
    """Read the number of missing values, which polars keeps with each column."""
    if class_attribute(type(value), "to_series") is None:
        return None
    return int(value.to_series(at).null_count())


def _row(value: Foreign, row: int, look: Look) -> str:
    if class_attribute(type(value), "to_series") is None:
        return ""
    cells = []
    schema = _schema(value)
    for at in look.first([name for name, _ in schema], ROW_COLUMNS):
        name, dtype = schema[at]
        # A nested or Python value would be built by others' code.
        plain = not dtype.is_nested() and str(dtype) != "Object"
        text = _cell(value.to_series(at)[row], name, look) if plain else ""
        if text:
            cells.append(f"{label(look.mask('', name))}={text}")
    return ", ".join(cells)


def _cell(value: object, name: str, look: Look) -> str:
    if type(value) is str and len(value) > VALUE_LIMIT:
        masked = look.mask(name, value[: VALUE_LIMIT * 2])
        is_plain = masked == value[: VALUE_LIMIT * 2]
        return f"{value[:VALUE_LIMIT]!r}..." if is_plain else masked[:VALUE_LIMIT]
    return element(value, name, look.mask)


def describe_series(value: Foreign, look: Look) -> Summary:
    """Give length, dtype, missing values and how it begins."""
    dtype = value.dtype
    plain = not dtype.is_nested() and str(dtype) != "Object"
    name = value.name or look.name
    shown = [_cell(value[at], name, look) for at in range(min(3, len(value)))]
    nulls = value.null_count()
    return about(
        value,
        look,
        "series",
        shape=f"{len(value):,} rows {str(dtype)[:80]}",
        detail=joined(
            f"name {look.mask('', value.name)}" if value.name else "",
            f"{nulls} nulls" if nulls else "",
            f"begins {', '.join(shown)}" if plain and all(shown) and shown else "",
        ),
    )
