"""Pruning by time: old turns that are not sent any more, as the user set it."""

from __future__ import annotations

import time
from collections.abc import Callable

from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.events import Pruned
from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.manager.log import Log

HOUR = 3_600.0  # seconds


def prune_by_time(
    log: Log,
    hours: float,
    current: TurnId,
    now: Callable[[], float] = time.time,
) -> tuple[TurnId, ...]:
    """Prune the turns before *current* that are older than *hours*; give which.

    With 0 none is. Pinned turns stay, those that the user wanted to be sent again,
    those of an old log that does not know when they were asked, and those that are
    summarised already: what is sent in their place is short.
    """
    if hours <= 0:
        return ()
    with log.lock:
        conversation = log.conversation
        condensed = conversation.condensed
        shown = entries(conversation, before=current)
        sent = {one.turn for one in shown if one.status == "sent"}
        sent -= condensed.pinned | condensed.shown
        due = [
            turn.id
            for turn in conversation.branch()
            if turn.id in sent and 0 < turn.at < now() - hours * HOUR
        ]
        for turn in due:
            log.record(Pruned(turn))
    return tuple(due)
