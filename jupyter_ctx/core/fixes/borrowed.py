"""Fixes for attributes that something near has: a module, a function, an element."""

from __future__ import annotations

import ast
import builtins
import pkgutil
import sys
from collections.abc import Iterator

from jupyter_ctx.core.fixes import library
from jupyter_ctx.core.fixes.calls import grouped, type_of, value
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top
from jupyter_ctx.core.fixes.near import begun, near

_UNCALLED = ("function", "method", "builtin_function_or_method", "type")
_SINGLE = ("int", "float", "bool", "float64", "int64", "NAType")
_TEXTUAL = ("Series", "Index", "StringArray", "ArrowStringArray")
_LAZY = ("dict_keys", "dict_values", "map", "filter", "zip")
_ROWS = ("list", "tuple", "ndarray")
_BUILTIN = frozenset((
    "len", "sorted", "sum", "max", "min", "abs", "round", "int", "float", "str",
    "list", "set", "tuple", "dict", "type", "enumerate", "reversed", "any", "all",
))  # fmt: skip
_SUBMODULES = 300  # of a package that are looked at

Nodes = list[ast.Attribute]


def propose(case: Case, owner: str, nodes: Nodes) -> Iterator[Fix | None]:
    """Ask what has the attribute: what is called, inside, around or beside it."""
    if owner in _UNCALLED:
        yield _called(case, nodes)
    elif _is_module(case, nodes[0].value):
        yield from _of_module(case, owner, nodes)
    else:
        yield from _of_value(case, owner.rpartition(".")[2], nodes)


def _is_module(case: Case, node: ast.expr) -> bool:
    return type(library.resolved(case, node)) is type(sys)


def _called(case: Case, nodes: Nodes) -> Fix | None:
    """Call the function whose result was meant."""
    edits = []
    for node in nodes:
        end = case.span(node.value)[1]
        edits.append(Edit(end, end, "()"))
    held = case.text(nodes[0].value)
    why = [f"`{held}` is a function; what it returns may have `{nodes[0].attr}`"]
    return edit(case, f"Call it: `{held}()`", edits, "likely", why)


def _of_module(case: Case, owner: str, nodes: Nodes) -> Iterator[Fix | None]:
    name, held = nodes[0].attr, case.text(nodes[0].value)
    yield _submodule(case, owner, name)
    yield from _methods(case, nodes)
    for home in library.homes(name, owner):
        inner = home.removeprefix(owner).strip(".")
        if inner:
            why = [f"`{home}` has `{name}`"]
            yield _written(case, nodes, f"{held}.{inner}.{name}", why)
            break


def elsewhere(case: Case, owner: str, nodes: Nodes) -> Iterator[Fix | None]:
    """Take from another live module what the one that was asked does not have."""
    name = nodes[0].attr
    if not _is_module(case, nodes[0].value):
        return
    names = case.report.candidates
    level: Certainty = (
        "possible" if near(name, names) or begun(name, names) else "likely"
    )
    for summary in case.state.variables:
        is_other = summary.kind == "module" and summary.module != owner
        if is_other and name in library.members(summary.module):
            why = [f"live: `{summary.name}` is {summary.module}, which has `{name}`"]
            yield _written(case, nodes, f"{summary.name}.{name}", why, level)


def _written(
    case: Case,
    nodes: Nodes,
    text: str,
    why: list[str],
    level: Certainty = "likely",
) -> Fix | None:
    edits = [Edit(*case.span(node), text) for node in nodes]
    title = f"Write `{text}` instead of `{case.text(nodes[0])}`"
    return edit(case, title, edits, level, why)


def _submodule(case: Case, owner: str, name: str) -> Fix | None:
    """Import a module inside of a package, which the package does not itself."""
    package = library.members(owner).get("__path__")
    paths = [one for one in package if type(one) is str] if package else []  # type: ignore[attr-defined]
    inside = [one.name for one in pkgutil.iter_modules(paths)][:_SUBMODULES]
    if name not in inside:
        return None
    why = [f"`{owner}` has the module `{name}`, which was not imported"]
    title = f"Add `import {owner}.{name}`"
    edits = [at_top(case, f"import {owner}.{name}")]
    return edit(case, title, edits, "likely", why)


