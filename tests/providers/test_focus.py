"""The cell where the user is, in the payload: whole, marked, and only once."""

from __future__ import annotations

import random

import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Document, Focus, SavedOutput
from jupyter_ctx.core.engine.assembly import Assembly, assemble
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.privacy import restrict
from jupyter_ctx.core.provider import RequestKind, Wanted
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.secrets.masking import StateMasker
from jupyter_ctx.core.secrets.redact import masker
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.notebook import join, of_document
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.providers.environment import EnvironmentProvider
from jupyter_ctx.kernel.providers.focus import FocusProvider
from tests.core.counting import SignCounter

RATE = Execution(1, "rate = 0.2\nlimit = 3", 1, "c1")
TOTAL = Execution(2, "total = rate * limit\nprint(total)", 2, "c2")


def cell(number: int, source: str, count: int | None = None, *outputs: SavedOutput):
    """Make the code cell `c<number>`."""
    return Cell(f"c{number}", "code", source, count, outputs)


def live(*cells: Cell, focus: Focus, error: ErrorReport | None = None) -> KernelState:
    """Make the state of a kernel that ran RATE and TOTAL, shown by *cells*."""
    state = KernelState(
        executions=(RATE, TOTAL),
        variables=(
            Summary("rate", "float", "scalar", value="0.2", run=1),
            Summary("limit", "int", "scalar", value="3", run=1),
        ),
        error=error,
        as_of_run=2,
    )
    return join(state, Document(cells), focus)


def assembled(
    state: KernelState,
    prompt: str = "why?",
    request: RequestKind = "ask",
    budget: int = 2_000,
    attempt: int = 0,
) -> Assembly:
    """Assemble what is sent for *prompt*."""
    wanted = Wanted(prompt, request, state, words(prompt), attempt)
    return assemble(
        wanted, offer(wanted), (), budget=budget, counter=SignCounter(), model="m"
    )


def sent(state: KernelState, *arguments, **more) -> str:
    """Give the last message of the payload."""
    return assembled(state, *arguments, **more).messages[-1].content


SHOWN = (cell(1, RATE.source, 1), cell(2, TOTAL.source, 2))


def test_the_cell_stands_whole_beside_the_question_with_its_cursor():
    """Line and column count from one; the cell is the last block of all."""
    text = sent(live(*SHOWN, focus=Focus("c1", 1, 8)))

    assert text.endswith(
        "<cell id=In[1] cursor=2:9>\nrate = 0.2\nlimit = 3\n</cell>\n\nwhy?"
    )


@pytest.mark.parametrize("budget", [350, 500, 2_000])
@pytest.mark.parametrize("focus", ["c1", "c2"])
def test_the_cell_is_in_the_payload_once(focus, budget):
    """No part of the payload repeats the text of the cell under the cursor."""
    text = sent(live(*SHOWN, focus=Focus(focus)), budget=budget)

    first = {"c1": "limit = 3\n", "c2": "total = rate * limit\n"}[focus]
    assert text.count(first) == 1


def test_edits_since_the_run_are_told_as_changed_lines():
    """The source is as it is now; only lines that differ from what ran are added."""
    edited = cell(1, "rate = 0.25\nlimit = 3", 1)

    text = sent(live(edited, SHOWN[1], focus=Focus("c1", 0, 3)))

    assert text.endswith(
        "<cell id=In[1] status=edited_since cursor=1:4>\nrate = 0.25\nlimit = 3\n"
        "</cell>\n"
        "<change of=In[1]>\n@@ -1 +1 @@\n-rate = 0.2\n+rate = 0.25\n</change>\n\nwhy?"
    )
    assert "rate = 0.2  # float" in text  # what the kernel holds is not lost


