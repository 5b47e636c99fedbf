"""Fixes for an argument of another type than the message asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import library
from jupyter_ctx.core.fixes.calls import type_of
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Fix, swap
from jupyter_ctx.core.fixes.nothing import other

_ASKED = re.compile(
    r"[`'\"](\w+)[`'\"]?(?: parameter of \w+| argument)? must be "
    r"(?:an? )?(?:\w+ )?(integer|int|str|string|float|number|bool|list)\b"
)
_MADE = {
    "integer": "int", "int": "int", "str": "str", "string": "str", "float": "float",
    "number": "float", "bool": "bool", "list": "list",
}  # fmt: skip


def propose(case: Case) -> Iterator[Fix | None]:
    """Make of the argument that is named what the message says it must be."""
    found = _ASKED.search(case.report.evalue)
    if found is None or not case.source:
        return
    name, function = found[1], _MADE[found[2]]
    for there, node in _given(case, name):
        kind = type_of(there, node)
        if kind in ("", function) or (function, kind) == ("list", "NoneType"):
            continue
        text = _converted(there, node, function)
        if not text:
            continue
        why = [case.report.evalue[:200], *there.live(node)]
        yield swap(there, node, text, "likely", why)
        return


def _given(case: Case, name: str) -> Iterator[tuple[Case, ast.expr]]:
    """Find what was given for *name*, here, or where a model was made."""
    earlier = [other(case, run) for run in reversed(case.state.executions)]
    for there in (case, *(one for one in earlier if one is not None)):
        for call in there.nodes(ast.Call):
            yield from ((there, k.value) for k in call.keywords if k.arg == name)
            names = library.named(library.resolved(there, call.func))
            for at, node in enumerate(call.args):
                if names[at : at + 1] == [name]:
                    yield there, node


def _converted(case: Case, node: ast.expr, function: str) -> str:
    """Write a literal anew, and convert what has a name; nothing if it is no number."""
    if isinstance(node, ast.Constant) and function in ("int", "float"):
        try:
            number = float(str(node.value))
        except ValueError:
            return ""
        return str(int(number)) if function == "int" else str(number)
    if function == "list":
        return f"[{case.text(node)}]"
    return f"{function}({case.text(node)})"
