"""What the loaded libraries say of themselves: members, classes and signatures.

All is read from the dictionaries of modules and classes that are loaded already;
nothing is imported, called or asked for an attribute.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TypeGuard

from jupyter_ctx.core.fixes.calls import type_of
from jupyter_ctx.core.fixes.case import Case

# Functions of C of the libraries, by the name of their type.
_COMPILED = ("_ArrayFunctionDispatcher", "ufunc", "method_descriptor")
_KEYWORD_ONLY = inspect.Parameter.KEYWORD_ONLY
_VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

Found = object
"""A module, class or function of a library, or None."""


def members(module: str) -> Mapping[str, object]:
    """Give what the loaded *module* holds; nothing of modules that are not loaded."""
    found = sys.modules.get(module)
    return vars(found) if type(found) is ModuleType else {}


def is_class(found: Found) -> TypeGuard[type]:
    """Tell whether *found* is a class, by its type alone."""
    return issubclass(type(found), type)


def _space(cls: type) -> Mapping[str, object]:
    space: Mapping[str, object] = type.__dict__["__dict__"].__get__(cls)
    return space


def is_function(found: Found) -> bool:
    """Tell whether *found* is a function or a method, by its exact type."""
    kind = type(found)
    plain = (FunctionType, BuiltinFunctionType)
    return kind in plain or kind.__name__ in _COMPILED


def class_named(name: str, module: str = "") -> type | None:
    """Find the loaded class *name*, first in *module*, then in all libraries."""
    for one in (module, *sorted(sys.modules, key=lambda key: key.count("."))):
        found = members(one).get(name) if one else None
        if is_class(found) and _space(found).get("__module__") != "__main__":
            return found
    return None


def attribute(cls: type | None, name: str) -> Found:
    """Give the entry *name* of *cls* or of what it derives from, unbound."""
    bases = type.__dict__["__mro__"].__get__(cls) if cls is not None else ()
    found = (_space(base).get(name) for base in bases)
    return next((one for one in found if one is not None), None)


def class_of(case: Case, node: ast.expr) -> type | None:
    """Give the class of what *node* is, as far as live variables tell."""
    if _is_column(case, node):
        return class_named("Series", "pandas")
    name = type_of(case, node)
    summary = case.variable(node.id) if isinstance(node, ast.Name) else None
    if summary is None:
        return class_named(name, "builtins") if name else None
    if summary.kind in ("module", "class", "function"):
        return None
    return class_named(summary.type_name, summary.module or "builtins")


def _is_column(case: Case, node: ast.expr) -> bool:
    """Tell whether *node* takes one column from a live frame."""
    frame = node.value if isinstance(node, ast.Attribute | ast.Subscript) else None
    summary = case.variable(frame.id) if isinstance(frame, ast.Name) else None
    if summary is None or summary.type_name != "DataFrame":
        return False
    if isinstance(node, ast.Attribute):
        return node.attr in {field.name for field in summary.fields}
    inner = node.slice if isinstance(node, ast.Subscript) else None
    return isinstance(inner, ast.Constant) and isinstance(inner.value, str)


def resolved(case: Case, node: ast.expr) -> Found:
    """Give the module, class or function that *node* names, or None."""
    if isinstance(node, ast.Name):
        summary = case.variable(node.id)
        if summary is None:
            return members("builtins").get(node.id)
        if summary.kind == "module":
            return sys.modules.get(summary.module)
        is_named = summary.kind in ("class", "function")
        return members(summary.module).get(node.id) if is_named else None
    if not isinstance(node, ast.Attribute):
        return None
    holder = resolved(case, node.value)
    if type(holder) is ModuleType:
        inner = sys.modules.get(f"{holder.__name__}.{node.attr}")
        return vars(holder).get(node.attr, inner)
    cls = holder if is_class(holder) else class_of(case, node.value)
    return attribute(cls, node.attr)


def parameters(found: Found) -> list[inspect.Parameter]:
    """List the parameters of a function or class of a library, without `self`."""
    if is_class(found):
        found = attribute(found, "__init__")
    if type(found) in (classmethod, staticmethod):
        found = found.__func__  # type: ignore[attr-defined]
    if type(found) is not FunctionType and type(found).__name__ not in _COMPILED:
        return []
    try:
        given = list(inspect.signature(found).parameters.values())  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return []
    return [one for one in given if one.name not in ("self", "cls")]


def named(found: Found) -> list[str]:
    """List the arguments of *found* that can be given by name."""
    return [one.name for one in parameters(found) if one.kind not in _VARIABLE]


def by_name_alone(found: Found) -> list[str]:
    """List the arguments of *found* that must be given by name."""
    return [one.name for one in parameters(found) if one.kind is _KEYWORD_ONLY]


def function_named(qualified: str) -> Found:
    """Find the function of a message, `DataFrame.drop`, `read_csv`, `PCA.__init__`."""
    owner, _, name = qualified.rpartition(".")
    if owner:
        return attribute(class_named(owner.rpartition(".")[2]), name)
    for module in sorted(sys.modules, key=lambda key: key.count(".")):
        found = members(module).get(name)
        if type(found) is FunctionType and found.__module__ != "__main__":
            return found
    return None


def homes(name: str, top: str) -> Iterator[str]:
    """Name the loaded modules of the package *top* that hold *name*, outer first."""
    inside = [
        module
        for module in list(sys.modules)
        if (module == top or module.startswith(f"{top}."))
        and not any(part.startswith("_") for part in module.split("."))
    ]
    for module in sorted(inside, key=lambda key: (key.count("."), len(key))):
        if name in members(module):
            yield module
