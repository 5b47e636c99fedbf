"""What a cell does to names, step by step, and what its functions will do."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from jupyter_ctx.code.binding import Names
from jupyter_ctx.code.defuse import CACHED, names
from jupyter_ctx.code.magics import Blanked, blanked
from jupyter_ctx.code.nodes import is_literal, root
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.code.scopes import parameters, signature, stores
from jupyter_ctx.code.walk import Walker, walk

# ruff: noqa: N802 - the methods of a visitor are named for their nodes.

OPENING = frozenset({"exec", "globals", "execfile", "run_line_magic"})
"""Functions that may bind any name."""

_Def = ast.FunctionDef | ast.AsyncFunctionDef


class Step(msgspec.Struct, frozen=True):
    """One thing done to *name*: `alias` makes it the object of *other*.

    A `call` has the names that stand for its *arguments* by position, empty for
    an expression, and by keyword.
    """

    kind: Literal["bind", "import", "alias", "change", "delete", "call"]
    name: str
    other: str = ""
    arguments: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str], ...] = ()


class Function(msgspec.Struct, frozen=True):
    """What a function, or the methods of a class, does when it is called.

    *alters* are those of its *parameters* that it changes in place; the rest are
    names of the namespace.
    """

    name: str
    parameters: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    alters: tuple[str, ...] = ()


class Steps(msgspec.Struct, frozen=True):
    """The steps of one cell in their order.

    *reads* come from before the cell, without what waits in functions; *loaded*
    are all names that are read while it runs. *is_open* tells that the cell binds
    names that its text does not show.
    """

    steps: tuple[Step, ...] = ()
    reads: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()
    functions: tuple[Function, ...] = ()
    maybe: tuple[str, ...] = ()
    is_open: bool = False


@lru_cache(maxsize=CACHED)
def steps(source: str) -> Steps:
    """Read the steps of *source*, however broken it is; never raises."""
    found = blanked(source)
    known = names(source)
    tree = parse(found.python) if known.is_parsed else None
    if tree is None:
        return _with_magics(_of_names(known), found)
    walker = Stepper(found.python.split("\n"), found.unbound)
    walker.block(tree.body)
    return _with_magics(walker.taken(), found)


def _of_names(known: Names) -> Steps:
    """Make do with the names of a cell that does not parse."""
    taken = [Step("change", name) for name, _ in known.mutates]
    taken += [Step("bind", binding.name) for binding in known.binds]
    taken += [Step("delete", name) for name in known.deletes]
    return Steps(tuple(taken), known.uses, known.uses, maybe=known.maybe)


def _with_magics(taken: Steps, found: Blanked) -> Steps:
    by_option = [Step("bind", name) for name, _ in found.binds]
    by_option += [Step("delete", name) for name in found.deletes]
    # Where the magic stands is not known: it may read what the cell binds above it.
    own = {step.name for step in taken.steps if step.kind in ("bind", "alias")}
    given = [name for name in found.reads if name not in own]
    return msgspec.structs.replace(
        taken,
        steps=(*by_option, *taken.steps),
        reads=tuple(dict.fromkeys([*given, *taken.reads])),
        is_open=taken.is_open or found.is_open,
    )


class Stepper(Walker):
    """Walks a cell and notes each step; *unbound* lines bind nothing."""

    def __init__(self, lines: Sequence[str], unbound: frozenset[int]) -> None:
        super().__init__(lines)
        self.unbound = unbound
        self.steps: list[Step] = []
        self.loaded: dict[str, None] = {}
        self.perhaps: dict[str, None] = {}  # bound in a branch only, then read
        self.functions: list[Function] = []
        self.is_open = False

    def taken(self) -> Steps:
        """Give all that was noted."""
        return Steps(
            tuple(self.steps),
            tuple(dict.fromkeys([*self.uses, *self.perhaps])),
            tuple(self.loaded),
            tuple(self.functions),
            self.result().maybe,
            self.is_open,
        )

    def _note(self, step: Step) -> None:
        line = self.statement.lineno if self.statement is not None else 0
        if not self.is_inner and line not in self.unbound:
            self.steps.append(step)

    def _bind(self, name: str, kind: str, **facts: object) -> None:
        super()._bind(name, kind, **facts)  # type: ignore[arg-type]
        self._note(Step("import" if kind == "import" else "bind", name))

    def _read(self, name: str) -> None:
        super()._read(name)
        if name in self.masked or self.is_deferred:
            return
        self.loaded.setdefault(name)
        self.is_open |= name in OPENING
        if name in self.defined and name not in self.certain:
            self.perhaps.setdefault(name)

    def _change(self, node: ast.expr) -> None:
        super()._change(node)
        name = root(node)
        if name and name not in self.masked:
            self._note(Step("change", name))

    def visit_Assign(self, node: ast.Assign) -> None:
        """Note which targets become names of one object."""
        if isinstance(node.value, ast.Lambda):
            self._named(node)
            return
        before = set(self.loaded)
        super().visit_Assign(node)
        if isinstance(node.value, ast.Name) and node.value.id not in before:
            self.loaded.pop(node.value.id, None)  # one more name is no call
        bound = [t.id for t in node.targets if isinstance(t, ast.Name)]
        if isinstance(node.value, ast.Name):
            self._aliases(bound, node.value.id)
        elif bound and (not is_literal(node.value) or _is_mutable(node.value)):
            self._aliases(bound[1:], bound[0])

    def _aliases(self, bound: Sequence[str], other: str) -> None:
        for name in bound:
            self._note(Step("alias", name, other))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """Note an alias made inside an expression."""
        super().visit_NamedExpr(node)
        if isinstance(node.value, ast.Name):
            self._aliases([node.target.id], node.value.id)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Note that `import *` binds what no text shows."""
        super().visit_ImportFrom(node)
        self.is_open |= any(alias.name == "*" for alias in node.names)

    def visit_Delete(self, node: ast.Delete) -> None:
        """Note the names that end."""
        super().visit_Delete(node)
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._note(Step("delete", target.id))

    def visit_Call(self, node: ast.Call) -> None:
        """Note a call of a named function with the names it is given."""
        super().visit_Call(node)
        if isinstance(node.func, ast.Name) and node.func.id not in self.masked:
            given = tuple(root(argument) for argument in node.args)
            named = tuple((k.arg, root(k.value)) for k in node.keywords if k.arg)
            self._note(Step("call", node.func.id, "", given, named))

    # Functions wait for their call; a lambda without a name is called at once.

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Read what the lambda reads: something is handed it to call it."""
        before = self.masked
        self.block([*node.args.defaults, *filter(None, node.args.kw_defaults)])
        self.masked |= parameters(node.args)
        self.visit(node.body)
        self.masked = before

    def _named(self, node: ast.Assign) -> None:
        assert isinstance(node.value, ast.Lambda)  # noqa: S101 - for the type checker
        function = node.value
        defaults = [*function.args.defaults, *filter(None, function.args.kw_defaults)]
        self.block(defaults)
        expression = ast.copy_location(ast.Expr(function.body), function)
        body: list[ast.stmt] = [expression]
        for target in node.targets:
            self._target(target, "assign", function)
            if isinstance(target, ast.Name):
                self._define(target.id, [(function.args, body)])

    def visit_FunctionDef(self, node: _Def) -> None:
        """Note what the function does when it is called."""
        super().visit_FunctionDef(node)
        self._define(node.name, [(node.args, node.body)])

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Note what all methods of the class do together."""
        super().visit_ClassDef(node)
        methods = [n for n in node.body if isinstance(n, _Def)]
        self._define(node.name, [(m.args, m.body) for m in methods])

    def _define(
        self, name: str, bodies: Sequence[tuple[ast.arguments, list[ast.stmt]]]
    ) -> None:
        if self.is_inner:
            return
        parts = [_function(name, args, body, self.lines) for args, body in bodies]
        self.functions.append(_joined(name, parts))


