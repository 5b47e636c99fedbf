"""Describes members of enumerations by name and value."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import element
from jupyter_ctx.kernel.describe.look import Describer, Look, about, bare, find
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    type_name,
)

MEMBERS = 60  # listed of one enumeration


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*: whatever is a member of an enumeration."""
    del cls, name
    return find(_KNOWN, base)


def describe_member(value: Foreign, look: Look) -> Summary:
    """Give `Color.RED` and the value that the member stores."""
    name, content = held(value, "_name_"), held(value, "_value_")
    if type(name) is not str:
        return bare(look.name, value)
    shown = element(content, look.name, look.mask) or f"<{type_name(content)}>"
    return about(
        value,
        look,
        "scalar",
        value=f"{type_name(value)}.{name}",
        detail=f"value {shown}",
    )


_KNOWN: dict[str, Describer] = dict.fromkeys(
    ("enum.Enum", "enum.ReprEnum", "enum.IntEnum", "enum.StrEnum", "enum.Flag"),
    describe_member,
)


def members(cls: type, look: Look) -> list[Field]:
    """List the members of an enumeration with their values; [] of other classes."""
    table = class_attribute(cls, "_member_map_")
    if type(table) is not dict:
        return []
    return [
        Field(name=name, dtype=_assigned(member, name, look))
        for name, member in list(dict.items(table))[:MEMBERS]
        if type(name) is str
    ]


def _assigned(member: object, name: str, look: Look) -> str:
    shown = element(held(member, "_value_"), name, look.mask)
    return f"= {shown}" if shown else ""
