"""What a describer needs to know beside the object itself."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.static import module_of, type_name


class Look(msgspec.Struct, frozen=True):
    """One look at the variable *name*.

    *mask* replaces secrets in the text of a named value; *label* names the cell
    whose code has a given file name, or gives an empty string.
    """

    name: str
    mask: Callable[[str, str], str]
    label: Callable[[str], str]


Describer = Callable[[object, Look], Summary]
"""Makes a summary; may only use what runs no code of the user."""


def bare(name: str, value: object) -> Summary:
    """Say no more of *value* than its name and type."""
    return Summary(name=name, type_name=type_name(value), module=module(value))


def module(value: object) -> str:
    """Give the module of the type of *value*; empty for built-in types."""
    found = module_of(type(value))
    return "" if found == "builtins" else found
