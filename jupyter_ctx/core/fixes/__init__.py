"""Quick fixes without a model: ranked, concrete patches from the live state."""

from __future__ import annotations

from jupyter_ctx.core.fixes.fix import Fix
from jupyter_ctx.core.fixes.rank import propose

__all__ = ["Fix", "propose"]
