"""Turns of a branch that are read on from what was read: never other than read anew."""

from __future__ import annotations

from random import Random

import pytest

from jupyter_ctx.core.compact.said import Turns, turns_of
from jupyter_ctx.core.talk.conversation import Conversation
from jupyter_ctx.core.talk.events import Edited, Event, Pinned, Pruned
from jupyter_ctx.core.talk.view import Entry, entries
from tests.core.talk import asked, replied


def whole(conversation: Conversation) -> tuple[Entry, ...]:
    """View the branch as it was said."""
    return entries(conversation, is_compacted=False, is_whole=False)


def event(random: Random, conversation: Conversation, number: int) -> Event:
    """Do anything to the conversation: mostly ask, and answer what was asked."""
    tip, turns = conversation.tip, [*conversation.turns]
    if tip and conversation.turn(tip).reply is None:
        return replied(tip, f"r{number}")
    act = random.randrange(10)
    if not turns or act < 6:
        return asked(f"t{number}", tip)
    turn = random.choice(turns)
    if act == 6:
        return Edited(turn=f"t{number}", old=turn, prompt=f"other {number}")
    if act == 7:
        return replied(turn, f"r{number}")
    if act == 8:
        return Pinned(turn, is_pinned=random.random() < 0.6)
    return Pruned(turn, is_hidden=random.random() < 0.6)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_was_said_since_reading_on_gives_what_reading_anew_gives(seed):
    """Questions, replies, edits, alternatives, pins and prunings, in any order."""
    random, reader, conversation = Random(seed), Turns(), Conversation()
    for number in range(120):
        conversation = conversation.apply(event(random, conversation, number))
        if random.random() < 0.7:
            shown = whole(conversation)
            assert reader.of(conversation, shown) == turns_of(conversation, shown)


def test_what_is_old_is_not_read_again():
    """Of a branch that grew only its last turns are made anew."""
    reader, conversation = Turns(), Conversation()
    for number in range(30):
        for one in (asked(f"t{number}", conversation.tip), replied(f"t{number}")):
            conversation = conversation.apply(one)
    before = reader.of(conversation, whole(conversation))
    conversation = conversation.apply(asked("new", conversation.tip))
    after = reader.of(conversation, whole(conversation))

    assert [one.turn for one in after[-2:]] == ["t29", "new"]
    assert all(one is other for one, other in zip(before, after, strict=False))
