"""The manager: one conversation, one thread, and every reply ends in a sentence."""

from __future__ import annotations

import json
import threading
import time

import msgspec
import pytest

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.view import STOPPED
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.errors import ChoiceError, ConversationError
from jupyter_ctx.gateway.gateway import Profile, ToolCall
from jupyter_ctx.store import Store
from tests.core.counting import SignCounter
from tests.kernel.recording import recording
from tests.manager.desk import WAIT, Desk, desk
from tests.store.test_store import SECRET, Mask

OFFER = (
    'Two ways.\n\n```choices\n{"question": "Which?", "choices": ['
    '{"label": "Mean", "value": "Use the mean"}, {"label": "Median"}]}\n```'
)


@pytest.fixture
def at():
    """Open a desk."""
    with desk() as opened:
        yield opened


def until(true: object, timeout: float = WAIT) -> None:
    """Wait until the function *true* says so."""
    end = time.monotonic() + timeout
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.002)


def stream_some(at: Desk, *deltas: str):
    """Ask, and wait until *deltas* are shown and the stream waits."""
    at.gateway.reply(*deltas, held=True)
    ticket = at.start("go on")
    until(lambda: ticket.text == "".join(deltas) and at.gateway.streams)
    return ticket


def test_an_answer_is_streamed_kept_and_sent_with_the_next_question(at):
    """The second request holds the first exchange, word for word."""
    at.gateway.reply("te", "al")
    at.gateway.reply("teal, as you said")
    turn = at.ask("Remember teal")
    at.ask("Which word?")

    assert at.reply(turn).text == "teal"
    assert at.reply(turn).status == "complete"
    assert at.sent() == [
        ("user", "Remember teal"),
        ("assistant", "teal"),
        ("user", "Which word?"),
    ]


def test_the_conversation_survives_a_restart(tmp_path):
    """A new manager on the same store goes on where the old one ended."""
    path = tmp_path / "store.sqlite"
    with desk(Store(path, Mask())) as before:
        before.gateway.reply("noted")
        before.ask("Remember teal")
    with desk(Store(path, Mask())) as after:
        after.gateway.reply("teal")
        after.ask("Which word?")

        assert after.sent()[0] == ("user", "Remember teal")


def test_a_secret_in_the_question_is_not_sent_again_nor_saved(at):
    """What is shown, saved and sent is the masked text."""
    at.gateway.reply(f"you wrote {SECRET}")
    turn = at.ask(f"use {SECRET}")
    at.ask("again")

    assert SECRET not in json.dumps(at.sent(0) + at.sent(1))
    assert SECRET not in at.reply(turn).text


def test_an_unchanged_cell_finds_its_saved_reply(at):
    """Run All never bills twice (N14): the turn is found by cell and prompt."""
    at.gateway.reply("42")
    at.ask("how many?", key="cell-1")
    occasion = at.occasion(key="cell-1")
    turn = at.manager.find(occasion, "how many?")

    assert turn is not None
    assert at.manager.is_saved(turn, "how many?", "")
    assert not at.manager.is_saved(turn, "how many now?", "")
    assert not at.manager.is_saved(turn, "how many?", "another-model")
    assert at.manager.find(at.occasion(key="cell-2"), "how many?") is None


def test_without_cell_ids_the_prompt_finds_the_turn(at):
    """A console sends no cell ids."""
    at.gateway.reply("42")
    asked = at.ask("how many?")
    found = at.manager.find(at.occasion(), "how many?")

    assert found is not None
    assert found.id == asked
    assert at.manager.find(at.occasion(), "something else") is None


def test_a_failed_or_stopped_reply_is_no_saved_reply(at):
    """Running the cell again asks again."""
    at.gateway.fail("connect")
    failed = at.ask("how many?", key="c")
    turn = at.manager.conversation.turn(failed)

    assert not at.manager.is_saved(turn, "how many?", "")


