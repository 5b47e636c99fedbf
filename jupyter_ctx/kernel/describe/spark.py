"""Describes Spark's frames by their schema; no job is started, no plan is run."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.static import Foreign, held, is_of, type_name

COLUMNS = 1_000  # listed of one frame


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; only pyspark's own classes are asked."""
    del name
    return find(_KNOWN, base) if cls is base and is_of(cls, "pyspark") else None


def describe_classic(value: object, look: Look) -> Summary:
    """Give the schema that Spark found out when the frame was made.

    Asked of the JVM as data, so that nothing is kept on the frame.
    """
    known = held(value, "_schema")
    if known is not None:
        return _with_schema(value, known, look)
    frame: Foreign = held(value, "_jdf")
    if not is_of(type(frame), "py4j"):
        return about(value, look, "lazy")
    text = frame.schema().toDDL()
    columns = _split(text) if type(text) is str else []
    return about(
        value,
        look,
        "lazy",
        shape=count(len(columns), "column"),
        fields=tuple(_column(one, look) for one in columns[:COLUMNS]),
    )


def _split(ddl: str) -> list[str]:
    """Cut a schema as SQL writes it at the commas outside of brackets."""
    parts, depth, start, quoted = [], 0, 0, False
    for at, letter in enumerate(ddl):
        quoted ^= letter == "`"
        depth += 0 if quoted else (letter in "<(") - (letter in ">)")
        if letter == "," and not depth and not quoted:
            parts.append(ddl[start:at])
            start = at + 1
    return [part for part in (*parts, ddl[start:]) if part.strip()]


def _column(text: str, look: Look) -> Field:
    text = text.strip()
    if text.startswith("`"):
        name, _, kind = text[1:].partition("` ")
    else:
        name, _, kind = text.partition(" ")
    return Field(name=look.mask("", name), dtype=kind[:80].lower())


def describe_connect(value: object, look: Look) -> Summary:
    """Give the schema if the server was already asked for it, else the plan."""
    known = held(value, "_cached_schema")
    if known is not None:
        return _with_schema(value, known, look)
    return about(value, look, "lazy", shape=f"plan {type_name(held(value, '_plan'))}")


def _with_schema(value: object, schema: object, look: Look) -> Summary:
    columns = held(schema, "fields")
    names = columns if type(columns) is list else []
    return about(
        value,
        look,
        "lazy",
        shape=count(len(names), "column"),
        fields=tuple(
            Field(name=look.mask("", str(held(one, "name"))), dtype=_kind(one))
            for one in names[:COLUMNS]
        ),
    )


def _kind(column: object) -> str:
    kind: Foreign = held(column, "dataType")
    own = is_of(type(kind), "pyspark")
    return str(kind.simpleString())[:80] if own else type_name(kind)


def describe_session(value: object, look: Look) -> Summary:
    """Name a session or context; Spark is not asked."""
    name, master = held(value, "appName"), held(value, "master")
    shown = [one for one in (name, master) if type(one) is str]
    return about(value, look, shape=joined(*(look.mask(look.name, s) for s in shown)))


_KNOWN: dict[str, Describer] = {
    "pyspark.core.context.SparkContext": describe_session,
    "pyspark.sql.classic.dataframe.DataFrame": describe_classic,
    "pyspark.sql.connect.dataframe.DataFrame": describe_connect,
    "pyspark.sql.session.SparkSession": describe_session,
}
