"""Compaction before a request: what is kept, what fails, and what is never harmed."""

from __future__ import annotations

import re
import threading

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.talk.events import Compacted, Pinned
from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.errors import ConversationError, ModelError
from jupyter_ctx.gateway.gateway import ModelCall
from jupyter_ctx.ui.compact import whole
from tests.manager.talking import (
    SECTIONS,
    WINDOW,
    Independent,
    Talk,
    answer_with,
    good_summary,
    is_summary,
    summary,
    talk,
)
from tests.manager.test_manager import until

INDEPENDENT = Independent()
REFUSAL = "I'm sorry, but I can't help with that."
LOOP = "## Intent\n" + "- and then again\n" * 4_000


def compactions(at: Talk) -> tuple[Compacted, ...]:
    """Give the compactions that hold or held."""
    return at.manager.conversation.condensed.compactions


def notices(at: Talk) -> str:
    """Give what stands below the newest reply."""
    reply = at.manager.conversation.branch()[-1].reply
    assert reply is not None
    return "\n".join(reply.notices)


def stored(at: Talk) -> list[tuple[str, str]]:
    """Give every prompt with its reply, as they are kept."""
    turns = at.manager.conversation.branch()
    return [(one.prompt, one.reply.text if one.reply else "") for one in turns]


def fits(at: Talk) -> None:
    """Check that every call fits its window, by another counter than ours."""
    for call in at.gateway.calls:
        most = call.profile.window - (call.max_tokens or 0)
        assert INDEPENDENT.count(call.messages) <= most


def statuses(at: Talk) -> list[str]:
    """Give the statuses of the user's messages, oldest first."""
    shown = entries(at.manager.conversation)
    return [one.status for one in shown if one.role == "user" and one.turn]


def test_c4_the_newest_request_is_last_and_the_old_task_is_history():
    """C4: U1 is done, U2 triggers the compaction and stands last, word for word."""
    with talk() as at:
        at.talk(9)
        at.ask("Now do task_Y for me")

        *earlier, last = at.asked[-1].messages
        assert last.content.endswith("Now do task_Y for me")
        text = earlier[1].content
        assert text.startswith("<history turns=1-")
        first = [m for m in earlier if "topic_1 " in m.content]
        assert all("<history" in one.content for one in first)
        assert "topic_1 " not in text.partition("</history>")[2]


def test_each_message_has_the_status_that_is_true_of_the_next_request():
    """What is summarised is not sent itself; what is sent stands in the request."""
    with talk() as at:
        at.talk(9)
        shown = entries(at.manager.conversation)
        at.ask("and now?")

        sent = "\n".join(one.content for one in at.asked[-1].messages)
        after = sent.partition("</history>")[2]
        prompts = [one for one in shown if one.role == "user" and one.turn]
        assert {one.status for one in prompts} == {"summarised", "sent"}
        for one in prompts:
            assert (one.content in after) == (one.status == "sent")


def test_c6_an_edit_before_a_compaction_restores_the_originals():
    """C6: the request is made of the original turns 1-2 and the edited 3."""
    with talk() as at:
        at.talk(10)
        branch = at.manager.conversation.branch()
        assert compactions(at)
        at.ended(at.manager.edit(branch[2].id, "edited now", at.occasion()))

        contents = [one.content for one in at.asked[-1].messages[1:]]
        assert contents[0].startswith("Tell me about topic_1 please")
        assert contents[2].startswith("Tell me about topic_2 please")
        assert contents[-1] == "edited now"
        assert "<history" not in "".join(contents)


FAILURES = {
    "raises": ModelError("It failed. Ask again.", kind="server"),
    "overflow": ModelError("It is too long.", kind="overflow"),
    "times out": ModelError("No answer in time.", kind="timeout"),
    "empty": "",
    "refuses": REFUSAL,
    "loops": LOOP,
    "is longer than its source": summary(*[f"word {n} " * 20 for n in range(60)]),
    "states what was never said": summary("`made_up_9` was `invented_8`."),
}


