"""Fixes for calls with a wrong argument, and for things used as what they are not."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import known
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.near import SURE, is_clear, near

_UNEXPECTED = re.compile(
    r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'"
    r"(?:\. Did you mean '(\w+)')?"
)
_INVALID = re.compile(r"'(\w+)' is an invalid keyword argument for (\w+)\(\)")
_PARAMETER = re.compile(r"[^\W\d]\w*(?=\s*(?:[:=,)]|$))")


def propose(case: Case) -> Iterator[Fix | None]:
    """Mend a keyword, a shadowed built-in, missing brackets or a sum with text."""
    message = case.report.evalue
    if not case.source:
        return
    found = _UNEXPECTED.search(message)
    if found:
        yield from _keyword(case, *found.groups(default=""))
    elif found := _INVALID.search(message):
        yield from _keyword(case, found[2], found[1], "")
    elif message.endswith("is not callable"):
        yield from _shadowed(case)
    elif re.search(r"'(?:builtin_function_or_\w+|method|function)' object", message):
        yield from _uncalled(case)
    elif message.startswith("can only concatenate str"):
        yield from _sum(case)


def _keyword(case: Case, function: str, wrong: str, meant: str) -> Iterator[Fix | None]:
    places = [node for node in case.failing(ast.keyword) if node.arg == wrong]
    last = function.rpartition(".")[2]
    name = function.partition(".")[0] if last == "__init__" else last
    parameters = _parameters(case, name)
    found = near(wrong, parameters) or (((meant, SURE),) if meant else ())
    if not parameters and not found:
        found = _well_known(wrong, name)
    for other, score in found:
        certainty: Certainty = "likely" if score >= SURE else "possible"
        if is_clear(found) and parameters:
            certainty = "certain"
        starts = [case.span(node)[0] for node in places]
        edits = [Edit(start, start + len(wrong), other) for start in starts]
        title = f"Write `{other}=` instead of `{wrong}=`"
        why = [f"`{name}` takes: {', '.join(parameters) or other}"]
        yield edit(case, title, edits, certainty, why)


def _well_known(wrong: str, function: str) -> tuple[tuple[str, float], ...]:
    """Find the argument of a library whose signature is not at hand."""
    names = known.keywords(function)
    begun = [(one, SURE) for one in names if one.startswith(f"{wrong}_")]
    return near(wrong, names) or tuple(begun[:1])


def _parameters(case: Case, name: str) -> list[str]:
    summary = case.variable(name)
    if summary is None:
        return []
    made = [field.dtype for field in summary.fields if field.name == "__init__"]
    signature = made[0] if summary.kind == "class" and made else summary.signature
    inside = signature.partition("(")[2].rpartition(")")[0]
    found = dict.fromkeys(_PARAMETER.findall(inside + ","))
    return [one for one in found if one not in ("self", "None", "True", "False")]


def _shadowed(case: Case) -> Iterator[Fix | None]:
    """Free the name of a built-in function that a variable hides."""
    for call in case.failing(ast.Call):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        summary = case.variable(name)
        if summary is None or not callable(getattr(builtins, name, None)):
            continue
        why = [f"`{name}` is the variable {name}: {summary.type_name} now"]
        first = case.source.split("\n")[: case.tree.body[0].lineno - 1]
        at = sum(len(line) + 1 for line in first)
        title = f"Delete the variable `{name}`, which hides the built-in function"
        yield edit(case, title, [Edit(at, at, f"del {name}\n")], "possible", why)


def _uncalled(case: Case) -> Iterator[Fix | None]:
    """Call the method that was subscripted, or asked for its items."""
    nodes = [
        node
        for node in case.failing(ast.Subscript)
        if isinstance(node.value, ast.Attribute | ast.Name)
        and not isinstance(node.slice, ast.Slice)
        and isinstance(node.ctx, ast.Load)
    ]
    for node in nodes if len(nodes) == 1 else ():
        owner, inside = case.text(node.value), case.text(node.slice)
        why = [f"`{owner}` is a function"]
        texts = [f"{owner}({inside})", f"{owner}()[{inside}]"]
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            texts.reverse()  # a number is a position in what the call returns
        levels: tuple[Certainty, Certainty] = ("likely", "possible")
        for text, certainty in zip(texts, levels, strict=True):
            edits = [Edit(*case.span(node), text)]
            yield edit(case, f"Write `{text}`", edits, certainty, why)


def _sum(case: Case) -> Iterator[Fix | None]:
    """Make text of what is added to text."""
    sums = [node for node in case.failing(ast.BinOp) if isinstance(node.op, ast.Add)]
    parts = [part for node in sums for part in (node.left, node.right)]
    plain = [part for part in parts if not isinstance(part, ast.BinOp)]
    others = [part for part in plain if not _is_text(case, part)]
    if len(others) != 1:
        return
    text = case.text(others[0])
    why = ["text and a number cannot be added"]
    edits = [Edit(*case.span(others[0]), f"str({text})")]
    yield edit(case, f"Write `str({text})`", edits, "likely", why)


def _is_text(case: Case, node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    if isinstance(node, ast.Name):
        summary = case.variable(node.id)
        return summary is not None and summary.type_name == "str"
    return isinstance(node, ast.JoinedStr)
