"""Looks at objects that run none of their code.

`hasattr`, `getattr` and `isinstance` on an unknown object may call its
`__getattr__`, its properties or a fake `__class__`; metaclasses may do the same
for its type. Everything here goes through the C-level descriptors of `type`.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import (
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    ModuleType,
)
from typing import Any, TypeAlias

_SLOTS: MappingProxyType[str, Any] = type.__dict__["__dict__"].__get__(type)
_MISSING = object()

Foreign: TypeAlias = Any
"""An object of the user, or of a library that we must not import."""

_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: made by Python code at run time


def mro(cls: type) -> tuple[type, ...]:
    """Give the method resolution order of *cls*, past any metaclass."""
    order: tuple[type, ...] = _SLOTS["__mro__"].__get__(cls)
    return order


def is_a(cls: type, base: type) -> bool:
    """Tell whether *cls* is *base* or below it; compares by identity only.

    `base in mro(cls)` would ask `==` of metaclasses, `issubclass` their hooks.
    """
    return any(found is base for found in mro(cls))


def namespace(cls: type) -> MappingProxyType[str, Any]:
    """Give the class dictionary of *cls*, past any metaclass."""
    own: MappingProxyType[str, Any] = _SLOTS["__dict__"].__get__(cls)
    return own


def name_of(cls: type) -> str:
    """Give the name of *cls* without its module."""
    return _text(_SLOTS["__name__"].__get__(cls), "object")


def module_of(cls: type) -> str:
    """Give the module that *cls* says it comes from; empty where it lies."""
    if not _is_heap_type(cls):
        return _text(_SLOTS["__module__"].__get__(cls), "")
    return _text(namespace(cls).get("__module__"), "")


def _is_heap_type(cls: type) -> bool:
    flags: int = _SLOTS["__flags__"].__get__(cls)
    return bool(flags & _HEAP_TYPE)


def _text(value: object, default: str) -> str:
    return value if type(value) is str else default


def type_name(value: object) -> str:
    """Give the name of the true type of *value*."""
    return name_of(type(value))


def class_attribute(cls: type, name: str) -> object:
    """Find *name* in the classes of *cls* without binding it; None if absent."""
    for base in mro(cls):
        found = namespace(base).get(name, _MISSING)
        if found is not _MISSING:
            return found
    return None


def instance_dict(value: object) -> dict[str, Any] | None:
    """Give the plain attribute dictionary of *value*, None where it has none.

    A class that answers for `__dict__` by a property is left alone.
    """
    slot = class_attribute(type(value), "__dict__")
    if type(slot) not in (GetSetDescriptorType, MemberDescriptorType):
        return None
    try:
        own = slot.__get__(value)  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        return None
    return own if type(own) is dict else None


def stored(value: object, name: str) -> object:
    """Read attribute *name* where it is stored data or a C-level slot, else None."""
    slot = class_attribute(type(value), name)
    if type(slot) in (GetSetDescriptorType, MemberDescriptorType):
        try:
            return slot.__get__(value)  # type: ignore[attr-defined]
        except AttributeError:
            return None
    own = instance_dict(value)
    if own is not None and name in own:
        found: object = own[name]
        return found
    return slot


def held(value: object, name: str) -> Any:  # noqa: ANN401 - whatever is stored
    """Read what *value* itself stores as *name*, in its dictionary or a slot.

    None where it stores nothing by that name; properties are never asked.
    """
    own = instance_dict(value)
    if own is not None and name in own:
        return own[name]
    slot = class_attribute(type(value), name)
    return _slot_value(value, slot)


def _slot_value(value: object, slot: Foreign) -> object:
    if type(slot) is not MemberDescriptorType:
        return None
    try:
        return slot.__get__(value)
    except AttributeError:  # not set yet
        return None


def slots(value: object) -> dict[str, Any]:
    """Give what *value* stores in the slots that its classes declare."""
    found: dict[str, Any] = {}
    for base in mro(type(value)):
        if not _is_heap_type(base):
            continue
        for name, slot in list(namespace(base).items()):
            if type(slot) is MemberDescriptorType:
                content = _slot_value(value, slot)
                if content is not None:
                    found.setdefault(name, content)
    return found


def place(cls: type) -> str:
    """Give module and name of *cls* where it is truly found there, else ''."""
    module, name = module_of(cls), name_of(cls)
    return f"{module}.{name}" if loaded(module, name) is cls else ""


def is_of(cls: type, *libraries: str) -> bool:
    """Tell whether *cls* truly belongs to one of the top packages *libraries*."""
    return module_of(cls).partition(".")[0] in libraries and bool(place(cls))


_MODULE: MappingProxyType[str, Any] = ModuleType.__dict__  # type: ignore[assignment]


def module_dict(module: object) -> dict[str, Any]:
    """Give the dictionary of *module* without waking a lazy one."""
    if not is_a(type(module), ModuleType):
        return {}
    own = _MODULE["__dict__"].__get__(module)
    return own if type(own) is dict else {}


_STORED = frozenset({"torch"})
"""Libraries whose objects are told by what they store: a stand-in cannot be woken."""


def loaded(module: str, path: str) -> type | None:
    """Find the class *path* of a known library if it is loaded; import nothing.

    A module that a cell made by hand under the name of a library is none: what its
    classes answer is code of the user.
    """
    found: object = sys.modules.get(module)
    root = module.partition(".")[0]
    if root not in _STORED and not _is_imported(sys.modules.get(root)):
        return None
    for part in path.split("."):
        found = module_dict(found).get(part)
    return found if is_a(type(found), type) else None  # type: ignore[return-value]


def _is_imported(module: object) -> bool:
    """Tell whether Python itself found *module*, on disk or in its own binary."""
    spec = module_dict(module).get("__spec__")
    return type(spec) is ModuleSpec and vars(spec)["loader"] is not None
