"""Fingerprints of values: equal ones have the same, read without any user code."""

from __future__ import annotations

import sys
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache, partial
from io import StringIO
from math import inf
from re import Pattern
from types import CodeType, FunctionType, GetSetDescriptorType, ModuleType
from typing import Any, Self

from jupyter_ctx.kernel.contents import Contents, UnreadableError
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    instance_dict,
    is_a,
    loaded,
    module_dict,
    module_of,
    mro,
    name_of,
    namespace,
)

_SIZE = type.__dict__["__basicsize__"]
_LIBRARIES = tuple(dict.fromkeys((sys.prefix, sys.base_prefix)))
_OF_CLASSES = {
    *("__module__", "__qualname__", "__firstlineno__", "__static_attributes__"),
    *("__doc__", "__annotate_func__", "__annotate__", "__abstractmethods__"),
    *("__weakref__", "__dict__", "_abc_impl"),
}
"""What Python notes in classes beside what they do."""


def digest(
    value: object, deadline: float = inf, only: Collection[str] | None = None
) -> str:
    """Give the fingerprint of *value*, or '' where it cannot be read.

    A `~` in front tells that only a sample of a large one was read: others may have
    the same. A `?` tells that objects of libraries are in it, which may fill caches
    when they are read: equal ones are equal, others need not have changed.

    Of an object of the user *only* these attributes count, if they are given.
    Equal fingerprints mean equal values, not one object. Nothing is kept, and no
    method of the user is called: built-in types, numpy, pandas, functions by their
    code and objects written in Python by their attributes. What is not read
    when the clock shows *deadline* (`thread_time`) cannot be read.
    """
    reader = _Reader(deadline)
    reader.only = only
    try:
        reader.read(value, 0)
    except UnreadableError:
        return ""
    except Exception:  # noqa: BLE001 - a thread may change what is being read
        return ""
    kind = "~" * reader.is_sample + "?" * reader.is_guess
    return kind + reader.hash.hexdigest()


