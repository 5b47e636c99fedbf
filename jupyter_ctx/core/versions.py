"""Which version of each name a run read, and which it left behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from jupyter_ctx.code.dataflow import Effect, Follower
from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.cell import Execution, Touch


class Version(msgspec.Struct, frozen=True):
    """A value of a name: *bound* by one run, *written* last by the same or a later.

    *lineage* are the cells whose writes it is made of, where each read what the
    one before had left under this name.
    """

    bound: int
    written: int
    digest: str = ""
    lineage: frozenset[str] = frozenset()


class Reading(msgspec.Struct, frozen=True):
    """One run with the versions that it read and the names that it wrote.

    *writes* give the version of each name after the run, None where it deleted it.
    A name that it changed to an equal value, as its run before, keeps its version.
    *is_open* tells that its source may bind more names than were seen to change,
    *through* what the functions read that it calls.
    """

    execution: Execution
    key: str
    reads: dict[str, Version | None]
    writes: dict[str, Version | None]
    is_open: bool = False
    through: Mapping[str, frozenset[str]] = {}


class Replay(msgspec.Struct, frozen=True):
    """All readings in execution order, and the version of each name after them."""

    readings: tuple[Reading, ...]
    now: dict[str, Version]


def key_of(execution: Execution) -> str:
    """Tell which cell ran: its id, or its source where front ends send none."""
    return execution.cell_id or f"source:{execution.source}"


def replay(executions: Iterable[Execution]) -> Replay:
    """Follow every name through *executions*, oldest first.

    Only what ran since the last call is followed anew, where the rest is the same.
    """
    ended = tuple(one for one in executions if one.status != "running")
    try:
        walk = _last.pop()  # no other thread has it now
    except IndexError:
        walk = _Walk()
    if ended[: len(walk.readings)] != tuple(one.execution for one in walk.readings):
        walk = _Walk()
    for execution in ended[len(walk.readings) :]:
        walk.take(execution)
    found = Replay(tuple(walk.readings), dict(walk.now))
    _last[:] = [walk]
    return found


class _Walk:
    """The readings so far, and what the next one starts from."""

    def __init__(self) -> None:
        self.now: dict[str, Version] = {}
        self.readings: list[Reading] = []
        self._follower = Follower()
        self._last: dict[str, Reading] = {}

    def take(self, execution: Execution) -> None:
        """Read one more run."""
        now = self.now
        effect = self._follower.follow(execution.source)
        touched = execution.touched
        if touched is None:
            touched = _by_source(execution, effect)
        read = sorted(effect.reads - effect.deletes)  # `del x` asks for no value
        if effect.is_open:
            read = []  # `import *` may have bound what the cell reads after it
        reads = {name: now.get(name) for name in read}
        key = key_of(execution)
        for touch in touched:
            _write(now, touch, execution.run, key, reads)
        written = [touch.name for touch in touched]
        written += _kept(self._last.get(key), execution, now)
        writes = {name: now.get(name) for name in written}
        reading = Reading(execution, key, reads, writes, effect.is_open, effect.through)
        self._last[key] = reading
        self.readings.append(reading)


_last: list[_Walk] = []
"""The walk of the last call, if nobody goes on with it now: at most one."""


def _kept(
    before: Reading | None, execution: Execution, now: dict[str, Version]
) -> list[str]:
    """Find what the run changed once more to an equal value: nobody saw that."""
    if before is None or execution.status == "error":
        return []
    if before.execution.source != execution.source:
        return []
    return [
        name
        for name, left in before.writes.items()
        if left is not None and left.bound != before.execution.run
        if name in now and before.key in now[name].lineage
    ]


def _write(
    now: dict[str, Version],
    touch: Touch,
    run: int,
    key: str,
    reads: dict[str, Version | None],
) -> None:
    before = now.pop(touch.name, None)
    if touch.kind == "deleted":
        return
    is_derived = before is not None and (
        touch.kind == "changed" or reads.get(touch.name) is not None
    )
    lineage = before.lineage if before is not None and is_derived else frozenset()
    is_new = touch.kind == "bound" or before is None
    bound = run if is_new or before is None else before.bound
    now[touch.name] = Version(bound, run, touch.digest, lineage | {key})


def _by_source(execution: Execution, effect: Effect) -> tuple[Touch, ...]:
    """Take the word of the source where nobody saw the run."""
    digests = source_digests(execution.source)
    bound = [Touch(n, "bound", digests.get(n, "")) for n in sorted(effect.binds)]
    changed = [Touch(name, "changed") for name in sorted(effect.changes)]
    deleted = [Touch(name, "deleted") for name in sorted(effect.deletes)]
    return (*changed, *bound, *deleted)


def source_digests(source: str) -> dict[str, str]:
    """Tell the literals and imports of *source* apart by what is written."""
    found = {}
    for binding in names(source).binds:
        written = binding.literal
        if binding.kind == "import":
            written = f"import {binding.module} {binding.name}"
        found[binding.name] = "" if written is None else f"source:{written}"
    return found