def _methods(case: Case, nodes: Nodes) -> Iterator[Fix | None]:
    """Call as a method of the first argument what is no function of the module."""
    for call in case.nodes(ast.Call):
        if call.func not in nodes or not call.args:
            continue
        cls = library.class_of(case, call.args[0])
        method = nodes[0].attr
        if library.is_function(library.attribute(cls, method)):
            why = [f"`{method}` is a method", *case.live(call.args[0])]
            yield swap(case, call, _turned(case, call, method), "likely", why)


def _turned(case: Case, call: ast.Call, method: str) -> str:
    """Write the call of a function as the call of a method of its first argument."""
    rest = arguments(case, call)[1:]
    return f"{grouped(case, call.args[0])}.{method}({', '.join(rest)})"


def arguments(case: Case, call: ast.Call) -> list[str]:
    """Give the arguments of *call* as written."""
    return [*map(case.text, call.args), *map(case.text, call.keywords)]


def _of_value(case: Case, owner: str, nodes: Nodes) -> Iterator[Fix | None]:
    name, held = nodes[0].attr, nodes[0].value
    if owner in _SINGLE and hasattr(str, name):
        why = [f"text has `{name}`, a {owner} has not", *case.live(held)]
        yield swap(case, held, f"str({case.text(held)})", "likely", why)
    if owner in _ROWS:
        yield from _element(case, owner, nodes)
    yield from _special(case, owner, nodes)
    if owner == "str" and library.attribute(_stamp(), name) is not None:
        yield _dated(case, nodes)
    if owner == "DataFrame":
        yield _of_column(case, nodes)
    else:
        yield from _functions(case, owner, nodes)
    if owner in _ROWS:
        yield from _made(case, nodes)


def _sorted(case: Case, nodes: Nodes) -> Iterator[Fix | None]:
    """Sort into a list what cannot be sorted in its place."""
    for call in case.nodes(ast.Call):
        if call.func in nodes:
            text = f"sorted({case.text(nodes[0].value)})"
            why = ["a list of it can be sorted", *case.live(nodes[0].value)]
            yield swap(case, call, text, "likely", why)


def _axes(case: Case, nodes: Nodes) -> Iterator[Fix | None]:
    """Plot into the axes of a figure."""
    axes = library.class_named("Axes", "matplotlib.axes")
    if library.attribute(axes, nodes[0].attr) is not None:
        held = case.text(nodes[0].value)
        why = ["axes are plotted into; a figure holds them"]
        yield swap(case, nodes[0].value, f"{held}.gca()", "likely", why)


def _stamp() -> type | None:
    return library.class_named("Timestamp", "pandas") or library.class_named("datetime")


def _dated(case: Case, nodes: Nodes) -> Fix | None:
    """Read the text as a date before a date is asked of it."""
    held, pandas = nodes[0].value, case.module("pandas")
    text = f"{pandas}.to_datetime({case.text(held)})"
    edits = [Edit(*case.span(held), text)]
    if not pandas:
        text = f"datetime.fromisoformat({case.text(held)})"
        edits = [Edit(*case.span(held), text)]
        if case.variable("datetime") is None:
            edits.append(at_top(case, "from datetime import datetime"))
    why = [f"a date has `{nodes[0].attr}`, a text has not", *case.live(held)]
    return edit(case, f"Write `{text}`", edits, "likely", why)


def _special(case: Case, owner: str, nodes: Nodes) -> Iterator[Fix | None]:
    """Ask what stands behind it: texts of a column, a list of keys, axes."""
    name, held = nodes[0].attr, nodes[0].value
    if owner in _TEXTUAL and hasattr(str, name):
        yield _written(case, nodes, f"{case.text(held)}.str.{name}", case.live(held))
    elif owner in _LAZY and name == "sort":
        yield from _sorted(case, nodes)
    elif owner == "Figure":
        yield from _axes(case, nodes)


