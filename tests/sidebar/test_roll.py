"""The rows of live names: what they tell, and that only what changed is sent."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.cell import Execution, Touch
from jupyter_ctx.core.engine.keeps import Keeps
from jupyter_ctx.core.engine.marks import Stale
from jupyter_ctx.core.engine.piece import AnchorId
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.protocol.messages import Variables
from jupyter_ctx.protocol.values import Variable
from jupyter_ctx.ui.sidebar.roll import Facts, changed_in, facts_of, news, value_of

RAN = (
    Execution(1, "df = load()", 1, "c1", touched=(Touch("df"), Touch("n"))),
    Execution(2, "df['a'] = 1", 2, "c2", touched=(Touch("df", "changed"),)),
    Execution(3, "del n", 3, "c3", touched=(Touch("n", "deleted"),)),
)
FRAME = Summary("df", "DataFrame", "frame", shape="2 rows x 1 columns", run=1)


def row(summary: Summary, _: Facts) -> Variable:
    """Give the least that tells one row from another."""
    return Variable(summary.name, summary.type_name, value=summary.value)


def state(*variables: Summary, stale: tuple[Stale, ...] = ()) -> KernelState:
    """Give a state with *variables* after `RAN`."""
    return KernelState(RAN, variables, as_of_run=3, stale=stale)


def test_a_name_is_told_with_its_cell_its_last_change_and_why_it_is_out_of_date():
    """What is only older than what stands below is not out of date."""
    keeps = Keeps()
    keeps.pin(AnchorId("var:df"))
    marks = (
        Stale("rebound", "In[1]", ("df",), ("path",), by="In[4]"),
        Stale("rebound", "In[9]", ("old",), ("df",), by="In[4]", in_order=True),
    )

    found = facts_of(state(FRAME, Summary("old", "int"), stale=marks), keeps)

    why = "`df` was made from `path` before In[4] bound it anew"
    assert found["df"][1] == Facts(2, "c1", "In[1]", why, "pinned")
    assert found["old"][1] == Facts()
    assert changed_in(RAN) == {"df": 2}


def test_only_what_changed_is_sent():
    """Of 10,000 names one row goes out, and nothing where nothing changed."""
    names = [Summary(f"v{n}", "int", "scalar", value=str(n)) for n in range(10_000)]
    before = facts_of(state(*names), Keeps())
    other = replace(names[7], value="other")
    after = facts_of(state(*names[:7], other, *names[8:-1]), Keeps())
    rows = []

    def counted(summary: Summary, facts: Facts) -> Variable:
        rows.append(summary.name)
        return row(summary, facts)

    assert news(before, facts_of(state(*names), Keeps()), counted) is None
    assert rows == []
    assert news(before, after, counted) == Variables(
        changed=(Variable("v7", "int", value="other"),), gone=("v9999",), total=9_999
    )
    assert rows == ["v7"]


def test_a_page_that_knows_nothing_is_told_all():
    """Also that there is nothing."""
    assert news(None, {}, row) == Variables(is_all=True)
    assert news({}, {}, row) is None
    assert news(None, facts_of(state(FRAME), Keeps()), row) == Variables(
        changed=(Variable("df", "DataFrame"),), is_all=True, total=1
    )


def test_a_pin_is_news():
    """The mark of a row changes with what the user keeps."""
    keeps = Keeps()
    before = facts_of(state(FRAME), keeps)
    keeps.drop(AnchorId("var:df"))
    found = news(before, facts_of(state(FRAME), keeps), row)

    assert found is not None
    assert [one.name for one in found.changed] == ["df"]


def test_a_value_is_one_line_of_what_tells_most():
    """The value, else the signature, the columns, a row, or what is known."""
    fields = tuple(Field(f"c{n}") for n in range(12))
    told = [
        value_of(Summary("a", "str", value="'one\\ntwo'")),
        value_of(Summary("f", "function", "function", signature="def f(x)")),
        value_of(Summary("df", "DataFrame", "frame", fields=fields)),
        value_of(Summary("s", "Series", rows=("1,\n2",))),
        value_of(Summary("m", "module", "module", module="math")),
        value_of(Summary("o", "Thing")),
        value_of(Summary("t", "str", value="x" * 500)),
    ]

    assert told[:-1] == [
        "'one\\ntwo'",
        "def f(x)",
        "c0, c1, c2, c3, c4, c5, c6, c7, …",
        "1, 2",
        "math",
        "",
    ]
    assert len(told[-1]) == 120
