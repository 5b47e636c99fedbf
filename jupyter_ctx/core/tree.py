"""Ways through a tree of turns, remembered: doors ask for them again and again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec


class Node(Protocol):
    """What stands in a tree, and after whom."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def parent(self) -> str:
        """The name of the one before; of none at the beginning."""
        ...


N = TypeVar("N", bound=Node)


class _Known(msgspec.Struct):
    """What was found out about some *turns*."""

    turns: Mapping[Any, Any]
    paths: dict[str, Any] = {}
    children: Mapping[str, Any] = {}


_last = [_Known({})]
"""The turns that were looked at last. One slot, written at once: any thread may."""


def path_to(turns: Mapping[Any, N], tip: str) -> tuple[N, ...]:
    """List the way from the first to *tip*; a broken or cyclic link ends it."""
    known = _look_at(turns)
    if tip not in known.paths:
        known.paths[tip] = _grown(turns, tip) or _walk(turns, tip)
    found: tuple[N, ...] = known.paths[tip]
    return found


def children_of(turns: Mapping[Any, N], parent: str) -> Sequence[N]:
    """List what stands after *parent* on any branch, oldest first."""
    known = _look_at(turns)
    if not known.children and turns:
        known.children = _families(turns)
    found: Sequence[N] = known.children.get(parent, ())
    return found


def _look_at(turns: Mapping[Any, N]) -> _Known:
    known = _last[0]
    if known.turns is not turns:
        known = _last[0] = _Known(turns)
    return known


def _families(turns: Mapping[Any, N]) -> Mapping[str, Sequence[N]]:
    found: dict[str, list[N]] = {}
    for turn in turns.values():
        found.setdefault(turn.parent, []).append(turn)
    return found


_longest: list[tuple[Any, ...]] = [()]
"""The way that was found last: the next one is mostly the same, or one turn more."""


def _grown(turns: Mapping[Any, N], tip: str) -> tuple[N, ...]:
    """Give the way to *tip* where the last one leads to it; empty where it does not.

    Turns that are the very same have the same parents, so nothing is walked.
    """
    turn, before = turns.get(tip), _longest[0]
    before = before[:-1] if before and before[-1].id == tip else before
    if turn is None or not before or turn.parent != before[-1].id:
        return ()
    now = [turns.get(one.id) for one in before]
    if any(one is not two for one, two in zip(now[:-1], before, strict=False)):
        return ()
    first, last = now[0], now[-1]
    if first is None or last is None or first.parent in turns:
        return ()
    if last.parent != before[-1].parent:
        return ()
    found = _longest[0] = (*before[:-1], last, turn)
    return found


def _walk(turns: Mapping[Any, N], tip: str) -> tuple[N, ...]:
    found: dict[str, N] = {}
    turn = turns.get(tip)
    while turn is not None and turn.id not in found:
        found[turn.id] = turn
        turn = turns.get(turn.parent)
    way = _longest[0] = tuple(reversed(found.values()))
    return way
