"""Ours: the product's own engine on the document alone, without a kernel."""

from __future__ import annotations

from jupyter_ctx.bench.policies.request import Request
from jupyter_ctx.errors import BudgetError
from jupyter_ctx.testing import render


def ours(request: Request) -> str:
    """Send what `jupyter_ctx.context` would; nothing where not even names fit."""
    given = {
        "cells": request.cells,
        "budget": request.budget,
        "encoding": request.encoding,
        "query": request.question,
        "mode": "ask",
        "state": None,
    }
    try:
        return render(given)
    except BudgetError:
        return ""
