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
    GenericAlias,
    MappingProxyType,
    MethodType,
    ModuleType,
    UnionType,
)

from jupyter_ctx.core.engine.render import live_facts
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.literals import is_scalar
from jupyter_ctx.kernel.describe.look import Describer, Look, bare
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    module_of,
    mro,
    name_of,
    type_name,
)

LIBRARIES = {
    name: place
    for place, names in {
        "altair": ("altair",),
        "asynchronous": ("_asyncio", "asyncio", "concurrent"),
        "containers": ("collections", "array"),
        "dask": ("dask", "distributed"),
        "duckdb": ("duckdb", "_duckdb"),
        "enumerations": ("enum",),
        "files": ("_io", "tempfile"),
        "geopandas": ("geopandas", "shapely"),
        "ibis": ("ibis",),
        "ipywidgets": ("ipywidgets",),
        "jax": ("jax", "jaxlib"),
        "keras": ("keras", "tensorflow"),
        "matplotlib": ("matplotlib",),
        "networkx": ("networkx",),
        "numpy": ("numpy",),
        "pandas": ("pandas",),
        "pillow": ("PIL",),
        "plotly": ("plotly",),
        "polars": ("polars",),
        "pyarrow": ("pyarrow",),
        "ray": ("ray",),
        "requests": ("requests",),
        "scipy": ("scipy",),
        "sklearn": ("sklearn",),
        "spark": ("pyspark",),
        "sqlalchemy": ("sqlalchemy",),
        "standard": ("functools", "logging", "re", "sqlite3", "subprocess", "weakref"),
        "statsmodels": ("statsmodels",),
        "sympy": ("sympy",),
        "threads": ("_queue", "_thread", "multiprocessing", "queue", "threading"),
        "torch": ("torch",),
        "xarray": ("xarray",),
    }.items()
    for name in names
}
"""Top packages and the file here for each, imported when such an object is seen."""

# Types by id: see `literals`. Describers by place, each loaded when first needed.
_EXACT = {
    id(cls): place
    for place, classes in {
        "scalars:describe_scalar": (
            int,
            float,
            bool,
            complex,
            type(None),
            type(...),
            range,
        ),
        "scalars:describe_text": (str,),
        "scalars:describe_bytes": (bytes, bytearray),
        "containers:describe_sequence": (list, tuple, set, frozenset, deque),
        "containers:describe_dict": (dict,),
        "functions:describe_function": (FunctionType,),
        "functions:describe_builtin": (BuiltinFunctionType,),
        "functions:describe_method": (MethodType,),
        "modules:describe_module": (ModuleType,),
        "asynchronous:describe_generator": (
            GeneratorType,
            CoroutineType,
            AsyncGeneratorType,
        ),
        "containers:describe_proxy": (MappingProxyType,),
        "standard:describe_slice": (slice,),
        "standard:describe_alias": (GenericAlias, UnionType),
        "standard:describe_memory": (memoryview,),
    }.items()
    for cls in classes
}

# Subclasses are looked at through the C-level methods of the base alone.
_BELOW = {
    id(cls): _EXACT[id(cls)]
    for cls in (str, list, tuple, set, frozenset, dict, ModuleType)
} | {
    id(type): "classes:describe_class",
    id(BaseException): "standard:describe_exception",
}


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
        return _load(exact)
    own = _custom(cls)
    if own is not None:
        return own
    order = mro(cls)
    # A library knows its own better than a base that it shares with others.
    for base in order:
        found = _of_library(cls, base)
        if found is not None:
            return found
    below = next((_BELOW[id(base)] for base in order if id(base) in _BELOW), None)
    if below is not None:
        return _load(below)
    if is_scalar(value):
        return _load("scalars:describe_scalar")
    return _load("objects:describe_object")


def _custom(cls: type) -> Describer | None:
    """Find the description that a user or a plugin wrote for *cls*."""
    custom = sys.modules.get(_CUSTOM)
    if custom is None and class_attribute(cls, "_ctx_describe_") is None:
        return None
    found: Describer | None = _module("custom").describer(cls)
    return found


_CUSTOM = "jupyter_ctx.kernel.describe.custom"


def _of_library(cls: type, base: type) -> Describer | None:
    root = module_of(base).partition(".")[0]
    file = LIBRARIES.get(root)
    if file is None or root not in sys.modules:
        return None
    describer: Describer | None = _module(file).describer(cls, base, name_of(base))
    return describer


def in_words(value: object, look: Look) -> str:
    """Say what *value* is on one line, for a description that holds it."""
    return live_facts(describe(value, look)) or type_name(value)


@cache
def _load(place: str) -> Describer:
    module, _, name = place.partition(":")
    found: Describer = getattr(_module(module), name)
    return found


@cache
def _module(name: str) -> Foreign:
    return import_module(f"jupyter_ctx.kernel.describe.{name}")
