"""The parts of a plan: goals, drafts however written, order, changes, rejection."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.code.impact import Source
from jupyter_ctx.code.rename import renamed
from jupyter_ctx.core.planning import checking, reading
from jupyter_ctx.core.planning.goal import Rename, rename_in, words_in
from jupyter_ctx.core.planning.ground import Ground, PlanCell, forgotten
from jupyter_ctx.core.planning.plans import plan_lines
from jupyter_ctx.core.planning.reading import Drafted
from jupyter_ctx.core.planning.splices import diff_of, expected, spliced, splices
from jupyter_ctx.core.planning.writing import WHOLE, request, text_of
from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import (
    Compacted,
    Noted,
    Part,
    PlanJudged,
    Planned,
    PlanStep,
    Reset,
    Splice,
    Stepped,
)
from jupyter_ctx.core.talk.view import entries
from tests.core.talk import asked, replied, talk

STEPS = [Drafted("In[1]", "one"), Drafted("src/a.py", "two")]


@pytest.mark.parametrize(
    ("goal", "found"),
    [
        ("rename amt to amount", Rename("amt", "amount")),
        ("Rename the column `amt` to `amount`.", Rename("amt", "amount", "values")),
        ("please rename df.amt to amount everywhere", Rename("amt", "amount")),
        ("rename function load() to read", None),
        ("rename function `load` to `read_all`", Rename("load", "read_all", "names")),
        (
            "rename the column 'unit price' in sales and orders to 'price'",
            Rename("unit price", "price", "values"),
        ),
        ("rename amt -> amount in the notebook and sales.py", Rename("amt", "amount")),
        ("把列 `amt` 重命名为 `amount`", Rename("amt", "amount", "values")),
        ("将变量 total 改名为 summe", Rename("total", "summe", "names")),
        ("rename amt to amount and add a total", None),
        ("rename everything nicely", None),
        ("rename a to a", None),
        ("rename amt to amount in sales and add a total", None),
        ("rename amt to amount, too, in the sales", Rename("amt", "amount")),
        ("make it faster", None),
        ('rename `amt` to `a"b`', None),
    ],
)
def test_a_goal_that_is_a_rename_alone_is_known(goal: str, found: Rename | None):
    """With words beside it that ask for more it is left to a model."""
    assert rename_in(goal) == found


def test_a_hostile_goal_is_read_in_no_time():
    """Patterns do not go back and forth without end."""
    begin = time.perf_counter()
    for text in ("rename a to b" + " ,in the" * 40 + "!x", "rename a" + " in b" * 80):
        rename_in(text)
        words_in(text * 50)

    assert time.perf_counter() - begin < 2


WRITTEN = (
    """```json
{"steps": [{"target": "In[1]", "what": "one"}, {"target": "src/a.py", "what": "two"}]}
```""",
    """Sure!
```
[{"cell": "In[1]", "change": "one"}, {"file": "src/a.py", "description": "two"},]
```
Done.""",
    """```json
{'steps': [{'target': 'In[1]', 'what': 'one'}, {'path': 'src/a.py', 'what': 'two'}]}
```""",
    """{"plan": {"steps": [{"target": "In[1]", "what": "one"},
// then
{"target": "src/a.py", "what": "two"}]}}""",
    """```json
{"steps": [{"target": "In[1]", "what": "one"},
{"target": "src/a.py", "what": "two"}, {"target": "In[2]", "wh""",
)


@pytest.mark.parametrize("answer", WRITTEN)
def test_a_plan_is_read_however_it_is_written(answer: str):
    """Other keys, commas too many, single quotes, comments, a cut at the end."""
    draft = reading.read(answer)

    assert draft is not None
    assert list(draft.steps) == STEPS


def test_a_numbered_list_is_a_plan_too():
    """Its items name a cell or a file."""
    draft = reading.read(
        "The plan:\n1. **`In[1]`**: one\n2) Change src/a.py so that two\n"
        "3. Think about it\n\nReady?"
    )

    assert draft is not None
    assert [one.target for one in draft.steps] == ["In[1]", "src/a.py"]
    assert draft.text == "The plan:\n\nReady?"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot do that.",
        "```json\n{}\n```",
        "```json\n[]\n```",
        "```json\n" + "[" * 5_000,
        "{" * 20_000,
        '{"a":' * 5_000,
        "1. be nice\n2. be quick",
        json.dumps({"steps": [1, None, {"target": 3}, {"what": "x"}]}),
        "\x00" * 100,
        "1. " + "a" * 150_000,
        "- " + "a/" * 70_000,
    ],
)
def test_what_is_no_plan_is_none(answer: str):
    """Nothing is made up, whatever was answered, and nothing takes long."""
    begin = time.perf_counter()

    assert reading.read(answer) is None
    assert time.perf_counter() - begin < 2


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_no_answer_breaks_the_reader(answer: str):
    """Whatever the text, a draft has targets of one line, or there is none."""
    draft = reading.read(f"```json\n{answer}\n```\n{answer}")

    assert draft is None or all(
        one.target and "\n" not in one.target for one in draft.steps
    )


