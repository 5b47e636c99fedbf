"""What each name of a cell is made from, statement by statement."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.magics import blanked
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.code.steps import Function, Step, Stepper, Steps

CACHED = 4_096  # cells remembered, as many as their names are
STATEMENTS = 400  # of a cell; beyond, its names count as made from all that it reads
_TELLING = frozenset({*dir(builtins), "display"})
"""Functions that change nothing that they are given."""


class Making(msgspec.Struct, frozen=True):
    """What counts for one name at the end of its cell.

    *inputs* are names that the cell did not bind before, functions that it calls
    included; *by* tells the statements apart that have made it, whatever their place.
    """

    inputs: frozenset[str] = frozenset()
    by: frozenset[int] = frozenset()


@lru_cache(maxsize=CACHED)
def makings(source: str) -> Mapping[str, Making] | None:
    """Tell what each name that *source* writes is made from; None where it is unclear.

    Nobody may change the answer: it is shared.
    """
    found = blanked(source)
    tree = parse(found.python) if names(source).is_parsed else None
    if tree is None or len(tree.body) > STATEMENTS:
        return None
    if found.is_open or found.binds or found.made or found.reads:
        return None  # a magic has made it
    maker = _Maker(found.python.split("\n"), found.unbound)
    try:
        maker.block(tree.body, Making(), is_sure=True)
    except RecursionError:
        return None
    return None if maker.is_open else maker.made


class _Maker:
    """The makings so far; *shared* are the names of this cell for one object."""

    def __init__(self, lines: Sequence[str], unbound: frozenset[int]) -> None:
        self.made: dict[str, Making] = {}
        self.is_open = False
        self._lines = lines
        self._unbound = unbound
        self._functions: dict[str, Function] = {}
        self._shared: dict[str, set[str]] = {}

    def block(self, body: Iterable[ast.stmt], given: Making, *, is_sure: bool) -> None:
        """Take the statements of *body*, for all of which *given* counts.

        What is not *is_sure* to run may leave the value that was there before.
        """
        for statement in body:
            if isinstance(statement, ast.If):
                asked = ast.fix_missing_locations(ast.Expr(statement.test))
                test = self._take(asked, given, is_sure=False)
                inner = [*statement.body, *statement.orelse]
                self.block(inner, test, is_sure=False)
            elif isinstance(statement, ast.With):
                head = ast.fix_missing_locations(ast.With(statement.items, []))
                inside = self._take(head, given, is_sure=is_sure)
                self.block(statement.body, inside, is_sure=is_sure)
            elif isinstance(statement, ast.Try):
                caught = [s for one in statement.handlers for s in one.body]
                tried = [*statement.body, *caught, *statement.orelse]
                self.block([*tried, *statement.finalbody], given, is_sure=False)
            else:
                self._take(statement, given, is_sure=is_sure)

    def _take(self, statement: ast.stmt, given: Making, *, is_sure: bool) -> Making:
        """Take one statement; give what counts for all that it does."""
        taken = self._seen(statement)
        self.is_open |= taken.is_open
        self._functions |= {function.name: function for function in taken.functions}
        making = _plus(given, Making(by=frozenset({hash(ast.dump(statement))})))
        for name in dict.fromkeys([*taken.reads, *taken.loaded]):
            making = _plus(making, self._of(name, set()))
        for step in taken.steps:
            if step.kind == "call" and not isinstance(statement, ast.Expr):
                continue  # its result was wanted, not what it may do
            sure = is_sure and step.name not in taken.maybe
            self._do(step, making, is_sure=sure)
        self._share(statement)
        return making

    def _do(self, step: Step, making: Making, *, is_sure: bool) -> None:
        if step.kind == "call":
            self._give(step, making)
        elif step.kind == "change":
            self._change(step.name, making)
        elif step.kind == "delete":
            self.made.pop(step.name, None)
        else:
            self._bind(step.name, making, is_sure=is_sure)

    def _seen(self, statement: ast.stmt) -> Steps:
        walker = Stepper(self._lines, self._unbound)
        walker.block([statement])
        return walker.taken()

    def _of(self, name: str, seen: set[str]) -> Making:
        """Tell what counts where *name* is read, or called."""
        found = self.made.get(name, Making(frozenset({name})))
        function = self._functions.get(name)
        if function is None or name in seen:
            return found
        seen.add(name)
        for read in function.reads:
            found = _plus(found, self._of(read, seen))
        return _plus(found, Making(frozenset({name})))

    def _bind(self, name: str, making: Making, *, is_sure: bool) -> None:
        before = self.made.get(name)
        if before is not None and not is_sure:
            making = _plus(before, making)
        self.made[name] = making
        self._shared.pop(name, None)

    def _change(self, name: str, making: Making) -> None:
        for one in self._shared.get(name, {name}):
            before = self.made.get(one, Making(frozenset({one})))
            self.made[one] = _plus(before, making)

    def _give(self, call: Step, making: Making) -> None:
        """Let a function have changed what this cell has made and gives to it."""
        if call.name in _TELLING:
            return
        for name in (*call.arguments, *(name for _, name in call.keywords)):
            if name in self.made:
                self._change(name, making)

    def _share(self, statement: ast.stmt) -> None:
        """Note that names may stand for one object: `b = a`, `v = a[:2]`, `f, x =`."""
        if not isinstance(statement, ast.Assign):
            return
        nodes = [node for target in statement.targets for node in ast.walk(target)]
        shared = {
            node.id
            for node in nodes
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        other = _owner(statement.value)
        shared |= self._shared.get(other, {other} if other else set())
        self._shared |= dict.fromkeys(shared, shared)


def _owner(value: ast.expr) -> str:
    """Give the name whose object, or a part of it, *value* is; empty for a new one."""
    while isinstance(value, ast.Attribute | ast.Subscript):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""


def _plus(one: Making, other: Making) -> Making:
    return Making(one.inputs | other.inputs, one.by | other.by)
