"""The feed: the smallest events that bring a page from what it saw to what is."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

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

    Text that grew is sent as what was added; a turn that changed otherwise, or was
    asked after the others, is sent whole, and the page counts anew how many follow
    each. Where turns left the branch or many changed, as by a compaction, all are.
    """
    if seen is None or not _goes_on(seen, now):
        return (now,)
    turns = now.turns[: len(seen.turns)]
    pairs = [
        (_in_place(old, new), new) for old, new in zip(seen.turns, turns, strict=True)
    ]
    changes = [_change(old, new) for old, new in pairs if old != new]
    changes += [TurnChanged(turn=turn) for turn in now.turns[len(turns) :]]
    return (now,) if len(changes) > MANY else tuple(changes)


def _in_place(before: Turn, after: Turn) -> Turn:
    """Give *before* with as many turns after it as *after* has."""
    return msgspec.structs.replace(before, later=after.later)


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


def _goes_on(seen: Transcript, now: Transcript) -> bool:
    """Tell whether *now* has all turns of *seen*, and after them perhaps others."""
    before = [turn.id for turn in seen.turns]
    after = [turn.id for turn in now.turns[: len(before)]]
    return (seen.conversation, seen.can_undo, before) == (
        *(now.conversation, now.can_undo),
        after,
    )


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
