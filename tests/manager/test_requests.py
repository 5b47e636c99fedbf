"""Requests: what goes out fits the budget, is what the preview showed, and is valid."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.validator import faults
from jupyter_ctx.core.variable import Summary
from tests.core.counting import SignCounter
from tests.manager.desk import desk

WORDS = "word " * 300


@pytest.fixture
def at():
    """Open a desk with a small budget."""
    with desk() as opened:
        opened.profile = msgspec.structs.replace(opened.profile, budget=700)
        yield opened


def test_no_request_is_over_the_budget_or_invalid(at):
    """Ten long turns later the payload still fits, and alternates."""
    at.state = KernelState(variables=(Summary(name="x", type_name="int"),))
    at.gateway.reply("answer " * 80)
    for number in range(10):
        at.ask(f"question {number} " + "and more " * 10)

    assert len(at.gateway.calls) == 10
    for call in at.gateway.calls:
        assert SignCounter().count_messages(call.messages) <= 700
        assert faults(call.messages) == ()


def test_turns_that_do_not_fit_are_condensed_and_named(at):
    """Nothing is left out in silence: the reply says what became of them."""
    at.gateway.reply(WORDS)
    at.ask("first")
    turn = at.ask("second")

    told = f"- [1] user: first\n  assistant: {WORDS[: 5 * 24]}…"
    block = f"<history turns=1-1>\n{told}\n</history>"
    assert at.sent() == [("user", f"{block}\n\nsecond")]
    assert any("1 older turn condensed" in one for one in at.reply(turn).notices)


def test_a_stopped_question_that_is_too_long_does_not_block_the_next(at):
    """It would have to be joined; where both do not fit, the new one goes alone."""
    at.profile = msgspec.structs.replace(at.profile, budget=4_000)
    at.manager.stop(at.start("long " * 1_000))
    at.profile = msgspec.structs.replace(at.profile, budget=700)
    at.gateway.reply("fine")
    turn = at.ask("short")

    assert at.reply(turn).text == "fine"
    assert at.sent() == [("user", "short")]


def test_a_question_that_cannot_fit_fails_with_a_way_out(at):
    """The sentence names the option; nobody is called."""
    reply = at.reply(at.ask("long " * 1_000))

    assert reply.status == "failed"
    assert "--budget" in reply.failure
    assert at.gateway.calls == []


def test_the_preview_is_what_is_sent(at):
    """`%ctx show` tells the truth: the same messages, the same count."""
    at.state = KernelState(variables=(Summary(name="x", type_name="int"),))
    at.gateway.reply("fine")
    at.ask("before")
    preview = at.manager.preview("what is x?", at.occasion())
    turn = at.ask("what is x?")

    assert at.gateway.calls[-1].messages == preview.messages
    assert at.reply(turn).tokens == preview.tokens


def test_the_preview_of_an_edit_stands_in_its_place(at):
    """Neither the old text nor what follows is in it, and nothing is recorded."""
    at.gateway.reply("fine")
    first = at.ask("one")
    at.ask("two")
    preview = at.manager.preview("new", at.occasion(), first)

    assert [message.content for message in preview.messages[1:]] == ["new"]
    assert at.prompts() == ["one", "two"]


def test_an_old_branch_can_be_sent_again(at):
    """After a switch the next question stands on the old branch."""
    for text in ("old", "new", "next"):
        at.gateway.reply(text)
    first = at.ask("one")
    at.ended(at.manager.edit(first, "two", at.occasion()))
    at.manager.switch(first)
    at.ask("three")

    assert at.sent() == [("user", "one"), ("assistant", "old"), ("user", "three")]


def test_doors_hear_of_every_change_until_they_leave(at):
    """A door that has left is not called any more."""
    at.gateway.reply("fine")
    heard: list[str] = []
    leave = at.manager.subscribe(heard.append)
    turn = at.ask("one")
    at.manager.delete(turn)
    leave()
    leave()
    heard_before = list(heard)
    at.ask("two")

    assert set(heard) == {turn}
    assert heard == heard_before


@pytest.mark.parametrize("error", [UnicodeEncodeError, SystemExit, BaseException])
def test_whatever_goes_wrong_while_sending_ends_the_turn(at, monkeypatch, error):
    """The user is told at once, and the next question is answered."""

    def broken(_):
        raise error(
            *(("utf-8", "x", 0, 1, "odd") if error is UnicodeEncodeError else ())
        )

    with monkeypatch.context() as patched:
        patched.setattr(at.gateway, "stream", broken)
        failed = at.reply(at.ask("first?"))
    at.gateway.reply("here")
    answered = at.reply(at.ask("second?"))

    assert (failed.status, error.__name__ in failed.failure) == ("failed", True)
    assert (answered.status, answered.text) == ("complete", "here")
