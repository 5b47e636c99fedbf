"""Describes table expressions of Ibis by their schema; no query is made."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count
from jupyter_ctx.kernel.describe.static import Foreign, is_of, place

COLUMNS = 10_000  # listed of one table


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*: expressions, tables with their columns."""
    del name
    if cls is not base or not is_of(cls, "ibis"):
        return None
    if place(cls) == "ibis.expr.types.relations.Table":
        return describe_table
    return describe_expression if place(cls).startswith("ibis.expr.types.") else None


def describe_table(value: Foreign, look: Look) -> Summary:
    """Give the columns, which the expression knows without a query."""
    schema = value.schema()
    fields = [
        Field(name=look.mask("", name), dtype=str(kind)[:80])
        for name, kind in list(schema.items())[:COLUMNS]
    ]
    shape = count(len(schema), "column")
    return about(value, look, "lazy", shape=shape, fields=tuple(fields))


def describe_expression(value: object, look: Look) -> Summary:
    """Name an expression."""
    return about(value, look, "lazy")
