"""Which models want the ends of a stable beginning marked, for their prompt cache.

Anthropic's do, by `cache_control`, wherever they are served by their own protocol.
Other providers find a common beginning themselves, and a strict server refuses what
it does not know, so nobody else gets a mark.
"""

from __future__ import annotations

import re

from jupyter_ctx.gateway.gateway import Profile

MOST = 4
"""Marks in one request at most, by Anthropic's rule."""

_CLAUDE = re.compile(r"claude|anthropic")
# Through these litellm speaks a protocol that knows the marks.
_SERVED = ("anthropic", "bedrock", "vertex_ai", "vertex_ai_beta", "openrouter")


def wants_marks(profile: Profile) -> bool:
    """Tell whether *profile*'s model is one of Anthropic's, and reached as one.

    A bare name behind an own address is taken as OpenAI-compatible.
    """
    provider, slash, name = profile.model.lower().partition("/")
    if not slash:
        return provider.startswith("claude") and profile.api_base is None
    is_own = provider == "anthropic" or bool(_CLAUDE.search(name))
    return provider in _SERVED and is_own
