"""Describes modules by name and version, without waking a lazy one."""

from __future__ import annotations

import sys

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.describe.static import Foreign, module_dict


def describe_module(value: Foreign, look: Look) -> Summary:
    """Give the name of a module and, where it states one, its version."""
    name = module_dict(value).get("__name__")
    full = name if type(name) is str else look.name
    found = version(full)
    return Summary(
        name=look.name,
        type_name="module",
        kind="module",
        module=full,
        detail=f"{full.partition('.')[0]} {found}" if found else "",
    )


def version(name: str) -> str:
    """Give the version that the top package of *name* states, if it is loaded."""
    own = module_dict(sys.modules.get(name.partition(".")[0]))
    found = own.get("__version__")
    return found[:40] if type(found) is str else ""
