"""The view: what is shown, saved and sent is one thing, whatever happened."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from jupyter_ctx.core.talk.conversation import Conversation, TurnId, fold
from jupyter_ctx.core.talk.events import (
    Deleted,
    Edited,
    Event,
    Regenerated,
    Reset,
    Selected,
    Undone,
)
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.validator import faults, heal
from jupyter_ctx.core.talk.view import (
    STOPPED,
    entries,
    is_in_cell,
    messages,
    show,
    standing,
    thread,
)
from tests.core.mirror import Mirror, actions
from tests.core.talk import NO, YES, asked, folded, replied, talk

A, B = TurnId("a"), TurnId("b")


def sent(*events: Event, **more: object) -> list[tuple[str, str]]:
    """List role and content of what the model is sent after *events*."""
    return pairs(folded(*events), **more)


def pairs(conversation: Conversation, **more: object) -> list[tuple[str, str]]:
    """List role and content of the messages of *conversation*."""
    found = messages(entries(conversation, **more))  # type: ignore[arg-type]
    return [(message.role, message.content) for message in found]


def statuses(*events: Event) -> list[str]:
    """List the status of each message of the view."""
    return [entry.status for entry in entries(folded(*events))]


def test_an_edited_turn_and_what_followed_are_never_sent():
    """Case A5: the payload holds the new branch alone, after a reload too."""
    log = (*talk("one", "two"), Edited("one", "new", "u-new"), replied("new"))
    log = (*log, asked("three", "new"))
    saved = msgspec.json.encode(log)
    again = fold(msgspec.json.decode(saved, type=list[Event]))

    assert pairs(again) == pairs(folded(*log))
    assert pairs(again) == [
        ("user", "u-new"),
        ("assistant", "r-new"),
        ("user", "q-three"),
    ]


def test_empty_messages_are_dropped_and_neighbours_joined():
    """Case A6: what an odd history leaves is one valid question."""
    odd = [
        Message("assistant", "orphan"),
        Message("user", "q1"),
        Message("assistant", ""),
        Message("user", " "),
        Message("user", "q2"),
    ]

    assert heal(odd) == (Message("user", "q1\n\nq2"),)


def test_a_sound_history_is_not_touched():
    """Healing changes no byte of what is valid, for the provider's cache."""
    sound = (Message("user", " a\n"), Message("assistant", "b"), Message("user", "c"))

    assert heal(sound) == sound
    assert faults(sound) == ()


def test_half_a_character_is_replaced():
    """A lone surrogate cannot be sent as JSON and would fail every later call."""
    (message,) = heal([Message("user", "x\ud83d")])

    assert message.content.encode() == b"x?"


@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        ([], "does not start with the user"),
        ([Message("assistant", "a")], "does not start with the user"),
        ([Message("user", "a"), Message("assistant", "b")], "does not end with"),
        ([Message("user", " ")], "message 0 is empty"),
        ([Message("user", "a"), Message("user", "b")], "two user messages in a row"),
        ([Message("user", "a"), Message("system", "b")], "is not the first one"),
    ],
)
def test_what_a_provider_would_refuse_is_named(payload: list[Message], fault: str):
    """Each kind of refusal has its words."""
    assert any(fault in found for found in faults(payload))


def test_a_stopped_reply_is_shown_but_not_sent():
    """Its question joins the next one."""
    log = (asked("a"), replied("a", status="cancelled"), asked("b", "a"))

    assert sent(*log) == [("user", "q-a\n\nq-b")]
    assert statuses(*log) == ["sent", "cancelled", "sent", "open"]


def test_a_stopped_reply_may_be_kept_with_a_mark():
    """With `keep` the model sees the beginning and that the user stopped it."""
    log = (asked("a"), replied("a", status="cancelled"), asked("b", "a"))

    assert sent(*log, on_interrupt="keep") == [
        ("user", "q-a"),
        ("assistant", f"r-a\n{STOPPED}"),
        ("user", "q-b"),
    ]


@pytest.mark.parametrize("on_interrupt", ["keep", "drop"])
def test_a_reply_stopped_before_its_first_word_is_no_message(on_interrupt: str):
    """Case C10: nothing visible, nothing in the payload."""
    log = (asked("a"), replied("a", text="", status="cancelled"), asked("b", "a"))

    assert sent(*log, on_interrupt=on_interrupt) == [("user", "q-a\n\nq-b")]


def test_a_failed_turn_stays_visible_and_is_not_sent():
    """Its cause may be the question itself; the error is no part of the talk."""
    failed = replied("a", text="part", status="failed", failure="No network.")
    log = (asked("a"), failed, asked("b", "a"))

    assert sent(*log) == [("user", "q-b")]
    assert statuses(*log) == ["failed", "failed", "sent", "open"]
    reply = show(folded(*log), A).reply
    assert reply is not None
    assert reply.failure == "No network."


def test_a_question_whose_kernel_died_joins_the_next():
    """No reply was ever recorded: the log ends with the question."""
    assert sent(asked("a"), asked("b", "a")) == [("user", "q-a\n\nq-b")]


def test_choices_are_sent_as_lines_and_the_selection_as_the_user():
    """The model sees what it offered and what the user took."""
    offer = replied("a", question="Which?", choices=(YES, NO))
    follower = asked("b", "a", YES.value, for_user=True)
    log = (asked("a"), offer, Selected("a", "a", "1"), follower)

    assert sent(*log) == [
        ("user", "q-a"),
        ("assistant", "r-a\n\nWhich?\n\n1. Yes\n2. No"),
        ("user", "Yes, do it"),
    ]
    assert [entry.for_user for entry in entries(folded(*log))][2]


