"""Fixes for things used as what they are not: functions, built-ins and texts."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit


def propose(case: Case) -> Iterator[Fix | None]:
    """Mend a shadowed built-in, missing brackets or a sum with text."""
    message = case.report.evalue
    if not case.source:
        return
    if message.endswith("is not callable"):
        yield from _shadowed(case)
    elif re.search(r"'(?:builtin_function_or_\w+|method|function)' object", message):
        yield from _uncalled(case)
    elif message.startswith("can only concatenate str"):
        yield from _sum(case)


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
        is_place = (
            isinstance(node.slice, ast.Constant) and type(node.slice.value) is int
        )
        if is_place and not _takes(case, node.value):
            texts.reverse()  # a number is a position in what the call returns
        levels: tuple[Certainty, Certainty] = ("likely", "possible")
        for text, certainty in zip(texts, levels, strict=True):
            edits = [Edit(*case.span(node), text)]
            yield edit(case, f"Write `{text}`", edits, certainty, why)


def _takes(case: Case, node: ast.expr) -> bool:
    """Tell whether a function of the user must be given one argument."""
    summary = case.variable(node.id) if isinstance(node, ast.Name) else None
    given = summary.signature.partition("(")[2] if summary is not None else ")"
    return not given.startswith((")", "*")) and "=" not in given.partition(",")[0]


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
