"""`@` mentions hold what they name from the first request on, at any door."""

from __future__ import annotations

from pathlib import Path

import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.providers.desk import Desk
from jupyter_ctx.workspace import folder as folders

SOURCES = (
    "import pandas as pd",
    "def clean(frame):\n    return frame.dropna()",
    "df = clean(pd.read_csv('a.csv'))",
    *(f"x{n} = {n} + {n}" for n in range(20)),
)
FRAME = Summary(
    "df",
    "DataFrame",
    kind="frame",
    module="pandas",
    shape="9 x 2",
    fields=(Field("price", "float64"), Field("region", "object")),
)
CLEAN = Summary("clean", "function", kind="function", module="__main__")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Open a desk in a project with a file."""
    folders._listed.cache_clear()
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "stats.py").write_text("def mean(values):\n    return 0\n")
    return Desk(lambda text: text, lambda: tmp_path)


def held(desk: Desk, prompt: str) -> dict[str, Piece]:
    """Give what is held for *prompt*, by its id."""
    executions = tuple(
        Execution(run=n, source=source, execution_count=n)
        for n, source in enumerate(SOURCES, 1)
    )
    state = KernelState(executions=executions, variables=(FRAME, CLEAN))
    offered = desk.offer(Wanted(prompt, "ask", state, words(prompt)))
    return {one.id: one for one in offered if one.is_pinned}


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        ("explain @df", "df"),
        ("what is in @df.price?", "df"),
        ("test @clean, please", "clean"),
        ("(see @clean)", "clean"),
    ],
)
def test_a_name_holds_its_variable_function_or_frame(
    desk: Desk, prompt: str, name: str
):
    """Alone, with a column, and beside punctuation."""
    found = held(desk, prompt)

    assert [name in piece.names for piece in found.values()] == [True]
    assert {piece.why for piece in found.values()} == {"mentioned with @"}


def test_a_cell_and_a_file_are_held(desk: Desk):
    """By the number of its run; by its path or the end of it."""
    assert sorted(held(desk, "why @In[2] and @In [4]?")) == ["cell:2", "cell:4"]
    assert list(held(desk, "see @src/stats.py.")) == ["file:src/stats.py"]
    assert list(held(desk, "see @stats.py")) == ["file:src/stats.py"]


def test_what_names_nothing_holds_nothing(desk: Desk):
    """Addresses, decorators in code, names that are not there."""
    for prompt in ("mail me@df.org", "```\n@clean\ndef f(): ...\n```", "@nothing", "@"):
        assert held(desk, prompt) == {}


def test_a_mention_holds_for_its_request_and_over_a_drop(desk: Desk):
    """What the user names now counts more than what they dropped before."""
    (anchor,) = held(desk, "explain @clean")
    assert held(desk, "thanks") == {}
    desk.keeps.drop(AnchorId(anchor))

    assert list(held(desk, "explain @clean")) == [anchor]