class _Reader(Contents):
    """Reads code, and objects of classes that are written in Python, as well."""

    def __init__(self, deadline: float) -> None:
        super().__init__(deadline)
        self._classes: set[int] = set()
        self._texts: dict[int, str] = {}
        self.only: Collection[str] | None = None  # attributes of the value itself

    def another(self) -> Self:
        """Make a reader that shares what this one knows, and reads by itself."""
        made = type(self)(self.deadline)
        made._texts = self._texts  # noqa: SLF001 - of the same class
        return made

    def other(self, value: Foreign, cls: type, depth: int) -> None:
        """Take in *value* of a class that is neither built in nor of numpy."""
        if not (self._code_of(value, cls, depth) or self._known(value, cls, depth)):
            self._object(value, cls, depth)

    def _module(self, own: dict[str, Any]) -> None:
        """Read which module it is, and what stands in one that the user wrote."""
        self._feed(str(id(own)).encode())
        file = own.get("__file__")
        if type(file) is not str or file.startswith(_LIBRARIES):
            return
        for name, value in list(own.items()):
            if type(name) is str and not name.startswith("__"):
                self._feed(name.encode())
                self._if_readable(value)

    def _if_readable(self, value: object) -> None:
        with suppress(UnreadableError):
            self._feed(self._apart(value).encode())

    def _function(self, function: FunctionType, depth: int) -> None:
        for cell in function.__closure__ or ():
            self.read(cell.cell_contents, depth + 1)
        self._code(function.__code__)
        self.read(function.__defaults__, depth + 1)
        self.read(function.__kwdefaults__, depth + 1)

    def _code(self, code: CodeType) -> None:
        """Read what *code* does, not where it stands."""
        self._feed(code.co_code)
        self._feed(repr((code.co_names, code.co_varnames, code.co_flags)).encode())
        for constant in code.co_consts:
            if type(constant) is CodeType:
                self._code(constant)
            else:
                self.read(constant, 1)

    def _code_of(self, value: Foreign, cls: type, depth: int) -> bool:
        if cls is FunctionType:
            self._function(value, depth)
        elif cls is ModuleType:
            self._module(module_dict(value) or {})
        elif cls is type(_cached):
            self.read(value.__wrapped__, depth + 1)
        elif cls is property:
            self.read([value.fget, value.fset, value.fdel], depth + 1)
        elif cls is staticmethod or cls is classmethod:
            self.read(value.__func__, depth + 1)
        elif is_a(cls, type):
            self._class(value, depth)
        else:
            return False
        return True

    def _known(self, value: Foreign, cls: type, depth: int) -> bool:
        """Read what libraries make and people keep under a name."""
        if cls is Pattern:
            self.read((value.pattern, value.flags), depth + 1)
        elif cls is partial:
            self.read([value.func, value.args, value.keywords], depth + 1)
        elif cls is StringIO:
            self.read(value.getvalue(), depth + 1)
        elif loaded("logging", "Logger") is cls:
            self._feed(str(id(value)).encode())  # one of a name lives for ever
        elif loaded("IPython.utils.text", "SList") is cls:
            self._all(list.__iter__(value), depth)
        else:
            return False
        return True

    def _class(self, cls: type, depth: int) -> None:
        """Read a class that the user wrote by its text, others by what they are."""
        if module_of(cls) != "__main__":
            self._feed(str(id(cls)).encode())
            return
        if id(cls) in self._classes:
            return
        self._classes.add(id(cls))
        for base in mro(cls)[1:]:
            self._class(base, depth)
        self._feed(name_of(cls).encode())
        for name, value in list(namespace(cls).items()):
            is_slot = type(value) is GetSetDescriptorType
            if not is_slot and name not in _OF_CLASSES:
                self.read(name, depth + 1)
                self.read(value, depth + 1)

    def _object(self, value: object, cls: type, depth: int) -> None:
        """Read an object whose class is written in Python, by its attributes."""
        own = instance_dict(value)
        if own is None or not _is_of_python(cls):
            raise UnreadableError
        if not all(map(_is_of_user, mro(cls))):
            self.is_guess = True
        self._feed(self._text_of(cls).encode())
        kept = filled(value, own)
        if depth == 0 and self.only is not None:
            kept = [name for name in kept if name in self.only]
        self._all(kept, depth)
        self._all([own[name] for name in kept], depth)

    def _text_of(self, cls: type) -> str:
        """Tell a class by its text, so that the same run again makes the same."""
        if id(cls) not in self._texts:
            self._texts[id(cls)] = str(id(cls))
            if module_of(cls) == "__main__":
                # While it is read, and where it cannot be, its names tell it.
                self._texts[id(cls)] = repr(
                    [n for n in namespace(cls) if type(n) is str]
                )
                with suppress(UnreadableError):
                    self._texts[id(cls)] = self._apart(cls)
        return self._texts[id(cls)]


def filled(value: object, own: dict[str, Any]) -> list[str]:
    """Name the attributes that count of *own*: no caches, nor places left for one."""
    # A copy, at once: threads may add and delete attributes.
    held = [n for n, one in dict.copy(own).items() if not _is_place(n, one)]
    return [name for name in held if not is_cache(type(value), name)]


def _is_place(name: object, value: object) -> bool:
    """Tell whether a cache will be kept there."""
    return value is None and type(name) is str and name.startswith("_")


def is_cache(cls: type, name: object) -> bool:
    """Tell whether objects of *cls* fill attribute *name* when they are read."""
    if type(name) is not str:
        return True
    made = class_attribute(cls, name)
    return "cache" in name or name_of(type(made)).endswith("cached_property")


def _is_of_python(cls: type) -> bool:
    """Tell whether all that objects of *cls* hold is in their dictionary."""
    size: int = _SIZE.__get__(cls)
    plain: int = _SIZE.__get__(_Reader)
    return size == plain


def _is_of_user(base: type) -> bool:
    return base is object or module_of(base) == "__main__"


@lru_cache
def _cached() -> None:
    """Stand for all that `lru_cache` makes: the type has no name to import."""
