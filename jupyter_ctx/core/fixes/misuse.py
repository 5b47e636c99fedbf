"""Fixes for things used as what they are not: called, indexed, counted, hashed."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import nothing
from jupyter_ctx.core.fixes.calls import before_statement, calls, type_of, value
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Fix, edit, swap

_INDEXED = re.compile(r"'([\w.]+)' object is not subscriptable")
_COUNTED = re.compile(r"object of type '(\w+)' has no len\(\)")
_ASSIGNED = re.compile(r"'(\w+)' object does not support item assignment")
_VIEWS = (
    "dict_keys", "dict_values", "dict_items", "map", "filter", "zip", "generator",
    "set", "frozenset", "reversed", "enumerate",
)  # fmt: skip
_LENGTHS: dict[str, tuple[str, Certainty]] = {
    **dict.fromkeys(_VIEWS, ("list", "likely")),
    "int": ("str", "possible"),
}
_ALONE = ("Axes", "AxesSubplot", "Figure", "int", "float", "bool", "float64", "int64")
_DICTS = ("dict", "defaultdict", "Counter")
_BUILTIN = frozenset(dir(builtins))
_HELD = ("DataFrame", "Series", "dict", "list", "tuple", "ndarray")


def propose(case: Case) -> Iterator[Fix | None]:
    """Drop or add brackets, make a list, count a range, or take a tuple."""
    message = case.report.evalue
    if message.startswith("'") and "object is not callable" in message:
        yield from _called(case)
    elif found := _INDEXED.search(message):
        yield from _indexed(case, found[1])
    elif found := _COUNTED.search(message):
        yield from _counted(case, found[1])
    elif message == "'int' object is not iterable":
        yield from _ranged(case)
        yield from _listed(case)
    elif found := _ASSIGNED.search(message):
        yield from _assigned(case, found[1])
    elif message.startswith("unhashable type: 'list'"):
        yield from _hashed(case)
    elif message.startswith(("list indices must", "string indices must")):
        yield from _keyed(case)


def _called(case: Case) -> Iterator[Fix | None]:
    for call in case.failing(ast.Call):
        func, why = call.func, case.live(call.func)
        if isinstance(func, ast.Attribute) and not call.args and not call.keywords:
            why = [f"`{case.text(func)}` is a value, not a function", *why]
            yield swap(case, call, case.text(func), "likely", why)
        elif isinstance(func, ast.Name) and not (call.args or call.keywords):
            if type_of(case, func) and func.id not in _BUILTIN:
                facts = [f"`{func.id}` is a value, not a function", *why]
                yield swap(case, call, func.id, "likely", facts)
        elif isinstance(func, ast.Constant) and call.args:
            text = f"{case.text(func)} * ({case.text(call.args[0])})"
            yield swap(case, call, text, "likely", ["a product needs its sign"])
        elif _is_held(case, func) and len(call.args) == 1:
            text = f"{case.text(func)}[{case.text(call.args[0])}]"
            why = ["square brackets look something up", *why]
            yield swap(case, call, text, "likely", why)


def _is_held(case: Case, func: ast.expr) -> bool:
    """Tell whether something that holds values is called, under a name of its own."""
    name = func.id if isinstance(func, ast.Name) else ""
    return type_of(case, func) in _HELD and name not in _BUILTIN


def _indexed(case: Case, kind: str) -> Iterator[Fix | None]:
    nodes = [n for n in case.failing(ast.Subscript) if isinstance(n.ctx, ast.Load)]
    if kind == "NoneType":
        yield from nothing.propose(case, nodes)
    for node in nodes if kind in _ALONE else ():
        why = [f"it is one {kind}, not several", *case.live(node.value)]
        yield swap(case, node, case.text(node.value), "likely", why)
    for node in nodes if kind in _VIEWS else ():
        inner = node.value
        if len(nodes) == 1 or isinstance(inner, ast.Call):
            why = [f"a {kind} has no positions; a list of it has", *case.live(inner)]
            yield swap(case, inner, f"list({case.text(inner)})", "likely", why)


def _counted(case: Case, kind: str) -> Iterator[Fix | None]:
    word, level = _LENGTHS.get(kind, ("", "possible"))
    for call in calls(case, "len") if word else ():
        if len(call.args) == 1:
            inner = call.args[0]
            why = [f"a {kind} has no length", *case.live(inner)]
            yield swap(case, inner, f"{word}({case.text(inner)})", level, why)


def _ranged(case: Case) -> Iterator[Fix | None]:
    sources = [loop.iter for loop in case.nodes(ast.For) if loop.lineno == case.line]
    sources += [part.iter for part in case.failing(ast.comprehension)]
    for source in sources:
        is_length = isinstance(source, ast.Call) and source in list(calls(case, "len"))
        if is_length or type_of(case, source) == "int":
            text = f"range({case.text(source)})"
            why = ["a number is no sequence; `range` counts up to it"]
            yield swap(case, source, text, "likely", [*why, *case.live(source)])


def _listed(case: Case) -> Iterator[Fix | None]:
    """Put a single number into a list for a function that goes through one."""
    for call in calls(case, "max", "min", "sum", "sorted", "list", "set", "any", "all"):
        if len(call.args) == 1 and type_of(case, call.args[0]) == "int":
            text = f"[{case.text(call.args[0])}]"
            why = ["it goes through a list, not a number", *case.live(call.args[0])]
            yield swap(case, call.args[0], text, "possible", why)


def _assigned(case: Case, kind: str) -> Iterator[Fix | None]:
    if kind not in ("tuple", "range", "dict_keys"):
        return
    for node in case.failing(ast.Subscript):
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            name = node.value.id
            line = f"{name} = list({name})"
            why = [f"a {kind} cannot be changed; a list can", *case.live(node.value)]
            title = f"Make a list of it first: `{line}`"
            yield edit(case, title, [before_statement(case, line)], "likely", why)


def _hashed(case: Case) -> Iterator[Fix | None]:
    """Take a tuple where a list is a key or an element of a set."""
    why = ["a list can change, so it is no key; a tuple is"]
    for node in _hashable_places(case):
        if isinstance(node, ast.List):
            inner = case.text(node)[1:-1]
            comma = "," if len(node.elts) == 1 else ""
            yield swap(case, node, f"({inner}{comma})", "likely", why)
        elif isinstance(node, ast.Name) and type_of(case, node) == "list":
            facts = [*why, *case.live(node)]
            yield swap(case, node, f"tuple({node.id})", "likely", facts)


def _hashable_places(case: Case) -> Iterator[ast.expr | None]:
    for node in case.failing(ast.expr):
        if isinstance(node, ast.Dict):
            yield from node.keys
        elif isinstance(node, ast.Set):
            yield from node.elts
        elif isinstance(node, ast.Subscript) and type_of(case, node.value) in _DICTS:
            yield node.slice
    for call in calls(case, "add", "get", "setdefault"):
        yield from call.args[:1]


def _keyed(case: Case) -> Iterator[Fix | None]:
    for node in case.failing(ast.Subscript):
        yield from _several(case, node)
        if not isinstance(node.slice, ast.Constant | ast.BinOp):
            continue
        if isinstance(node.slice, ast.BinOp):
            yield _whole(case, node.slice)
        elif isinstance(node.slice.value, str):
            yield from _looked_up(case, node)


def _several(case: Case, node: ast.Subscript) -> Iterator[Fix | None]:
    """Take from a list of lists, take several elements, or make a place whole."""
    message, held = case.report.evalue, case.text(node.value)
    why = ["a list has one position at a time", *case.live(node.value)]
    if message.endswith("not tuple") and isinstance(node.slice, ast.Tuple):
        places = [case.text(one) for one in node.slice.elts]
        if not any(isinstance(one, ast.Slice) for one in node.slice.elts):
            text = held + "".join(f"[{place}]" for place in places)
            yield swap(case, node, text, "likely", why)
        else:
            text = f"{case.module('numpy') or 'np'}.array({held})"
            yield swap(case, node.value, text, "likely", why)
    elif message.endswith("not list"):
        text = f"[{held}[i] for i in {case.text(node.slice)}]"
        yield swap(case, node, text, "likely", why)
    elif message.endswith(("not float", "not str")) and isinstance(
        node.slice, ast.Name | ast.Call
    ):
        yield swap(case, node.slice, f"int({case.text(node.slice)})", "likely", why)


def _whole(case: Case, node: ast.BinOp) -> Fix | None:
    if not isinstance(node.op, ast.Div):
        return None
    text = f"{case.text(node.left)} // {case.text(node.right)}"
    return swap(case, node, text, "likely", ["`//` gives a whole number"])


def _looked_up(case: Case, node: ast.Subscript) -> Iterator[Fix | None]:
    owner, key = case.text(node.value), case.text(node.slice)
    why = case.live(node.value)
    literal = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if isinstance(literal, str) and literal.lstrip("-").isdigit():
        facts = ["a position is a number, not text", *why]
        yield swap(case, node.slice, literal, "likely", facts)
    if type_of(case, node.value) == "list":
        why = ["each element of the list has the key, not the list", *why]
        text = f"[row[{key}] for row in {owner}]"
        kept = value(case, node.value)
        is_only = isinstance(kept, list) and len(kept) == 1
        if is_only:
            yield swap(case, node.value, f"{owner}[0]", "likely", why)
        yield swap(case, node, text, "likely", why)
        yield swap(case, node.value, f"{owner}[0]", "possible", why)
    for loop in case.loops():
        is_row = isinstance(loop.target, ast.Name) and loop.target.id == owner
        if is_row and type_of(case, loop.iter) == "dict":
            facts = ["a dict alone gives its keys", *case.live(loop.iter)]
            text = f"{case.text(loop.iter)}.values()"
            yield swap(case, loop.iter, text, "likely", facts)
    text_held = value(case, node.value)
    if isinstance(text_held, str) and text_held.lstrip().startswith(("{", "[")):
        loads = f"json.loads({owner})"
        if case.module("json"):
            yield swap(case, node.value, loads, "likely", ["the text is JSON", *why])
