"""Definitions and uses: what a cell binds, reads, changes and deletes."""

from __future__ import annotations

import ast
import builtins
import symtable
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from jupyter_ctx.code import languages
from jupyter_ctx.code.magics import blank, cell_magic

CACHED = 4096  # analysed sources kept; a session of a thousand cells fits
STRING_LIMIT = 60  # characters of a string literal that may name a column

BindingKind = Literal[
    "assign", "augment", "def", "class", "import", "for", "with", "walrus", "magic"
]

_BUILTINS = frozenset(dir(builtins)) | {"display", "get_ipython", "In", "Out"}
# Methods that change their object in place, in Python itself and in the
# libraries that notebooks use most.
_IN_PLACE = frozenset(
    ["append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "add", "discard", "setdefault", "popitem", "appendleft", "extendleft", "fit", "partial_fit", "fit_transform", "load_state_dict", "compile", "write_row", "commit"]
)


class Binding(msgspec.Struct, frozen=True):
    """A statement that binds *name*.

    *line* and *end_line* are 1-based; *statement* is its first line; *literal* the
    source of a literal value; *module* of imports; *params* of functions, `*` and
    `**` kept; *methods* of classes as `name(params)`.
    """

    name: str
    kind: BindingKind
    line: int
    end_line: int
    statement: str
    literal: str | None = None
    module: str = ""
    params: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()


class Names(msgspec.Struct, frozen=True):
    """What one cell does to names, each in order of first appearance.

    *uses* are read from before the cell; *mutates* pairs a name with the line
    that changes its object in place; *strings* are short string literals.
    """

    binds: tuple[Binding, ...] = ()
    uses: tuple[str, ...] = ()
    mutates: tuple[tuple[str, int], ...] = ()
    deletes: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    is_parsed: bool = True


@lru_cache(maxsize=CACHED)
def names(source: str) -> Names:
    """Analyse a cell; never raises. Broken code is read with tree-sitter."""
    plain = blank(source)
    tree = _parse(plain)
    if tree is None:
        found = _tolerant(plain)
    else:
        walker = _Walker(source, plain)
        walker.block(tree.body)
        uses = _reads(plain, walker)
        found = Names(
            binds=tuple(walker.binds),
            uses=uses,
            mutates=tuple(dict.fromkeys(walker.mutates)),
            deletes=tuple(walker.deletes),
            strings=_strings(tree),
        )
    magic = _magic_bindings(source)
    return msgspec.structs.replace(found, binds=(*found.binds, *magic))


def _parse(source: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            # An invalid escape in the user's code is not ours to report.
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _magic_bindings(source: str) -> Iterator[Binding]:
    """`%%capture out` and `%%bash --out x` bind a name too."""
    magic = cell_magic(source)
    if magic is None:
        return
    words = [word for word in magic[1].split() if not word.startswith("-")]
    if magic[0] == "capture" and words and words[0].isidentifier():
        first = source.lstrip("\n").split("\n", 1)[0]
        yield Binding(words[0], "magic", 1, 1, first)


def _tolerant(source: str) -> Names:
    binds = []
    lines = source.split("\n")
    for found in languages.python_definitions(source):
        statement = lines[found.line - 1].strip() if found.line <= len(lines) else ""
        binds.append(
            Binding(
                found.name,
                found.kind,
                found.line,
                found.end_line,
                statement,
                params=found.params,
            )
        )
    bound = {binding.name for binding in binds}
    used = [w for w in languages.identifiers(source) if w not in bound | _BUILTINS]
    return Names(tuple(binds), tuple(dict.fromkeys(used)), is_parsed=False)


class _Walker:
    """Visits the statements of the cell's top level, blocks included."""

    def __init__(self, source: str, plain: str) -> None:
        self.lines = source.split("\n")
        self.plain = plain.split("\n")
        self.binds: list[Binding] = []
        self.mutates: list[tuple[str, int]] = []
        self.deletes: list[str] = []

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        handler = getattr(self, f"_{type(node).__name__.lower()}", None)
        if handler is not None:
            handler(node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self._expressions(node)
            for name in ("body", "orelse", "finalbody"):
                self.block(getattr(node, name, ()))
            for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                self.block(part.body)

    def bind(
        self, name: str, kind: BindingKind, node: ast.stmt | ast.expr, **more: object
    ) -> None:
        line = node.lineno
        statement = self.lines[line - 1].strip()
        end = node.end_lineno or line
        self.binds.append(Binding(name, kind, line, end, statement, **more))  # type: ignore[arg-type]

    def target(
        self, node: ast.expr, kind: BindingKind, at: ast.stmt, value: ast.expr | None
    ) -> None:
        if isinstance(node, ast.Name):
            # `files = !ls` was blanked to None: that is no literal of the user's.
            is_own = self.lines[at.lineno - 1] == self.plain[at.lineno - 1]
            self.bind(node.id, kind, at, literal=_literal(value) if is_own else None)
        elif isinstance(node, (ast.Tuple, ast.List)):
            values = _parts(value, len(node.elts))
            for element, part in zip(node.elts, values, strict=True):
                self.target(element, kind, at, part)
        elif isinstance(node, ast.Starred):
            self.target(node.value, kind, at, None)
        elif (root := _root(node)) is not None:
            self.mutates.append((root, at.lineno))

    def _assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.target(target, "assign", node, node.value)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.target(node.target, "assign", node, node.value)

    def _augassign(self, node: ast.AugAssign) -> None:
        self.target(node.target, "augment", node, None)

    def _typealias(self, node: ast.stmt) -> None:
        self.bind(node.name.id, "assign", node)  # type: ignore[attr-defined]

    def _for(self, node: ast.For) -> None:
        self.target(node.target, "for", node, None)

    _asyncfor = _for

    def _with(self, node: ast.With) -> None:
        for item in node.items:
            if item.optional_vars is not None:
                self.target(item.optional_vars, "with", node, None)

    _asyncwith = _with

    def _functiondef(self, node: ast.FunctionDef) -> None:
        self.bind(node.name, "def", node, params=parameters(node.args))

    _asyncfunctiondef = _functiondef

    def _classdef(self, node: ast.ClassDef) -> None:
        methods = tuple(
            f"{item.name}({', '.join(parameters(item.args))})"
            for item in node.body
            if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef))
        )
        self.bind(node.name, "class", node, methods=methods)

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            module = alias.name if alias.asname else name
            self.bind(name, "import", node, module=module)

    def _importfrom(self, node: ast.ImportFrom) -> None:
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name != "*":
                self.bind(alias.asname or alias.name, "import", node, module=module)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.deletes.append(target.id)
                self.binds = [b for b in self.binds if b.name != target.id]
            elif (root := _root(target)) is not None:
                self.mutates.append((root, node.lineno))

    def _expressions(self, node: ast.stmt) -> None:
        """Find walrus bindings and in-place calls in the expressions of *node*."""
        for part in _own_expressions(node):
            for inner in ast.walk(part):
                if isinstance(inner, ast.NamedExpr):
                    self.bind(inner.target.id, "walrus", inner)
                elif isinstance(inner, ast.Call):
                    self._call(inner, node)

    def _call(self, call: ast.Call, node: ast.stmt) -> None:
        if not isinstance(call.func, ast.Attribute):
            return
        in_place = call.func.attr in _IN_PLACE or any(
            keyword.arg == "inplace"
            and isinstance(keyword.value, ast.Constant)
            and keyword.value.value is True
            for keyword in call.keywords
        )
        root = _root(call.func.value)
        if in_place and root is not None:
            self.mutates.append((root, call.lineno or node.lineno))


def _own_expressions(node: ast.stmt) -> Iterator[ast.expr]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not isinstance(child, ast.Lambda):
            yield child
        elif isinstance(child, ast.withitem):
            yield child.context_expr


def _root(node: ast.expr) -> str | None:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _parts(value: ast.expr | None, length: int) -> list[ast.expr | None]:
    if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == length:
        return list(value.elts)
    return [None] * length


def _literal(value: ast.expr | None) -> str | None:
    if value is None:
        return None
    try:
        ast.literal_eval(value)
        text = ast.unparse(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    return text if len(text) <= 2 * STRING_LIMIT else None


def parameters(arguments: ast.arguments) -> tuple[str, ...]:
    """List parameter names in order, `*args` and `**kwargs` with their stars."""
    found = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    if arguments.vararg is not None:
        found.append(f"*{arguments.vararg.arg}")
    found += [a.arg for a in arguments.kwonlyargs]
    if arguments.kwarg is not None:
        found.append(f"**{arguments.kwarg.arg}")
    return tuple(found)


def _reads(source: str, walker: _Walker) -> tuple[str, ...]:
    """Names that the cell reads and that must come from before it.

    A name counts where it is read before the cell's first binding of it, at the
    top level or inside a function (which may run later, but knows the name now).
    """
    tree = _parse(source)
    if tree is None:
        return ()
    first = {}
    for binding in reversed(walker.binds):
        first[binding.name] = binding
    scoped = _scoped(source)
    order: dict[str, tuple[int, int]] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name) or isinstance(node.ctx, ast.Store):
            continue
        if node.id in _BUILTINS and node.id not in first:
            continue
        if scoped is not None and node.id not in scoped:
            continue
        if _comes_from_before(node, first.get(node.id)):
            place = (node.lineno, node.col_offset)
            order[node.id] = min(place, order.get(node.id, place))
    for binding in walker.binds:
        if binding.kind == "augment":
            order.setdefault(binding.name, (binding.line, 0))
    return tuple(sorted(order, key=lambda name: (order[name], name)))


def _comes_from_before(node: ast.Name, binding: Binding | None) -> bool:
    if binding is None or binding.line > node.lineno:
        return True
    # `df = df.dropna()` reads the df from before on the line that binds it.
    inside = binding.line <= node.lineno <= binding.end_line
    return inside and binding.kind in ("assign", "augment")


def _scoped(source: str) -> frozenset[str] | None:
    """Names that reach the module's scope: what functions keep to themselves is out."""
    try:
        table = symtable.symtable(source, "cell", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return None
    found: set[str] = set()
    tables = [table]
    while tables:
        current = tables.pop()
        tables += current.get_children()
        for symbol in current.get_symbols():
            is_module = current.get_type() == "module"
            if is_module or (symbol.is_global() and symbol.is_referenced()):
                found.add(symbol.get_name())
    return frozenset(found)


def _strings(tree: ast.Module) -> tuple[str, ...]:
    found = (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return tuple(
        dict.fromkeys(
            text for text in found if 0 < len(text) <= STRING_LIMIT and "\n" not in text
        )
    )