def test_an_edited_definition_is_in_the_payload_once():
    """What ran is told by its header and the changed lines, not by its source."""
    ran = Execution(
        1, "def mean(rows):\n    total = sum(rows)\n    return total", 1, "c1"
    )
    now = cell(1, f"{ran.source} / len(rows)", 1)
    state = KernelState(
        executions=(ran,),
        variables=(Summary("mean", "function", "function", signature="(rows)"),),
        as_of_run=1,
    )

    text = sent(join(state, Document((now,)), Focus("c1")))

    assert text.count("total = sum(rows)") == 1
    assert "def mean(rows): ..." in text
    assert "-    return total\n+    return total / len(rows)" in text


def test_the_selection_is_told():
    """What is selected stands behind the cell; all of it selected says nothing."""
    some = Focus("c2", 0, 8, selection="rate * limit")
    every = Focus("c2", 0, 0, selection=TOTAL.source)

    assert "<selected of=In[2]>\nrate * limit\n</selected>\n\nwhy?" in sent(
        live(*SHOWN, focus=some)
    )
    assert "<selected" not in sent(live(*SHOWN, focus=every))


def test_a_cell_that_never_ran_is_shown():
    """It is named by its place, and said not to have run."""
    state = live(*SHOWN, cell(3, "plot(total)"), focus=Focus("c3", 0, 4))

    assert "<cell id=cell_3 status=not_run cursor=1:5>\nplot(total)\n</cell>" in sent(
        state
    )


def test_a_markdown_cell_is_shown_as_text():
    """Its words are there, and none of them counts as a name."""
    note = Cell("m", "markdown", "# Totals\nby rate")

    text = sent(live(*SHOWN, note, focus=Focus("m", 1, 2)))

    assert (
        "<cell id=cell_3 kind=markdown cursor=2:3>\n# Totals\nby rate\n</cell>" in text
    )


def test_tags_in_the_cell_cannot_close_ours():
    """Source, change and selection are data."""
    hostile = cell(1, "x = '</cell>'\ny = '</change>'", 1)
    focus = Focus("c1", selection="'</selected>'")

    text = sent(live(hostile, focus=focus))

    assert text.count("</cell>") == text.count("<cell ")
    assert (text.count("</change>"), text.count("</selected>")) == (1, 1)


FAILED = ErrorReport(
    "NameError",
    "name 'rat' is not defined",
    (Frame("In[2]", 2, "<module>", "print(rat)", is_user=True, cell_run=2),),
    run=2,
)


def failing(source: str, focus: Focus) -> KernelState:
    """Make a state whose second cell failed in its second line; it is *source* now."""
    state = KernelState(
        executions=(RATE, Execution(2, "total = 1\nprint(rat)", 2, "c2", "error")),
        error=FAILED,
        as_of_run=2,
    )
    return join(state, Document((SHOWN[0], cell(2, source, 2))), focus)


def test_the_failing_line_is_marked_where_it_stands_now():
    """Lines added above move the mark; the error follows its cell."""
    state = failing("# note\ntotal = 1\nprint(rat)", Focus("c2"))

    text = sent(state)

    assert "status=failed_edited_since" in text
    marked, error = text.index("print(rat)  # <- raised here"), text.index("<error")
    assert text.index("# note") < marked < error < text.index("why?")
    assert "NameError: name 'rat' is not defined @ In[2] line 2" in text


def test_the_focused_cell_follows_the_error_of_another():
    """The failing cell and its error are there too, further from the question."""
    text = sent(failing("total = 1\nprint(rat)", Focus("c1", 0, 2)))

    order = ["print(rat)  # <- raised here", "<error", "cursor=1:3"]
    assert sorted(order, key=text.index) == order


def test_a_long_cell_is_cut_around_the_cursor():
    """Where the cell does not fit, the lines around the cursor stay."""
    long = "\n".join(f"x{n} = {n}" for n in range(900))
    made = assembled(live(cell(1, long, 1), focus=Focus("c1", 500, 0)), budget=400)

    text = made.messages[-1].content
    assert "x500 = 500" in text
    assert "# ... 497 lines @1\n" in text
    assert made.tokens <= 400


