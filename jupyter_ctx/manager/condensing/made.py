"""A compaction that was made and is not recorded yet."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.talk.events import Compacted


class Made(msgspec.Struct, frozen=True):
    """A compaction that may be recorded, and what is to be told of it."""

    event: Compacted
    dropped: tuple[str, ...] = ()
    failure: str = ""
