"""Describes engines, tables and queries; nothing is sent, credentials are masked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    is_a,
    is_of,
    loaded,
    name_of,
    type_name,
)

COLUMNS = 500  # listed of one table


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; queries are named only, tables are not queries."""
    del name
    return find(_KNOWN, base) if is_of(cls, "sqlalchemy") else None


def describe_url(value: object, look: Look) -> Summary:
    """Write an address of a database without its password."""
    return about(value, look, "scalar", shape=look.mask(look.name, _address(value)))


def _address(url: Foreign) -> str:
    """Write driver, user, host and database of a URL; of the query nothing."""
    base = loaded("sqlalchemy.engine.url", "URL")
    if base is None or not is_a(type(url), base):
        return ""
    parts: list[Any] = list(tuple.__iter__(url))
    driver, user, password, host, port, database = parts[:6]
    login = f"{user}{':***' if password else ''}@" if user else ""
    at = f"{host or ''}:{port}" if port else host or ""
    return f"{driver}://{login}{at}/{database or ''}"


def describe_engine(value: object, look: Look) -> Summary:
    """Give the address of an engine; no connection is opened."""
    dialect = held(held(value, "dialect"), "name")
    address = look.mask(look.name, _address(held(value, "url")))
    named = class_attribute(type(held(value, "dialect")), "name")
    kind = dialect if type(dialect) is str else named
    return about(
        value,
        look,
        "lazy",
        shape=joined(address, kind if type(kind) is str else ""),
    )


def describe_connection(value: object, look: Look) -> Summary:
    """Give the address that a connection or session leads to."""
    engine = held(value, "engine") or held(value, "bind") or held(value, "sync_engine")
    address = _address(held(engine, "url"))
    return about(
        value,
        look,
        "lazy",
        shape=f"to {look.mask(look.name, address)}" if address else "",
    )


def describe_table(value: object, look: Look) -> Summary:
    """Give name and columns of a table as defined; the database is not asked."""
    name = held(value, "name")
    key = held(value, "primary_key")
    keys = [str(held(one, "name")) for one in _columns(key)]
    return about(
        value,
        look,
        shape=str.__str__(name) if is_a(type(name), str) else "",
        fields=columns(value),
        detail=f"primary key {', '.join(keys)}" if keys else "",
    )


def columns(table: object) -> tuple[Field, ...]:
    """List the columns of *table* with their types and what they refer to."""
    return tuple(
        Field(
            name=str(held(one, "name")),
            dtype=f"{_kind(held(one, 'type'))}{_target(one)}",
        )
        for one in list(_columns(table))[:COLUMNS]
    )


def _columns(holder: object) -> Iterator[object]:
    collection = held(holder, "_columns")
    pairs = held(collection, "_collection")
    for row in pairs if type(pairs) is list else ():
        if type(row) is tuple and len(row) > 1 and is_of(type(row[1]), "sqlalchemy"):
            yield row[1]


def _kind(kind: object) -> str:
    """Name a type as SQL does; one of the user's by its class alone."""
    visit = class_attribute(type(kind), "__visit_name__")
    if not is_of(type(kind), "sqlalchemy") or type(visit) is not str:
        return name_of(type(kind))
    named = _WORDS.get(visit, visit.upper())
    length = held(kind, "length")
    return f"{named}({length})" if type(length) is int else named


_WORDS = {"string": "VARCHAR", "unicode": "VARCHAR", "null": ""}


def _target(column: object) -> str:
    """Say which column a foreign key refers to, as it was written."""
    for one in _set(held(column, "foreign_keys")):
        spec = held(one, "_colspec") or held(one, "_given_tokens")
        if is_of(type(spec), "sqlalchemy") and is_a(type(spec), tuple):
            spec = ".".join(part for part in tuple.__iter__(spec) if part)
        if type(spec) is str:
            return f" -> {spec}"
    return ""


def _set(keys: Foreign) -> list[object]:
    return list(set.__iter__(keys)) if is_a(type(keys), set) else []


def describe_query(value: object, look: Look) -> Summary:
    """Name a statement; its text may run code of the user's types."""
    return about(value, look, "lazy", detail=f"{type_name(value)} that was not sent")


_KNOWN: dict[str, Describer] = {
    "sqlalchemy.engine.base.Connection": describe_connection,
    "sqlalchemy.engine.base.Engine": describe_engine,
    "sqlalchemy.engine.url.URL": describe_url,
    "sqlalchemy.orm.session.Session": describe_connection,
    "sqlalchemy.sql.elements.ClauseElement": describe_query,
    "sqlalchemy.sql.schema.Table": describe_table,
}