def test_a_reply_is_made_on_what_stands_before_its_turn():
    """Regenerating sees neither the old reply nor what followed."""
    talked = folded(*talk("a", "b", "c"))

    assert pairs(talked, before=B) == [("user", "q-a"), ("assistant", "r-a")]


def test_a_turn_shows_the_place_of_its_reply():
    """The arrows know "2 of 2"."""
    shown = show(folded(*talk("a"), Regenerated("a"), replied("a", "x")), A)

    assert (shown.alternative, shown.alternatives, shown.is_tip) == (2, 2, True)
    assert not shown.is_live


def test_a_cell_shows_what_followed_from_its_clicks():
    """The answers to selections stand under the cell that asked, others do not."""
    click = asked("b", "a", for_user=True, door="click")
    log = (*talk("a"), click, replied("b"), asked("c", "b"), replied("c"))

    assert thread(folded(*log), A) == ("a", "b")


@given(actions())
def test_only_the_view_is_sent_and_every_payload_is_valid(mirror: Mirror):
    """Whatever was asked, cut, stopped, failed or undone: the payload is the view.

    The mirror keeps plain lists in place of a tree; deleted, cut and stopped
    text can be in the payload only if both are wrong in the same way.
    """
    conversation = fold(mirror.events)
    payload = pairs(conversation)

    assert payload == mirror.payload()
    if payload:
        ask = Message("user", "next")
        whole = [*(Message(r, c) for r, c in payload), ask]  # type: ignore[arg-type]
        assert faults(heal(whole)) == ()


@given(actions())
def test_a_log_folds_to_one_conversation(mirror: Mirror):
    """In memory, step by step, and from disk: the same conversation."""
    steps = Conversation()
    for event in mirror.events:
        steps = steps.apply(event)
    saved = [msgspec.json.encode(event) for event in mirror.events]
    loaded = [msgspec.json.decode(line, type=Event) for line in saved]

    assert fold(loaded) == steps


@given(actions())
def test_nothing_is_lost_from_the_log(mirror: Mirror):
    """Every question and every reply is still in the tree, and can be reached."""
    conversation = fold(mirror.events)

    for turn in mirror.prompts:
        assert conversation.path(TurnId(turn))[-1].prompt == mirror.prompts[turn]


def test_undo_makes_deleted_text_sent_again():
    """Undo changes the payload and the view together."""
    log = (*talk("a", "b"), Deleted("b"))

    assert sent(*log) == sent(*talk("a"))
    assert sent(*log, Undone()) == sent(*talk("a", "b"))
    assert sent(*log, Reset()) == []


def test_what_follows_by_clicks_belongs_to_the_cell_that_asked():
    """A turn of the sidebar stands under no cell, whatever it follows."""
    log = (
        asked("a", door="magic"),
        asked("b", "a", door="click"),
        asked("c", "b", door="sidebar"),
        asked("d", "c", door="click"),
    )
    conversation = folded(*log)

    assert [is_in_cell(conversation, TurnId(turn)) for turn in "abcd"] == [
        True,
        True,
        False,
        False,
    ]
    assert not is_in_cell(conversation, TurnId("gone"))


def test_an_edited_question_stands_where_the_old_one_stood():
    """However often it was edited, and the old one again after an undo."""
    log = (*talk("a"), Edited("a", "b", "two"), Edited("b", "c", "three"))
    conversation = folded(*log)

    assert standing(conversation, A) == "c"
    assert standing(conversation, B) == "c"
    assert standing(conversation.apply(Undone()), A) == "b"
    assert standing(folded(*log, Reset()), A) == A


def test_a_late_click_on_what_was_answered_here_is_withheld_too():
    """It stands for its choice, though something else was asked meanwhile."""
    events = (
        asked("a"),
        replied("a", "fix", choices=(YES, NO)),
        asked("b", "a", after="fix"),
        replied("b", tokens=9),
        Selected("a", "fix", "1"),
        asked("c", "b", YES.value, for_user=True, after="b"),
        replied("c", text="The code is in the next cell."),
    )

    shown = entries(folded(*events), has_local=False)

    assert [(one.turn, one.status) for one in shown if one.role == "user"] == [
        ("a", "sent"),
        ("b", "sent"),
        ("c", "withheld"),
    ]


def test_what_was_answered_here_is_withheld_where_values_stay_here():
    """Facts, fixes and clicks on them are not sent; the user's words and models are."""
    fix = replied("a", "fix", choices=(YES, NO))
    click = asked("b", "a", "Apply the fix: Zaphod", for_user=True, after="fix")
    events = (
        asked("a"),
        fix,
        Selected("a", "fix", "1"),
        click,
        replied("b", text="The code is in the next cell."),
        asked("c", "b"),
        replied("c", tokens=9, choices=(YES, NO)),
        Selected("c", "c", "2"),
        asked("d", "c", NO.value, for_user=True, after="c"),
        replied("d", tokens=9),
    )

    shown = entries(folded(*events), has_local=False)

    assert [(one.turn, one.role, one.status) for one in shown] == [
        ("a", "user", "sent"),
        ("a", "assistant", "withheld"),
        ("b", "user", "withheld"),
        ("b", "assistant", "withheld"),
        ("c", "user", "sent"),
        ("c", "assistant", "sent"),
        ("d", "user", "sent"),
        ("d", "assistant", "sent"),
    ]
    assert {one.status for one in entries(folded(*events))} == {"sent"}
    assert sent(*events, has_local=False)[0] == ("user", "q-a\n\nq-c")
