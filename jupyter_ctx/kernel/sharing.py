"""Which names share a changed object: views of an array, containers that hold it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import compress
from typing import Any

from jupyter_ctx.kernel.describe.static import loaded

HELD = 1_000  # items of a container that are looked through

CONTAINERS = (list, tuple, dict)


def sharing(
    changed: Collection[str], live: dict[str, Any]
) -> Iterator[tuple[str, bool]]:
    """Give names of *live* that may have changed with those *changed* in place.

    Each with whether that is certain. Only identities of plain containers, one
    level deep, and the bases of plain numpy arrays are read.
    """
    array = loaded("numpy", "ndarray")
    kinds = {*map(id, CONTAINERS), id(array)}
    values = list(live.values())
    of_kind = map(kinds.__contains__, map(id, map(type, values)))
    ids = {id(live[name]) for name in changed}
    roots = {id(_root(live[name], array)) for name in changed}
    for name, value in list(compress(zip(live, values, strict=True), of_kind)):
        if type(value) is array:
            root = _root(value, array)
            if id(root) in roots:
                yield name, root is value
        elif len(value) <= HELD and _holds(value, ids):
            yield name, True


def _root(value: object, array: type | None) -> object:
    """Give the array that owns the memory of *value*, or *value*."""
    while array is not None and type(value) is array:
        base = value.base  # type: ignore[attr-defined]
        if type(base) is not array:
            break
        value = base
    return value


def _holds(container: object, ids: Collection[int]) -> bool:
    held: Any = container
    try:
        items = tuple(dict.values(held) if type(held) is dict else held)
    except RuntimeError:  # a thread changes it
        return False
    return any(map(ids.__contains__, map(id, items)))
