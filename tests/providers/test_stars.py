"""Names that came by `from module import *`."""

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.tokens import counter_named

SOURCES = ("from math import *", "a = cos(1)", "import os\nb = 2")


def told(*variables: Summary, budget: int = 300) -> str:
    executions = tuple(
        Execution(run=run, source=source, execution_count=run, status="ok")
        for run, source in enumerate(SOURCES, 1)
    )
    state = KernelState(executions=executions, variables=variables, as_of_run=3)
    wanted = Wanted(prompt="", request="ask", state=state)
    return render(offer(wanted), budget, counter_named("cl100k_base"))


def function(name: str, run: int | None = 1, module: str = "math") -> Summary:
    return Summary(name, "builtin_function_or_method", "function", module, run=run)


def test_a_star_import_is_noted_with_its_line():
    """Its names are not known, so it binds none."""
    found = names("x = 1\nfrom a.b import *\nfrom . import *\n")

    assert found.stars == (("a.b", 2), (".", 3))
    assert [one.name for one in found.binds] == ["x"]


def test_a_name_that_is_used_is_told_with_its_module():
    """The names that no code uses are counted, not listed."""
    text = told(*[function(name) for name in ("cos", "sin", "tan", "exp")])

    assert "from math import cos\n" in text
    assert "sin" not in text
    assert "more names" not in text


def test_names_of_a_star_are_counted_where_its_cell_is_not_shown():
    """Then the statement stands in the state, with the number of its names."""
    executions = (
        Execution(run=1, source=SOURCES[0] + "\n# " + "long " * 300),
        Execution(run=2, source=SOURCES[1]),
    )
    found = tuple(function(name) for name in ("cos", "sin", "tan", "exp"))
    state = KernelState(executions=executions, variables=found, as_of_run=2)
    wanted = Wanted(prompt="", request="ask", state=state)

    text = render(offer(wanted), 120, counter_named("cl100k_base"))

    assert "from math import cos\n" in text
    assert "from math import *  # 3 names" in text


def test_a_name_of_another_run_came_by_no_star():
    """What a run without a star left is listed by its own name."""
    text = told(function("cos"), Summary("made", "int", "scalar", value="7", run=3))

    assert "made: int = 7" in text
    assert "import made" not in text


def test_a_name_of_unknown_run_came_from_its_package_alone():
    """A function of another package is not said to come by the star."""
    text = told(function("cos", None), function("walk", None, "os"))

    assert "from math import cos\n" in text
    assert "import walk" not in text


def test_details_of_what_no_code_uses_are_not_told():
    """A star brings hundreds of doc lines, which nobody asked for."""
    found = [
        Summary(name, "type", "class", "math", doc=f"About {name}.", run=1)
        for name in ("cos", "sin", "tan", "exp")
    ]

    text = told(*found, budget=2_000)

    assert "cos doc: About cos." in text
    assert "sin doc" not in text