@pytest.mark.parametrize("why", FAILURES)
def test_c7_a_failed_summary_harms_nothing(why):
    """C7, C2, C12: turns as before, lines in its place, one notice, few calls."""
    with talk(answer_with(about=lambda _: FAILURES[why])) as at:
        at.talk(9)
        before = stored(at)[:9]
        at.ask("still there?")

        assert stored(at)[:9] == before
        assert {one.form for one in compactions(at)} == {"lines"}
        assert len(at.summaries) <= 2 * len(compactions(at))
        told = [r.notices for t in at.manager.conversation.branch() for r in t.replies]
        assert sum("No summary was made" in "".join(one) for one in told) == len(
            compactions(at)
        )
        assert all(t.status == "complete" for t in at.manager.conversation.branch())
        fits(at)


def test_a_stop_while_a_summary_is_made_changes_nothing():
    """A stop is no failure: no compaction, no count, and the next question is asked."""
    with talk() as at:
        begun = threading.Event()
        answer = at.gateway.answer

        def held(call: ModelCall) -> str | Exception:
            if is_summary(call) and not begun.is_set():
                at.gateway.held.add(len(at.gateway.calls) - 1)
                begun.set()
            return answer(call)

        at.gateway.answer = held
        n = 0
        while not begun.is_set():
            n += 1
            ticket = at.start(f"Tell me about topic_{n}, " + "and more of it " * 30)
            while not ticket.wait(0.01) and not begun.is_set():
                pass
        until(lambda: ticket.activity == "compacting")
        at.manager.stop(ticket)

        assert ticket.wait(10)
        assert at.reply(ticket.turn).status == "cancelled"
        assert compactions(at) == ()
        at.ask("go on")
        assert len(compactions(at)) == 1
        assert compactions(at)[0].form == "nine"


def test_the_call_for_a_summary_begins_with_the_live_request():
    """K3: the provider has it in its cache; the call adds the reply and the task."""
    with talk(profile=replace(WINDOW, tools=True)) as at:
        at.talk(9)
        number = next(n for n, c in enumerate(at.gateway.calls) if is_summary(c))
        before, call = at.gateway.calls[number - 1 : number + 1]
        size = len(before.messages)

        assert call.messages[:size] == before.messages
        assert len(call.messages) == size + 2
        assert call.tools == before.tools
        fits(at)


def test_three_failures_open_the_breaker_and_a_manual_summary_closes_it():
    """K4: no fourth call is made by itself; it says so, and lines go on."""
    with talk(answer_with(about=lambda _: REFUSAL)) as at:
        at.talk(30)
        assert len(at.summaries) == 3
        assert len(compactions(at)) > 4
        assert "the last three failed" in "\n".join(compactions(at)[-1].notices)
        at.gateway.answer = answer_with()
        at.manager.compaction.compact(at.occasion())
        at.talk(8, start=31)

        assert compactions(at)[-1].form == "nine"
        fits(at)


def test_c12_a_short_chat_is_not_compacted():
    """C12: three turns are below every limit; on request there is nothing to do."""
    with talk() as at:
        at.talk(3, size=4)
        with pytest.raises(ConversationError, match="nothing to condense"):
            at.manager.compaction.compact(at.occasion())

        assert compactions(at) == ()


def test_c15_a_smaller_model_gets_one_compaction_and_the_larger_one_all_again():
    """C15: 20,000 tokens, a model of 8,192, and back: one compaction, nothing lost."""
    large = replace(WINDOW, window=128_000, budget=110_000, max_tokens=4_096)
    with talk(profile=large, ways=Ways(notes=False)) as at:
        at.talk(100)
        at.profile = WINDOW
        at.ask("and in a small model?")
        assert len(compactions(at)) == 1
        assert len(at.asked[-1].messages) < 20
        at.profile = large
        at.ask("and in the large one?")

        assert compactions(at) == ()
        assert statuses(at) == ["sent"] * 102
        assert len(at.asked[-1].messages) == 1 + 2 * 101 + 1
        assert "sent as they were again" in notices(at)
        fits(at)


def test_c17_every_step_of_a_long_task_fits():
    """C17: thirty steps of 2,000 tokens each in a window of 16,000."""
    profile = replace(WINDOW, window=16_384, budget=12_288, max_tokens=4_096)
    with talk(answer_with(reply="step " * 2_000), profile=profile) as at:
        at.talk(30)

        assert len(at.asked) == 30
        fits(at)


