"""Describes any other object by its type and the names of what it stores."""

from __future__ import annotations

from itertools import islice
from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import element
from jupyter_ctx.kernel.describe.look import Look, module
from jupyter_ctx.kernel.describe.static import Foreign, instance_dict, type_name

ATTRIBUTES = 40  # listed of one object
VALUE_LIMIT = 60  # characters of an attribute's value


def describe_object(value: object, look: Look) -> Summary:
    """Name the type of *value* and the public attributes that it stores."""
    return Summary(
        name=look.name,
        type_name=type_name(value),
        module=module(value),
        fields=tuple(_attributes(instance_dict(value) or {}, look)),
    )


def _attributes(stored: dict[str, Any], look: Look) -> list[Field]:
    fields = []
    for name, value in islice(dict.items(stored), ATTRIBUTES):
        if type(name) is str and not name.startswith("_"):
            text = element(value, name, look.mask)
            sample = text if len(text) <= VALUE_LIMIT else ""
            fields.append(Field(name=name, dtype=type_name(value), sample=sample))
    return fields


def describe_type_only(value: object, look: Look) -> Summary:
    """Name the type of *value* and nothing else: a look could start its work."""
    return Summary(
        name=look.name, type_name=type_name(value), kind="lazy", module=module(value)
    )


def describe_generator(value: Foreign, look: Look) -> Summary:
    """Name a generator or coroutine by its function; it is not advanced."""
    code = next(
        (
            getattr(value, slot)
            for slot in ("gi_code", "cr_code", "ag_code")
            if slot in type(value).__dict__
        ),
        None,
    )
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="lazy",
        detail=f"of {code.co_name}" if code is not None else "",
    )
