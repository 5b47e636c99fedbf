"""Lines of state: what they say, where they stand, what comes first."""

from __future__ import annotations

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.layout import merge_facts, merge_imports
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter


def state(*sources: str, **more: object) -> KernelState:
    """Make the state after cells with *sources*, each once."""
    runs = tuple(
        Execution(run=n, source=source, execution_count=n, cell_id=f"c{n}")
        for n, source in enumerate(sources, start=1)
    )
    return KernelState(executions=runs, as_of_run=len(runs), **more)


def ladder(given: KernelState, anchor: str) -> dict[Fidelity, str]:
    """Give the texts of the piece *anchor*."""
    wanted = Wanted(prompt="", request="ask", state=given)
    return next(p.ladder for p in offer(wanted) if p.id == anchor)


def test_a_literal_is_not_told_twice():
    """The statement shows the value; only its type is added."""
    found = ladder(
        state("n = 50", variables=(Summary("n", "int", "scalar", value="50"),)),
        "var:n",
    )
    assert found[Fidelity.SIGNATURE] == "n = 50  # int"


def test_a_value_that_is_no_longer_as_written_is_told():
    """A literal that was changed since stands beside its value of today."""
    found = ladder(
        state("n = 50", variables=(Summary("n", "int", "scalar", value="51"),)),
        "var:n",
    )
    assert found[Fidelity.OUTLINE] == "n = 50  # int = 51"


def test_a_statement_of_several_lines_is_its_beginning():
    """What a first line leaves open is shown on, up to a limit."""
    source = "frame = make(\n    first=1,\n    second=2,\n)"
    summary = Summary("frame", "DataFrame", "frame", shape="2 rows x 2 columns")
    found = ladder(state(source, variables=(summary,)), "var:frame")
    assert found[Fidelity.OUTLINE] == (
        "frame = make( first=1, second=2, )  # DataFrame 2x2"
    )


def test_names_of_one_import_are_pieces_of_their_own():
    """A line tells of what is needed, and no more, whatever else was imported."""
    given = state("from lib import (\n    a,\n    b as c,\n)", is_static=True)
    assert ladder(given, "var:c") == {
        Fidelity.NAME: "",
        Fidelity.SIGNATURE: "from lib import b as c",
    }


def test_imports_are_joined_as_python_allows():
    """One line for modules, one for each module's names, the rest as it is."""
    assert merge_imports(
        [
            "import numpy as np",
            "from lib import a",
            "import os.path",
            "from lib import b as c",
            "%pylab",
        ]
    ) == ["import numpy as np, os.path", "from lib import a, b as c", "%pylab"]


def test_equal_facts_are_told_once():
    """Names that are the same kind of thing share a line; others keep theirs."""
    lines = ["a: int", "b = f()  # int", "c: int", "d: list 2 items"]
    assert merge_facts(lines) == ["a, c: int", "b = f()  # int", "d: list 2 items"]


def test_lines_of_one_cell_stand_as_in_the_cell():
    """A definition is told before what uses it, also within one cell."""
    names = ("zeta", "beta", "alpha")
    source = "zeta = load()\nbeta = zeta.x()\nalpha = beta.y()"
    summaries = tuple(Summary(n, f"T{n}", "object") for n in names)
    sources = (source, "print(1)\n" * 60)
    wanted = Wanted(
        prompt="zeta beta alpha",
        request="ask",
        state=state(*sources, variables=summaries),
        mentions=frozenset(names),
    )
    text = render(offer(wanted), 120, SignCounter())
    places = [text.index(name) for name in ("zeta =", "beta =", "alpha =")]
    assert places == sorted(places)


def test_the_function_in_which_it_was_raised_is_shown_as_source():
    """The fault may be in there, so it comes before newer cells."""
    frames = (
        Frame("In[9]", 1, "<module>", "Scale().run(0)", is_user=True, cell_run=9),
        Frame("In[1]", 4, "run", "return 1 / by", is_user=True, cell_run=1),
    )
    source = (
        "class Scale:\n    limit = 3\n    def run(self, by):\n        return 1 / by"
    )
    padding = [f"v{n} = {n}\nprint(v{n})" for n in range(7)]
    report = ErrorReport("ZeroDivisionError", "division by zero", frames=frames, run=9)
    summary = Summary("Scale", "type", "class")
    given = state(
        source, *padding, "Scale().run(0)", error=report, variables=(summary,)
    )
    wanted = Wanted(prompt="", request="fix", state=given)
    text = render(offer(wanted), 150, SignCounter())
    assert "    def run(self, by):\n        return 1 / by" in text


def test_few_columns_are_told_at_once():
    """One or two short names cost hardly more than a size."""
    fields = (Field("key", "str"), Field("n", "int64"))
    summary = Summary(
        "t", "DataFrame", "frame", shape="9 rows x 2 columns", fields=fields
    )
    found = ladder(
        state("t = read('a-rather-long-name.csv')", variables=(summary,)), "var:t"
    )
    assert found[Fidelity.SIGNATURE] == "t: DataFrame 9x2 [key, n]"
