"""Describes lists, tuples, sets and dicts by their size and a bounded look."""

from __future__ import annotations

from itertools import islice
from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import element, label_text, small_container
from jupyter_ctx.kernel.describe.look import Look, module
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    is_a,
    name_of,
    type_name,
)

KEYS = 500  # keys listed of a dict
PEEK = 20  # elements looked at to say what a list holds


def describe_sequence(value: Foreign, look: Look) -> Summary:
    """Give the length of a list, tuple, set or deque and the types it holds."""
    base = _base(value)
    length = base.__len__(value)
    whole = small_container(value, look.name, look.mask)
    types = "" if whole else _element_types(islice(base.__iter__(value), PEEK), length)
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="container",
        module=module(value),
        shape=_items(length),
        value=whole,
        detail=f"holds {types}" if types else "",
        fields=_named_fields(value, look),
    )


_SEQUENCES: tuple[type, ...] = (list, tuple, set, frozenset)


def _base(value: object) -> Foreign:
    cls = type(value)
    for base in _SEQUENCES:
        if is_a(cls, base):
            return base
    return cls  # deque and its like, listed by exact type


def _items(length: int) -> str:
    return f"{length:,} item" if length == 1 else f"{length:,} items"


def _element_types(elements: Foreign, length: int) -> str:
    names = sorted({type_name(item) for item in elements})
    more = " ..." if length > PEEK else ""
    return ", ".join(names) + more if names else ""


def _named_fields(value: Foreign, look: Look) -> tuple[Field, ...]:
    """List the fields of a named tuple."""
    names = class_attribute(type(value), "_fields")
    if type(names) is not tuple or not is_a(type(value), tuple):
        return ()
    items = tuple.__iter__(value)
    return tuple(
        Field(name=name, dtype=type_name(item), sample=element(item, name, look.mask))
        for name, item in zip(names, items, strict=False)
        if type(name) is str
    )


def describe_dict(value: Foreign, look: Look) -> Summary:
    """Give the number of keys, and the first of them with the types they lead to."""
    length = dict.__len__(value)
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="container",
        module=module(value),
        shape=f"{length:,} key" if length == 1 else f"{length:,} keys",
        value=small_container(value, look.name, look.mask),
        fields=_keys(value, look),
        detail=_factory(value),
    )


def _keys(value: Foreign, look: Look) -> tuple[Field, ...]:
    fields = []
    for key, item in islice(dict.items(value), KEYS):
        name = label_text(key)[:200]
        sample = element(item, name, look.mask)
        masked = look.mask("", name)
        fields.append(Field(name=masked, dtype=type_name(item), sample=sample))
    return tuple(fields)


def _factory(value: Foreign) -> str:
    factory: Any = value.default_factory if _is_default(value) else None
    return f"default {name_of(factory)}" if is_a(type(factory), type) else ""


def _is_default(value: object) -> bool:
    # The exact type: its attribute is a C-level slot.
    return name_of(type(value)) == "defaultdict" and module(value) == "collections"
