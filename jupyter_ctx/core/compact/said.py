"""Turns as they are condensed: the user's words and the reply, with their ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import is_

import msgspec

from jupyter_ctx.core.engine.prompt import reduced
from jupyter_ctx.core.talk.conversation import ROOT, Conversation
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.view import Entry
from jupyter_ctx.core.tokens import Counter

STOPPED = "(no answer: the user stopped it)"


class Old(msgspec.Struct, frozen=True, gc=False):
    """One turn of the branch as it may be condensed.

    *place* counts from 1 on the branch; *user* and *reply* are empty where they are
    not sent. *is_kept* tells that it stays word for word whatever is compacted. *end*
    are the ids by which a part or a compaction names it.
    """

    turn: str
    reply_id: str
    place: int
    user: str = ""
    reply: str = ""
    is_kept: bool = False
    end: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        """Make the pair of ids once: each compaction asks all turns for it."""
        msgspec.structs.force_setattr(self, "end", (self.turn, self.reply_id))

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is sent of it."""
        both = (Message("user", self.user), Message("assistant", self.reply))
        return reduced(one for one in both if one.content.strip())

    @property
    def text(self) -> str:
        """All words of it, to look facts up in."""
        return f"{self.user}\n{self.reply}"

    def tokens(self, counter: Counter) -> int:
        """Count what is sent of it, each message alone, as the layout does."""
        return cost(self.messages, counter)


def cost(messages: Iterable[Message], counter: Counter) -> int:
    """Count *messages* each alone, as the share of earlier turns is counted."""
    return sum(counter.count_messages([one]) for one in messages)


_Reading = tuple[tuple[Entry, ...], frozenset[str], tuple[Old, ...]]
"""Entries, the turns that were pinned then, and what was read."""


class Turns:
    """The turns of a branch as they were read last; what is new is read on from there.

    A branch grows at its end, and the entries of a turn are the same objects as long as
    nothing of it changed: a view of it is read again from the first that is another.
    """

    def __init__(self) -> None:
        self._last: _Reading = ((), frozenset(), ())

    def of(
        self, conversation: Conversation, shown: tuple[Entry, ...]
    ) -> tuple[Old, ...]:
        """Read the turns in *shown*, as `turns_of` does."""
        before, kept, known = self._last
        pinned = conversation.condensed.pinned
        same = common(before, shown) if pinned == kept else 0
        # Of the last turn that is the same there may be more now.
        last = shown[same - 1].turn if same else ROOT
        while same and shown[same - 1].turn == last:
            same -= 1
        end = shown[same - 1].turn if same else ROOT
        upto = next((one.place for one in reversed(known) if one.turn == end), 0)
        same = same if upto else 0
        turns = (*known[:upto], *turns_of(conversation, shown[same:], upto))
        self._last = shown, pinned, turns
        return turns


def common(before: Sequence[object], now: Sequence[object]) -> int:
    """Count with how many of the same objects *before* and *now* begin."""
    pairs = enumerate(map(is_, before, now))
    return next((n for n, same in pairs if not same), min(len(before), len(now)))


def turns_of(
    conversation: Conversation, shown: Sequence[Entry], before: int = 0
) -> tuple[Old, ...]:
    """Read the turns in *shown*, the entries of a branch without its compaction.

    So many turns stand *before* them.
    """
    pinned = conversation.condensed.pinned
    found = []
    grouped = groupby(
        (one for one in shown if one.turn != ROOT and one.turn in conversation.turns),
        key=lambda one: one.turn,
    )
    for place, (turn, entries) in enumerate(grouped, before + 1):
        sent = {one.role: one.content for one in entries if one.status == "sent"}
        said = (sent.get("user", ""), sent.get("assistant", ""), turn in pinned)
        found.append(_old(turn, conversation.turn(turn).current, place, *said))
    return tuple(found)


@lru_cache(maxsize=8_192)
def _old(  # noqa: PLR0913, PLR0917 - the fields of a turn, made once
    turn: str,
    reply_id: str,
    place: int,
    user: str,
    reply: str,
    is_kept: bool,  # noqa: FBT001
) -> Old:
    return Old(turn, reply_id, place, user, reply, is_kept)
