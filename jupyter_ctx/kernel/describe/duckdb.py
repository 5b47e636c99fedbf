"""Describes relations of DuckDB by their columns; none is executed."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, mask_all
from jupyter_ctx.kernel.describe.objects import describe_type_only
from jupyter_ctx.kernel.describe.static import Foreign, is_of

COLUMNS = 10_000  # listed of one relation


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; its classes are of C++."""
    if cls is not base or not is_of(cls, "duckdb", "_duckdb"):
        return None
    known = {
        "DuckDBPyRelation": describe_relation,
        "DuckDBPyConnection": describe_type_only,
    }
    return known.get(name)


def describe_relation(value: Foreign, look: Look) -> Summary:
    """Give names and types, which DuckDB knows since it parsed the query."""
    names, types = value.columns, value.types
    fields = [
        Field(name=name, dtype=str(kind)[:80])
        for name, kind in zip(
            mask_all(names[:COLUMNS], look.mask), types[:COLUMNS], strict=True
        )
    ]
    shape = count(len(names), "column")
    return about(value, look, "lazy", shape=shape, fields=tuple(fields))
