"""A figure in words at the moment it is shown, for models that cannot see it.

The inline backend closes a figure once it is shown, so there is no later moment.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from jupyter_ctx.core.engine import render
from jupyter_ctx.kernel.describe.look import Look, module
from jupyter_ctx.kernel.describe.registry import describe

LIBRARIES = ("matplotlib", "plotly", "altair")
DEPTH = 12  # frames between `display` and the hook that asks
LIMIT = 1_500  # characters told of one figure

_DISPLAY = "IPython.core.display_functions"


def displayed() -> object:
    """Give the object that `display` publishes right now; None if nobody does."""
    frame = sys._getframe(1)  # noqa: SLF001
    for _ in range(DEPTH):
        is_display = frame.f_code.co_name == "display"
        if is_display and frame.f_globals.get("__name__") == _DISPLAY:
            return frame.f_locals.get("obj")
        if frame.f_back is None:
            break
        frame = frame.f_back
    return None


def in_words(value: object, look: Callable[[str], Look]) -> str:
    """Say titles, labels, ranges and series of a figure; nothing of anything else."""
    if module(value).split(".", 1)[0] not in LIBRARIES:
        return ""
    told = describe(value, look("figure"))
    lines = (render.live_line(told), render.outline(told), render.card(told))
    return "\n".join(line for line in lines if line)[:LIMIT]
