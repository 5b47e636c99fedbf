"""The request that was sent last: the next one is compared with it."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.gateway.gateway import Profile


class Posted(msgspec.Struct, frozen=True):
    """A request as it left, and who got it; *at* is in seconds of the services."""

    made: Assembly
    profile: Profile
    at: float


class Last:
    """Holds one request; written by the assist thread, read by any."""

    def __init__(self) -> None:
        self.posted: Posted | None = None

    def note(self, made: Assembly, profile: Profile, at: float) -> None:
        """Remember what leaves now."""
        self.posted = Posted(made, profile, at)
