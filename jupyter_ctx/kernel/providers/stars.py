"""Names that `from module import *` bound: no code tells them, only the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jupyter_ctx.code.binding import Binding
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.history import Bound, History

STAR = "*"
"""The end of the statement of such a binding."""


def starred(summaries: Iterable[Summary], history: History) -> dict[str, Bound]:
    """Give the star import that each of *summaries* comes from, if one is known."""
    stars = list(_stars(history))
    if not stars:
        return {}
    found = {}
    for summary in summaries:
        if summary.name not in history.bound:
            origin = _origin(summary, stars)
            if origin is not None:
                found[summary.name] = origin
    return found


def _stars(history: History) -> Iterator[Bound]:
    for execution, names in zip(history.executions, history.analysed, strict=True):
        for module, line in names.stars:
            told = f"from {module} import {STAR}"
            yield Bound(
                execution,
                Binding(STAR, "import", line, told, module=module, end_line=line),
            )


def _origin(summary: Summary, stars: list[Bound]) -> Bound | None:
    """Find the newest star import of the run, or of the package, of *summary*."""
    if summary.run is not None:
        there = [star for star in stars if star.execution.run == summary.run]
        same = [star for star in there if _is_of(summary, star)]
        return next(reversed(same or there), None)
    if len(stars) == 1 and stars[0].execution.inferred:
        return stars[0]  # nothing else in the document binds it
    return next((star for star in reversed(stars) if _is_of(summary, star)), None)


def _is_of(summary: Summary, star: Bound) -> bool:
    package = star.binding.module.partition(".")[0]
    return summary.module.partition(".")[0] == package
