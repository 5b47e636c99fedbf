"""Describes Arrow's tables, arrays and schemas from their metadata."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import (
    Describer,
    Look,
    about,
    count,
    joined,
    mask_all,
)
from jupyter_ctx.kernel.describe.static import Foreign, is_of, loaded

COLUMNS = 10_000  # listed of one table
KNOWN_NULLS = 60  # columns whose missing values are given


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; its classes are of C and can't be overridden."""
    if not is_of(cls, "pyarrow"):
        return None
    known: dict[str, Describer] = {
        "Table": describe_table,
        "RecordBatch": describe_table,
        "Array": describe_array,
        "ChunkedArray": describe_array,
        "Schema": describe_schema,
        "Dataset": describe_dataset,
    }
    is_true = any(loaded(place, name) is base for place in _PLACES)
    return known.get(name) if is_true else None


_PLACES = ("pyarrow.lib", "pyarrow._dataset")


def describe_table(value: Foreign, look: Look) -> Summary:
    """Give rows, and columns with types and missing values."""
    names = mask_all(value.schema.names[:COLUMNS], look.mask)
    types = value.schema.types[:COLUMNS]
    fields = [
        Field(
            name=name,
            dtype=str(kind)[:80],
            nulls=value.column(at).null_count if at < KNOWN_NULLS else None,
        )
        for at, (name, kind) in enumerate(zip(names, types, strict=True))
    ]
    shape = f"{value.num_rows:,} rows x {value.num_columns} columns"
    return about(value, look, "frame", shape=shape, fields=tuple(fields))


def describe_array(value: Foreign, look: Look) -> Summary:
    """Give length, type and missing values."""
    nulls = value.null_count
    return about(
        value,
        look,
        "array",
        shape=f"{count(len(value), 'item')} {str(value.type)[:80]}",
        detail=joined(count(nulls, "null") if nulls else ""),
    )


def describe_schema(value: Foreign, look: Look) -> Summary:
    """Give the columns."""
    return about(
        value,
        look,
        shape=count(len(value.names), "field"),
        fields=_fields(value, look),
    )


def _fields(schema: Foreign, look: Look) -> tuple[Field, ...]:
    names = mask_all(schema.names[:COLUMNS], look.mask)
    return tuple(
        Field(name=name, dtype=str(kind)[:80])
        for name, kind in zip(names, schema.types[:COLUMNS], strict=True)
    )


def describe_dataset(value: Foreign, look: Look) -> Summary:
    """Give the schema of a set of files; none of them is opened."""
    return about(value, look, "lazy", fields=_fields(value.schema, look))
