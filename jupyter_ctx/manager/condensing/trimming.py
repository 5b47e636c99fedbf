"""Stubs in place of bulky old parts, where they save enough; no model is asked."""

from __future__ import annotations

from jupyter_ctx.core.compact.sizes import LEAST_TRIM, PROTECTED, Sizes
from jupyter_ctx.core.talk.events import Trimmed
from jupyter_ctx.manager.condensing.measuring import Measuring, Situation

PROTECTED_SHARE = 0.3  # of what turns may take at most, for what no stub touches
TRIM_SHARE = 0.2  # of it, more than this must stubs save at most


def trimmed(now: Situation, measuring: Measuring) -> Trimmed | None:
    """Find up to where stubs save enough; None where they do not."""
    sizes, share = Sizes(now.profile.window), now.room.share
    protected = min(sizes.of(PROTECTED), int(share * PROTECTED_SHARE))
    least = min(sizes.of(LEAST_TRIM), int(share * TRIM_SHARE))
    end = len(now.turns)
    while end and protected > 0:
        end -= 1
        protected -= now.turns[end].tokens(now.request.counter)
    if not end:
        return None
    event = Trimmed(now.turns[end - 1].turn)
    saved = now.tokens - measuring.again(now, event).tokens
    return event if saved >= least else None
