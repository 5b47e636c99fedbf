"""Describes lists, tuples, sets and dicts by their size and a bounded look."""

from __future__ import annotations

from gc import get_referents
from itertools import islice
from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief, elements
from jupyter_ctx.kernel.describe.literals import element, label_text, small_container
from jupyter_ctx.kernel.describe.look import (
    Describer,
    Look,
    about,
    bare,
    count,
    find,
    joined,
    mask_all,
    module,
)
from jupyter_ctx.kernel.describe.objects import VALUE_LIMIT
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    is_a,
    loaded,
    name_of,
    type_name,
)

KEYS = 500  # keys listed of a dict
PEEK = 20  # elements looked at to say what a list holds
SHOWN = 6  # numbers shown of an array of machine numbers


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*, a container that is no built-in."""
    del name
    return find(_KNOWN, base) if cls is base else None


def describe_sequence(value: Foreign, look: Look) -> Summary:
    """Give the length of a list, tuple, set or deque and the types it holds."""
    base = _base(value)
    length = base.__len__(value)
    whole = small_container(value, look.name, look.mask)
    fields = _named_fields(value, look)
    peek = islice(base.__iter__(value), PEEK)
    types = "" if whole or not length else elements(peek, look.mask)
    more = " ..." if types and length > PEEK else ""
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="container",
        module=module(value),
        shape=count(length, "item"),
        value=whole,
        detail=joined(
            f"holds {types}{more}" if types and not fields else "", _bound_of(value)
        ),
        fields=fields,
    )


_SEQUENCES: tuple[type, ...] = (list, tuple, set, frozenset)


def _base(value: object) -> Foreign:
    cls = type(value)
    for base in _SEQUENCES:
        if is_a(cls, base):
            return base
    return cls  # deque and its like, listed by exact type


def _bound_of(value: Foreign) -> str:
    """Say how many items a deque keeps at most."""
    if name_of(type(value)) != "deque" or module(value) != "collections":
        return ""
    return "" if value.maxlen is None else f"maxlen {value.maxlen}"


def _named_fields(value: Foreign, look: Look) -> tuple[Field, ...]:
    """List the fields of a named tuple."""
    names = class_attribute(type(value), "_fields")
    if type(names) is not tuple or not is_a(type(value), tuple):
        return ()
    items = tuple.__iter__(value)
    return tuple(
        Field(
            name=name,
            dtype=brief(item, look.mask),
            sample=element(item, name, look.mask),
        )
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
        shape=count(length, "key"),
        value=small_container(value, look.name, look.mask),
        fields=_keys(value, look),
        detail=_factory(value),
    )


def _keys(value: Foreign, look: Look) -> tuple[Field, ...]:
    items = list(islice(dict.items(value), KEYS))
    names = [label_text(key)[:200] for key, _ in items]
    fields = []
    for name, masked, (_, item) in zip(
        names, mask_all(names, look.mask), items, strict=True
    ):
        sample = element(item, name, look.mask)
        shown = sample if len(sample) <= VALUE_LIMIT else ""
        fields.append(Field(name=masked, dtype=brief(item, look.mask), sample=shown))
    return tuple(fields)


def _factory(value: Foreign) -> str:
    factory: Any = value.default_factory if _is_default(value) else None
    return f"default {name_of(factory)}" if is_a(type(factory), type) else ""


def _is_default(value: object) -> bool:
    # The exact type: its attribute is a C-level slot.
    return name_of(type(value)) == "defaultdict" and module(value) == "collections"


def describe_proxy(value: Foreign, look: Look) -> Summary:
    """Describe a read-only view of a dict; of anything else the type alone."""
    below = get_referents(value)
    if len(below) != 1 or type(below[0]) is not dict:
        return bare(look.name, value)
    inner = below[0]
    shape = count(len(inner), "key")
    return about(value, look, "container", shape=shape, fields=_keys(inner, look))


def describe_chain(value: object, look: Look) -> Summary:
    """Give the number of maps of a ChainMap and what the first ones hold."""
    maps = held(value, "maps")
    if type(maps) is not list:
        return bare(look.name, value)
    shown = "; ".join(brief(one, look.mask) for one in maps[:3])
    shape = count(len(maps), "map")
    return about(value, look, "container", shape=shape, detail=f"first {shown}")


_CODES = {"b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int32"} | {
    "I": "uint32", "q": "int64", "Q": "uint64", "f": "float32", "d": "float64"
}  # fmt: skip


def describe_numbers(value: Foreign, look: Look) -> Summary:
    """Give length and kind of an `array.array`, and the first numbers."""
    base: Foreign = loaded("array", "array")
    length = base.__len__(value)
    code = base.typecode.__get__(value)
    shown = ", ".join(map(str, base.__getitem__(value, slice(0, SHOWN))))
    return about(
        value,
        look,
        "array",
        shape=f"{count(length, 'item')} {_CODES.get(code, code)}",
        detail=f"[{shown}{', ...' if length > SHOWN else ''}]",
    )


_KNOWN: dict[str, Describer] = {
    "array.array": describe_numbers,
    "collections.ChainMap": describe_chain,
}
