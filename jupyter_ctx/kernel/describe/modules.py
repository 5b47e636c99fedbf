"""Describes modules by name, version and, of the user's own, what they define."""

from __future__ import annotations

import sys
from types import FunctionType

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import element
from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    is_a,
    module_dict,
    module_of,
    type_name,
)
from jupyter_ctx.kernel.places import is_library

MEMBERS = 60  # listed of a module of the user


def describe_module(value: Foreign, look: Look) -> Summary:
    """Give the name of a module and, where it states one, its version."""
    own = module_dict(value)
    name = own.get("__name__")
    full = name if type(name) is str else look.name
    found = version(full)
    return Summary(
        name=look.name,
        type_name="module",
        kind="module",
        module=full,
        detail=f"{full.partition('.')[0]} {found}" if found else "",
        fields=tuple(_members(own, full, look)) if _is_of_user(own) else (),
    )


def version(name: str) -> str:
    """Give the version that the top package of *name* states, if it is loaded."""
    own = module_dict(sys.modules.get(name.partition(".")[0]))
    found = own.get("__version__")
    return found[:40] if type(found) is str else ""


def _is_of_user(own: dict[str, Foreign]) -> bool:
    file = own.get("__file__")
    return type(file) is str and not is_library(file)


def _members(own: dict[str, Foreign], module: str, look: Look) -> list[Field]:
    """List what the module itself defines: functions, classes and plain values."""
    found = []
    for name, value in list(own.items()):
        if type(name) is str and not name.startswith("_"):
            kind, sample = _kind(name, value, module, look)
            if kind:
                found.append(Field(name=name, dtype=kind, sample=sample))
    return found[:MEMBERS]


def _kind(name: str, value: Foreign, module: str, look: Look) -> tuple[str, str]:
    if type(value) is FunctionType:
        # Loaded only here: most modules are libraries and list no members.
        from jupyter_ctx.kernel.describe.functions import signature  # noqa: PLC0415

        return (
            (signature(value, look.mask), "")
            if value.__module__ == module
            else ("", "")
        )
    if is_a(type(value), type):
        return ("class", "") if module_of(value) == module else ("", "")
    sample = element(value, name, look.mask)
    return (type_name(value), sample) if sample else ("", "")
