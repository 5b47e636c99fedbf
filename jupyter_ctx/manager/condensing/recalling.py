"""What a request tells again of what was condensed: from the kernel, from the log."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.compact.again import found, raised
from jupyter_ctx.core.compact.strategy import FOUND_SHARE, about
from jupyter_ctx.core.engine.sent import Request
from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.manager.condensing.measuring import Measuring, Situation
from jupyter_ctx.manager.log import Log


class Recalling:
    """Adds to the pieces of a request; works on values."""

    def __init__(self, log: Log, measuring: Measuring) -> None:
        self._log = log
        self._measuring = measuring

    def again(self, now: Situation) -> Request:
        """Tell the newest cells and files whole, after what was said is condensed."""
        request = now.request
        pieces = raised(request.pieces, request.counter, now.profile.window)
        return replace(request, pieces=pieces)

    def found(self, now: Situation) -> Request:
        """Put old turns that the question is about beside it, if that is set."""
        request = now.request
        if now.ways.strategy != "retrieval":
            return request
        shown = entries(self._log.conversation, before=now.before)
        gone = {one.turn for one in shown if one.status in ("pruned", "summarised")}
        gone -= self._log.conversation.condensed.pruned
        if not gone:
            return request
        old = [one for one in self._measuring.opened(now).turns if one.turn in gone]
        most = int(now.room.share * FOUND_SHARE)
        chosen = about(old, request.wanted.prompt, most, request.counter)
        return replace(request, pieces=(*request.pieces, *found(chosen)))
