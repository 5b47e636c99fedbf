"""Which names are local to a function, class or comprehension."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_OWN_TARGETS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def signature(arguments: ast.arguments) -> tuple[str, ...]:
    """Give the parameters as written in a call: `a`, `*args`, `b`, `**options`."""
    names = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    if arguments.vararg:
        names.append(f"*{arguments.vararg.arg}")
    names += [a.arg for a in arguments.kwonlyargs]
    if arguments.kwarg:
        names.append(f"**{arguments.kwarg.arg}")
    return tuple(names)


def parameters(arguments: ast.arguments) -> frozenset[str]:
    """Give the names of all parameters."""
    return frozenset(name.lstrip("*") for name in signature(arguments))


def targets(node: ast.expr) -> frozenset[str]:
    """Give the names that an assignment target binds."""
    return frozenset(name for n in ast.walk(node) for name in _stored(n))


def stores(body: Sequence[ast.stmt]) -> frozenset[str]:
    """Give the names that are local to a scope with this *body*."""
    found: set[str] = set()
    outer: set[str] = set()
    for node in _own_nodes(body):
        if isinstance(node, ast.Global | ast.Nonlocal):
            outer.update(node.names)
        else:
            found.update(_bound(node))
    return frozenset(found - outer)


def _own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Walk *body* without entering the scopes inside."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*_SCOPES, *_OWN_TARGETS)):
            pending.extend(ast.iter_child_nodes(node))


def _bound(node: ast.AST) -> Iterator[str]:
    yield from _stored(node)
    if isinstance(node, (*_SCOPES, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        if node.name:
            yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]


def _stored(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
