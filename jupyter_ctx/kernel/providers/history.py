"""What the executed cells say: the last binding of each name, and who reads what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from jupyter_ctx.code.defuse import Binding, Names, names
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.piece import AnchorId
from jupyter_ctx.core.engine.relevance import (
    AT_ISSUE,
    MENTIONED,
    MENTIONED_FLOOR,
    UNTRACED,
    Trace,
    is_spoken,
    need,
    trace,
)
from jupyter_ctx.core.place import here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState


class Bound(msgspec.Struct, frozen=True):
    """The last binding of a name: in which execution, by which statement."""

    execution: Execution
    binding: Binding


class History(msgspec.Struct, frozen=True):
    """The analysed executions of a state; superseded ones (re-runs) left out.

    *deleted* gives the last of them, by its place, that deletes a name; *chances* are
    those that the next cell needs a traced name.
    """

    executions: tuple[Execution, ...]
    analysed: tuple[Names, ...]
    traces: dict[str, Trace]
    bound: dict[str, Bound]
    mutated: dict[str, tuple[tuple[Execution, int], ...]]
    deleted: dict[str, int] = {}
    chances: dict[str, float] = {}

    def weight(self, name: str, wanted: Wanted, issue: frozenset[str]) -> float:
        """Estimate the chance that the answer to *wanted* needs *name*.

        *issue* is what `at_issue` gives for *wanted*.
        """
        if name in issue:
            return AT_ISSUE
        chance = self.chances.get(name, UNTRACED)
        if not wanted.mentions:
            return chance
        if name in wanted.mentions:
            return max(chance, MENTIONED)
        is_meant = is_spoken(name, wanted.mentions)
        return max(chance, MENTIONED_FLOOR) if is_meant else chance

    def at_issue(self, wanted: Wanted) -> frozenset[str]:
        """Give the names that the failing cell and the one under the cursor read."""
        report, place = wanted.state.error, here(wanted.state)
        run = report.run if report is not None else None
        found = [_names(one) for one in self.executions if one.run == run]
        if place is not None and place.cell.kind == "code" and not place.language:
            found.append(names(place.cell.source))
        return frozenset().union(*map(_reads, found)) | self.raised_in(wanted)

    def raised_in(self, wanted: Wanted) -> frozenset[str]:
        """Give the functions and the classes whose code the open error passed."""
        report = wanted.state.error
        frames = report.frames if report is not None else ()
        passed = {frame.function for frame in frames if frame.is_user}
        if not passed:
            return frozenset()
        owners = {
            name
            for name, bound in self.bound.items()
            if any(m.partition("(")[0] in passed for m in bound.binding.methods)
        }
        return frozenset(owners | (passed & self.bound.keys()))


def _reads(analysed: Names) -> frozenset[str]:
    return frozenset(analysed.uses) | {name for name, _ in analysed.mutates}


@lru_cache(maxsize=4)
def analyse(executions: tuple[Execution, ...]) -> History:
    """Follow *executions*; one request asks several times, hence the cache."""
    current = _current(executions)
    analysed = tuple(map(_names, current))
    bound: dict[str, Bound] = {}
    mutated: dict[str, tuple[tuple[Execution, int], ...]] = {}
    for execution, found in zip(current, analysed, strict=True):
        for binding in found.binds:
            bound[binding.name] = Bound(execution, binding)
            mutated.pop(binding.name, None)
        for name, line in found.mutates:
            mutated[name] = (*mutated.get(name, ())[-1:], (execution, line))
        for name in found.deletes:
            bound.pop(name, None)
    deleted = {
        name: place for place, one in enumerate(analysed) for name in one.deletes
    }
    traces = trace(analysed)
    chances = {name: need(entry, len(current)) for name, entry in traces.items()}
    return History(current, analysed, traces, bound, mutated, deleted, chances)


def as_alive(history: History, state: KernelState) -> History:
    """Take in what cells bound that say something else since: the kernel holds it."""
    shown = {one.run for one in history.executions}
    gone = {one.run: one for one in state.executions if one.run not in shown}
    if not gone:
        return history
    bound, mutated = dict(history.bound), dict(history.mutated)
    for summary in state.variables:
        name, execution = summary.name, gone.get(summary.run or 0)
        if execution is None or execution.status == "running":
            continue
        known = bound.get(name)
        binding = _binding(execution, name)
        if binding is None or (known and known.execution.run > execution.run):
            continue
        bound[name] = Bound(execution, binding)
        later = [one for one in mutated.get(name, ()) if one[0].run > execution.run]
        mutated[name] = tuple(later)
    return msgspec.structs.replace(history, bound=bound, mutated=mutated)


def _binding(execution: Execution, name: str) -> Binding | None:
    """Find the last statement of *execution* that binds *name*."""
    binds = reversed(_names(execution).binds)
    return next((one for one in binds if one.name == name), None)


def _names(execution: Execution) -> Names:
    # Other languages are shown as they are.
    return Names() if execution.language else names(execution.source)


def _current(executions: Sequence[Execution]) -> tuple[Execution, ...]:
    """Keep the last run of each cell: what it held before is superseded.

    The cell that is running now is left out: it asks, or has not bound yet.
    """
    last: dict[str, Execution] = {}
    for execution in executions:
        if execution.status == "running":
            continue
        key = execution.cell_id or execution.source
        last.pop(key, None)
        last[key] = execution
    return tuple(sorted(last.values(), key=lambda e: e.run))


def cell_anchor(execution: Execution) -> AnchorId:
    """Name the execution's cell: `cell:7` for run 7."""
    return AnchorId(f"cell:{execution.run}")


def source_lines(source: str, first: int, last: int) -> str:
    """Give lines *first* to *last* of *source*, counted from 1."""
    return "\n".join(source.split("\n")[first - 1 : last])
