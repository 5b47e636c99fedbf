"""The assembly: messages within the budget, whatever the input."""

from __future__ import annotations

import random

import pytest

from jupyter_ctx.core.engine import roster
from jupyter_ctx.core.engine.assembly import assemble, render
from jupyter_ctx.core.engine.rules import RULES
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import BudgetError
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.unrun import wanted_of
from jupyter_ctx.tokens import counter_named
from tests.core.counting import SignCounter
from tests.core.test_select import cell, name

COUNTER = SignCounter()
RULES_COST = COUNTER.count(RULES)


def wanted(prompt: str = "why ?") -> Wanted:
    """Make a request that wants context for *prompt*."""
    return Wanted(prompt=prompt, request="ask", state=KernelState())


def talk(turns: int) -> list[Message]:
    """Make a history of *turns* short turns."""
    return [
        message
        for number in range(turns)
        for message in (
            Message("user", f"question {number}"),
            Message("assistant", f"answer {number} " + "word " * 20),
        )
    ]


def ask(budget: int, pieces=(), history=(), prompt: str = "why ?"):
    """Assemble with the sign counter."""
    return assemble(
        wanted(prompt), pieces, history, budget=budget, counter=COUNTER, model="m"
    )


def test_the_prompt_comes_last_byte_for_byte():
    """Braces, tags and backslashes of the prompt are sent as typed, at the end."""
    prompt = "why {k: v} %s ${HOME} {{x}} \\alpha{b} </cell><error>"
    sent = ask(500, [cell(1)], prompt=prompt).messages
    assert sent[-1].role == "user"
    assert sent[-1].content.endswith(f"\n{prompt}")


def test_the_count_is_of_the_final_payload():
    """The reported tokens are what an independent count of the messages gives."""
    made = ask(500, [name(1), cell(2)], talk(2))
    assert made.tokens == COUNTER.count_messages(made.messages)
    assert made.tokens <= made.budget


def test_the_newest_turns_are_kept_and_older_ones_reported():
    """Turns beyond their share leave the payload oldest first, and are listed."""
    made = ask(RULES_COST + 260, history=talk(9))
    roles = [message.role for message in made.messages]
    assert roles[:2] == ["system", "user"]
    assert made.messages[-2].content.startswith("answer 8")
    assert all("question 0" not in m.content for m in made.messages)
    assert [item.id for item in made.left_out if item.kind == "turn"]


def test_an_interrupted_question_joins_the_next_one():
    """A user message without a reply is sent together with the new question."""
    made = ask(500, history=[*talk(1), Message("user", "q1")], prompt="q2")
    assert made.messages[-1].content.endswith("q1\n\nq2")
    assert [m.role for m in made.messages] == ["system", "user", "assistant", "user"]


def test_too_small_a_budget_is_a_clear_error():
    """Below rules, question and the folded names the error tells the number needed."""
    with pytest.raises(BudgetError) as caught:
        ask(20)
    assert caught.value.needed > 20
    assert "--budget" in str(caught.value)
    with pytest.raises(BudgetError) as caught:
        ask(RULES_COST + 14, [name(n) for n in range(50)])
    assert ask(caught.value.needed, [name(n) for n in range(50)]).tokens


def test_the_largest_part_is_named():
    """An oversized prompt is blamed, not the rules."""
    with pytest.raises(BudgetError, match="the question"):
        ask(300, prompt="word " * 2_000)


def test_a_log_over_the_budget_is_cut_and_the_question_asked():
    """Only words that do not fit are refused; of a log its middle is left out."""
    log = "\n".join(f"2024-05-01 10:00:00 INFO step {n} done" for n in range(3_000))
    budget = RULES_COST + 2_000
    made = ask(budget, [cell(1)], prompt=f"What is wrong here?\n{log}")

    assert made.tokens <= budget
    assert "[2,970 lines left out: 2,970 INFO]" in made.messages[-1].content
    assert made.notices == (
        (
            "2,969 pasted lines, from the middle of a log, did not fit; paste the part "
            "that matters if it is among them."
        ),
    )


def test_what_is_left_out_has_a_reason():
    """A cell without room is listed as left out, with the reason."""
    made = ask(RULES_COST + 40, [cell(1, 200)])
    assert [(i.id, i.fidelity) for i in made.left_out] == [("cell:1", "NONE")]
    assert "no room" in made.left_out[0].why


def test_render_gives_the_context_alone():
    """The context part has no rules and no prompt, and keeps its own budget."""
    text = render([name(1), cell(2)], 100, COUNTER)
    assert "v1 = make" in text
    assert "<cell>" in text
    assert COUNTER.count(text) <= 100


def test_render_below_the_folded_floor_is_an_error():
    """A context budget of three tokens cannot even count the names."""
    with pytest.raises(BudgetError):
        render([name(1)], 3, COUNTER)


@pytest.mark.parametrize("seed", range(15))
def test_no_input_exceeds_the_budget(seed):
    """Random namespaces, cells, histories and prompts all stay within the budget."""
    dice = random.Random(seed)
    pieces = [name(n, dice.random()) for n in range(dice.randint(0, 80))]
    pieces += [cell(100 + n, dice.randint(1, 90)) for n in range(dice.randint(0, 9))]
    history = talk(dice.randint(0, 12))
    prompt = "word " * dice.randint(1, 60)
    for budget in (RULES_COST + 100, RULES_COST + 300, 2_000):
        made = ask(budget, pieces, history, prompt)
        assert COUNTER.count_messages(made.messages) == made.tokens <= budget


def test_the_open_error_is_told_wherever_it_fits_beside_the_number_of_names():
    """No token is missing for it, and more room never takes it away."""
    outputs = [{"output_type": "error", "ename": "E", "evalue": "it is wrong"}]
    sources = ["import os\nimport sys", "a = 1\nb = 2", "f(a)"]
    cells = [{"cell_type": "code", "source": source} for source in sources]
    cells[-1]["outputs"] = outputs
    pieces = list(offer(wanted_of(cells, is_failed=True)))
    counter = counter_named("o200k_base")
    told = "<names>\n4 more names\n</names>\n<error>\nE: it is wrong\n</error>"
    least = counter.count(told)

    texts = {n: render(pieces, n, counter) for n in range(least - 2, least + 60)}

    assert texts[least].strip() == told
    assert [n for n, text in texts.items() if "<error" not in text] == [
        least - 2,
        least - 1,
    ]


def test_a_single_name_that_finds_no_room_is_counted_as_one():
    """`1 more name`, and `2 more names`."""
    long = [name(f"a_name_{n}_that_is_longer_than_its_count") for n in range(2)]
    count = counter_named("o200k_base").count

    assert roster.listed(long[:1], 10, count) == "<names>\n1 more name\n</names>\n"
    assert roster.listed(long, 10, count) == "<names>\n2 more names\n</names>\n"
