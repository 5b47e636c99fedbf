"""Fixes for attributes that another type has, or that are keys."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import grouped, type_of
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top

_OF_ARRAYS = frozenset((
    "shape", "T", "reshape", "mean", "std", "var", "min", "max", "dot", "ndim", "size",
    "astype", "flatten", "ravel", "argmax", "argmin", "argsort", "transpose", "sum",
    "cumsum", "any", "all", "squeeze", "round", "dtype", "nonzero",
))  # fmt: skip
_BUILTIN = ("list", "tuple", "str", "dict", "set", "range", "bytes")
_OF_OTHERS = {
    **dict.fromkeys(("length", "size", "len"), ("len({held})", 0)),
    **dict.fromkeys(("isEmpty", "empty", "is_empty"), ("(not {held})", 0)),
    **dict.fromkeys(("contains", "includes"), ("({given} in {held})", 1)),
    "charAt": ("{held}[{given}]", 1),
    "get": ("{held}[{given}]", 1),
    "join": ("{given}.join({held})", 1),
    "map": ("[*map({given}, {held})]", 1),
    "filter": ("[*filter({given}, {held})]", 1),
}
"""What to write for what other languages call so, and with how many arguments."""

_DICTS = ("dict", "defaultdict", "OrderedDict")


def propose(case: Case, owner: str, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    """Make an array of a list, look a key up, or drop a call that is not needed."""
    attribute = nodes[0].attr
    if owner in ("list", "tuple") and attribute in _OF_ARRAYS:
        yield _array(case, nodes)
    elif attribute in _OF_OTHERS and owner in _BUILTIN:
        yield from _otherwise(case, nodes)
    elif owner in ("list", "tuple"):
        yield from _of_sequence(case, owner, nodes)
    elif owner in _DICTS:
        yield from _of_dict(case, nodes)
    elif (owner, attribute) == ("numpy", "asscalar"):
        yield from _single(case, nodes)
    elif (owner, attribute) in (("str", "decode"), ("bytes", "encode")):
        yield _plain(case, nodes, owner)
    elif owner.rpartition(".")[2] == "ndarray" and attribute == "append":
        yield from _appended(case, nodes)


def _of_sequence(
    case: Case, owner: str, nodes: list[ast.Attribute]
) -> Iterator[Fix | None]:
    if (owner, nodes[0].attr) == ("tuple", "append"):
        yield from _longer(case, nodes)
    elif hasattr(str, nodes[0].attr):
        yield from _each(case, nodes)


def _of_dict(case: Case, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    if nodes[0].attr == "has_key":
        yield from _contained(case, nodes)
    else:
        yield _key(case, nodes, nodes[0].attr)


def _array(case: Case, nodes: list[ast.Attribute]) -> Fix | None:
    numpy = case.module("numpy")
    made = [f"{numpy or 'np'}.array({case.text(node.value)})" for node in nodes]
    edits = [
        Edit(*case.span(node.value), text)
        for node, text in zip(nodes, made, strict=True)
    ]
    if not numpy:
        edits.append(at_top(case, "import numpy as np"))
    why = ["a list has no such attribute; an array has", *case.live(nodes[0])]
    return edit(case, f"Make an array of it: `{made[0]}`", edits, "likely", why)


def _otherwise(case: Case, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    """Say in Python what objects of other languages are asked."""
    held, attribute = case.text(nodes[0].value), nodes[0].attr
    pattern, count = _OF_OTHERS[attribute]
    found = [call for call in _calls(case, nodes) if len(call.args) == count]
    if attribute == "get" and found and type_of(case, found[0].args[0]) == "str":
        return  # an element is meant, which may be a dict
    whole: ast.expr | None = found[0] if found else None
    if whole is None and not count and not list(_calls(case, nodes)):
        whole = nodes[0]
    if whole is not None:
        given = case.text(found[0].args[0]) if count else ""
        text = pattern.format(held=held, given=given)
        why = [f"Python has no `{attribute}` there", *case.live(nodes[0].value)]
        yield swap(case, whole, text, "likely", why)


def _longer(case: Case, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    """Make a longer tuple: one cannot be changed."""
    for call in _calls(case, nodes):
        if len(call.args) == 1 and any(s.value is call for s in case.nodes(ast.Expr)):
            text = f"{case.text(nodes[0].value)} += ({case.text(call.args[0])},)"
            why = ["a tuple cannot be changed", *case.live(nodes[0].value)]
            yield swap(case, call, text, "likely", why)


def _calls(case: Case, nodes: list[ast.Attribute]) -> Iterator[ast.Call]:
    return (call for call in case.nodes(ast.Call) if call.func in nodes)


def _each(case: Case, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    """Call the method of a text on each text of the list."""
    for call in _calls(case, nodes):
        start, end = case.span(nodes[0].value)
        method = case.source[end : case.span(call)[1]]
        text = f"[text{method} for text in {case.source[start:end]}]"
        why = ["the texts have the method, not the list", *case.live(nodes[0].value)]
        yield swap(case, call, text, "likely", why)


def _contained(case: Case, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    """Ask with `in` whether a key is there."""
    for call in _calls(case, nodes):
        if len(call.args) == 1:
            text = f"({case.text(call.args[0])} in {case.text(nodes[0].value)})"
            why = ["Python 3 asks with `in`", *case.live(nodes[0].value)]
            yield swap(case, call, text, "likely", why)


def _single(case: Case, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    for call in _calls(case, nodes):
        if len(call.args) == 1:
            text = f"{grouped(case, call.args[0])}.item()"
            why = ["numpy removed `asscalar`; `item` does the same"]
            yield swap(case, call, text, "likely", why)


def _key(case: Case, nodes: list[ast.Attribute], attribute: str) -> Fix | None:
    inner = nodes[0].value
    summary = case.variable(inner.id) if isinstance(inner, ast.Name) else None
    if summary is None or attribute not in {field.name for field in summary.fields}:
        return None
    edits = [
        Edit(*case.span(node), f'{case.text(node.value)}["{attribute}"]')
        for node in nodes
    ]
    why = [f"`{attribute}` is a key of the dict", *case.live(inner)]
    return edit(case, f'Look the key up: `["{attribute}"]`', edits, "likely", why)


def _plain(case: Case, nodes: list[ast.Attribute], owner: str) -> Fix | None:
    what = "text" if owner == "str" else "bytes"
    for call in case.nodes(ast.Call):
        if call.func in nodes and isinstance(call.func, ast.Attribute):
            why = [f"it is {what} already", *case.live(call.func.value)]
            return swap(case, call, case.text(call.func.value), "likely", why)
    return None


def _appended(case: Case, nodes: list[ast.Attribute]) -> Iterator[Fix | None]:
    numpy = case.module("numpy") or "np"
    for call in case.failing(ast.Call):
        if call.func not in nodes or len(call.args) != 1:
            continue
        array = case.text(nodes[0].value)
        text = f"{numpy}.append({array}, {case.text(call.args[0])})"
        is_alone = any(one.value is call for one in case.failing(ast.Expr))
        why = ["an array keeps its size; `append` makes a new one"]
        why += case.live(nodes[0].value)
        yield swap(case, call, f"{array} = {text}" if is_alone else text, "likely", why)
