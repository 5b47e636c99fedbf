"""A turn to a new subject is told by its words, once, and never on a follow-up."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Conversation, fold
from jupyter_ctx.core.talk.events import Asked, Replied
from jupyter_ctx.core.talk.subject import HINT, is_new
from jupyter_ctx.core.variable import Summary

TALK = (
    ("Load the sales table from the warehouse", "Use `read_csv` on sales.csv."),
    ("Which columns have missing values?", "Price and region have some."),
    ("Fill them with the median", "`sales.fillna(sales.median())` does it."),
    ("Plot revenue by month", "A bar chart of the monthly revenue."),
)
NEW = "Explain how gradient boosting differs from random forests"


def talk(*said: tuple[str, str], hinted: int = -1) -> Conversation:
    """Make a conversation; the reply number *hinted* tells the hint."""
    events: list[Asked | Replied] = []
    for number, (prompt, reply) in enumerate(said):
        notices = (HINT,) if number == hinted else ()
        parent = str(number - 1) if number else ""
        events.append(Asked(str(number), prompt, parent))
        events.append(Replied(str(number), f"r{number}", reply, notices=notices))
    return fold(events)


def turned(prompt: str, conversation: Conversation, *state: object) -> bool:
    """Tell whether *prompt* leaves the subject."""
    return is_new(prompt, conversation.branch(), KernelState(*state))


@pytest.mark.parametrize(
    "prompt",
    [
        NEW,
        "Scrape recipe websites with asynchronous requests",
        "Translate German poetry into Latin hexameter",
    ],
)
def test_a_question_that_shares_no_word_turns_to_a_new_subject(prompt: str):
    """Four words of its own, none that was said, and none that points back."""
    assert turned(prompt, talk(*TALK))


def test_each_language_has_words_of_its_own():
    """Chinese is told in Chinese talks alone: elsewhere nothing could be shared."""
    chinese = (
        ("读取销售数据表", "好的。"),
        ("哪些列有缺失值", "价格。"),
        ("画出月度收入", "好。"),
    )
    new = "解释梯度提升和随机森林有什么不同"

    assert turned(new, talk(*chinese))
    assert not turned("解释销售下降的可能原因有哪些", talk(*chinese))
    assert not turned(new, talk(*TALK))
    assert not turned(NEW, talk(*chinese))


@pytest.mark.parametrize(
    "prompt",
    [
        "Make it blue",
        "Now compare gradient boosting with random forests",
        "Why does the kernel die when training?",
        "Thanks",
        "Increase the font size everywhere",
        "Could italic labels with smaller markers look nice?",
        "Use a logarithmic scale instead, with thinner lines",
        "Group monthly sums and export everything as parquet",
        "Give me a histogram of prices with twenty bins",
        "Explain that error message in simple words",
        "Rename the regional headings to something shorter",
        "Also explain gradient boosting with random forests",
        "把颜色改成蓝色",
        "再解释一下梯度提升和随机森林",
        "ValueError: cannot convert\nwhat causes such exceptions usually",
    ],
)
def test_a_follow_up_is_never_told_of(prompt: str):
    """What points back, shares a word or is short belongs to the subject."""
    assert not turned(prompt, talk(*TALK))


def test_it_takes_a_subject_to_leave_one():
    """After fewer than three answered questions nothing is told."""
    assert not turned(NEW, talk(*TALK[:2]))
    assert turned(NEW, talk(*TALK[:3]))


def test_each_subject_is_left_once():
    """After the hint the new subject counts, and is left like any other."""
    after = (*TALK, (NEW, "Boosting adds trees."), ("How many trees?", "A hundred."))
    assert not turned("Scrape recipe websites with requests", talk(*after, hinted=4))
    more = (*after, ("Which depth?", "Six."))
    assert turned("Scrape recipe websites with requests", talk(*more, hinted=4))
    assert not turned("Tune boosting with shallow learners", talk(*more, hinted=4))


def test_names_and_cells_of_the_notebook_belong_to_the_subject():
    """A first question about a live frame is no new subject."""
    forest = Summary("forest", "RandomForest")
    ran = Execution(run=1, source="boosting = 1", execution_count=1)

    assert not is_new(NEW, talk(*TALK).branch(), KernelState(variables=(forest,)))
    assert not is_new(NEW, talk(*TALK).branch(), KernelState(executions=(ran,)))
