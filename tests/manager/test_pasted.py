"""Pasted logs in questions: short to the model, whole to the user."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.talk.view import entries
from tests.code.pasted import PASTES
from tests.manager.desk import desk

LOG = PASTES["python"].text
SHORT = (
    "[11 pasted lines left out; 1 error in them:]\n"
    "OSError: Could not open Parquet input source 'x.parquet': Not a Parquet file"
    " (/home/ann/jobs/reading.py, line 17: return pd.read_parquet(path))"
)
NOTICE = (
    "11 pasted lines are reduced to 1 error; put them between ```text and ``` to send "
    "them all."
)


@pytest.fixture
def at():
    """Open a desk."""
    with desk() as opened:
        opened.gateway.reply("fine")
        yield opened


def test_the_model_gets_the_error_and_the_user_keeps_the_log(at):
    """The message stays what was typed; the payload has it short; the reply says so."""
    turn = at.ask(f"Why?\n\n{LOG}\n\nHelp.")

    assert at.sent() == [("user", f"Why?\n\n{SHORT}\n\nHelp.")]
    assert at.manager.conversation.turn(turn).prompt == f"Why?\n\n{LOG}\n\nHelp."
    assert at.reply(turn).notices == (NOTICE,)


def test_a_log_stays_short_in_later_requests(at):
    """An earlier question is sent again as it was sent first."""
    at.ask(f"Why?\n\n{LOG}")
    at.ask("And now?")

    assert at.sent()[0] == ("user", f"Why?\n\n{SHORT}")
    shown = entries(at.manager.conversation)
    assert shown[0].content == f"Why?\n\n{LOG}"


def test_the_preview_counts_what_is_left_out(at):
    """`%ctx show` names the lines that are not sent, and how to send them."""
    made = at.manager.preview(f"Why?\n\n{LOG}", at.occasion())

    question = next(item for item in made.items if item.id == "question")
    assert (
        question.why == "your words as written; 11 pasted lines are reduced to 1 error"
    )
    (gone,) = made.left_out
    assert (gone.id, gone.fidelity) == ("question:pasted", "NONE")
    assert gone.why == "pasted lines; put them between ```text and ``` to send them all"
    assert gone.tokens > 50


def test_a_fence_with_a_language_is_sent_whole(at):
    """That is how all lines are sent."""
    prompt = f"Why?\n```text\n{LOG}\n```"
    turn = at.ask(prompt)

    assert at.sent() == [("user", prompt)]
    assert at.reply(turn).notices == ()
