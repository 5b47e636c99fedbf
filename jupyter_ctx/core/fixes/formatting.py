"""Fixes for texts with places for values: `%`, `format` and f-strings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import owner, value
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap

_PLACE = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[sdifegrxo]")


def propose(case: Case) -> Iterator[Fix | None]:
    """Give as many values as there are places, of the type that each takes."""
    message = case.report.evalue
    if "format string" in message or "string formatting" in message:
        yield from _counted(case)
    elif "format: a" in message or "a number is required, not str" in message:
        yield from _typed(case)
    if case.report.ename in ("KeyError", "IndexError", "ValueError"):
        yield from _formatted(case)


def _templates(case: Case) -> Iterator[tuple[ast.BinOp, str]]:
    for node in case.failing(ast.BinOp):
        text = node.left.value if isinstance(node.left, ast.Constant) else None
        if isinstance(node.op, ast.Mod) and isinstance(text, str):
            yield node, text


def _counted(case: Case) -> Iterator[Fix | None]:
    """Gather the values in brackets, or change the number of places."""
    for node, text in _templates(case):
        places = len(_PLACE.findall(text))
        why = [f"the text has {places} place(s)", *case.live(node.right)]
        if places == 0:
            new = f"{case.text(node.left)[:-1]} %s{case.text(node.left)[-1]}"
            yield swap(case, node.left, new, "likely", why)
        around = _tuple_behind(case, node)
        if around is not None:
            start, end = case.span(node.right)[0], case.span(around.elts[-1])[1]
            values = case.source[start:end]
            title = f"Give the values in brackets: `({values})`"
            yield edit(case, title, [Edit(start, end, f"({values})")], "likely", why)
        elif places == 1:
            right = f"({case.text(node.right)},)"
            yield swap(case, node.right, right, "likely", why)
        yield _cut(case, node, places)


def _tuple_behind(case: Case, node: ast.BinOp) -> ast.Tuple | None:
    found = (one for one in case.failing(ast.Tuple) if one.elts[:1] == [node])
    return next(found, None)


def _cut(case: Case, node: ast.BinOp, places: int) -> Fix | None:
    if not isinstance(node.right, ast.Tuple) or len(node.right.elts) <= places:
        return None
    text = ", ".join(case.text(one) for one in node.right.elts[:places])
    why = ["there are more values than places"]
    return swap(case, node.right, f"({text},)", "possible", why)


def _typed(case: Case) -> Iterator[Fix | None]:
    for node, text in _templates(case):
        new = re.sub(r"%[-+ #0]*\d*(?:\.\d+)?[dif]", "%s", text)
        why = ["`%s` takes any value", *case.live(node.right)]
        if isinstance(node.right, ast.Tuple):
            return
        number = f"float({case.text(node.right)})"
        yield swap(case, node.right, number, "likely", why)
        yield swap(case, node.left, repr(new), "possible", why)


def _formatted(case: Case) -> Iterator[Fix | None]:
    """Say what stands in the places of `format`."""
    for call in case.failing(ast.Call):
        holder = owner(call)
        is_format = isinstance(call.func, ast.Attribute) and call.func.attr == "format"
        template = value(case, holder) if holder is not None and is_format else None
        if not isinstance(template, str) or holder is None:
            continue
        names = set(re.findall(r"\{([A-Za-z_]\w*)[^{}]*\}", template))
        lost = names - {one.arg for one in call.keywords}
        alive = {one for one in lost if case.variable(one) is not None}
        if case.report.ename == "KeyError" and lost and lost == alive:
            options = ", ".join(f"{one}={one}" for one in sorted(lost))
            at = case.span(call)[1] - 1
            comma = ", " if call.args or call.keywords else ""
            title = f"Give it the variables of these names: `{options}`"
            edits = [Edit(at, at, f"{comma}{options}")]
            yield edit(case, title, edits, "likely", ["the text names them"])
        elif case.report.ename in ("KeyError", "ValueError"):
            yield _doubled(case, holder, template, names)


def _doubled(
    case: Case, holder: ast.expr, template: str, names: set[str]
) -> Fix | None:
    """Double the braces that are no places, as in JSON."""
    if names and not re.search(r"[{}]\s*[\"']", template):
        return None
    new = re.sub(r"\{(?!\w*[:!}])|(?<![\w{])\}(?!\})", lambda m: m[0] * 2, template)
    why = ["a brace of the text itself is written twice"]
    return swap(case, holder, repr(new), "possible", why) if new != template else None