def test_an_edit_asks_in_the_place_of_the_old_turn(at):
    """Neither the old text nor what followed is sent; the reply says what was cut."""
    for text in ("r-one", "r-two", "r-new"):
        at.gateway.reply(text)
    first = at.ask("u-one")
    at.ask("u-two")
    edited = at.ended(at.manager.edit(first, "u-new", at.occasion()))

    assert at.sent() == [("user", "u-new")]
    assert at.prompts() == ["u-new"]
    assert "1 later turn was cut" in at.reply(edited).notices[0]


def test_regenerate_asks_on_the_same_context(at):
    """The question goes out with the state it was first asked with."""
    at.gateway.reply("one")
    at.gateway.reply("two")
    at.state = KernelState(variables=(Summary(name="x", type_name="int"),))
    turn = at.ask("what is x?")
    at.state = KernelState()
    at.ended(at.manager.regenerate(turn, at.occasion()))

    assert at.gateway.calls[0].messages == at.gateway.calls[1].messages
    assert [reply.text for reply in at.manager.conversation.turns[turn].replies] == [
        "one",
        "two",
    ]


def test_a_cell_that_is_run_again_asks_about_the_kernel_of_now(at):
    """The magic sends what is alive when it runs, not what was at its first reply."""
    at.gateway.reply("one")
    turn = at.ask("what is x?")
    at.state = KernelState(variables=(Summary(name="x", type_name="int"),))
    anew = msgspec.structs.replace(at.occasion(), is_anew=True)
    at.ended(at.manager.regenerate(turn, anew))

    first, second = (str(call.messages) for call in at.gateway.calls)
    assert "x: int" in second
    assert "1 variable" not in first


def test_delete_and_reset_can_be_undone(at):
    """Both say how much left the view; undo names what it took back."""
    at.gateway.reply("fine")
    first = at.ask("one")
    at.ask("two")

    assert at.manager.delete(first) == 2
    assert at.prompts() == []
    assert at.manager.undo() == "delete"
    assert at.manager.reset() == 2
    assert at.manager.undo() == "reset"
    assert at.prompts() == ["one", "two"]
    with pytest.raises(ConversationError, match="There is no edit"):
        at.manager.undo()


def test_a_question_that_is_empty_is_refused(at):
    """Nothing is recorded and nobody is called."""
    with pytest.raises(ConversationError, match="empty"):
        at.start("  \n")
    assert at.prompts() == []


def test_a_turn_that_left_the_view_cannot_be_changed(at):
    """A click on a stale view is told so, in place of changing another turn."""
    at.gateway.reply("fine")
    turn = at.ask("one")
    at.manager.delete(turn)

    for act in (at.manager.delete, lambda t: at.manager.edit(t, "x", at.occasion())):
        with pytest.raises(ConversationError, match="undo"):
            act(turn)


def test_a_selection_is_sent_for_the_user_and_answered_at_once(at):
    """The value joins the conversation, marked; the next reply starts by itself."""
    at.gateway.reply(OFFER)
    at.gateway.reply("Done.")
    turn = at.ask("fill the gaps")
    follower = at.ended(at.manager.choose(turn, "1", at.occasion(door="click")))

    chosen = at.reply(turn).selected_choice
    assert chosen is not None
    assert chosen.label == "Mean"
    assert at.manager.conversation.turns[follower].for_user
    assert at.sent()[-2:] == [
        ("assistant", "Two ways.\n\nWhich?\n\n1. Mean\n2. Median"),
        ("user", "Use the mean"),
    ]


