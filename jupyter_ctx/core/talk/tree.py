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
        known.paths[tip] = _walk(turns, tip)
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


class Growing(dict[Any, Any]):
    """Turns that only one holds, who reads a log: more are put in without a copy."""


def put(before: dict[Any, N], turn: N) -> dict[Any, N]:
    """Give the turns *before* with *turn* among them or in place of its older self."""
    turns = before if isinstance(before, Growing) else before.copy()
    _placed(before, turns, turn)
    turns[turn.id] = turn
    return turns


def _placed(before: Mapping[Any, N], turns: Mapping[Any, N], turn: N) -> None:
    """Learn that *turns* are those *before* but for *turn*, which is new or other now.

    So the ways that are known need not be walked again: mostly it is at their end.
    """
    known = _last[0]
    if known.turns is not before:
        return
    found = _Known(turns)
    is_new = turn.id not in before
    for tip, way in tuple(known.paths.items()):  # another thread may add to them
        if way and way[-1].id == turn.id:
            found.paths[tip] = (*way[:-1], turn)
        elif way and way[-1].id == turn.parent:
            found.paths[tip] = way
            if is_new:
                found.paths[turn.id] = (*way, turn)
    _last[0] = found


def _walk(turns: Mapping[Any, N], tip: str) -> tuple[N, ...]:
    found: dict[str, N] = {}
    turn = turns.get(tip)
    while turn is not None and turn.id not in found:
        found[turn.id] = turn
        turn = turns.get(turn.parent)
    return tuple(reversed(found.values()))