def _element(case: Case, owner: str, nodes: Nodes) -> Iterator[Fix | None]:
    """Ask the first element, where the elements are known to have it."""
    held, name = nodes[0].value, nodes[0].attr
    base = held.value if isinstance(held, ast.Subscript) else held
    summary = case.variable(base.id) if isinstance(base, ast.Name) else None
    if summary is None:
        return
    kept = value(case, held)
    kind = type(kept[0]).__name__ if isinstance(kept, list | tuple) and kept else ""
    if summary.detail.startswith("holds "):
        kind = summary.detail.removeprefix("holds ").split()[0].rstrip(",")
    if kind == "str" or not kind:
        return
    if library.attribute(library.class_named(kind), name) is not None:
        first = ".flat[0]" if owner == "ndarray" else "[0]"
        first = "[0]" if base is not held else first
        why = [f"each element is a {kind} and has `{name}`", *case.live(held)]
        yield swap(case, held, f"{case.text(held)}{first}", "likely", why)


def _of_column(case: Case, nodes: Nodes) -> Fix | None:
    """Ask a column what a frame does not have."""
    held, name = nodes[0].value, nodes[0].attr
    summary = case.variable(held.id) if isinstance(held, ast.Name) else None
    if summary is None or not summary.fields:
        return None
    if library.attribute(library.class_named("Series", "pandas"), name) is None:
        return None
    column = summary.fields[0].name
    text = f"{case.text(held)}[{column!r}]"
    why = [f"a column has `{name}`, a frame has not", *case.live(held)]
    return swap(case, held, text, "likely", why)


def _functions(case: Case, owner: str, nodes: Nodes) -> Iterator[Fix | None]:
    """Call the function that does it: a built-in one, or one of the library."""
    name = nodes[0].attr
    cls = library.class_of(case, nodes[0].value)
    top = cls.__module__.partition(".")[0] if cls is not None else owner
    alias = case.module({"ndarray": "numpy"}.get(owner, top))
    function = ""
    homes = list(library.homes(name, top_of(alias, case))) if alias else []
    if homes and library.is_function(library.members(homes[0]).get(name)):
        inner = homes[0].removeprefix(top_of(alias, case))
        function = f"{alias}{inner}.{name}"
    elif name in _BUILTIN and callable(getattr(builtins, name)):
        function = name
    for call in case.nodes(ast.Call) if function else ():
        if call.func in nodes:
            held = case.text(nodes[0].value)
            text = f"{function}({', '.join([held, *arguments(case, call)])})"
            why = [f"`{function}` is a function", *case.live(nodes[0].value)]
            yield swap(case, call, text, "likely", why)


def top_of(alias: str, case: Case) -> str:
    """Give the full name of the module that lives as *alias*."""
    summary = case.variable(alias)
    return summary.module if summary is not None else ""


def _made(case: Case, nodes: Nodes) -> Iterator[Fix | None]:
    """Make a series or frame of an array or list that is used as one."""
    held, name = nodes[0].value, nodes[0].attr
    pandas = case.module("pandas")
    base = held.value if isinstance(held, ast.Subscript) else held
    summary = case.variable(base.id) if isinstance(base, ast.Name) else None
    if summary is not None and summary.detail.startswith("holds "):
        return
    for kind in ("Series", "DataFrame") if pandas else ():
        is_plane = kind == "Series" and _is_plane(case, held)
        cls = library.class_named(kind, "pandas")
        if library.attribute(cls, name) is not None and not is_plane:
            text = f"{pandas}.{kind}({case.text(held)})"
            why = [f"a {kind} has `{name}`", *case.live(held)]
            yield swap(case, held, text, "likely", why)
            return


def _is_plane(case: Case, node: ast.expr) -> bool:
    """Tell whether *node* is known to have rows and columns."""
    summary = case.variable(node.id) if isinstance(node, ast.Name) else None
    shape = summary.shape.partition(")")[0] if summary is not None else ""
    return type_of(case, node) == "ndarray" and "," in shape.rstrip(",")
