"""A zoo of live objects, each with facts that its description must state.

The facts are what a person who made the object would say of it. They are texts
that must occur in the description at its highest fidelity, live line included.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

CAGES = ("plain", "waiting", "tables", "science", "models", "plots", "hostile")


class Animal(NamedTuple):
    """One object: how to make it, what is true of it, what it needs installed."""

    name: str
    kind: str
    make: Callable[[], Any]
    facts: tuple[str, ...]
    needs: tuple[str, ...]
    never: tuple[str, ...]

    @property
    def missing(self) -> str:
        """Name the first library that is not installed; empty if all are."""
        absent = [name for name in self.needs if not importlib.util.find_spec(name)]
        return absent[0] if absent else ""


_ANIMALS: list[Animal] = []


def animal(
    kind: str, *facts: str, needs: str = "", never: tuple[str, ...] = ()
) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Put what the decorated function makes into the zoo.

    *never* are texts that no description of it may hold.
    """

    def put(make: Callable[[], Any]) -> Callable[[], Any]:
        needed = tuple(needs.split())
        _ANIMALS.append(Animal(make.__name__, kind, make, facts, needed, never))
        return make

    return put


def zoo() -> list[Animal]:
    """Give all animals, those whose library is missing too."""
    for cage in CAGES:
        importlib.import_module(f"tests.kernel.zoo.{cage}")
    return _ANIMALS
