"""Fixes for a file that is not there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePath

from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.key_error import quoted
from jupyter_ctx.core.fixes.near import SURE, near


def propose(case: Case) -> Iterator[Fix | None]:
    """Take the file of that folder whose name comes closest."""
    wanted = case.report.names.get("filename", "")
    name = PurePath(wanted).name
    if not case.source or not name:
        return
    literals = [
        node
        for node in case.nodes(ast.Constant)
        if isinstance(node.value, str) and _ends(node.value, wanted, name)
    ]
    for other, score in near(name, case.report.candidates):
        certainty: Certainty = "likely" if score >= SURE else "possible"
        if PurePath(other).suffix.lower() != PurePath(name).suffix.lower():
            certainty = "possible"
        edits = [Edit(*case.span(n), _literal(case, n, name, other)) for n in literals]
        why = [f"the folder has `{other}`, not `{name}`"]
        title = f"Open `{other}` instead of `{name}`"
        yield edit(case, title, edits, certainty, why)


def _ends(text: str, wanted: str, name: str) -> bool:
    return text == name or (text.endswith(f"/{name}") and wanted.endswith(text))


def _literal(case: Case, node: ast.Constant, name: str, other: str) -> str:
    text = str(node.value).removesuffix(name) + other
    return quoted(text, case.text(node))
