"""Ours: the product's own engine on the document alone, without a kernel."""

from __future__ import annotations

from jupyter_ctx.bench.policies.request import Request
from jupyter_ctx.core.engine import assembly
from jupyter_ctx.errors import BudgetError
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.unrun import wanted_of
from jupyter_ctx.tokens import counter_named


def ours(request: Request) -> str:
    """Send what `jupyter_ctx.context` would; nothing where not even names fit."""
    wanted = wanted_of(request.cells, request.question)
    counter = counter_named(request.encoding)
    try:
        return assembly.render(offer(wanted), request.budget, counter)
    except BudgetError:
        return ""
