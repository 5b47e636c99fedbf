"""What each run did to names, as the kernel saw it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from itertools import compress
from types import ModuleType
from typing import Any

import msgspec

from jupyter_ctx.code.dataflow import Effect, Follower
from jupyter_ctx.core.cell import Touch
from jupyter_ctx.kernel.describe.static import instance_dict, module_dict, module_of
from jupyter_ctx.kernel.digest import digest, filled, is_cache
from jupyter_ctx.kernel.namespace import is_followed, mark
from jupyter_ctx.kernel.origins import Origin, Origins
from jupyter_ctx.kernel.sharing import CONTAINERS, sharing

# By id, since hashing a class may ask its metaclass.
_SIZED = {id(cls) for cls in (list, set, dict, bytearray)}
DIGEST_TIME = 0.01  # seconds of our own work in a cell's hook, not of waiting


class _Seen(msgspec.Struct):
    """What a name held after the last run that had to do with it."""

    identity: int
    mark: object
    digest: str
    is_sized: bool = False
    attributes: frozenset[str] = frozenset()  # of an object of the user


class Touches:
    """Compares what names hold before and after each run. Main thread only."""

    def __init__(self, hidden: Mapping[str, Any]) -> None:
        self._hidden = hidden  # names that are not the user's
        self._follower = Follower()
        self._seen: dict[str, _Seen] = {}
        self._origins = Origins(hidden)

    def note(
        self,
        source: str,
        live: dict[str, Any],
        bound: Collection[str],
        said: Collection[str] | None = None,
    ) -> tuple[Touch, ...]:
        """Tell what the run of *source* did to names, which left *live*.

        *bound* are the names that it gave a value. Others count as changed in
        place if their fingerprint says so, or the source where there is none; *said*
        is what the source says where not all of it has run.
        """
        effect = self._follower.follow(source)
        if said is not None:
            effect = msgspec.structs.replace(effect, changes=frozenset(said))
        deadline = time.thread_time() + DIGEST_TIME
        bound = [*bound, *self._private(effect, live, is_whole=said is None)]
        held = [name for name in bound if name in live]
        origin = self._origins.of(source, effect, live, is_whole=said is None)
        changed = list(self._changed(effect, live, bound, deadline, origin))
        aliases = self._aliases(changed, live, {*bound, *changed})
        shared = self._shared([*changed], live, {*bound, *changed, *aliases}, deadline)
        touched = [Touch(n, "bound", self._look(n, live, deadline)) for n in held]
        touched += [Touch(n, "changed", self._seen[n].digest) for n in changed]
        touched += [Touch(n, "changed", self._look(n, live, deadline)) for n in aliases]
        touched += [Touch(n, "changed", self._seen[n].digest) for n in shared]
        gone = sorted(name for name in effect.deletes if name not in live)
        for name in gone:
            self._seen.pop(name, None)
        touched += [Touch(name, "deleted") for name in gone]
        return self._origins.take(touched, origin, live)

    def _private(
        self, effect: Effect, live: dict[str, Any], *, is_whole: bool
    ) -> Iterator[str]:
        """Find the private names that were bound; *is_whole* that all has run."""
        for name in sorted(effect.binds):
            if name.startswith("_") and self._is_user(name, live):
                seen = self._seen.get(name)
                is_new = seen is None or seen.identity != id(live[name])
                if is_new or (is_whole and name not in effect.maybe):
                    yield name

    def _look(self, name: str, live: dict[str, Any], deadline: float) -> str:
        seen = self._seen[name] = _look(live[name], deadline)
        return seen.digest

    def _changed(
        self,
        effect: Effect,
        live: dict[str, Any],
        bound: Collection[str],
        deadline: float,
        origin: Origin,
    ) -> Iterator[str]:
        named = sorted(effect.changes) + sorted(effect.reads)
        wanted = dict.fromkeys([*named, *self._grown(live)])
        for name in wanted:
            if name in bound or not self._is_user(name, live):
                continue
            before, after = self._seen.get(name), _look(live[name], deadline)
            self._seen[name] = after
            is_same = before is not None and before.digest == after.digest
            is_said = name in effect.changes
            if not is_said and _has_cached(before, live[name], deadline):
                continue
            if is_same and self._origins.is_repeated(
                name, live[name], after.digest, origin
            ):
                continue
            if _differs(before, after, is_said=is_said):
                yield name

    def _grown(self, live: dict[str, Any]) -> list[str]:
        """Find containers that a thread or task has filled, or emptied, meanwhile."""
        sized = ((n, seen) for n, seen in self._seen.items() if seen.is_sized)
        return [n for n, seen in sized if n in live and _is_grown(seen, live[n])]

    def _is_user(self, name: str, live: dict[str, Any]) -> bool:
        return name in live and is_followed(name, live[name], self._hidden)

    def _aliases(
        self, changed: Collection[str], live: dict[str, Any], known: Collection[str]
    ) -> list[str]:
        """Find the other names of the *changed* objects, at the speed of C."""
        if not changed:
            return []
        ids = {id(live[name]) for name in changed}
        same = compress(live, map(ids.__contains__, map(id, live.values())))
        return [n for n in same if n not in known and self._is_user(n, live)]

    def _shared(
        self,
        changed: Collection[str],
        live: dict[str, Any],
        known: Collection[str],
        deadline: float,
    ) -> list[str]:
        """Find the views and containers that have changed with the *changed*."""
        found = []
        for name, is_certain in sharing(changed, live) if changed else ():
            if name in known or not self._is_user(name, live):
                continue
            before, after = self._seen.get(name), _look(live[name], deadline)
            self._seen[name] = after
            # A view that stays equal counts as well: it is as new as its array.
            is_view = bool(after.digest) and type(live[name]) not in CONTAINERS
            if is_view or _differs(before, after, is_said=is_certain):
                found.append(name)
        return found


def _look(value: object, deadline: float) -> _Seen:
    is_late = time.thread_time() > deadline
    read = "" if is_late else digest(value, deadline)
    is_sized = id(type(value)) in _SIZED
    return _Seen(id(value), _mark(value), read, is_sized, _attributes(value))


def _attributes(value: object) -> frozenset[str]:
    own = instance_dict(value) if module_of(type(value)) == "__main__" else None
    return frozenset(filled(value, own)) if own is not None else frozenset()


def _has_cached(before: _Seen | None, value: object, deadline: float) -> bool:
    """Tell whether a read has only filled private attributes that were not there."""
    if before is None or not before.digest or before.identity != id(value):
        return False
    new = _attributes(value) - before.attributes
    if not new or not all(name.startswith("_") for name in new):
        return False
    return digest(value, deadline, before.attributes) == before.digest


def _mark(value: object) -> object:
    """Make a `mark` that stays when a read fills a cache, and tells a `reload`."""
    cls = type(value)
    if cls is ModuleType:
        return id((module_dict(value) or {}).get("__spec__"))
    kind, size = mark(value)
    own = instance_dict(value)
    if own is None or type(size) is not int:
        return kind, size
    return kind, sum(not is_cache(cls, name) for name in list(own))


def _is_grown(seen: _Seen, value: object) -> bool:
    is_same = seen.identity == id(value) and id(type(value)) in _SIZED
    return is_same and seen.mark != mark(value)


def _differs(before: _Seen | None, after: _Seen, *, is_said: bool) -> bool:
    """Tell whether an object changed; *is_said* that the source changes it."""
    if before is None or before.identity != after.identity:
        return is_said
    if before.digest and before.digest == after.digest:
        return is_said and "~" in after.digest
    if before.digest and after.digest and "?" not in after.digest:
        return True
    return is_said or before.mark != after.mark