def test_two_clicks_make_one_selection(at):
    """From many threads at once: one selection, one call, the others are told."""
    at.gateway.reply(OFFER)
    at.gateway.reply("Done.")
    turn = at.ask("fill the gaps")
    refused: list[ChoiceError] = []
    barrier = threading.Barrier(8)

    def click() -> None:
        barrier.wait()
        try:
            at.ended(at.manager.choose(turn, "2", at.occasion(door="click")))
        except ChoiceError as error:
            refused.append(error)

    threads = [threading.Thread(target=click) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(refused) == 7
    assert "selected already" in str(refused[0])
    assert len(at.gateway.calls) == 2


def test_a_choice_of_another_reply_is_not_taken(at):
    """A view that still shows the old reply cannot select from the new one."""
    at.gateway.reply(OFFER)
    turn = at.ask("fill the gaps")
    old = at.reply(turn).id
    at.ended(at.manager.regenerate(turn, at.occasion()))

    with pytest.raises(ChoiceError, match="made anew"):
        at.manager.choose(turn, "1", at.occasion(), reply_id=old)
    with pytest.raises(ChoiceError, match="no such choice"):
        at.manager.choose(turn, "7", at.occasion())
    at.ended(at.manager.choose(turn, "1", at.occasion(), reply_id=at.reply(turn).id))


def test_nothing_is_selected_while_the_reply_is_made_anew(at):
    """The old choices belong to a reply that is being replaced."""
    at.gateway.reply(OFFER)
    at.gateway.reply("", held=True)
    turn = at.ask("fill the gaps")
    ticket = at.manager.regenerate(turn, at.occasion())

    with pytest.raises(ChoiceError, match="made anew"):
        at.manager.choose(turn, "1", at.occasion())
    at.manager.stop(ticket)


def test_choices_by_tool_call_are_read_too(at):
    """Where the model has tools, the call stands in for the block."""
    at.profile = msgspec.structs.replace(at.profile, tools=True)
    call = ToolCall(
        "offer_choices",
        '{"question": "Which?", "choices": [{"label": "a"}, {"label": "b"}]}',
    )
    at.gateway.reply("Choose.", finish="tool_calls", tool_calls=(call,))
    reply = at.reply(at.ask("ask me"))

    assert [choice.label for choice in reply.choices] == ["a", "b"]
    assert at.gateway.calls[0].tools


def test_stop_ends_the_view_at_once(at):
    """Case A10: what was shown is kept, the stream is closed, nothing comes late."""
    ticket = stream_some(at, "one ", "two ")
    start = time.monotonic()
    assert at.manager.stop() == 1
    seconds = time.monotonic() - start

    assert seconds < 0.2
    assert ticket.wait(0)
    assert at.reply(ticket.turn).text == "one two "
    assert at.reply(ticket.turn).status == "cancelled"
    assert at.gateway.streams[0].is_cancelled
    assert at.manager.stop() == 0


def test_after_a_stop_the_questions_are_joined(at):
    """The stopped text is not sent; the next answer holds nothing of it."""
    ticket = stream_some(at, "half ")
    at.manager.stop(ticket)
    at.gateway.reply("whole")
    turn = at.ask("in short")
    if at.gateway.calls[-1] is at.gateway.calls[0]:
        pytest.fail("the second question was not asked")

    assert at.sent() == [("user", "go on\n\nin short")]
    assert at.reply(turn).text == "whole"


def test_a_stopped_beginning_may_be_kept():
    """With `keep` it is sent, marked as stopped."""
    with desk(on_interrupt="keep") as at:
        ticket = stream_some(at, "half ")
        at.manager.stop(ticket)
        at.gateway.reply("whole")
        at.ask("go on")

        assert at.sent()[1] == ("assistant", f"half\n{STOPPED}")


def test_half_a_block_of_choices_is_not_kept_by_a_stop(at):
    """Stopped in the middle of its choices, a reply is its text alone."""
    ticket = stream_some(at, "Two ways.\n\n", '```choices\n{"quest')
    at.manager.stop(ticket)

    assert at.reply(ticket.turn).text == "Two ways."


def test_a_reply_that_waits_can_be_stopped(at):
    """It never reaches the model; only it is said to wait for another one."""
    running = stream_some(at, "busy")
    waiting = at.start("later")
    assert (running.activity, waiting.activity) == ("answering", "waiting")
    at.manager.stop(waiting)
    at.manager.stop(running)
    at.gateway.reply("now")
    at.ask("now?")

    assert at.reply(waiting.turn).status == "cancelled"
    assert [call.messages[-1].content for call in at.gateway.calls] == [
        "go on",
        "go on\n\nlater\n\nnow?",
    ]


def test_a_delete_during_the_reply_stops_it(at):
    """Case E13: the reply to a deleted turn never comes back into the view."""
    ticket = stream_some(at, "busy")
    at.manager.delete(ticket.turn)
    at.gateway.reply("fresh")
    at.ask("something else")

    assert at.sent() == [("user", "something else")]
    assert at.prompts() == ["something else"]


def test_a_request_that_is_too_long_is_tried_once_more_and_smaller(at):
    """The second try has four fifths of what was refused."""
    at.state = KernelState(
        variables=tuple(
            Summary(name=f"v{n}", type_name="int", value=f"= {n}" * 20)
            for n in range(400)
        )
    )
    at.gateway.fail("overflow")
    at.gateway.reply("fits")
    turn = at.ask("what is v7?")

    assert at.reply(turn).text == "fits"
    first, second = at.gateway.calls
    counter = SignCounter()
    refused = counter.count_messages(first.messages)
    assert counter.count_messages(second.messages) <= 0.8 * refused
    assert at.reply(turn).budget == refused - int(refused * 0.2)


def test_a_request_that_stays_too_long_fails_with_a_sentence(at):
    """There is no third try, and none at all with what was refused (case C22)."""
    at.gateway.fail("overflow", sentence="It is too long. Lower the budget.")
    turn = at.ask("what?")

    assert at.reply(turn).status == "failed"
    assert at.reply(turn).failure == (
        "It is too long. Lower the budget. Nothing more can be left out; "
        "the largest part: the rules."
    )
    assert len(at.gateway.calls) == 1


@pytest.mark.parametrize("kind", ["auth", "connect", "rate_limit", "server"])
def test_a_failure_is_a_reply_and_no_second_call(at, kind):
    """The sentence is shown, the next question does not hold the failed one."""
    at.gateway.fail(kind, sentence="No key. Run `jupyter ctx key set`.")
    at.gateway.reply("yes")
    turn = at.ask("failing")
    at.ask("working")

    assert at.reply(turn).failure == "No key. Run `jupyter ctx key set`."
    assert len(at.gateway.calls) == 2
    assert at.sent() == [("user", "working")]


def test_a_stream_that_breaks_keeps_what_was_shown(at):
    """The text stays visible beside the sentence."""
    at.gateway.fail("connect", "half an ", "answer", sentence="Lost. Ask again.")
    reply = at.reply(at.ask("go"))

    assert (reply.text, reply.status) == ("half an answer", "length")
    assert reply.failure == "Lost. Ask again."
    assert [one.label for one in reply.choices] == ["Continue"]


def test_the_beginning_of_a_broken_reply_is_sent_when_it_is_continued(at):
    """The model goes on from what was shown, word for word."""
    at.gateway.fail("connect", "half an ", "answer")
    at.gateway.reply("and the rest")
    turn = at.ask("go")

    at.ended(at.manager.choose(turn, "continue", at.occasion()))

    assert at.sent() == [
        ("user", "go"),
        ("assistant", "half an answer"),
        ("user", "Continue exactly where you stopped."),
    ]


def test_an_unexpected_error_is_a_sentence_and_the_thread_lives_on(at):
    """A bug of ours costs one reply, not the session."""
    at.gateway.fail_with(ZeroDivisionError("by zero"))
    at.gateway.reply("fine")
    turn = at.ask("one")

    assert "ZeroDivisionError" in at.reply(turn).failure
    assert at.reply(at.ask("two")).text == "fine"


def test_a_door_that_fails_costs_no_reply(at):
    """What a listener raises is logged."""
    at.gateway.reply("fine")

    def fail(turn: TurnId) -> None:
        raise ValueError(turn)

    at.manager.subscribe(fail)

    assert at.reply(at.ask("one")).text == "fine"


def test_a_reply_cut_at_its_limit_can_be_continued(at):
    """The choice Continue is ours, and is not sent as words of the model."""
    at.gateway.reply("first half", finish="length")
    at.gateway.reply("second half")
    turn = at.ask("long")
    at.ended(at.manager.choose(turn, "continue", at.occasion()))

    assert at.reply(turn).status == "length"
    assert at.sent() == [
        ("user", "long"),
        ("assistant", "first half"),
        ("user", "Continue exactly where you stopped."),
    ]


def test_an_empty_answer_is_no_message_later(at):
    """Case A6: reasoning alone, or nothing at all, never becomes an empty message."""
    at.gateway.reply(reasoning="hmm")
    at.gateway.reply("yes")
    turn = at.ask("one")
    at.ask("two")

    assert at.reply(turn).text == ""
    assert at.sent() == [("user", "one\n\ntwo")]


def test_reasoning_is_shown_and_never_kept(at):
    """It is there while the reply is made, and nowhere afterwards."""
    at.gateway.reply("answer", reasoning="thinking aloud", held=True)
    ticket = at.start("why?")
    until(lambda: ticket.text == "answer")
    shown = at.manager.shown(ticket.turn)
    at.gateway.release()
    at.ended(ticket)

    assert (shown.live_text, shown.reasoning) == ("answer", "thinking aloud")
    assert shown.is_live
    assert at.manager.shown(ticket.turn).reasoning == ""
    assert "thinking" not in at.reply(ticket.turn).text


def test_without_a_model_facts_are_the_answer(at):
    """A fresh machine without key or network is served from the live state."""
    at.profile = Profile("", budget=4_000)
    at.state = KernelState(variables=(Summary(name="x", type_name="int"),))
    reply = at.reply(at.ask("what is x?"))

    assert "x" in reply.text
    assert "`%ctx model`" in reply.text
    assert reply.model == ""
    assert at.gateway.calls == []


def test_a_quick_fix_is_recorded_when_chosen_and_asks_nobody(at):
    """The source of the fix goes to the door; no model is called for it."""
    at.profile = Profile("", budget=4_000)
    shell, recorder = recording()
    shell.run_cell("length = 3")
    shell.run_cell("print(lenght)")
    at.state = recorder.state()
    turn = at.ask("fix it", request="fix")
    fix = at.reply(turn).choices[0]
    follower = at.ended(at.manager.choose(turn, fix.id, at.occasion(door="line")))

    assert fix.action == {"insert": "print(length)"}
    assert at.reply(turn).selected_choice == fix
    assert at.reply(follower).status == "complete"
    assert at.gateway.calls == []


def test_replies_are_made_one_after_the_other(at):
    """A second question sees the answer to the first, however fast it was asked."""
    at.gateway.reply("first", held=True)
    at.gateway.reply("second")
    one, two = at.start("one"), at.start("two")
    at.gateway.release()
    at.ended(one)
    at.ended(two)

    assert at.sent() == [("user", "one"), ("assistant", "first"), ("user", "two")]


def test_close_ends_the_thread_and_the_gateway():
    """Unloading leaves nothing behind."""
    with desk() as at:
        stream_some(at, "busy")
    until(
        lambda: (
            not any(
                thread.name == "jupyter_ctx-assist" for thread in threading.enumerate()
            )
        )
    )

    assert at.gateway.is_closed


def test_reply_says_what_was_masked_in_the_question(at):
    """Who wrote a secret learns that it was not sent; who wrote none hears nothing."""
    at.gateway.reply("one", "two")
    told = at.reply(at.ask(f"use {SECRET}"))
    quiet = at.reply(at.ask("use it"))
    assert told.notices == ("Masked in your message: test.",)
    assert quiet.notices == ()
