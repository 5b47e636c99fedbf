"""What may be mentioned is completed from what is known, ranked, at most twenty."""

from __future__ import annotations

from pathlib import Path

import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Document
from jupyter_ctx.core.engine.mentions import read
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.mentioning.guide import Guide
from jupyter_ctx.workspace import folder as folders

FRAME = Summary(
    "sales",
    "DataFrame",
    kind="frame",
    shape="9 rows x 3 columns",
    fields=(
        Field("amount", "int64"),
        Field("unit price", "float64"),
        Field('a"b', "x"),
    ),
    run=2,
)
CLEAN = Summary("clean", "function", kind="function", signature="(frame)", run=1)
OLD = Summary("salary", "int", kind="scalar", value="7", run=1)
STATE = KernelState(
    executions=(
        Execution(
            run=1, source="def clean(frame): ...", execution_count=1, cell_id="a"
        ),
        Execution(run=2, source="sales = get()", execution_count=2, cell_id="b"),
    ),
    variables=(OLD, CLEAN, FRAME),
    error=ErrorReport("KeyError", "'x'", run=2),
    as_of_run=2,
    document=Document(
        (
            Cell("a", "code", "def clean(frame): ...", 1),
            Cell("t", "markdown", '## Prices of "all" units, by region and by year'),
            Cell("u", "code", "sales.plot()"),
        )
    ),
)


@pytest.fixture
def guide(tmp_path: Path) -> Guide:
    """Help in a project with data, a module and what git ignores."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "sales 2024.csv").write_text("a,b\n")
    (tmp_path / "data" / "prices.csv").write_text("a,b\n")
    (tmp_path / "stats.py").write_text(
        "def mean(x):\n    ...\n\nclass Median:\n    ...\n"
    )
    (tmp_path / "secret.csv").write_text("")
    (tmp_path / ".env").write_text("KEY=1")
    (tmp_path / ".gitignore").write_text("secret.csv\n")
    folders.git(tmp_path, "init", "-q")
    folders._listed.cache_clear()
    return Guide(lambda: tmp_path, lambda: True)


def offered(guide: Guide, text: str, kind: str = "") -> list[str]:
    """Give the mentions that *text* may become."""
    return [one.mention for one in guide.complete(text, STATE, kind)]


def test_nothing_typed_offers_the_newest_of_every_kind(guide: Guide):
    """The error first; no column, no file that git ignores or that holds secrets."""
    found = guide.complete("", STATE)

    kinds = list(dict.fromkeys(one.kind for one in found))
    assert kinds == ["error", "variable", "cell", "symbol", "file"]
    assert [one.mention for one in found][:4] == [
        "@error",
        "@sales",
        "@salary",
        "@In[2]",
    ]
    assert all("secret" not in one.label and ".env" not in one.label for one in found)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("sal", ["@sales", "@salary", '@cell["sales.plot()"]']),
        ("sales.", ["@sales.amount", '@sales["unit price"]', "@sales['a\"b']"]),
        ('sales["unit', ['@sales["unit price"]']),
        ("amount", ["@sales.amount"]),
        ("unit p", ['@sales["unit price"]']),
        ("err", ["@error"]),
        ("In[2", ["@In[2]"]),
        ("prices of", ["@cell[\"## Prices of 'all' units, by region and\"]"]),
        ("median", ["@Median"]),
        ("mean", ["@mean"]),
        ("2024", ['@"data/sales 2024.csv"']),
        ("data/p", ["@data/prices.csv"]),
        ("slcvd", []),
        ("clan", ["@clean"]),
    ],
)
def test_what_is_typed_is_completed(guide: Guide, text: str, first: list[str]):
    """By the beginning, a word inside, a column alone, letters in their order."""
    assert offered(guide, text)[: len(first) or None] == first


def test_every_completion_is_read_back_as_one_mention(guide: Guide):
    """What is written for a completion names the same thing in a prompt."""
    found = {*offered(guide, ""), *offered(guide, "sales"), *offered(guide, "pri")}

    assert len(found) > 10
    for mention in found:
        (one,) = read(f"see {mention}, please")
        assert one.text == mention


def test_one_kind_alone_and_never_more_than_twenty(guide: Guide):
    """Of thousands of names the newest twenty that fit, the newest first."""
    many = tuple(Summary(f"name{n}", "int", kind="scalar", run=n) for n in range(3_000))
    state = KernelState(variables=many, as_of_run=3_000)

    found = guide.complete("name", state)
    assert [one.label for one in found] == [f"name{n}" for n in range(2999, 2979, -1)]
    assert offered(guide, "", "column") == [
        "@sales.amount",
        '@sales["unit price"]',
        "@sales['a\"b']",
    ]


def test_details_tell_what_a_thing_is(guide: Guide):
    """Type and size of a frame, the definition of a symbol, the words of a cell."""
    details = {one.mention: one.detail for one in guide.complete("", STATE)}

    assert details["@sales"] == "DataFrame 9x3"
    assert details["@clean"] == "(frame)"
    assert details["@mean"] == "def in stats.py:1"
    assert details["@In[2]"] == "sales = get()"
    assert details["@error"] == "KeyError: 'x'"