def _is_mutable(value: ast.expr) -> bool:
    return isinstance(value, ast.List | ast.Dict | ast.Set)


def _function(
    name: str, args: ast.arguments, body: list[ast.stmt], lines: Sequence[str]
) -> Function:
    found = walk(ast.Module(body, []), lines)
    own = stores(body) | parameters(args)
    changed = [changed for changed, _ in found.mutates]
    rebound = stores(body)
    return Function(
        name,
        signature(args),
        reads=tuple(use for use in found.uses if use not in own),
        binds=tuple(_globals(body, found)),
        changes=tuple(one for one in changed if one not in own),
        alters=tuple(one for one in changed if one in own and one not in rebound),
    )


def _globals(body: list[ast.stmt], found: Names) -> Iterator[str]:
    declared = {
        name
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Global)
        for name in node.names
    }
    bound = dict.fromkeys(binding.name for binding in found.binds)
    return (name for name in bound if name in declared)


def _joined(name: str, parts: Sequence[Function]) -> Function:
    """Take the methods of a class as one function that alters no argument."""
    if len(parts) == 1 and parts[0].parameters[:1] != ("self",):
        return parts[0]
    return Function(
        name,
        reads=tuple(dict.fromkeys(n for part in parts for n in part.reads)),
        binds=tuple(dict.fromkeys(n for part in parts for n in part.binds)),
        changes=tuple(dict.fromkeys(n for part in parts for n in part.changes)),
    )
