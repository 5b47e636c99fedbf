"""What changed in the namespace, told by identity: no object is asked or kept."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from jupyter_ctx.kernel.describe.literals import BITS_LIMIT, TEXT_LIMIT
from jupyter_ctx.kernel.describe.static import Foreign, instance_dict, loaded

_MISSING = object()
_SIZED = {id(cls): cls for cls in (list, tuple, set, frozenset, dict, bytearray)}
_NUMBERS = {id(cls) for cls in (float, complex, bool, type(None))}


class Snapshot(msgspec.Struct, frozen=True):
    """Names with the addresses of their objects; neither is asked or compared.

    An address may come back with another object; `mark` and the names that the
    code binds tell that apart. Names are held, so that theirs stay true. All is
    read and compared as bytes: a cell must not wait longer for 10,000 names.
    """

    names: tuple[str, ...] = ()
    places: bytes = b""
    objects: bytes = b""

    @classmethod
    def of(cls, namespace: dict[str, Any]) -> Snapshot:
        """Note the addresses in *namespace*; runs at the speed of C."""
        names, values = _names_and_values(namespace)
        return cls(names, _addresses(names), _addresses(values))

    def appends_to(self, old: Snapshot) -> bool:
        """Tell whether all names of *old* are still there, in their places."""
        return self.places[: len(old.places)] == old.places

    def changed_since(self, old: Snapshot) -> list[str]:
        """List the names that are new or bound to another object than in *old*."""
        if self.appends_to(old):
            kept = [self.names[at] for at in _differing(old.objects, self.objects)]
            return [*kept, *self.names[len(old.names) :]]
        before = dict(zip(old.names, _numbers(old.objects), strict=True))
        now = zip(self.names, _numbers(self.objects), strict=True)
        return [name for name, place in now if before.get(name) != place]


def _names_and_values(
    namespace: dict[str, Any],
) -> tuple[tuple[str, ...], tuple[object, ...]]:
    """Take both apart; a copy is made only if a thread came between the two."""
    try:
        names, values = tuple(namespace), tuple(namespace.values())
    except RuntimeError:  # it changed while it was read
        names, values = (), (None,)
    if len(names) == len(values):
        return names, values
    whole = copy(namespace)
    return tuple(whole), tuple(whole.values())


def _addresses(items: tuple[object, ...]) -> bytes:
    """Give the addresses of all *items*, side by side."""
    read = _reader() if len(items) > FEW else None
    if read is None:
        return array("Q", map(id, items)).tobytes()
    return read(id(items) + _OFFSET, len(items) * WORD)


FEW = 256  # names up to which loading the reader costs more than it saves
WORD = 8  # bytes of an address; smaller ones are filled up
BLOCK = 256 * WORD  # bytes compared at once
_OFFSET = tuple.__basicsize__  # where the items of a tuple begin


@cache
def _reader() -> Callable[[int, int], bytes] | None:
    """Find a way to read memory that gives what `id` gives; None if there is none.

    CPython keeps the addresses of a tuple's items in a row. Asking `id` for each
    costs 60 ns, twice a cell; that is most of a millisecond for 10,000 names.
    """
    if sys.implementation.name != "cpython":
        return None
    # Costs a tenth of what loading all of us does, so only where it pays.
    from ctypes import string_at  # noqa: PLC0415

    sample = (None, "a", object())
    read = string_at(id(sample) + _OFFSET, len(sample) * WORD)
    return string_at if read == array("Q", map(id, sample)).tobytes() else None


def _numbers(addresses: bytes) -> memoryview[int]:
    return memoryview(addresses).cast("Q")


def _differing(old: bytes, new: bytes) -> Iterator[int]:
    """Find the places of *old* at which *new* holds another address."""
    for start in range(0, len(old), BLOCK):
        before, now = old[start : start + BLOCK], new[start : start + BLOCK]
        if now[: len(before)] != before:
            pairs = enumerate(zip(_numbers(before), _numbers(now), strict=False))
            yield from (start // WORD + at for at, (a, b) in pairs if a != b)


def copy(namespace: dict[str, Any]) -> dict[str, Any]:
    """Copy *namespace* while threads add and delete names.

    `dict.copy` is one step for other threads, unlike `list(namespace.items())`.
    """
    return dict.copy(namespace)


def part(namespace: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Take the values of *names* that are there, while threads add and delete."""
    found = {name: dict.get(namespace, name, _MISSING) for name in names}
    return {name: value for name, value in found.items() if value is not _MISSING}


def is_visible(name: object, value: object, hidden: Mapping[str, Any]) -> bool:
    """Tell whether the user bound *name*: neither private nor IPython's own."""
    if type(name) is not str or name.startswith("_") or name in _OURS:
        return False
    return hidden.get(name, _MISSING) is not value


def is_followed(name: object, value: object, hidden: Mapping[str, Any]) -> bool:
    """Tell whether the user bound *name*, private names as well: cells read both."""
    if type(name) is not str or not name.startswith("_"):
        return is_visible(name, value, hidden)
    return (
        re.fullmatch(_SPECIAL, name) is None and hidden.get(name, _MISSING) is not value
    )


# Of IPython and Python; a string, which `re` compiles at the first private name.
_SPECIAL = r"_+|_i+|_i?\d+|_[iod]h|_exit_code|__\w+__"
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
