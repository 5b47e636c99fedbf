"""Variables as values: what is known of an object without holding it."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal[
    "frame",
    "series",
    "array",
    "scalar",
    "text",
    "container",
    "function",
    "class",
    "module",
    "lazy",
    "object",
]


class Field(msgspec.Struct, frozen=True):
    """One column, key, attribute or parameter.

    *dtype* is its type as the library prints it; *nulls* the number of missing
    values where that is known from metadata or a bounded look, else None;
    *sample* a few values as text, already masked.
    """

    name: str
    dtype: str = ""
    nulls: int | None = None
    sample: str = ""


class Summary(msgspec.Struct, frozen=True):
    """A variable, detached from its object.

    *type_name* is the class's name without its module; *shape* what people say
    of its size (`3 rows x 2 columns`, `5,000,000 items`, `(3, 4) float32`), or
    empty; *value* the exact value of a small scalar or short text as a Python
    literal, else empty; *fields* all columns or keys in order (they may be many,
    a rendering elides them); *rows* at most a few sample rows as text;
    *signature* and *doc* are of functions and classes; *detail* is any further
    line (device, index, module version, repr of a known-safe type).
    *run* is the execution that bound the name, None where unknown.
    """

    name: str
    type_name: str
    kind: Kind = "object"
    module: str = ""
    shape: str = ""
    value: str = ""
    fields: tuple[Field, ...] = ()
    rows: tuple[str, ...] = ()
    signature: str = ""
    doc: str = ""
    detail: str = ""
    run: int | None = None
    inferred: bool = False
