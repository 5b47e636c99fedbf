"""A walk over a syntax tree that keeps score of names, in the order of execution."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from jupyter_ctx.code.binding import STRINGS, Binding, Names, is_short
from jupyter_ctx.code.methods import CHANGING, QUIET, SHUFFLING
from jupyter_ctx.code.nodes import (
    is_in_place,
    is_literal,
    outputs,
    parts,
    root,
    span,
)
from jupyter_ctx.code.scopes import parameters, signature, stores, targets

# ruff: noqa: D102 - the methods of a visitor are named for their nodes.

LITERAL_LIMIT = 200  # characters of a literal that is kept

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Scoped = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def walk(tree: ast.Module, lines: Sequence[str]) -> Names:
    """Read the names of the parsed cell whose source is *lines*."""
    walker = Walker(lines)
    walker.block(tree.body)
    return walker.result()


class Walker(ast.NodeVisitor):
    """The names seen so far; *masked* are those of the inner scopes."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.binds: list[Binding] = []
        self.defined: set[str] = set()
        self.certain: set[str] = set()  # defined, whichever branches are taken
        self.uses: dict[str, None] = {}
        self.later: dict[str, None] = {}  # read by functions, when they are called
        self.mutates: dict[tuple[str, int], None] = {}
        self.deletes: dict[str, None] = {}
        self.strings: dict[str, None] = {}
        self.stars: dict[tuple[str, int], None] = {}
        self.masked: frozenset[str] = frozenset()
        self.is_inner = False  # inside a function or class: nothing is bound
        self.is_deferred = False  # inside a function: read when it is called
        self.statement: ast.stmt | None = None

    def result(self) -> Names:
        late = [name for name in self.later if name not in self.defined]
        return Names(
            binds=tuple(self.binds),
            uses=tuple(dict.fromkeys([*self.uses, *late])),
            mutates=tuple(self.mutates),
            deletes=tuple(n for n in self.deletes if n not in self.defined),
            strings=tuple(self.strings)[:STRINGS],
            maybe=tuple(dict.fromkeys(self._unsure())),
            stars=tuple(self.stars),
        )

    def _unsure(self) -> Iterator[str]:
        return (b.name for b in self.binds if b.name not in self.certain)

    def block(self, body: Iterable[ast.AST]) -> None:
        for node in body:
            self.visit(node)

    def visit(self, node: ast.AST) -> None:
        """Visit *node*, knowing the statement it belongs to."""
        before = self.statement
        if isinstance(node, ast.stmt) and not self.is_inner:
            self.statement = node
        super().visit(node)
        self.statement = before

    # Names.

    def _bind(  # noqa: PLR0913 - the facts of a binding
        self,
        name: str,
        kind: str,
        *,
        literal: str | None = None,
        module: str = "",
        params: tuple[str, ...] = (),
        methods: tuple[str, ...] = (),
    ) -> None:
        if self.is_inner or self.statement is None:
            return
        first, last = span(self.statement)
        text = self.lines[self.statement.lineno - 1].strip()
        self.binds.append(
            Binding(name, kind, first, text, literal, module, params, methods, last)
        )
        self.defined.add(name)
        self.certain.add(name)

    def _read(self, name: str) -> None:
        if name in self.masked:
            return
        if self.is_deferred:
            self.later.setdefault(name)
        elif name not in self.defined:
            self.uses.setdefault(name)

    def _change(self, node: ast.expr) -> None:
        name = root(node)
        if name and name not in self.masked and not self.is_inner:
            self.mutates.setdefault((name, node.lineno))

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._read(node.id)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and is_short(node.value):
            self.strings.setdefault(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.block(v for v in node.values if isinstance(v, ast.FormattedValue))

    # Statements that bind.

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self._target(target, "assign", node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.annotation)
        if node.value is not None:
            self.visit(node.value)
            self._target(node.target, "assign", node.value)
        elif not isinstance(node.target, ast.Name):
            self.visit(node.target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self._read(node.target.id)
        self._target(node.target, "augment", None)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._bind(node.target.id, "walrus", literal=self._literal(node.value))

    def _target(self, target: ast.expr, kind: str, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, kind, literal=self._literal(value))
        elif isinstance(target, ast.Tuple | ast.List):
            for element, part in zip(
                target.elts, parts(target.elts, value), strict=True
            ):
                self._target(element, kind, part)
        elif isinstance(target, ast.Starred):
            self._target(target.value, kind, None)
        else:
            self._change(target)
            self.visit(target)

    def _literal(self, value: ast.expr | None) -> str | None:
        if value is None or not is_literal(value):
            return None
        text = ast.unparse(value)
        return text if len(text) <= LITERAL_LIMIT else None

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self._target(node.target, "for", None)
        self.block([*node.body, *node.orelse])

    visit_AsyncFor = visit_For  # noqa: N815

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self._target(item.optional_vars, "with", None)
        self.block(node.body)

    visit_AsyncWith = visit_With  # noqa: N815

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        # Python deletes the name at the end of the handler: it binds nothing.
        if node.type is not None:
            self.visit(node.type)
        before = self.masked
        self.masked |= {node.name} if node.name else set()
        self._branch(node.body)
        self.masked = before

    # Branches: what they bind is not certain.

    def _branch(self, body: Iterable[ast.AST]) -> set[str]:
        """Visit a *body* that may not run; give what is certain at its end."""
        before = set(self.certain)
        self.block(body)
        after, self.certain = self.certain, before
        return after

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        taken = self._branch(node.body)
        self.certain |= taken & self._branch(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self._branch([*node.body, *node.orelse])

    def visit_match_case(self, node: ast.match_case) -> None:
        guard = [node.guard] if node.guard is not None else []
        self._branch([node.pattern, *guard, *node.body])

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        if node.pattern is not None:
            self.visit(node.pattern)
        if node.name is not None:
            self._bind(node.name, "assign")

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name is not None:
            self._bind(node.name, "assign")

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self.block([*node.keys, *node.patterns])
        if node.rest is not None:
            self._bind(node.rest, "assign")

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            top = alias.name.partition(".")[0]
            module = alias.name if alias.asname else top
            self._bind(alias.asname or top, "import", module=module)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name == "*":
                self.stars.setdefault((module, node.lineno))
            else:
                self._bind(alias.asname or alias.name, "import", module=module)

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Name):
                self._change(target)
                self.visit(target)
                continue
            self._read(target.id)
            if not self.is_inner:
                self.deletes.setdefault(target.id)
                self.defined.discard(target.id)
                self.certain.discard(target.id)
                self.binds = [b for b in self.binds if b.name != target.id]

    # Scopes.

    def visit_FunctionDef(self, node: _Function) -> None:
        arguments = node.args
        annotated = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        outside = [*node.decorator_list, *arguments.defaults]
        outside += [default for default in arguments.kw_defaults if default]
        outside += [a.annotation for a in annotated if a.annotation]
        self.block([*outside, *([node.returns] if node.returns else [])])
        self._bind(node.name, "def", params=signature(arguments))
        self._inside(node.body, stores(node.body) | parameters(arguments))

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        defaults = [default for default in node.args.kw_defaults if default]
        self.block([*node.args.defaults, *defaults])
        self._inside([node.body], parameters(node.args))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        keywords = [keyword.value for keyword in node.keywords]
        self.block([*node.decorator_list, *node.bases, *keywords])
        methods = [n for n in node.body if isinstance(n, _Function)]
        start = [m for m in methods if m.name == "__init__"]
        params = signature(start[-1].args)[1:] if start else ()
        own = tuple(f"{m.name}({', '.join(signature(m.args))})" for m in methods)
        self._class_body(node)
        self._bind(node.name, "class", params=params, methods=own)

    def _class_body(self, node: ast.ClassDef) -> None:
        own = stores(node.body)
        before = self.masked, self.is_inner
        self.is_inner = True
        for statement in node.body:
            # A method does not see the names of its class.
            is_method = isinstance(statement, _Function)
            self.masked = before[0] | (set() if is_method else own) | {node.name}
            self.visit(statement)
        self.masked, self.is_inner = before

    def _inside(self, body: Sequence[ast.AST], own: frozenset[str]) -> None:
        before = self.masked, self.is_inner, self.is_deferred
        self.masked |= own
        self.is_inner = self.is_deferred = True
        self.block(body)
        self.masked, self.is_inner, self.is_deferred = before

    def _comprehension(self, node: _Scoped) -> None:
        before = self.masked
        for part in node.generators:
            self.visit(part.iter)
            self.masked |= targets(part.target)
            self.block(part.ifs)
        if isinstance(node, ast.DictComp):
            self.block([node.key, node.value])
        else:
            self.visit(node.elt)
        self.masked = before

    visit_ListComp = _comprehension  # noqa: N815
    visit_SetComp = _comprehension  # noqa: N815
    visit_DictComp = _comprehension  # noqa: N815
    visit_GeneratorExp = _comprehension  # noqa: N815

    # Changes in place.

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # no docstring
            self.visit(node.value)
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        called = call.func if isinstance(call, ast.Call) else None
        if (
            isinstance(call, ast.Call)
            and isinstance(called, ast.Attribute)
            and called.attr not in QUIET | SHUFFLING
            and not outputs(call)
        ):
            self._change(called)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        called = node.func
        name = getattr(called, "attr", getattr(called, "id", ""))
        changed = outputs(node)
        if name in SHUFFLING:
            changed = [*changed, *node.args[:1]]
        elif isinstance(called, ast.Attribute) and not changed:
            is_changing = name in CHANGING or any(map(is_in_place, node.keywords))
            changed = [called] if is_changing else []
        for target in changed:
            self._change(target)
