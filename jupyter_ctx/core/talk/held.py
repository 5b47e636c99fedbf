"""What is held back: which compaction holds for a branch, and which turns it replaces.

It is asked for each request and each change, so no whole branch is walked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

from jupyter_ctx.core.privacy import Level, is_as_strict
from jupyter_ctx.core.talk.conversation import Conversation, Turn, TurnId
from jupyter_ctx.core.talk.events import Compacted

NEAR = 40  # newest turns, among which the newest compaction is looked for first
_ID: Callable[[Turn], TurnId] = attrgetter("id")


def compaction_of(
    conversation: Conversation, branch: Sequence[Turn], privacy: Level
) -> Compacted | None:
    """Give the compaction that holds for *branch* at the level *privacy*."""
    condensed = conversation.condensed
    if not condensed.compactions:
        return None
    newest = condensed.compactions[-1]
    # Mostly it stands near the tip, and is the one that holds.
    for turn in reversed(branch[-NEAR:]):
        if turn.id == newest.turn and turn.current == newest.reply:
            if is_as_strict(newest.privacy, privacy):
                return newest
            break
    currents = {turn.id: turn.current for turn in branch}
    # The same as asking for all pairs, without making them for each request.
    known = {one.turn for one in condensed.compactions}
    ends = [(i, currents[TurnId(i)]) for i in known if i in currents]
    return condensed.compaction(ends, privacy)


def left(
    branch: Sequence[Turn], compaction: Compacted | None, consumed: frozenset[str]
) -> Sequence[Turn]:
    """Give the turns of *branch* that *compaction* does not keep back."""
    if compaction is None:
        return branch
    end = end_of(branch, compaction)
    if end == len(consumed):
        return branch[end:]
    return [*(t for t in branch[:end] if t.id not in consumed), *branch[end:]]


def end_of(branch: Sequence[Turn], compaction: Compacted) -> int:
    """Count the turns of *branch* up to the last that *compaction* was made of."""
    ends = range(len(branch), 0, -1)
    return next(n for n in ends if branch[n - 1].id == compaction.turn)


def consumed_of(
    conversation: Conversation, branch: Sequence[Turn], compaction: Compacted | None
) -> frozenset[str]:
    """Give the turns of *branch* that *compaction* keeps back."""
    if compaction is None:
        return frozenset()
    first, pinned = branch[0], conversation.condensed.pinned
    known = _held[0]
    if known[0] is compaction and known[1] is first and known[2] is pinned:
        return known[3]  # what stands before a turn is always the same
    stay = {*compaction.kept, *pinned} - {*compaction.unkept}
    consumed = frozenset(map(_ID, branch[: end_of(branch, compaction)]))
    consumed = consumed - stay if stay else consumed
    _held[0] = (compaction, first, pinned, consumed)
    return consumed


_Held = tuple[object, object, object, frozenset[str]]
_held: list[_Held] = [(None, None, None, frozenset())]
"""What the compaction that was looked at last keeps back. Any thread may write it."""
