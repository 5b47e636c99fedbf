"""Fixes for styles that matplotlib does not have, or not any more."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import known
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.key_error import quoted
from jupyter_ctx.core.fixes.near import SURE, near

_STYLE = re.compile(r"'([^']+)' is not a valid package style")


def propose(case: Case) -> Iterator[Fix | None]:
    """Write the name that the style has now."""
    found = _STYLE.search(case.report.evalue)
    if found is None:
        return
    wrong, names = found[1], known.styles()
    renamed = wrong.replace("seaborn", "seaborn-v0_8", 1)
    scored = [(renamed, 1.0)] if renamed in names else list(near(wrong, names))
    places = [node for node in case.nodes(ast.Constant) if node.value == wrong]
    for name, score in scored:
        level: Certainty = "likely" if score >= SURE else "possible"
        edits = [Edit(*case.span(n), quoted(name, case.text(n))) for n in places]
        why = [f"matplotlib has a style `{name}`"]
        title = f"Write `{name}` instead of `{wrong}`"
        yield edit(case, title, edits, level, why)
