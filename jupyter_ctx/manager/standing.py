"""What stands at the head of every request, whatever is compacted: the rules."""

from __future__ import annotations

from jupyter_ctx.core import choices
from jupyter_ctx.core.rules import RULES
from jupyter_ctx.gateway.gateway import Profile


def rules_for(profile: Profile) -> str:
    """Give the system message; the small embedded model is told of no choices."""
    if profile.is_embedded or profile.is_model_free:
        return RULES
    extra = choices.TOOL_INSTRUCTION if profile.tools else choices.INSTRUCTION
    return f"{RULES}\n{extra}"
