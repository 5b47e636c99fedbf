"""The feed: the smallest events that bring a page from what it saw to what is."""

from __future__ import annotations

from collections.abc import Mapping

from jupyter_ctx.protocol.messages import (
    Event,
    ReplyDelta,
    StaleChanged,
    Transcript,
    TurnChanged,
)
from jupyter_ctx.protocol.values import StaleCell, Turn

MANY = 20  # turns that change at once: one message costs less than so many


def news(seen: Transcript | None, now: Transcript) -> tuple[Event, ...]:
    """Give what a page that saw *seen* must be sent to show *now*.

    Text that grew is sent as what was added; a turn that changed otherwise is
    sent whole; where turns joined or left the branch, and where many changed, as by
    a compaction, the transcript is.
    """
    if seen is None or _frame(seen) != _frame(now):
        return (now,)
    pairs = zip(seen.turns, now.turns, strict=True)
    other = [(before, after) for before, after in pairs if before != after]
    if len(other) > MANY:
        return (now,)
    return tuple(_change(before, after) for before, after in other)


def stale_news(
    seen: Mapping[str, StaleCell] | None, now: Mapping[str, StaleCell]
) -> StaleChanged | None:
    """Give what a page that saw the cells *seen* must be sent; None for nothing.

    Both are by key. What it costs to send depends on what changed.
    """
    if seen is None:
        return StaleChanged(cells=tuple(now.values()), is_all=True)
    cells = tuple(cell for key, cell in now.items() if seen.get(key) != cell)
    gone = tuple(key for key in seen if key not in now)
    return StaleChanged(cells=cells, gone=gone) if cells or gone else None


def _frame(shown: Transcript) -> tuple[object, ...]:
    return (shown.conversation, shown.can_undo, [turn.id for turn in shown.turns])


def _change(before: Turn, after: Turn) -> Event:
    return _delta(before, after) or TurnChanged(turn=after)


def _delta(before: Turn, after: Turn) -> ReplyDelta | None:
    """Give what was added to the live reply; None where it did not only grow."""
    old, new = before.live, after.live
    if old is None or new is None or old.reply != new.reply:
        return None
    if not new.text.startswith(old.text):
        return None  # what looked like text turned out to be a block of choices
    if not new.reasoning.startswith(old.reasoning):
        return None
    return ReplyDelta(
        turn=after.id,
        reply=new.reply,
        text=new.text[len(old.text) :],
        reasoning=new.reasoning[len(old.reasoning) :],
        activity=new.activity,
    )
