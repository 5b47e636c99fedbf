"""Answers without a model: fixes that a door can apply, and what is never repeated."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.document import Cell, Document, Focus, SavedOutput
from jupyter_ctx.core.facts import NO_FIX, NO_MODEL, NO_OTHER_FIX, answer, tried
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.conversation import Reply, ReplyId, Turn, TurnId
from jupyter_ctx.kernel.notebook import join
from tests.kernel.recording import recording

FRAME = "prices = {'apple': 3, 'pear': 4, 'apples': 5}"
WRONG = "total = prices['appel']\nprint(total)"
RIGHT = "total = prices['apple']\nprint(total)"
OTHER = "total = prices['apples']\nprint(total)"


def failed(*cells: str, ids: bool = True) -> KernelState:
    """Run *cells*, the last of which fails, as cells `c1`, `c2` and so on."""
    shell, recorder = recording()
    for number, source in enumerate(cells, 1):
        shell.run_cell(source, cell_id=f"c{number}" if ids else None)
    return recorder.state()


def actions(state: KernelState, used: tuple[str, ...] = ()) -> list[dict[str, str]]:
    """Give what the offered fixes would do."""
    return [choice.action for choice in answer("", state, "fix", used).choices]


def test_a_fix_of_a_known_cell_replaces_it():
    """The page gets the new source, the cell and the source that it must still have."""
    first = actions(failed(FRAME, WRONG))[0]

    assert first == {"insert": RIGHT, "replace": RIGHT, "cell": "c2", "base": WRONG}


def test_a_fix_of_an_unknown_cell_is_inserted():
    """Without the id of a cell there is only a new one to put the source into."""
    assert actions(failed(FRAME, WRONG, ids=False))[0] == {"insert": RIGHT}


def test_a_new_cell_is_only_inserted():
    """An installation stands in a cell of its own."""
    (only,) = actions(failed("import cv3_missing_module"))

    assert only == {"insert": "%pip install cv3_missing_module"}


def test_another_cell_that_is_at_fault_is_the_one_replaced():
    """The cell that made None is edited, not the one that fell over it."""
    made = "class T:\n    def f(self, inplace=False):\n        pass\nt = T()"
    state = failed(made, "t = t.f(inplace=True)", "t.head")

    assert actions(state)[0] == {
        "insert": "t = t.f()",
        "replace": "t = t.f()",
        "cell": "c2",
        "base": "t = t.f(inplace=True)",
    }


def test_the_base_is_the_cell_as_the_document_has_it():
    """IPython cuts empty lines at the end; the page compares with its own text."""
    document = Document((Cell("c2", "code", f"{WRONG}\n\n", 2),))

    state = join(failed(FRAME, WRONG), document, Focus("c2"))

    assert actions(state)[0]["base"] == f"{WRONG}\n\n"


def test_a_saved_error_of_an_earlier_kernel_can_be_fixed():
    """Live names mend what another kernel left behind; the cell is the document's."""
    saved = SavedOutput(
        kind="error",
        ename="NameError",
        evalue="name 'prics' is not defined",
        traceback=("Cell In[7], line 1\n----> 1 print(prics)\n",),
    )
    document = Document((Cell("c9", "code", "print(prics)", 7, (saved,)),))

    state = join(failed(FRAME), document, Focus("c9"))

    assert actions(state) == [
        {
            "insert": "print(prices)",
            "replace": "print(prices)",
            "cell": "c9",
            "base": "print(prics)",
        }
    ]


def test_labels_are_plain_text():
    """A button shows no sign of Markdown; the text above has it."""
    told = answer("", failed(FRAME, WRONG), "fix")

    assert told.choices[0].label == "Write apple instead of appel"
    assert "Write `apple` instead of `appel`" in told.text


def test_what_was_tried_is_not_offered_again():
    """A fix that was applied before is left out, white space aside."""
    state = failed(FRAME, WRONG)

    left = [action["replace"] for action in actions(state, (f"{RIGHT}\n",))]

    assert RIGHT not in left
    assert OTHER in left


def test_where_all_was_tried_it_is_said():
    """No fix is left: the error is explained, and a model is named as the way out."""
    state = failed(FRAME, WRONG)
    used = tuple(action["replace"] for action in actions(state))

    told = answer("", state, "fix", used)

    assert told.choices == ()
    assert told.text.startswith("**KeyError: 'appel'**")
    assert told.text.endswith(
        f"{NO_OTHER_FIX} (pick one in the sidebar, or see `%ctx model`)."
    )


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("ask", ": ask it with `%assist` and your question."),
        ("set up", " (`%ctx model` says how to set one up)."),
        ("pick", " (pick one in the sidebar, or see `%ctx model`)."),
    ],
)
def test_how_to_come_by_a_model_is_said_as_it_is(way, words):
    """A model that is set up is asked; a terminal has no sidebar to pick one in."""
    told = answer("", failed("raise OSError(5)"), "fix", way=way)

    assert told.text.endswith(NO_FIX + words)
    asked = answer("why?", failed("x = 1"), "ask", way=way).text
    assert ("sidebar" in asked, asked.startswith(NO_MODEL)) == (
        way == "pick",
        way != "ask",
    )


def test_sources_of_selected_choices_were_tried():
    """What was put into this cell and what it replaced count, in all replies to it."""
    picked = Choice("1", "a", "a", action={"replace": "new", "base": "old"})
    ignored = Choice("2", "b", "b", action={"replace": "never"})
    replies = (
        Reply(ReplyId("r1"), "", choices=(picked, ignored), selected="1"),
        Reply(ReplyId("r2"), "", choices=(ignored,)),
    )
    turns = [
        Turn(TurnId("t1"), TurnId(""), "", replies, key="c1"),
        Turn(TurnId("t2"), TurnId("t1"), "", replies, key="c2"),
    ]

    assert tried(turns, "c1") == {"new", "old"}
    assert tried(turns[1:], "c1") == frozenset()


def test_an_explanation_offers_nothing():
    """Explain tells the facts and what may help, and has no buttons."""
    told = answer("Explain the error.", failed(FRAME, WRONG), "explain")

    assert told.choices == ()
    assert told.text.startswith("**KeyError: 'appel'**")
    assert "1. Write `apple` instead of `appel` (likely)" in told.text


@pytest.mark.parametrize("last", ["x = 1", "1/0"])
def test_a_sound_cell_is_explained_by_its_variables(last):
    """Without a model what the cell names is described, whatever failed elsewhere."""
    document = Document((Cell("c3", "code", "total = sum(prices.values())"),))

    state = join(failed(FRAME, last), document, Focus("c3"))

    told = answer("Explain this cell.", state, "explain")
    assert told.text.startswith(NO_MODEL)
    assert "prices: dict 3 keys" in told.text
    assert "x: int" not in told.text
