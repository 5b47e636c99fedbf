"""The transcript on the wire: what is true of each turn, live or ended."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Conversation, ReplyId, TurnId
from jupyter_ctx.core.talk.events import Deleted, Edited, Event, Regenerated, Selected
from jupyter_ctx.gateway.gateway import Delta
from jupyter_ctx.manager import Occasion, Ticket
from jupyter_ctx.protocol import values
from jupyter_ctx.ui.sidebar.transcript import transcript, turn_of, with_tickets
from tests.core.talk import NO, YES, asked, folded, replied, talk
from tests.manager.desk import PROFILE

A, B = TurnId("a"), TurnId("b")


def shown(*events: Event) -> tuple[values.Turn, ...]:
    """Give the turns of the transcript after *events*."""
    return transcript("id", folded(*events), "drop").turns


def ticket(turn: str, reply: str, *texts: str) -> Ticket:
    """Make a reply that has grown by *texts*."""
    made = Ticket(TurnId(turn), ReplyId(reply), Occasion(KernelState(), PROFILE))
    for text in texts:
        made.add(Delta(text))
    return made


def live(conversation: Conversation, *tickets: Ticket) -> tuple[values.Turn, ...]:
    """Give the turns while *tickets* are being made."""
    return with_tickets(transcript("id", conversation, "drop"), tickets).turns


def test_a_turn_is_sent_with_all_that_is_known_of_it():
    """Door, cell, choices, the selection and the counts arrive as they are kept."""
    question = asked("a", door="sidebar", key="cell-1")
    reply = replied(
        "a",
        "r",
        question="Which?",
        choices=(YES, NO),
        model="my-llm",
        tokens=12,
        budget=100,
        notices=("left out",),
    )

    assert shown(question, reply, Selected("a", "r", "2")) == (
        values.Turn(
            id="a",
            prompt="q-a",
            door="sidebar",
            cell="cell-1",
            siblings=("a",),
            reply=values.Reply(
                id="r",
                text="r-r",
                status="complete",
                sent="sent",
                question="Which?",
                choices=(
                    values.Choice("1", "Yes", "Yes, do it", "primary"),
                    values.Choice("2", "No", "No, leave it"),
                ),
                selected="2",
                model="my-llm",
                tokens=12,
                budget=100,
                notices=("left out",),
                alternatives=("r",),
            ),
        ),
    )


def test_the_status_is_what_is_true_of_the_next_request():
    """Stopped and failed replies say that they are not sent (C4)."""
    turns = shown(
        *talk("a"),
        asked("b", "a"),
        replied("b", status="cancelled"),
        asked("c", "b"),
        replied("c", status="failed", failure="No network."),
    )

    statuses = [(t.sent, t.reply.sent) for t in turns if t.reply is not None]
    assert statuses == [("sent", "sent"), ("sent", "cancelled"), ("failed", "failed")]


def test_the_page_knows_what_a_change_would_cut_and_where_arrows_lead():
    """Each turn says how many follow, who stands beside it, and its other replies."""
    turns = shown(
        *talk("a", "b", "c"),
        Edited("b", "d", "other"),
        replied("d"),
        Regenerated("d"),
        replied("d", "d2"),
    )

    assert [(turn.id, turn.later, turn.siblings) for turn in turns] == [
        ("a", 1, ("a",)),
        ("d", 0, ("b", "d")),
    ]
    reply = turns[1].reply
    assert reply is not None
    assert (reply.id, reply.alternatives) == ("d2", ("d", "d2"))


def test_undo_is_offered_by_the_verb_it_would_take_back():
    """The menu can say what comes back."""
    assert transcript("id", folded(*talk("a")), "drop").can_undo == ""
    assert transcript("id", folded(*talk("a"), Deleted("a")), "drop").can_undo == (
        "delete"
    )


def test_a_reply_in_the_making_shows_what_is_visible():
    """Half a block of choices is held back; there is no reply beside the live one."""
    made = ticket("a", "r2", "Two ways.\n", '```choices\n{"question"')
    conversation = folded(*talk("a"), Regenerated("a"))

    (turn,) = live(conversation, made)
    assert turn.reply is None
    assert turn.live == values.Live("r2", "Two ways.", activity="answering")


def test_a_reply_that_has_just_ended_is_not_live_any_more():
    """Between its end and the end of its ticket it is shown once, as ended."""
    made = ticket("a", "a", "r-a")
    conversation = folded(*talk("a"))

    assert live(conversation, made) == transcript("id", conversation, "drop").turns


def test_a_turn_that_left_the_view_is_marked():
    """A cell that still shows it can say that it is not sent."""
    conversation = folded(*talk("a", "b"), Deleted("b"))
    turn = turn_of(conversation, B, "drop")

    assert (turn.id, turn.sent) == ("b", "cut")
    assert turn.reply is not None
    assert turn.reply.sent == "cut"
    assert turn_of(conversation, A, "drop") == shown(*talk("a"))[0]


def test_everything_can_be_put_into_a_message():
    """No value of the transcript is anything but plain data."""
    turns = shown(*talk("a", "b"), asked("c", "b"))

    assert msgspec.to_builtins(turns)[2]["reply"] is None
