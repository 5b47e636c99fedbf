"""Fixes for a key or column that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import calls, value
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.near import certainty, near

LISTED = 12  # columns or keys told as a fact

_STRING = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")


def propose(case: Case) -> Iterator[Fix | None]:
    """Mend the spelling of the key, take a key of the other type, or allow for it."""
    if not case.source:
        return
    for key in _missing(case):
        yield from _respelt(case, key)
    yield from _other_type(case)
    yield from _tolerant(case)


def facts(case: Case) -> list[str]:
    """Tell which keys or columns do exist."""
    candidates = case.report.candidates
    if not candidates:
        return []
    owner = case.report.names.get("object", "it")
    word = "columns" if "Frame" in case.report.names.get("obj_type", "") else "keys"
    more = len(candidates) - LISTED
    shown = ", ".join(f"`{name}`" for name in candidates[:LISTED])
    return [f"{word} of `{owner}`: {shown}" + (f", {more} more" if more > 0 else "")]


def _missing(case: Case) -> list[str]:
    """List the text keys that were not found; pandas tells several in a sentence."""
    key = case.report.names.get("key", "")
    written = {node.value for node in case.nodes(ast.Constant)}
    known = set(case.report.candidates)
    if key in written:
        # A key that exists there was missed elsewhere, as in a merge.
        return [] if key in known else [key]
    message = case.report.evalue
    told = [one or two for one, two in _STRING.findall(message.replace('\\"', '"'))]
    inner = [a or b for text in told for a, b in _STRING.findall(text)]
    found = dict.fromkeys([*inner, *told])
    return [name for name in found if name in written and name not in known]


def _respelt(case: Case, key: str) -> Iterator[Fix | None]:
    found = near(key, case.report.candidates)
    edits_for = _places(case, key)
    if not edits_for:
        return
    for other, _ in found:
        if any(_stands_beside(case, node, other) for node in edits_for):
            continue  # `df[["a", "a"]]` would have the column twice
        level = certainty(other, found)
        edits = [
            Edit(*case.span(node), quoted(other, case.text(node))) for node in edits_for
        ]
        title = f"Write `{other}` instead of `{key}`"
        yield edit(case, title, edits, level, facts(case))


def _stands_beside(case: Case, node: ast.Constant, other: str) -> bool:
    """Tell whether a list with *node* has *other* already."""
    around = [one for one in case.nodes(ast.List) if node in one.elts]
    values = [
        element.value
        for one in around
        for element in one.elts
        if isinstance(element, ast.Constant)
    ]
    return other in values


def _places(case: Case, key: str) -> list[ast.Constant]:
    """Find the literals of *key*: of the failing statement, and of the same owner."""
    owner = case.report.names.get("object", "")
    failing = [node for node in case.failing(ast.Constant) if node.value == key]
    reads = [
        node.slice
        for node in case.nodes(ast.Subscript)
        if isinstance(node.slice, ast.Constant)
        and node.slice.value == key
        and ast.unparse(node.value) == owner
    ]
    stored = any(
        isinstance(node.ctx, ast.Store) and node.slice in reads
        for node in case.nodes(ast.Subscript)
    )
    if failing:
        return failing if stored else list({id(n): n for n in failing + reads}.values())
    # The key came through a variable of the cell.
    others = [node for node in case.nodes(ast.Constant) if node.value == key]
    return others if len(others) == 1 else []


def quoted(text: str, like: str) -> str:
    """Write *text* as a literal with the quotes of *like*."""
    written = repr(text)
    if like.lstrip("rbRBuU").startswith('"') and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return written


def _other_type(case: Case) -> Iterator[Fix | None]:
    """Take the number `1` for the text `'1'`, or the other way round."""
    for node in case.failing(ast.Constant):
        value = node.value
        if type(value) is int and case.report.evalue == str(value):
            other = repr(str(value))
        elif type(value) is str and case.report.evalue == repr(value):
            other = value if re.fullmatch(r"-?\d+", value) else ""
        else:
            continue
        if other and str(value) in case.report.candidates:
            title = f"Write `{other}` instead of `{value!r}`"
            why = [f"there is a key `{value}` of the other type", *facts(case)]
            yield edit(case, title, [Edit(*case.span(node), other)], "likely", why)


def _tolerant(case: Case) -> Iterator[Fix | None]:
    """Read a dict with `get` where the key may be missing."""
    for node in case.failing(ast.Subscript):
        if ast.unparse(node.value) in ("os.environ", "environ"):
            text = f"{case.text(node.value)}.get({case.text(node.slice)}, '')"
            why = ["the environment has no such variable"]
            yield swap(case, node, text, "likely", why)
    if case.report.names.get("obj_type", "") != "dict":
        return
    owner = case.report.names.get("object", "")
    for node in case.failing(ast.Subscript):
        is_read = isinstance(node.ctx, ast.Load)
        if is_read and ast.unparse(node.value) == owner and _names_key(case, node):
            name, key = case.text(node.value), case.text(node.slice)
            if _holds_numbers(case, node.value):
                text = f"{name}.get({key}, 0)"
                title = f"Use `{text}`, which counts a missing key as 0"
                edits = [Edit(*case.span(node), text)]
                yield edit(case, title, edits, "possible", facts(case))
            text = f"{name}.get({key})"
            title = f"Use `{text}`, which gives None for a missing key"
            edits = [Edit(*case.span(node), text)]
            yield edit(case, title, edits, "possible", facts(case))


def _holds_numbers(case: Case, node: ast.expr) -> bool:
    """Tell whether the failing line calculates with the numbers of a dict."""
    is_sum = any(case.failing(ast.BinOp)) or any(calls(case, "sum"))
    held = value(case, node) if is_sum else None
    values = held.values() if isinstance(held, dict) else ()
    return bool(values) and all(type(one) in (int, float) for one in values)


def _names_key(case: Case, node: ast.Subscript) -> bool:
    if isinstance(node.slice, ast.Slice):
        return False
    is_literal = isinstance(node.slice, ast.Constant)
    key = case.report.names.get("key", "")
    return not is_literal or ast.unparse(node.slice) in (key, repr(key))