TEXTS = st.lists(st.sampled_from(["a", "b", "", "c = 1", "\td"]), max_size=12)


@given(TEXTS, TEXTS)
def test_splices_make_the_new_text_of_the_old(old: list[str], new: list[str]):
    """For any two texts; and what is not changed keeps its own line ends."""
    before, after = "\n".join(old), "\n".join(new)
    edits = splices(before, after)

    assert expected(before, edits) == after
    lines = before.replace("\n", "\r\n").split("\n")
    made = spliced(lines, edits, before.split("\n"), "\r")
    assert made is not None
    assert "\n".join(made) == after.replace("\n", "\r\n")


def test_long_texts_are_compared_in_no_time():
    """Equal lines by the thousand are what a usual comparison is slow at."""
    begin = time.perf_counter()
    old = "\n".join(["x,"] * 60_000)
    for new in (old.replace("x", "y"), "a\n" + old + "\nb\n" * 3_000, ""):
        assert expected(old, splices(old, new)) == new
    assert time.perf_counter() - begin < 5


def test_a_diff_shows_each_change_with_a_line_around_it():
    """As `diff -U1` writes it, whatever was added before."""
    old = "a\nb\nc\nd\ne\nf"
    edits = (Splice(1, 2, "B\nBB"), Splice(4, 5, "", is_gone=True))

    assert diff_of(old, edits, "x") == (
        "--- x\n+++ x\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n+BB\n c\n"
        "@@ -4,3 +5,2 @@\n d\n-e\n f"
    )


PYTHON = """\
import helpers
amt = 3
df = df.assign(amt=1)
df["amt"] = df.amt + 1
late = df.query("amt > 1")
q = "SELECT amt FROM t"
# amt in a comment
print("the amt of it")
"""


def test_a_column_is_renamed_and_a_variable_of_its_name_is_not():
    """Strings, attributes, keywords, SQL and expressions; no comment, no prose."""
    made = renamed("amt", "amount", Source("In[1]", PYTHON), "values")

    assert made == PYTHON.replace("df.assign(amt", "df.assign(amount").replace(
        'df["amt"] = df.amt', 'df["amount"] = df.amount'
    ).replace('"amt > 1"', '"amount > 1"').replace("SELECT amt", "SELECT amount")


def test_a_function_is_renamed_and_a_string_of_its_name_is_not():
    """Definition, calls and imports; not keys, not arguments of other calls."""
    text = 'def load(p):\n    return p\nx = {"load": load(1)}\nf(load=load)\n'
    made = renamed("load", "read", Source("a.py", text), "names")

    assert made == 'def read(p):\n    return p\nx = {"load": read(1)}\nf(load=read)\n'


def test_what_is_no_identifier_takes_the_place_of_whole_strings_alone():
    """An attribute or an expression of that name would be no code any more."""
    made = renamed("amt", "unit price", Source("In[1]", PYTHON), "values")

    assert made == PYTHON.replace('df["amt"]', 'df["unit price"]')


def test_sql_in_capitals_stays_in_capitals():
    """SQL does not tell cases apart."""
    text = "SELECT AMT, amt FROM t -- amt\n"

    assert renamed("amt", "amount", Source("a.sql", text, "sql")) == (
        "SELECT AMOUNT, amount FROM t -- amt\n"
    )


def ground(*cells: str, files: tuple[Source, ...] = ()) -> Ground:
    """Make a notebook of *cells* beside *files*."""
    return Ground(
        tuple(PlanCell(f"In[{n}]", text, f"c{n}") for n, text in enumerate(cells, 1)),
        frozenset(one.where for one in files),
        files,
    )