def test_c18_the_meter_shows_what_the_next_request_costs():
    """C18: after compaction, edit and regeneration it equals what is sent."""
    with talk() as at:
        at.talk(8)
        branch = at.manager.conversation.branch()
        for act in (
            lambda: at.manager.edit(branch[5].id, "edited", at.occasion()),
            lambda: at.manager.regenerate(branch[3].id, at.occasion()),
        ):
            at.ended(act())
            shown = at.manager.preview("what next?", at.occasion())
            turn = at.ask("what next?")
            assert at.asked[-1].messages == shown.messages
            assert at.reply(turn).tokens == shown.tokens
            assert INDEPENDENT.count(at.asked[-1].messages) == shown.tokens


def test_c21_a_small_summariser_gets_chunks_that_fit():
    """C21: its window is 4,096, the history 60,000 tokens; each call fits."""
    small = replace(WINDOW, model="gpt-4o-mini", window=4_096, budget=3_072)
    small = replace(small, max_tokens=1_024)
    large = replace(WINDOW, window=128_000, budget=110_000, max_tokens=4_096)
    answer = answer_with(reply="it is so and so " * 60)
    with talk(answer, large, Ways(notes=False), summariser=lambda _: small) as at:
        at.talk(200, size=200)
        at.profile = replace(WINDOW, model="gpt-4o")
        at.ask("and now?")

        assert 10 < len(at.summaries) <= 20
        assert all(call.profile == small for call in at.summaries)
        assert compactions(at)[-1].form == "nine"
        fits(at)


def test_c2_a_history_of_fifty_windows_is_sent_in_one():
    """C2: switched to a tiny model that cannot summarise, the next message is sent."""
    large = replace(WINDOW, window=400_000, budget=300_000, max_tokens=4_096)
    tiny = replace(WINDOW, window=2_048, budget=1_536, max_tokens=512)
    failing = answer_with("so it is " * 300, lambda _: FAILURES["overflow"])
    with talk(failing, large, Ways(notes=False)) as at:
        at.talk(120, size=400)
        at.profile = tiny
        turn = at.ask("still there?")

        assert at.reply(turn).status == "complete"
        assert at.asked[-1].messages[-1].content.endswith("still there?")
        fits(at)


def test_c2_one_message_of_three_windows_is_clipped_and_marked():
    """C2: beginning and end are sent, the middle is counted; the next one goes too."""
    long = "START " + "middle words here " * 8_000 + " END"
    with talk() as at:
        at.ask("hello")
        turn = at.ask(long)

        last = at.asked[-1].messages[-1].content
        assert last.startswith("START middle")
        assert last.endswith("END")
        assert re.search(r"… [\d,]+ characters left out here …", last)
        assert "longer than the model's window" in notices(at)
        assert at.manager.conversation.turn(turn).prompt == long
        again = at.ask("and now?")
        assert at.reply(again).status == "complete"
        fits(at)


def test_c3_rules_beyond_the_budget_are_named_and_nothing_is_called():
    """C3, C22: the fixed part is named; no summary is asked for, no request sent."""
    with talk() as at:
        at.talk(9)
        calls = len(at.gateway.calls)
        at.profile = replace(WINDOW, budget=200)
        turn = at.ask("short")

        assert at.reply(turn).status == "failed"
        assert "the rules" in at.reply(turn).failure
        assert len(at.gateway.calls) == calls


def test_c23_what_the_user_wants_kept_stays_and_steers_the_summary():
    """C23: the text is word for word in each later history block, tags escaped."""
    keep = "The threshold is 0.35 </history> exactly"
    with talk() as at:
        at.talk(8)
        at.manager.compaction.compact(at.occasion(), keep)
        asked = at.summaries[-1].messages[-1].content
        at.talk(12, start=9)

        assert f"Most of all keep what concerns: {keep}" in asked
        assert len(compactions(at)) > 2
        for one in compactions(at)[1:]:
            assert "The threshold is 0.35 &lt;/history> exactly" in one.text


def test_a_preview_writes_nothing_and_is_what_compact_does():
    """The text that was seen is the text that is kept, by the one call."""
    with talk() as at:
        at.talk(7)
        before = at.manager.conversation
        seen = at.manager.compaction.preview(at.occasion(), "the mean")
        assert at.manager.conversation == before
        done = at.manager.compaction.compact(at.occasion(), "the mean")

        assert done.event == seen.event
        assert compactions(at) == (seen.event,)
        assert len(at.summaries) == 1
        assert seen.event.after < seen.event.before
        assert len(seen.kept) == len(at.prompts()) - seen.turns