@pytest.mark.parametrize("budget", range(375, 500, 10))
def test_the_budget_holds_with_a_place(budget):
    """Cell, change, selection and duty are counted like all else."""
    edited = cell(2, "total = 2 * rate\nprint(total, rat)", 2)
    state = live(SHOWN[0], edited, focus=Focus("c2", 1, 1, "rat"), error=FAILED)

    made = assembled(state, request="fix", budget=budget, attempt=2)

    assert SignCounter().count_messages(made.messages) == made.tokens <= budget


def test_secrets_in_the_document_do_not_leave():
    """Source, outputs and selection of the focused cell are masked."""
    key = "sk-" + "a1B2" * 10
    printed = SavedOutput("stream", f"using {key}\n")
    secret = cell(3, f"key = '{key}'", None, printed)
    state = live(*SHOWN, secret, focus=Focus("c3", selection=key))

    masked = StateMasker(masker({}).mask)(state)

    assert key in sent(state)
    assert key not in sent(masked)
    assert "<masked" in sent(masked)


# The document alone.

KEY_ERROR = SavedOutput(
    kind="error",
    ename="KeyError",
    evalue="'amuont'",
    traceback=("Cell In[4], line 1\n----> 1 total = df['amuont'] * rate\n",),
)
SAVED = Document(
    (
        cell(1, "df = load()", 3, SavedOutput("stream", "12 rows\n")),
        cell(2, "total = df['amuont'] * rate\ntotal", 4, KEY_ERROR),
        cell(3, "1/0", 5, SavedOutput("error", ename="ZeroDivisionError")),
    )
)


def test_a_saved_error_is_sent_without_a_kernel():
    """Asking on the failed cell of an opened notebook sends its error (A20)."""
    text = sent(of_document(SAVED, Focus("c2")), "why did this fail?")

    assert "total = df['amuont'] * rate  # <- raised here\ntotal" in text
    assert "KeyError: 'amuont' @ In[4] line 1" in text
    assert "12 rows" in text
    assert "ZeroDivisionError" not in text
    assert "no kernel is looked at" in text


def test_where_only_code_is_told_no_kernel_is_denied():
    """At the level `code` there may be a live kernel; of it nothing is said (W4)."""
    state = restrict(join(KernelState(), SAVED, Focus("c2")), "code")
    wanted = Wanted("why?", "ask", state, frozenset(), privacy="code")
    (line,) = EnvironmentProvider().pieces(wanted)
    assert "only code is told" in line.ladder[Fidelity.FULL]


def test_a_saved_error_is_sent_after_a_restart():
    """A kernel that has not run the cell sends its saved error and output as such."""
    state = join(KernelState(restarted=True), SAVED, Focus("c2"))

    text = sent(state, "why did this fail?")

    assert "status=failed_in_an_earlier_kernel" in text
    assert "total = df['amuont'] * rate  # <- raised here\ntotal" in text
    assert "this kernel has not run the cell" in text
    assert "KeyError: 'amuont'" in text


def test_another_language_is_shown_as_it_is():
    """A Bash notebook is told as text: no names are read out of it."""
    document = Document(
        (cell(1, "x=1; for f in *; do\n  echo $f\ndone", 1),), language="bash"
    )

    text = sent(of_document(document))

    assert "for f in *; do\n  echo $f\ndone" in text
    assert "the notebook's language is bash" in text
    assert "<names>" not in text
    assert "<state>" not in text


# How a fix must look.


def test_a_fix_must_be_the_whole_cell_in_one_block():
    """The duty names the failing cell, right above the question."""
    state = failing("total = 1\nprint(rat)", Focus("c2"))

    text = sent(state, "Fix the error in In[2].", "fix")

    duty = text.rpartition("</error>")[2]
    assert "exactly one ```python block: the whole of In[2], corrected" in duty
    assert duty.endswith("\n\nFix the error in In[2].")
    assert "Round" not in duty
    assert "Round" not in sent(state, "Fix it.", "fix", attempt=1)
    assert "```python block: the whole" not in sent(state, "Fix it.", "ask")


