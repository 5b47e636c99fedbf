"""What changed in the namespace, told by identity: no object is asked or kept."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import ne
from typing import Any

import msgspec

from jupyter_ctx.kernel.describe.literals import BITS_LIMIT, TEXT_LIMIT
from jupyter_ctx.kernel.describe.static import Foreign, instance_dict, loaded

_MISSING = object()
_SIZED = {id(cls): cls for cls in (list, tuple, set, frozenset, dict, bytearray)}
_NUMBERS = {id(cls) for cls in (float, complex, bool, type(None))}


class Snapshot(msgspec.Struct, frozen=True):
    """Names with the ids of their objects.

    An id may come back with another object; `mark` and the names that the code
    binds tell that apart, so that a cell waits for one C loop and no more.
    """

    names: list[str] = []
    ids: list[int] = []

    @classmethod
    def of(cls, namespace: Mapping[str, Any]) -> Snapshot:
        """Note the identities in *namespace*; runs at the speed of C."""
        return cls(list(namespace), list(map(id, namespace.values())))

    def appends_to(self, old: Snapshot) -> bool:
        """Tell whether all names of *old* are still there, in their places."""
        return self.names[: len(old.names)] == old.names

    def changed_since(self, old: Snapshot) -> list[str]:
        """List the names that are new or bound to another object than in *old*."""
        if self.appends_to(old):
            kept = compress(old.names, map(ne, self.ids, old.ids))
            return [*kept, *self.names[len(old.names) :]]
        before = dict(zip(old.names, old.ids, strict=True))
        now = zip(self.names, self.ids, strict=True)
        return [name for name, value in now if before.get(name) != value]


def copy(namespace: dict[str, Any]) -> dict[str, Any]:
    """Copy *namespace* while threads add and delete names.

    `dict.copy` is one step for other threads, unlike `list(namespace.items())`.
    """
    return dict.copy(namespace)


def is_visible(name: object, value: object, hidden: Mapping[str, Any]) -> bool:
    """Tell whether the user bound *name*: neither private nor IPython's own."""
    if type(name) is not str or name.startswith("_") or name in _OURS:
        return False
    return hidden.get(name, _MISSING) is not value


_OURS = frozenset({"In", "Out", "exit", "quit", "get_ipython"})


def mark(value: Foreign) -> tuple[int, object]:
    """Make the cheapest thing that differs after a change in place.

    Small plain values stand for themselves: after `del` their address may soon
    hold another one. Everything else is told by its size, from known types only.
    """
    return id(type(value)), _size(value)


def _size(value: Foreign) -> object:
    cls = type(value)
    if id(cls) in _NUMBERS:
        return value
    if cls is int:
        return value if value.bit_length() <= BITS_LIMIT else value.bit_length()
    if cls is str:
        return value if len(value) <= TEXT_LIMIT else len(value)
    if id(cls) in _SIZED:
        return len(value)
    return _library_mark(value, cls)


def _library_mark(value: Foreign, cls: type) -> object:
    if loaded("numpy", "ndarray") is cls:
        return value.shape
    own = instance_dict(value)
    if own is None:
        return None
    manager = own.get("_mgr")
    frames = (loaded("pandas", "DataFrame"), loaded("pandas", "Series"))
    if manager is None or not any(cls is frame for frame in frames):
        return len(own)
    axes = manager.axes
    return (len(manager.blocks), *((id(axis), len(axis)) for axis in axes))
