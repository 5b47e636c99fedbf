"""The benchmark of context quality, on notebooks made here."""

from __future__ import annotations

import json
import re

import msgspec
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from jupyter_ctx.bench import context
from jupyter_ctx.bench.cases import OWN_NOTEBOOKS, cases
from jupyter_ctx.bench.facts import Fact, Stated, needed
from jupyter_ctx.bench.policies import POLICIES, Request
from jupyter_ctx.bench.score import Score
from jupyter_ctx.bench.summary import interval
from jupyter_ctx.errors import SettingError
from tests.core.counting import SignCounter

COUNT = SignCounter().count
SOURCES = (
    "import numpy as np\nfrom math import sin as s",
    "def area(width, height=1):\n    return width * height",
    "rate = 0.25\nrows = load('a.csv')",
    "rate = 0.5\nprices = rows['price']",
)
TRUTH = "total = area(np.sum(prices), rate)\nrows['price']"


def test_needed_facts_are_what_a_cell_uses_from_before():
    """Names, imports, signatures, constants, bindings and keys are told apart."""
    facts = needed(TRUTH, SOURCES)
    told = {(fact.kind, fact.name): fact for fact in facts}
    assert set(told) == {
        ("name", "area"),
        ("signature", "area"),
        ("name", "np"),
        ("import", "np"),
        ("name", "prices"),
        ("binding", "prices"),
        ("name", "rate"),
        ("constant", "rate"),
        ("name", "rows"),
        ("binding", "rows"),
        ("string", "price"),
    }
    assert told["constant", "rate"].old == ("0.25",)
    assert told["signature", "area"].parts == ("width", "height")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("rate = 0.5", "stated"),
        ("rate: float = 0.5", "stated"),
        ("rate = 0.25\nrate = 0.5", "stated"),
        ("rate = 0.5\nrate = 0.25", "stale"),
        ("rate = 0.25", "stale"),
        ("rate", "missing"),
    ],
)
def test_an_older_value_in_the_last_place_is_stale(text, verdict):
    """The current value counts; an older one without it, or after it, is stale."""
    fact = Fact("constant", "rate", "0.5", old=("0.25",))
    assert Stated(text).verdict(fact) == verdict


def test_everything_word_for_word_states_every_fact():
    """The measure finds each fact in the sources that it comes from."""
    stated = Stated("\n".join(SOURCES))
    verdicts = {fact: stated.verdict(fact) for fact in needed(TRUTH, SOURCES)}
    assert set(verdicts.values()) == {"stated"}


def test_nothing_states_nothing():
    """An empty text has no fact."""
    assert {Stated("").verdict(fact) for fact in needed(TRUTH, SOURCES)} == {"missing"}


@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize("budget", [30, 120, 5_000])
def test_every_policy_keeps_its_budget(name, budget):
    """A policy never sends more than it may, and something where there is room."""
    cells = [
        {"cell_type": "markdown", "source": "# Sales\nTotal of the price.", "id": "m"},
        *(
            {
                "cell_type": "code",
                "source": source,
                "id": f"c{number}",
                "execution_count": number,
                "outputs": [{"output_type": "stream", "text": "printed 5\n" * number}],
            }
            for number, source in enumerate(SOURCES, start=1)
        ),
    ]
    request = Request(cells, "the price of rows", budget, _tokens, "cl100k_base")
    text = POLICIES[name](request)
    assert _tokens(text) <= budget
    assert text or budget == 30


def _tokens(text: str) -> int:
    return counter().count(text)


def counter():
    """Give the counter that the benchmark uses."""
    from jupyter_ctx.tokens import counter_named

    return counter_named("cl100k_base")


@pytest.fixture
def folder(tmp_path):
    """Make a folder with one notebook of a few cells."""
    cells = [new_markdown_cell("# Sales")]
    cells += [new_code_cell(source) for source in (*SOURCES, TRUTH)]
    nbformat.write(new_notebook(cells=cells), tmp_path / "sales.ipynb")
    return tmp_path


def test_the_run_is_one_record_a_case_and_the_same_on_any_number_of_processes(
    folder, capsys
):
    """Policies, budgets and cases give the same records, whatever runs them."""
    found = []
    for jobs in ("1", "2"):
        arguments = ["--notebooks", str(folder), "--jobs", jobs, "--format", "json"]
        assert context.main([*arguments, "--budgets", "60,500"]) == 0
        lines = capsys.readouterr().out.splitlines()
        records = [msgspec.json.decode(line, type=Score) for line in lines]
        found.append([msgspec.structs.replace(one, ms=0) for one in records])
    assert found[0] == found[1]
    assert len(found[0]) == len(POLICIES) * 2 * 2
    ours = [one for one in found[0] if one.policy == "jupyter_ctx"]
    assert [one.recall for one in ours if one.budget == 500] == [1.0, 1.0]
    assert not any(one.over for one in found[0])


def test_the_page_needs_nothing_else(folder, capsys):
    """The report has every policy, drawn, and asks no other host for anything."""
    context.main(["--notebooks", str(folder), "--jobs", "1", "--format", "html"])
    text = capsys.readouterr().out
    assert text.count("<polyline") == 3 * len(POLICIES)
    assert not re.search(r"<script|src=|href=|https?://", text)
    assert all(f">{name}<" in text for name in POLICIES)


def test_a_broken_notebook_is_skipped_and_named(folder, capsys):
    """One file that is no notebook costs only itself."""
    (folder / "broken.ipynb").write_text("{")
    context.main(["--notebooks", str(folder), "--jobs", "1", "--policies", "newest"])
    told = capsys.readouterr()
    assert "skipped broken: " in told.err
    assert told.out.startswith("2 cells; ")


def test_what_is_not_there_is_a_clear_error(tmp_path):
    """A wrong policy or an empty folder is told with what to do."""
    with pytest.raises(SettingError, match=r"There is no policy mine\. Known are"):
        context.main(["--policies", "mine"])
    with pytest.raises(SettingError, match="--notebooks DIR"):
        context.main(["--notebooks", str(tmp_path)])


def test_records_go_to_a_file(folder, tmp_path, capsys):
    """The table is printed and each case is one line of JSON."""
    file = tmp_path / "records.jsonl"
    options = ["--notebooks", str(folder), "--jobs", "1", "--policies", "names"]
    context.main([*options, "--records", str(file)])
    assert "names" in capsys.readouterr().out
    assert {json.loads(line)["policy"] for line in file.read_text().splitlines()} == {
        "names"
    }


def test_an_interval_is_the_same_each_time_and_holds_the_mean():
    """The bootstrap is seeded."""
    values = [0.0, 1.0] * 20
    low, high = interval(values)
    assert low < 0.5 < high
    assert interval(values) == (low, high)


def test_our_own_notebooks_have_cases():
    """What ships with the benchmark is enough to run it anywhere."""
    found = [
        case
        for path in sorted(OWN_NOTEBOOKS.glob("*.ipynb"))
        for case in cases(path, path.stem, 99)
    ]
    assert len({case.notebook for case in found}) >= 6
    assert len(found) >= 60
