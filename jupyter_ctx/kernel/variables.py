"""The summaries of all variables, kept current at the cost of what changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Look, bare
from jupyter_ctx.kernel.namespace import (
    Snapshot,
    copy,
    is_visible,
    mark,
    part,
)

if TYPE_CHECKING:
    from jupyter_ctx.kernel.shell import Shell

HOOK_TIME = 0.02  # seconds a cell may wait for descriptions of what it changed
SURE = 8  # mentioned names that are described in any case
ASK_TIME = 0.2  # seconds a question may wait for descriptions
FIELDS_KEPT = 11_000  # columns and keys in memory, about 2 MB
TOLD = 20  # first columns of a frame whose values are told unasked
KEPT = 20  # further ones that are, since a question named them
FIELDS_FLOOR = 100  # kept of a frame when there are more

_UNSEEN = object()  # the mark of what was not described yet


class Known(msgspec.Struct):
    """What is known of one name; *run* bound it, *mark* tells changes in place.

    *keep* are the columns of a frame that were asked for.
    """

    summary: Summary
    mark: object = _UNSEEN
    run: int | None = None
    inferred: bool = False
    keep: frozenset[str] = frozenset()


class Variables:
    """Summaries by name. Main thread only, but for `latest`."""

    def __init__(self, shell: Shell, look: Callable[[str], Look]) -> None:
        self.described = 0
        self._shell = shell
        self._look = look
        self._known: dict[str, Known] = {}
        self._seen = Snapshot()
        self._has_grown = False

    def update(
        self,
        run: int | None,
        *,
        binds: Collection[str] = (),
        mutates: Collection[str] = (),
        time_limit: float = HOOK_TIME,
    ) -> tuple[str, ...]:
        """Take in what *run* changed: other objects, and what its code names.

        Gives the live names that it bound.
        """
        bound = dict.fromkeys([*self._changed(), *binds])
        touched = dict.fromkeys([*bound, *mutates])
        live = part(self._shell.user_ns, touched)
        for name in bound:
            self._rebind(name, live, run)
        for name in touched:
            if name in self._known:
                self._known[name].mark = _UNSEEN
        self._describe_all(touched, live, time.perf_counter() + time_limit)
        self.trim()
        return tuple(name for name in bound if name in self._known)

    def _changed(self) -> list[str]:
        now = Snapshot.of(self._shell.user_ns)
        changed = now.changed_since(self._seen)
        if not now.appends_to(self._seen):
            for name in self._known.keys() - set(now.names):
                del self._known[name]
        self._seen = now
        return changed

    def _rebind(self, name: str, live: dict[str, Any], run: int | None) -> None:
        if name not in live:
            return
        if not is_visible(name, live[name], self._shell.user_ns_hidden):
            self._known.pop(name, None)
            return
        # The run is known also where time is up before the description.
        summary = replace(bare(name, live[name]), run=run)
        self._known[name] = Known(summary, run=run)

    def infer(self, runs: dict[str, int]) -> None:
        """Say which run from before our time bound each name, by its code."""
        for name, run in runs.items():
            known = self._known.get(name)
            if known is not None and known.run is None:
                known.run, known.inferred = run, True
                known.summary = replace(known.summary, run=run, inferred=True)

    def _describe_all(
        self,
        names: Iterable[str],
        live: dict[str, Any],
        deadline: float,
        least: int = 0,
    ) -> None:
        for at, name in enumerate(names):
            if at >= least and time.perf_counter() > deadline:
                break
            self._describe(name, live)

    def _describe(self, name: str, live: dict[str, Any]) -> None:
        known = self._known.get(name)
        if known is None or name not in live:
            return
        # The describers are loaded when the first variable is seen.
        from jupyter_ctx.kernel.describe.registry import describe  # noqa: PLC0415

        self.described += 1
        look = replace(self._look(name), keep=known.keep)
        summary = describe(live[name], look)
        known.summary = replace(summary, run=known.run, inferred=known.inferred)
        known.mark = mark(live[name])
        self._has_grown |= len(summary.fields) > FIELDS_FLOOR

    def refresh(
        self,
        mentions: Iterable[str],
        run: int | None = None,
        time_limit: float = ASK_TIME,
    ) -> None:
        """Look at what changed since, also in place; *mentions* come first.

        Names beyond *time_limit* keep their last summary, or name and type. The first
        few mentions are described whatever the clock shows: threads of the user may
        have had all the time.
        """
        deadline = time.perf_counter() + time_limit
        live = copy(self._shell.user_ns)
        for name in self._changed():
            self._rebind(name, live, run)
        self._load_describers()
        asked = dict.fromkeys(mentions)
        first = [name for name in asked if self._is_stale(name, live)]
        self._describe_all(first, live, deadline + time_limit, SURE)
        for name in list(self._known):
            if time.perf_counter() > deadline:
                break
            if self._is_stale(name, live):
                self._describe(name, live)
        self._look_closer(asked, live, deadline + time_limit)

    def _look_closer(
        self, mentions: Collection[str], live: dict[str, Any], deadline: float
    ) -> None:
        """Describe anew the frames of which a column is asked for that stands far."""
        for name, known in list(self._known.items()):
            far = known.summary.fields[TOLD:] if known.summary.kind == "frame" else ()
            asked = {one.name for one in far if one.name in mentions} - known.keep
            if asked and time.perf_counter() < deadline:
                known.keep = frozenset([*sorted(asked), *known.keep][:KEPT])
                self._describe(name, live)

    def _load_describers(self) -> None:
        """Let plugins describe anew what was known before they were loaded."""
        # Scanned at a question, so that no cell waits for it.
        from jupyter_ctx.kernel.describe.custom import (  # noqa: PLC0415
            load_describers,
        )

        if load_describers():
            for known in self._known.values():
                if known.summary.kind == "object":
                    known.mark = _UNSEEN

    def _is_stale(self, name: str, live: dict[str, Any]) -> bool:
        known = self._known.get(name)
        if known is None or name not in live:
            return False
        return bool(known.mark != mark(live[name]))

    def all(self) -> tuple[Summary, ...]:
        """Give every summary in the order of the namespace."""
        order = {name: at for at, name in enumerate(self._seen.names)}
        known = dict.copy(self._known)
        return tuple(
            known[name].summary for name in sorted(known, key=order.__getitem__)
        )

    def __len__(self) -> int:
        """Count the names, on any thread."""
        return len(self._known)

    def latest(self) -> tuple[Summary, ...]:
        """Give the summaries as they are, on any thread."""
        return tuple(known.summary for known in dict.copy(self._known).values())

    def trim(self) -> None:
        """Stay within memory: cut the columns of what was bound first."""
        if not self._has_grown:
            return
        self._has_grown = False
        total = sum(len(known.summary.fields) for known in self._known.values())
        # The mark goes too, so that the next question looks again.
        for known in self._known.values():
            extra = len(known.summary.fields) - FIELDS_FLOOR
            if total > FIELDS_KEPT and extra > 0:
                cut = known.summary.fields[:FIELDS_FLOOR]
                known.summary = replace(known.summary, fields=cut)
                known.mark = _UNSEEN
                total -= extra
