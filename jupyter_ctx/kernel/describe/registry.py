"""Which describer a type has: found by the true type alone, never by asking."""

from __future__ import annotations

import sys
from collections import deque
from functools import cache
from importlib import import_module
from types import (
    AsyncGeneratorType,
    BuiltinFunctionType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
)

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.classes import describe_class
from jupyter_ctx.kernel.describe.containers import describe_dict, describe_sequence
from jupyter_ctx.kernel.describe.functions import (
    describe_builtin,
    describe_function,
    describe_method,
)
from jupyter_ctx.kernel.describe.literals import is_scalar
from jupyter_ctx.kernel.describe.look import Describer, Look, bare
from jupyter_ctx.kernel.describe.modules import describe_module
from jupyter_ctx.kernel.describe.objects import (
    describe_generator,
    describe_object,
)
from jupyter_ctx.kernel.describe.scalars import (
    describe_bytes,
    describe_scalar,
    describe_text,
)
from jupyter_ctx.kernel.describe.static import Foreign, module_of, mro, name_of

LIBRARIES = ("matplotlib", "numpy", "pandas", "polars", "torch")
"""Top packages with a file here; it is imported when such an object is seen."""

_LAZY = (GeneratorType, CoroutineType, AsyncGeneratorType)
_EXACT: dict[int, Describer] = {
    id(cls): describer
    for describer, classes in {
        describe_scalar: (int, float, bool, complex, type(None), type(...), range),
        describe_text: (str,),
        describe_bytes: (bytes, bytearray),
        describe_sequence: (list, tuple, set, frozenset, deque),
        describe_dict: (dict,),
        describe_function: (FunctionType,),
        describe_builtin: (BuiltinFunctionType,),
        describe_method: (MethodType,),
        describe_module: (ModuleType,),
        describe_generator: _LAZY,
    }.items()
    for cls in classes
}

# Subclasses are looked at through the C-level methods of the base alone.
_BELOW: dict[int, Describer] = {
    id(cls): _EXACT[id(cls)] for cls in (str, list, tuple, set, frozenset, dict)
} | {id(ModuleType): describe_module, id(type): describe_class}


def describe(value: object, look: Look) -> Summary:
    """Summarise *value* without running any code of the user.

    Whatever goes wrong ends in the name and type: a container may change in a
    thread while it is looked at.
    """
    try:
        return _describer(value)(value, look)
    except Exception:  # noqa: BLE001
        return bare(look.name, value)


def _describer(value: object) -> Describer:
    cls = type(value)
    exact = _EXACT.get(id(cls))
    if exact is not None:
        return exact
    for base in mro(cls):
        found = _of_library(cls, base) or _BELOW.get(id(base))
        if found is not None:
            return found
    return describe_scalar if is_scalar(value) else describe_object


def _of_library(cls: type, base: type) -> Describer | None:
    root = module_of(base).partition(".")[0]
    if root not in LIBRARIES or root not in sys.modules:
        return None
    describer: Describer | None = _library(root).describer(cls, base, name_of(base))
    return describer


@cache
def _library(root: str) -> Foreign:
    return import_module(f"jupyter_ctx.kernel.describe.{root}")
