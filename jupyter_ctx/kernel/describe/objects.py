"""Describes any other object by its type and the names of what it stores."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief
from jupyter_ctx.kernel.describe.literals import element
from jupyter_ctx.kernel.describe.look import Look, about
from jupyter_ctx.kernel.describe.static import instance_dict, slots

ATTRIBUTES = 40  # listed of one object
VALUE_LIMIT = 60  # characters of an attribute's value


def describe_object(value: object, look: Look) -> Summary:
    """Name the type of *value* and the public attributes that it stores."""
    return about(value, look, fields=stored_fields(value, look))


def stored_fields(value: object, look: Look) -> tuple[Field, ...]:
    """List the public attributes in the dictionary and the slots of *value*."""
    own = instance_dict(value) or {}
    return fields_of(chain(slots(value).items(), dict.items(own)), look)


def fields_of(stored: Iterable[tuple[str, Any]], look: Look) -> tuple[Field, ...]:
    """List the public ones of *stored* attributes, small values with them."""
    fields = []
    for name, value in islice(stored, ATTRIBUTES):
        if type(name) is str and not name.startswith("_"):
            fields.append(field(name, value, look))
    return tuple(fields)


def field(name: str, value: object, look: Look) -> Field:
    """Say of the attribute *name* what it is, and its value where it is small."""
    text = element(value, name, look.mask)
    sample = text if len(text) <= VALUE_LIMIT else ""
    return Field(name=name, dtype=brief(value, look.mask), sample=sample)


def describe_type_only(value: object, look: Look) -> Summary:
    """Name the type of *value* and nothing else: a look could start its work."""
    return about(value, look, "lazy")
