"""Fixes for numbers and texts that meet in one operation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import calls, type_of, value
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.dates import fitting
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top

_OPERANDS = re.compile(r"for (\S+): '(\w+)' and '(\w+)'")
_COMPARED = re.compile(r"'\S+' not supported between instances of '(\w+)' and '(\w+)'")
_NO_NUMBER = re.compile(
    r"type str doesn't define __\w+__|bad operand type for [\w ]+[-+~()]*: 'str'"
    r"|must be real number, not str"
)
_SIGNS: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.Div,
    "//": ast.FloorDiv,
    "%": ast.Mod,
}
_WHOLE = re.compile(r"[-+]?\d+")
_BROKEN = re.compile(r"[-+]?\d*\.\d+(?:[eE][-+]?\d+)?")
_NUMBERS = ("int", "float")


def propose(case: Case) -> Iterator[Fix | None]:
    """Make a number of the text, text of the number, or a whole of a fraction."""
    message = case.report.evalue
    if message.startswith("can only concatenate str"):
        yield from _added(case)
    elif found := _OPERANDS.search(message):
        yield from _operands(case, *found.groups())
    elif found := _COMPARED.search(message):
        yield from _compared(case)
    elif _NO_NUMBER.search(message):
        yield from _as_numbers(case)
    elif "non-int of type 'float'" in message or "as an integer" in message:
        yield from _wholes(case)


def _as_numbers(case: Case) -> Iterator[Fix | None]:
    """Give a function of numbers the number that a text stands for."""
    for call in case.failing(ast.Call):
        for node in call.args:
            new = _number_of(case, node)
            if new:
                why = ["the text is a number", *case.live(node)]
                yield swap(case, node, new, "likely", why)


def _number_of(case: Case, node: ast.expr) -> str:
    """Write the conversion of a text that is known to be a number, or nothing."""
    text = value(case, node)
    if not isinstance(text, str):
        return ""
    if _WHOLE.fullmatch(text.strip()):
        return f"int({case.text(node)})"
    return f"float({case.text(node)})" if _BROKEN.fullmatch(text.strip()) else ""


def _added(case: Case) -> Iterator[Fix | None]:
    for node in case.failing(ast.BinOp):
        if isinstance(node.op, ast.Add) and not isinstance(node.left, ast.Constant):
            new = _number_of(case, node.left)
            if new and type_of(case, node.right) in _NUMBERS:
                why = ["the text is a number", *case.live(node)]
                yield swap(case, node.left, new, "likely", why)


def _operands(case: Case, sign: str, left: str, right: str) -> Iterator[Fix | None]:
    for added in case.failing(ast.AugAssign):
        new = _number_of(case, added.value) if left in _NUMBERS else ""
        if new:
            why = ["the text is a number", *case.live(added.target, added.value)]
            yield swap(case, added.value, new, "likely", why)
    kind = _SIGNS.get(sign.rstrip(":="), ast.operator)
    for node in case.failing(ast.BinOp):
        if isinstance(node.op, kind):
            yield from _between(case, node, sign, left, right)


def _between(
    case: Case, node: ast.BinOp, sign: str, left: str, right: str
) -> Iterator[Fix | None]:
    if left == right == "str":
        yield from _dates(case, node)
    why = [f"{left} and {right} do not go together", *case.live(node)]
    if right == "str" and left in _NUMBERS:
        yield from _mixed(case, node.right, node.left, sign, why)
    elif left == "str" and right in _NUMBERS:
        yield from _mixed(case, node.left, node.right, sign, why)
    elif left == right == "list" and isinstance(node.op, ast.Sub):
        yield _without(case, node)
        yield _array(case, node.left, why)
    elif left == "list" and right in ("list", *_NUMBERS):
        yield _array(case, node.left, why)


def _dates(case: Case, node: ast.BinOp) -> Iterator[Fix | None]:
    """Calculate with the dates or numbers that two texts stand for."""
    sides = (node.left, node.right)
    texts = [value(case, side) for side in sides]
    numbers = [_number_of(case, side) for side in sides]
    why = ["texts are not subtracted", *case.live(node)]
    if all(numbers):
        edits = [Edit(*case.span(s), n) for s, n in zip(sides, numbers, strict=True)]
        yield edit(case, "Make numbers of both texts", edits, "likely", why)
        return
    forms = [fitting(one) if isinstance(one, str) else [] for one in texts]
    if not all(forms):
        return
    pandas = case.module("pandas")
    form, function = forms[0][0], f"{pandas}.to_datetime"
    made = [f"{function}({case.text(side)})" for side in sides]
    edits = []
    if not pandas:
        made = [f"datetime.strptime({case.text(side)}, {form!r})" for side in sides]
        if case.variable("datetime") is None:
            edits.append(at_top(case, "from datetime import datetime"))
    edits += [Edit(*case.span(s), text) for s, text in zip(sides, made, strict=True)]
    yield edit(case, "Make dates of both texts", edits, "likely", why)


def _without(case: Case, node: ast.BinOp) -> Fix | None:
    """Keep what is in the first list alone; arrays of one length are subtracted."""
    first, second = (value(case, side) for side in (node.left, node.right))
    sizes = [len(one) for one in (first, second) if isinstance(one, list)]
    is_even = len(set(sizes)) == 1 and sizes != [1, 1]
    left, right = case.text(node.left), case.text(node.right)
    text = f"[one for one in {left} if one not in {right}]"
    why = ["lists are not subtracted", *case.live(node)]
    return swap(case, node, text, "possible" if is_even else "likely", why)


def _mixed(
    case: Case, text: ast.expr, number: ast.expr, sign: str, why: list[str]
) -> Iterator[Fix | None]:
    known = _number_of(case, text)
    if known:
        yield swap(case, text, known, "likely", why)
    if sign.startswith("+") and not known and isinstance(text, ast.Subscript):
        yield swap(case, text, f"float({case.text(text)})", "possible", why)
    if sign.startswith("+"):
        level: Certainty = "possible" if known else "likely"
        yield swap(case, number, f"str({case.text(number)})", level, why)
    elif not known and not isinstance(text, ast.Constant):
        yield swap(case, text, f"float({case.text(text)})", "likely", why)


def _array(case: Case, node: ast.expr, why: list[str]) -> Fix | None:
    numpy = case.module("numpy")
    text = f"{numpy or 'np'}.array({case.text(node)})"
    edits = [Edit(*case.span(node), text)]
    if not numpy:
        edits.append(at_top(case, "import numpy as np"))
    facts = ["a list does not calculate; an array does", *why]
    return edit(case, f"Make an array of it: `{text}`", edits, "likely", facts)


def _compared(case: Case) -> Iterator[Fix | None]:
    for node in case.failing(ast.Compare):
        for side in (node.left, *node.comparators):
            new = _number_of(case, side)
            if not new and type_of(case, side) == "str" and isinstance(side, ast.Name):
                new = f"float({case.text(side)})"
            if new:
                why = ["text is not compared with a number", *case.live(node)]
                yield swap(case, side, new, "likely", why)


def _wholes(case: Case) -> Iterator[Fix | None]:
    """Divide to a whole number, or cut the fraction off."""
    divisions = [n for n in case.failing(ast.BinOp) if isinstance(n.op, ast.Div)]
    for node in divisions:
        text = f"{case.text(node.left)} // {case.text(node.right)}"
        why = ["`/` gives a fraction, `//` a whole number", *case.live(node)]
        yield swap(case, node, text, "likely", why)
    if not divisions:
        yield from _all_whole(case)
        yield from _cut_off(case)


def _all_whole(case: Case) -> Iterator[Fix | None]:
    """Make numbers of all texts that a call was given for them."""
    for call in case.failing(ast.Call):
        texts = [(node, _number_of(case, node)) for node in call.args]
        edits = [Edit(*case.span(node), new) for node, new in texts if new]
        if edits:
            why = ["the texts are numbers", *case.live(call)]
            title = "Make numbers of the texts"
            yield edit(case, title, edits, "likely", why)


def _cut_off(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "range", "zeros", "ones", "empty", "linspace", "full"):
        for node in call.args:
            if type_of(case, node) in ("float", "str") or isinstance(
                node, ast.BinOp | ast.Call
            ):
                why = ["a whole number is needed", *case.live(node)]
                yield swap(case, node, f"int({case.text(node)})", "likely", why)
    yield from _repeated(case)


def _repeated(case: Case) -> Iterator[Fix | None]:
    """Multiply by the number that a text stands for, or repeat it whole times."""
    for product in case.failing(ast.BinOp):
        sides = (product.left, product.right)
        known = [(side, _number_of(case, side)) for side in sides]
        numbers = [one for one in known if one[1]]
        for side, text in numbers:
            why = ["the text is a number", *case.live(side)]
            yield swap(case, side, text, "likely", why)
        unknown = [one for one in sides if not type_of(case, one)]
        for side in unknown if len(unknown) == 1 and not numbers else ():
            why = ["text is multiplied as a number", *case.live(side)]
            yield swap(case, side, f"float({case.text(side)})", "likely", why)
        for side in sides if not numbers else ():
            if isinstance(product.op, ast.Mult) and type_of(case, side) == "float":
                why = ["a list or text is repeated a whole number of times"]
                yield swap(case, side, f"int({case.text(side)})", "likely", why)