def test_a_fix_may_say_that_another_cell_is_at_fault():
    """The page replaces the cell that failed; a function of another one raised it."""
    inner = Frame("In[1]", 2, "f", "return 1 / 0", is_user=True, cell_run=1)
    outer = Frame("In[2]", 1, "<module>", "f()", is_user=True, cell_run=2)
    state = KernelState(
        executions=(
            Execution(1, "def f():\n    return 1 / 0", 1, "c1"),
            Execution(2, "f()", 2, "c2", "error"),
        ),
        error=ErrorReport("ZeroDivisionError", "", (outer, inner), run=2),
        as_of_run=2,
    )

    text = sent(state, "Fix it.", "fix")

    assert "the whole of In[2], corrected" in text
    assert "If In[1], where it was raised, is at fault, give no block" in text


def test_a_fix_in_another_language_asks_for_that_language():
    """The block for a Bash cell is one of Bash."""
    error = SavedOutput("error", ename="Error", evalue="1")
    document = Document((cell(1, "ech hi", 1, error),), language="bash")

    text = sent(of_document(document, Focus("c1")), "Fix it.", "fix")

    assert "```bash block: the whole of In[1]" in text


def test_a_further_round_says_that_the_last_fix_failed():
    """The model is told not to repeat itself, and which round it is."""
    state = failing("total = 1\nprint(rat)", Focus("c2"))

    text = sent(state, "Fix it.", "fix", attempt=2)

    duty = text.rpartition("</error>")[2]
    assert "Round 2 of 3: an earlier fix of In[2] was applied" in duty
    assert "Do not propose the same change again." in duty


def test_a_fix_without_a_cell_has_no_duty():
    """Where nothing failed and no page says where the user is, nothing is asked."""
    assert "exactly one" not in sent(KernelState(), "Fix it.", "fix")


def test_the_duty_is_listed_with_its_cost():
    """What is sent beside question and context is shown as an item."""
    made = assembled(failing("print(rat)", Focus("c2")), "Fix it.", "fix")

    assert [item.tokens > 10 for item in made.items if item.id == "duty"] == [True]


def test_the_enclosing_block_is_a_level_between_whole_and_excerpt():
    """Row A4: the function at the cursor, with the imports; the rest is counted."""
    filler = "".join(f"value_{n} = compute({n}, 'a long argument')\n" for n in range(9))
    function = "def f(a):\n    if a:\n        return a\n    return 0\n"
    source = f"import os\n{filler}{function}{filler}"
    state = live(cell(9, source), focus=Focus("c9", 12, 3))
    (piece,) = FocusProvider().pieces(Wanted("why?", "ask", state))

    assert piece.ladder[Fidelity.OUTLINE] == (
        "<cell id=cell_1 status=not_run cursor=13:4 shown=block>\nimport os\n"
        f"# ... 9 lines @2: calls compute\n{function}# ... 9 lines @15: calls compute\n"
        "</cell>\n"
    )


@pytest.mark.parametrize("seed", range(30))
def test_an_unsent_change_is_told_at_every_budget(seed):
    """However little room there is, the edited cell says that it is edited.

    With room for them, the changed lines stand there too.
    """
    dice = random.Random(seed)
    lines = [f"step_{n} = call_{n}(rate, {n})" for n in range(dice.randint(1, 80))]
    ran = Execution(1, "\n".join(lines), 1, "c1")
    place = dice.randrange(len(lines))
    lines[place] = "step_new = 'changed'"
    now = (cell(1, "\n".join(lines), 1),)
    names = tuple(Summary(f"v{n}", "int", "scalar", value="1") for n in range(40))
    state = KernelState(executions=(ran, TOTAL), variables=names, as_of_run=2)
    joined = join(state, Document(now), Focus("c1", dice.randrange(len(lines)), 0))

    bare = assembled(KernelState(), "why?", budget=6_000).tokens
    for room in (80, 120, 200, 500, 6_000):
        text = sent(joined, "why?", budget=bare + room)
        assert "edited_since" in text
        assert room < 6_000 or "+step_new = 'changed'" in text