def test_undo_sends_the_older_turns_as_they_were():
    """What was compacted by hand is sent again; twice says that there is nothing."""
    with talk() as at:
        at.talk(6)
        at.manager.compaction.compact(at.occasion())
        assert "summarised" in statuses(at)
        at.manager.compaction.undo()

        assert statuses(at) == ["sent"] * 6
        with pytest.raises(ConversationError, match="nothing to undo"):
            at.manager.compaction.undo()


def test_a_pinned_turn_stays_word_for_word():
    """Of all that is summarised, it alone is sent itself, in each later request."""
    with talk() as at:
        first = at.ask("The file has column_price_7 in cents.")
        at.manager.change(Pinned(first))
        at.talk(20)

        assert len(compactions(at)) > 2
        told = [one for call in at.asked[1:] for one in call.messages]
        kept = [one for one in told if "has column_price_7 in" in one.content]
        assert len(kept) == len(at.asked) - 1
        assert statuses(at)[:2] == ["sent", "summarised"]


def test_each_turn_is_summarised_once():
    """Cost grows with the change: no call tells again what a part tells."""
    with talk() as at:
        at.talk(40)

        told = [end for c in compactions(at) for p in c.parts for end in p.turns]
        assert len(told) == len(set(told))
        assert len(at.summaries) == len(compactions(at))


def test_a_compaction_of_a_wider_level_is_not_sent_at_a_stricter_one():
    """What was told at "everything" may hold values: at "schema" it is made anew."""
    with talk() as at:
        at.talk(9)
        assert compactions(at)[-1].privacy == "everything"
        wide = compactions(at)[-1].text
        at.profile = replace(WINDOW, privacy="schema")
        at.ask("and now?")

        assert compactions(at)[-1].privacy == "schema"
        sent = "\n".join(one.content for one in at.asked[-1].messages)
        assert wide not in sent


@pytest.mark.parametrize("strategy", ["sliding", "retrieval", "importance"])
def test_c2_row_the_other_strategies_fit_without_a_model(strategy):
    """Row C2: no summary is asked for; what is left out has the status pruned."""
    with talk(ways=Ways(strategy=strategy)) as at:
        at.talk(30)

        assert at.summaries == []
        assert set(statuses(at)) == {"pruned", "sent"}
        fits(at)


def test_retrieval_finds_the_old_turn_that_a_question_is_about():
    """It stands in the newest message; what was sent before stays as it was."""
    with talk(ways=Ways(strategy="retrieval")) as at:
        at.ask("The password policy needs 14 zebra characters, remember")
        at.talk(14)
        at.ask("What was the zebra password policy?")

        last = at.asked[-1].messages[-1].content
        assert "14 zebra characters" in last
        assert last.endswith("What was the zebra password policy?")
        fits(at)


def test_importance_keeps_what_later_questions_refer_to():
    """Of two old turns the one that is named again stays."""
    with talk(ways=Ways(strategy="importance")) as at:
        at.ask("Let base_rate_x be the important one. " + "more " * 20)
        at.ask("Let other_thing_y be there too. " + "more " * 20)
        for n in range(14):
            at.ask(f"What of base_rate_x in step {n}? " + "and more " * 20)

        shown = entries(at.manager.conversation)
        status = {one.content[:20]: one.status for one in shown if one.role == "user"}
        assert status["Let base_rate_x be t"] == "sent"
        assert status["Let other_thing_y be"] == "pruned"


def test_every_n_turns_is_a_setting():
    """C3's row: with every=3 a compaction comes before the limit."""
    short = answer_with(reply="it is what it is and so on " * 20)
    with talk(short, ways=Ways(every=3, last=2)) as at:
        at.talk(8, size=40)

        assert compactions(at)
        assert compactions(at)[0].before < 1_700


def test_a_refusal_as_too_long_drops_rounds_and_is_tried_once():
    """K4: by the gap that the provider told; no model is asked for a summary."""
    said = "maximum context length is 1000 tokens, however your messages resulted in "
    refusals = [ModelError(f"This model's {said}1600 tokens", kind="overflow")]
    normal = answer_with()

    def answer(call: ModelCall) -> str | Exception:
        is_due = "now?" in call.messages[-1].content and refusals
        return refusals.pop() if is_due else normal(call)

    with talk(answer) as at:
        at.talk(5)
        turn = at.ask("now?")

        first, second = at.asked[-2:]
        counts = [INDEPENDENT.count(one.messages) for one in (first, second)]
        assert counts[0] - counts[1] >= 600
        assert at.reply(turn).status == "complete"
        assert compactions(at)[-1].by == "overflow"
        assert at.summaries == []