def test_steps_are_put_in_the_order_of_the_dataflow():
    """Schemas, modules, cells that define before those that use, tests last."""
    files = (
        Source("helpers.py", "RATE = 1"),
        Source("app.py", "import helpers"),
        Source("db/schema.sql", "CREATE TABLE t (a int)", "sql"),
        Source("test_app.py", "import app"),
    )
    on = ground("rate = helpers.RATE", "def f():\n    return rate", "f()", files=files)
    given = ("test_app.py", "In[3]", "app.py", "In[1]", "helpers.py", "In[2]")
    steps = [
        PlanStep(name, "w", "cell" if name.startswith("In") else "file")
        for name in (*given, "db/schema.sql")
    ]

    assert [one.target for one in checking.ordered(steps, on)] == [
        "db/schema.sql",
        "helpers.py",
        "app.py",
        "In[1]",
        "In[2]",
        "In[3]",
        "test_app.py",
    ]


def test_a_definition_further_down_comes_first():
    """The order of definitions counts more than that of the notebook."""
    on = ground("use(states)", "states = [1]")
    steps = [PlanStep(f"In[{n}]", "w", "cell", f"c{n}") for n in (1, 2)]

    assert [one.target for one in checking.ordered(steps, on)] == ["In[2]", "In[1]"]


def test_a_variable_that_is_called_as_a_module_does_not_make_it():
    """`orders = [...]` stays below what imports from orders.py."""
    files = (
        Source("orders.py", "def total(order): ..."),
        Source("report.py", "from orders import total"),
    )
    on = ground("from orders import total", "orders = [total(1)]", files=files)
    steps = [
        PlanStep(name, "w", *(("cell", f"c{name[3]}") if "[" in name else ("file",)))
        for name in ("In[2]", "In[1]", "report.py", "orders.py")
    ]

    assert [one.target for one in checking.ordered(steps, on)] == [
        "orders.py",
        "report.py",
        "In[1]",
        "In[2]",
    ]


def test_what_was_forgotten_is_told_once_for_each_place():
    """Two known values in one list are one place."""
    on = ground('picked = Dropdown(options=["open", "done"])')

    found = forgotten(["open", "done"], "archived", on.everything)
    assert [(one.where, one.trap) for one in found] == [("In[1]", "filter options")]


@pytest.mark.parametrize(
    ("answer", "text", "why"),
    [
        ("```python\nx = 2\n```", "x = 2\n", ""),
        ("<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE", "x = 2\n", ""),
        ("```\n<<<<<<< SEARCH\nx = 9\n=======\nx\n>>>>>>> REPLACE\n```", "", "not in"),
        ("no code", "", "no whole block"),
        ("```diff\n-x\n+y\n```", "", "no whole block"),
        ("```python\nx = 2", "", "no whole block"),
        ("```python\ny = 1\n# ... rest of the code\n```", "", "leaves parts"),
    ],
)
def test_the_new_text_of_a_step_is_read_or_refused(answer: str, text: str, why: str):
    """A block, or pairs; a diff, a cut block and an elided text are none."""
    made, told = text_of(answer, "x = 1\n")

    assert made == text
    assert why in told
    assert bool(told) == bool(why)


def test_a_block_of_choices_is_no_text_and_json_is_that_of_its_own_files():
    """What is offered beside the code is not written in its place."""
    offer = '```choices\n{"question": "Go on?", "choices": []}\n```'
    answer = f"```python\nx = 2\n```\n{offer}"
    block = '```json\n{"x": 2}\n```'

    assert text_of(answer, "x = 1\n", "a.py") == ("x = 2\n", "")
    assert text_of(offer, "x = 1\n", "a.py")[0] == ""
    assert text_of(block, '{"x": 1}\n', "conf/a.json") == ('{"x": 2}\n', "")
    assert text_of(block, "x = 1\n", "a.py")[0] == ""


@pytest.mark.parametrize(
    ("fence", "target", "languages", "fits"),
    [
        ("sql", "a.sql", (), True),
        ("postgresql", "a.sql", (), True),
        ("python", "a.sql", (), False),
        ("", "a.sql", (), True),
        ("sql", "a.py", (), False),
        ("typescript", "web/a.tsx", (), True),
        ("python", "a.prisma", (), False),
        ("python", "notes.md", (), False),
        ("python", "Makefile", (), True),
        ("bash", "In[1]", ("bash", "bash"), True),
        ("python", "In[1]", ("bash", "bash"), False),
        ("sql", "In[1]", ("sql", "python"), True),
        ("python", "In[1]", ("sql", "python"), True),
    ],
)
def test_a_block_is_text_of_its_own_language_alone(fence, target, languages, fits):
    """Python is not written into a file of SQL; what says nothing is believed."""
    text, why = text_of(f"```{fence}\nnew\n```", "old\n", target, languages)

    expected = f"the answer's code is {fence}, which {target} is not"
    assert (text, why) == (("new\n", "") if fits else ("", expected))


