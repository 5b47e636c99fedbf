"""Headers of definitions: how a function is called, what a class is made of."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable, Iterator
from itertools import accumulate

import msgspec

from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse

FIELDS = 120  # characters of all fields of a class
FIELD = 60  # of one field
DECORATOR = 40  # of a decorator of a class

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_PROPERTIES = frozenset({"property", "cached_property"})
_NO_METHODS = frozenset({"setter", "deleter", "overload"})


class Header(msgspec.Struct, frozen=True):
    """The *opening* of a definition, and the *members* of a class.

    The opening is one line, but for the decorators of a class above it.
    """

    opening: str
    members: str = ""


def header(source: str) -> Header | None:
    """Read the definition that *source* is, with all defaults and fields.

    None where it does not parse, or is something else.
    """
    tree = parse(blank(textwrap.dedent(source)))
    node = tree.body[0] if tree is not None and tree.body else None
    try:
        if isinstance(node, ast.ClassDef):
            return _class(node)
        return Header(_def(node)) if isinstance(node, _Function) else None
    except RecursionError:
        return None


def _def(node: _Function) -> str:
    is_async = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{is_async}def {node.name}({ast.unparse(node.args)}){returns}:"


def _class(node: ast.ClassDef) -> Header:
    """Give what makes an instance: decorators, bases, fields and `__init__`."""
    functions = {  # the last of a name counts
        one.name: one
        for one in node.body
        if isinstance(one, _Function) and _NO_METHODS.isdisjoint(_marks(one))
    }
    start = functions.pop("__init__", None)
    bases = ", ".join(map(ast.unparse, [*node.bases, *node.keywords]))
    above = [f"@{_cut(ast.unparse(one), DECORATOR)}" for one in node.decorator_list]
    opening = [f"class {node.name}{f'({bases})' if bases else ''}:"]
    opening += [f"{one};" for one in _first(list(_fields(node.body)))]
    opening += [_def(start)] if start is not None else []
    return Header("\n".join([*above, " ".join(opening)]), _members(functions.values()))


def _fields(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Write the annotated names and the values of a class, without those of Python."""
    for one in body:
        if not isinstance(one, ast.AnnAssign | ast.Assign):
            continue
        told = ast.unparse(one)
        if not told.startswith("__"):
            yield _cut(told, FIELD)


def _first(fields: list[str]) -> list[str]:
    """Keep the fields that fit the limit, and count the rest."""
    ends = accumulate(len(one) + 2 for one in fields)
    shown = sum(end <= FIELDS for end in ends)
    more = len(fields) - shown
    return [*fields[:shown], *([f"... {more} more"] if more else [])]


def _members(functions: Iterable[_Function]) -> str:
    methods, properties = [], []
    for one in functions:
        if _PROPERTIES.isdisjoint(_marks(one)):
            methods.append(_call(one))
        else:
            properties.append(one.name)
    told = []
    told += [f"properties {', '.join(properties)}"] if properties else []
    told += [f"methods {', '.join(methods)}"] if methods else []
    return "; ".join(told)


def _marks(node: _Function) -> frozenset[str]:
    """Give the last names of the decorators: `setter` of `@total.setter`."""
    calls = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
    return frozenset(ast.unparse(one).rpartition(".")[2] for one in calls)


def _call(node: _Function) -> str:
    """Write a method as it is called on an instance, defaults and all."""
    arguments = node.args
    if "staticmethod" not in _marks(node):
        own = arguments.posonlyargs or arguments.args
        del own[:1]
    for one in ast.walk(arguments):
        if isinstance(one, ast.arg):
            one.annotation = None
    is_async = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    return f"{is_async}{node.name}({ast.unparse(arguments)})"


def _cut(text: str, limit: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 3].rstrip() + "..."