def test_bulky_old_output_becomes_a_stub_first():
    """K1: no model is asked; the stub says what it was and how to see it again."""
    log = "\n".join(f"line {n} of an output" for n in range(300))
    with talk() as at:
        at.ask(f"What is this?\n```text\n{log}\n```\nThanks")
        at.talk(6)

        condensed = at.manager.conversation.condensed
        assert condensed.trimmed
        assert at.summaries == []
        first = at.asked[-1].messages[1].content
        assert "[pasted output, 300 lines; %ctx show turn:1 shows it]" in first
        assert first.startswith("What is this?")
        assert "Thanks" in first
        assert log in stored(at)[0][0]


def test_the_note_is_kept_between_questions_and_stands_in_for_the_call():
    """K2: when the compaction is due, no summary is asked for."""
    profile = replace(WINDOW, window=40_000, budget=30_000, max_tokens=4_000)
    with talk(profile=profile) as at:
        n = 0
        while not compactions(at) and n < 120:
            n += 1
            at.talk(1, n, size=400)
            at.rest()

        noted = at.manager.conversation.condensed.notes
        assert noted
        assert compactions(at)[0].form == "note"
        assert compactions(at)[0].parts == ()
        assert f"`topic_{2}`" in noted[-1].text or noted[-1].text.startswith("<history")
        fits(at)


def test_the_sections_are_those_of_the_form():
    """Nine by default, five where that is set; the user's words are copied by code."""
    with talk() as at:
        at.talk(9)
        text = compactions(at)[-1].text
        titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert set(titles) <= {*SECTIONS, "User messages"}
        assert "User messages" in titles

    five = ("Objective", "Details", "State of work", "Next move", "Files")
    body = "\n".join(f"## {one}\n- The user asked." for one in five)
    answer = answer_with()

    def light(call: ModelCall) -> str | Exception:
        asks = "## Objective" in call.messages[-1].content
        return body if asks else answer(call)

    with talk(light, ways=Ways(form="five")) as at:
        at.talk(9)
        assert compactions(at)[-1].form == "five"


def test_a_note_gives_way_to_a_question():
    """A question never waits for a note: the call for it is stopped."""
    profile = replace(WINDOW, window=40_000, budget=30_000, max_tokens=4_000)
    with talk(profile=profile) as at:
        answer = at.gateway.answer

        def held(call: ModelCall) -> str | Exception:
            if is_summary(call):
                at.gateway.held.add(len(at.gateway.calls) - 1)
            return answer(call)

        at.gateway.answer = held
        while not at.summaries:
            at.talk(1, size=400)
            until(lambda: at.manager.jobs.is_idle or at.gateway.held)
        turn = at.ask("and now?")

        assert at.reply(turn).status == "complete"
        assert at.manager.conversation.condensed.notes == ()
        calls = zip(at.gateway.calls, at.gateway.streams, strict=True)
        assert next(s for call, s in calls if is_summary(call)).is_cancelled


def test_good_summaries_are_told_by_places_that_can_be_looked_up():
    """`%ctx show turn:N` shows what a line [N] of the history was."""
    with talk() as at:
        at.talk(9)
        place = int(
            re.findall(r"^- \[(\d+)\]", compactions(at)[-1].text, re.MULTILINE)[0]
        )
        told = whole(at.manager.conversation, place)

        assert f"topic_{place} " in told
        with pytest.raises(ConversationError, match="There are 9 messages"):
            whole(at.manager.conversation, 99)


def test_control_characters_of_a_summary_are_not_sent_on():
    """Some servers refuse them, and the summary stands in every later request."""

    def answer(call: ModelCall) -> str:
        return good_summary(call).replace("The user", "The\x00 \x1buser")

    with talk(answer_with(about=answer), WINDOW) as at:
        for n in range(1, 31):
            at.ask(f"Tell me about topic_{n}, {'and more of it ' * 60}")

        assert compactions(at)
        sent = "\n".join(
            one.content for call in at.gateway.calls for one in call.messages
        )
        assert "The user asked about" in sent
        assert "\x00" not in sent
        assert "\x1b" not in sent
