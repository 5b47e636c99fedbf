"""The effects of cells on names, followed from cell to cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from jupyter_ctx.code.steps import Function, Step, Steps, steps


class Effect(msgspec.Struct, frozen=True):
    """All that one cell does to names.

    *reads* are names whose value before the cell counts, also where a function
    that is called reads them. *changes* are changed in place, under all their
    names. *maybe* are those of *binds* that stand in a branch. *is_open* tells
    that the cell may bind more than its text says. *through* gives what each
    function that the cell calls reads, itself or through others.
    """

    binds: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    deletes: frozenset[str] = frozenset()
    maybe: frozenset[str] = frozenset()
    is_open: bool = False
    through: Mapping[str, frozenset[str]] = {}


def effects(sources: Iterable[str]) -> tuple[Effect, ...]:
    """Give the effect of each of *sources*, run in this order."""
    follower = Follower()
    return tuple(follower.follow(source) for source in sources)


class Follower:
    """Knows after each cell which names share an object and what functions do."""

    def __init__(self) -> None:
        self._objects: dict[str, object] = {}  # equal for names of one object
        self._functions: dict[str, Function] = {}
        self._modules: set[str] = set()

    def follow(self, source: str) -> Effect:
        """Take in one more cell and give its effect."""
        cell = steps(source)
        work = _Work()
        own = {function.name: function for function in cell.functions}
        for step in cell.steps:
            self._take(step, own, work)
        self._call(cell, work)
        through = {n: self._through(n) for n in cell.loaded if n in self._functions}
        return _effect(cell, work, through)

    def _through(self, name: str) -> frozenset[str]:
        found: set[str] = set()
        pending = [name]
        while pending:
            function = self._functions.get(pending.pop())
            if function is not None:
                new = set(function.reads) - found
                found |= new
                pending += new
        return frozenset(found)

    def _take(self, step: Step, own: Mapping[str, Function], work: _Work) -> None:
        if step.kind == "change":
            self._change(step.name, work)
        elif step.kind == "call":
            for name in self._altered(step):
                self._change(name, work)
        elif step.kind == "delete":
            work.binds.discard(step.name)
            work.deletes.add(step.name)
            self._forget(step.name)
        else:
            self._bind(step, own, work)

    def _bind(self, step: Step, own: Mapping[str, Function], work: _Work) -> None:
        name = step.name
        function = own.get(name) or self._functions.get(step.other)
        shared = self._objects.setdefault(step.other, object()) if step.other else None
        self._forget(name)
        work.binds.add(name)
        work.deletes.discard(name)
        self._objects[name] = shared or object()
        if function is not None:
            self._functions[name] = function
        if step.kind == "import":
            self._modules.add(name)

    def _forget(self, name: str) -> None:
        self._objects.pop(name, None)
        self._functions.pop(name, None)
        self._modules.discard(name)

    def _change(self, name: str, work: _Work) -> None:
        if name in self._modules:
            return  # `plt.title("a")` changes a figure, `np.random.seed` no array
        shared = self._objects.setdefault(name, object())
        work.changes.update(n for n, one in self._objects.items() if one is shared)

    def _altered(self, call: Step) -> Iterator[str]:
        function = self._functions.get(call.name)
        if function is None or not function.alters:
            return
        given = dict(zip(function.parameters, call.arguments, strict=False))
        given |= dict(call.keywords)
        for parameter, name in given.items():
            if name and parameter in function.alters:
                yield name

    def _call(self, cell: Steps, work: _Work) -> None:
        """Let every function that the cell reads, and those it calls, act."""
        pending = list(cell.loaded)
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            function = self._functions.get(name)
            if function is None or name in seen:
                continue
            seen.add(name)
            certain = work.binds - set(cell.maybe)
            work.reads |= set(function.reads) - certain
            pending += function.reads
            for bound in function.binds:
                self._bind(Step("bind", bound), {}, work)
            for changed in function.changes:
                self._change(changed, work)


class _Work(msgspec.Struct):
    """An effect while it grows."""

    binds: set[str] = msgspec.field(default_factory=set)
    reads: set[str] = msgspec.field(default_factory=set)
    changes: set[str] = msgspec.field(default_factory=set)
    deletes: set[str] = msgspec.field(default_factory=set)


def _effect(cell: Steps, work: _Work, through: Mapping[str, frozenset[str]]) -> Effect:
    return Effect(
        binds=frozenset(work.binds),
        reads=frozenset(work.reads.union(cell.reads)),
        changes=frozenset(work.changes - work.binds),
        deletes=frozenset(work.deletes),
        maybe=frozenset(work.binds.intersection(cell.maybe)),
        is_open=cell.is_open,
        through=through,
    )
