"""The feed: the smallest events that bring a page from what it saw to what is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def news(
    seen: Transcript | None, now: Transcript, *, can_keep: bool = True
) -> tuple[Event, ...]:
    """Give what a page that saw *seen* must be sent to show *now*.

    Text that grew is sent as what was added; a turn that changed otherwise, or was
    asked after the others, is sent whole, and the page counts anew how many follow
    each. Where turns left the branch, those that took their place are sent, or to a
    page that cannot keep the others all; where many changed, as by a compaction, too.
    """
    if seen is None or (seen.conversation, seen.before) != (
        *(now.conversation, now.before),
    ):
        return (now,)
    kept = _kept(seen.turns, now.turns)
    pairs = zip(seen.turns[:kept], now.turns[:kept], strict=True)
    changes = [
        _change(old, new)
        for old, new in pairs
        if old is not new and _in_place(old, new) != new
    ]
    added = now.turns[kept:]
    if len(changes) + len(added) > MANY:
        return (now,)
    if kept == len(seen.turns) and seen.can_undo == now.can_undo:
        return (*changes, *(TurnChanged(turn=turn) for turn in added))
    if not (kept and can_keep):
        return (now,)
    after = now.turns[kept - 1].id
    return (msgspec.structs.replace(now, turns=added, after=after), *changes)


def _in_place(before: Turn, after: Turn) -> Turn:
    """Give *before* with as many turns after it as *after* has."""
    if before.later == after.later:
        return before
    return msgspec.structs.replace(before, later=after.later)


def _kept(seen: Sequence[Turn], now: Sequence[Turn]) -> int:
    """Count the turns at the beginning of both that are the same ones."""
    pairs = enumerate(zip(seen, now, strict=False))
    most = min(len(seen), len(now))
    return next((n for n, (old, new) in pairs if old.id != new.id), most)


def page_of(shown: Transcript, start: int) -> Transcript:
    """Give *shown* from the turn on that stands at *start* of the branch."""
    if start <= shown.before:
        return shown
    turns = shown.turns[start - shown.before :]
    return msgspec.structs.replace(shown, turns=turns, before=start)


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
