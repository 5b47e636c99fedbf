"""Plans in notebooks of other kernels, and cells of another language, row U2."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.impact import Source
from jupyter_ctx.code.rename import renamed
from jupyter_ctx.core.document import Cell, Document
from jupyter_ctx.core.state import KernelState
from tests.manager.plan_desk import NO_MODEL, PlanDesk, planning

TEXT = (
    "What is written in bash is read as plain text: every whole word counts there, in "
    "comments and strings, too."
)


@pytest.fixture
def free(tmp_path):
    """Open a desk without a model."""
    with planning(tmp_path, profile=NO_MODEL) as opened:
        yield opened


def written_in(language: str, *sources: str) -> KernelState:
    """Give a notebook of *language* as its page tells it."""
    cells = [Cell(f"c{n}", "code", text) for n, text in enumerate(sources, 1)]
    return KernelState(document=Document(tuple(cells), language))


def test_a_variable_of_bash_is_renamed_where_it_is_read_too(free: PlanDesk):
    """By word, in every cell, and it is said."""
    free.state = written_in("bash", "AMOUNT=1", 'echo "$AMOUNT ${AMOUNT}S" $AMOUNTS')
    reply = free.propose("rename AMOUNT to TOTAL")

    assert [one.step.cell for one in free.plan.steps] == ["c1", "c2"]
    assert TEXT in reply.text
    free.pick("Confirm")
    assert free.last.choices[0].action["replace"] == "TOTAL=1"
    free.pick("Apply")
    assert free.last.choices[0].action["replace"] == 'echo "$TOTAL ${TOTAL}S" $AMOUNTS'


def test_a_cell_magic_tells_the_language_of_its_cell(free: PlanDesk):
    """A notebook of Python has cells of bash; Python keeps its own rules."""
    free.state = written_in("", "limit = 1  # limit", "%%bash\necho $limit  # limit")
    reply = free.propose("rename limit to most")

    assert TEXT in reply.text
    free.pick("Confirm")
    assert free.last.choices[0].action["replace"] == "most = 1  # limit"
    free.pick("Apply")
    assert free.last.choices[0].action["replace"] == "%%bash\necho $most  # most"


def test_a_notebook_of_python_is_not_said_to_be_text(free: PlanDesk):
    """Nothing is said where there is an analyser."""
    free.state = written_in("", "limit = 1")

    assert "plain text" not in free.propose("rename limit to most").text


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("r", "amt <- df$amt; my.amt", "sum.all <- df$sum.all; my.amt"),
        ("julia", "amt = 1 # amt", "sum.all = 1 # sum.all"),
    ],
)
def test_words_end_where_names_of_the_language_do(language, text, expected):
    """A dot is part of a name in R."""
    made = renamed("amt", "sum.all", Source("c", text, language), "names")

    assert made == expected


def test_a_model_is_asked_in_the_language_of_the_notebook(tmp_path):
    """The cell is fenced as what it is; so is a new one."""
    with planning(tmp_path) as at:
        at.state = written_in("bash", "AMOUNT=1")
        at.gateway.reply(
            '{"steps": [{"target": "cell_1", "what": "two"}, '
            '{"target": "new cell", "what": "print it"}]}'
        )
        at.propose("make it two")
        at.gateway.reply("```bash\nAMOUNT=2\n```")
        at.pick("Confirm")
        assert "```bash\nAMOUNT=1\n```" in at.sent()[-1][1]
        at.gateway.reply("```bash\necho $AMOUNT\n```")
        reply = at.pick("Apply")

        assert "```bash\necho $AMOUNT\n```" in reply.text