def test_the_block_of_the_right_language_is_taken_among_others():
    """However long the others are; a cell magic says what its cell holds."""
    both = f"```python\n{'x = 1' * 9}\n```\n```sql\nSELECT 2\n```"
    magic = "```sql\n%%sql\nSELECT 2\n```"

    assert text_of(both, "SELECT 1\n", "a.sql") == ("SELECT 2\n", "")
    assert text_of(magic, "", "new cell", ("python",)) == ("%%sql\nSELECT 2", "")


@pytest.mark.parametrize(
    "answer",
    ["<<<<<<< SEARCH\nx\n" * 10_000, "\n" * 200_000, "```\n" + "\n" * 100_000],
)
def test_a_hostile_answer_is_refused_in_no_time(answer: str):
    """However many marks or empty lines it has."""
    begin = time.perf_counter()

    assert text_of(answer, "x = 1\n")[0] == ""
    assert time.perf_counter() - begin < 2


def test_of_a_long_file_only_what_matters_is_sent():
    """Its places with lines around them; the answer then has pairs."""
    text = "\n".join(f"line_{n} = {n}" for n in range(3_000))
    asked = request("goal", PlanStep("a.py", "w", "file"), text, [1_500])

    assert len(asked) < WHOLE
    assert "line_1499 = 1499" in asked
    assert "line_2 = 2\n" not in asked
    assert "SEARCH" in asked


PARTS = (Part((("a", "a"),), ("DO IT",)), Part((("b", "b"),), ("more",)))


def planned(turn: str = "a") -> Planned:
    """Plan two steps."""
    steps = (PlanStep("In[1]", "one", "cell", "c1"), PlanStep("a.py", "two", "file"))
    return Planned("p", turn, turn, "do it", steps)


def test_the_lines_for_the_memory_file_tell_done_and_next():
    """One line a step."""
    log = [
        *talk("a"),
        planned(),
        PlanJudged("p", "confirmed"),
        Stepped("p", 0, "applied"),
    ]
    plan = fold(log).plans.open

    assert plan is not None
    assert plan_lines(plan) == (
        "Plan: do it (confirmed, 1 of 2 steps)",
        "[x] 1. In[1]: one",
        "[>] 2. a.py: two",
    )


def test_a_plan_outlives_a_reset():
    """It is resumed in a fresh conversation."""
    conversation = fold([*talk("a"), planned(), PlanJudged("p", "confirmed"), Reset()])

    assert conversation.branch() == ()
    assert conversation.plans.open is not None


def test_a_rejected_plan_is_marked_where_it_was_rejected():
    """Status and set of turns; the branch without the rejection has neither."""
    log = (
        *talk("a"),
        planned(),
        asked("b", "a", for_user=True),
        PlanJudged("p", "rejected", "b"),
        replied("b"),
    )
    conversation = fold(log)

    assert [one.status for one in entries(conversation)] == [
        "rejected",
        "rejected",
        "sent",
        "rejected",
    ]
    assert conversation.rejected == {"a"}
    assert conversation.plans.open is None
    before = entries(conversation, before="b")  # type: ignore[arg-type]
    assert [one.status for one in before] == ["sent", "sent"]


def test_events_of_unknown_plans_and_steps_change_nothing():
    """A damaged log still folds."""
    log = (planned(), Stepped("q", 0, "applied"), Stepped("p", 7, "applied"))

    assert fold(log).plans == fold(log[:1]).plans


def test_a_summary_that_tells_of_a_rejected_plan_holds_no_more():
    """C9: nothing that was condensed from its turns is sent again."""
    made = Compacted("k", "b", "b", "a plan to DO IT was made", parts=PARTS)
    more = (asked("b", "a"), replied("b"))
    log = [*talk("a"), planned(), *more, made, Noted("b", "b", "a plan")]
    rejected = (asked("d", "b", for_user=True), PlanJudged("p", "rejected", "d"))

    assert fold(log).condensed.compactions == (made,)
    after = fold([*log, *rejected]).condensed
    assert (after.compactions, after.parts, after.notes) == ((), PARTS[1:], ())
