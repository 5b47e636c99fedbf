"""`@` mentions hold what they name from the first request on, at any door."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.mentions import names_in
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.mentioning.unmet import unmet
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


NOTEBOOK = Document(
    cells=(
        Cell("a", "markdown", "# Load  the data\nfrom the lake"),
        Cell("b", "code", 'frame = load("x")', None),
        Cell("c", "code", SOURCES[1], 2),
        *(Cell(f"n{n}", "code", f"later{n} = 1") for n in range(60)),
    )
)
WIDE = Summary(
    "wide",
    "DataFrame",
    kind="frame",
    module="pandas",
    shape="9 rows x 60 columns",
    fields=tuple(Field(f"unit price {n}", "float64") for n in range(60)),
)


def seen(prompt: str, *, error: ErrorReport | None = None) -> Wanted:
    """Give what is wanted for *prompt* where a notebook is shown."""
    executions = tuple(
        Execution(
            run=n,
            source=source,
            execution_count=n,
            cell_id="c" if n == 2 else f"run{n}",
        )
        for n, source in enumerate(SOURCES, 1)
    )
    state = KernelState(
        executions=executions,
        variables=(FRAME, CLEAN, WIDE),
        error=error,
        as_of_run=len(executions),
        document=NOTEBOOK,
        focus=Focus("n59"),
    )
    return Wanted(prompt, "ask", state, words(prompt) | names_in(prompt))


def kept(desk: Desk, prompt: str, **more: ErrorReport) -> list[str]:
    """Give the anchors that are held for *prompt* beside a notebook."""
    return [one.id for one in desk.offer(seen(prompt, **more)) if one.is_pinned]


def test_a_cell_is_named_by_its_first_words_whether_it_ran_or_not(desk: Desk):
    """Text, code far from the user that did not run, and code that did."""
    assert kept(desk, 'see @cell["# Load the data"]') == ["document:a"]
    assert kept(desk, "see @cell['frame = load']") == ["document:b"]
    assert kept(desk, 'see @cell["def clean(frame)"]') == ["cell:2"]


def test_the_open_error_is_held_by_its_word(desk: Desk):
    """`@error` is the error at issue; without one it names nothing."""
    report = ErrorReport("ValueError", "no", run=3)

    assert kept(desk, "why @error?", error=report) == ["error:3"]
    assert kept(desk, "why @error?") == []


def test_a_column_of_two_words_holds_its_frame_and_is_shown_in_it(desk: Desk):
    """The 50th of 60 columns is told though the rest are elided."""
    found = desk.offer(seen('what is @wide["unit price 49"]?'))

    (piece,) = [one for one in found if one.is_pinned]
    assert piece.names == ("wide",)
    assert "unit price 49" in piece.ladder[max(piece.ladder)]
    assert "unit price 48" not in piece.ladder[max(piece.ladder)]


def test_a_function_of_the_project_is_held_with_its_source(desk: Desk):
    """A name that only a file defines is looked for there."""
    found = [one for one in desk.offer(seen("test @mean")) if one.is_pinned]

    assert [one.id for one in found] == ["symbol:mean"]
    assert "def mean(values):" in found[0].ladder[max(found[0].ladder)]


def test_files_of_any_name_and_size_are_held(desk: Desk, tmp_path: Path):
    """In quotes with spaces, from the folder above, too large, or no text."""
    (tmp_path / "my notes.txt").write_text("remember")
    (tmp_path / "Makefile").write_text("all:\n")
    (tmp_path / "big.csv").write_text("a,b\n" + "1,2\n" * 90_000)
    (tmp_path / "x.bin").write_bytes(b"\0" * 2_000)
    folders._listed.cache_clear()

    assert kept(desk, 'see @"my notes.txt"') == ["file:my notes.txt"]
    assert kept(desk, "see @Makefile") == ["file:Makefile"]
    big, binary = (
        next(one for one in desk.offer(seen(f"see @{name}")) if one.is_pinned)
        for name in ("big.csv", "x.bin")
    )
    assert max(big.ladder.values(), key=len).startswith("<file path=big.csv shown=")
    assert "\na,b\n1,2\n" in max(big.ladder.values(), key=len)
    assert "of 360.0 kB" in max(big.ladder.values(), key=len)
    assert "no text, 2.0 kB" in max(binary.ladder.values(), key=len)


def test_a_file_is_found_from_the_folder_of_the_notebook(tmp_path: Path):
    """`../x` is what a file browser calls a file beside that folder."""
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "book").mkdir()
    (tmp_path / "top.py").write_text("x = 1\n")
    folders._listed.cache_clear()

    assert kept(Desk(str, lambda: tmp_path / "book"), "see @../top.py") == [
        "file:top.py"
    ]


UNMET = {
    "plot @dg": "There is no @dg here. Did you mean @df?",
    "plot @df.prize": "df has no column 'prize'. Did you mean price?",
    'plot @df["two words"]': "df has no column 'two words'.",
    "see @status.py": "There is no @status.py here. Did you mean @src/stats.py?",
    "why @error": "There is no @error: the last cell that failed ran well since.",
    "see @In[99]": "No cell ran as @In[99]; the newest is @In[23].",
    "see @zzz": "There is no @zzz here; it is sent as it is written. "
    "Type @ to see what there is.",
    "see @.env": "@.env is not sent: files of that name hold secrets.",
}


@pytest.mark.parametrize("prompt", UNMET)
def test_what_is_not_there_is_said_with_what_is_near(
    desk: Desk, tmp_path: Path, prompt: str
):
    """One clear sentence each, never silence."""
    (tmp_path / ".env").write_text("KEY=x")
    folders._listed.cache_clear()
    folders.git(tmp_path, "init", "-q")
    wanted = seen(prompt)

    found = unmet(wanted, desk.offer(wanted), folders.folder(tmp_path))

    assert list(found.values()) == [UNMET[prompt]]


def test_talk_about_code_and_what_is_there_says_nothing(desk: Desk, tmp_path: Path):
    """Known decorators, attributes, pictures, and every kind that is there."""
    prompt = "what do @property, @pytest.fixture do for @df.shape and @plot, @clean?"
    wanted = seen(prompt)

    assert unmet(wanted, desk.offer(wanted), folders.folder(tmp_path)) == {}


def test_a_cell_that_ran_again_is_told_by_its_new_number(desk: Desk, tmp_path: Path):
    """The old number names nothing any more; the new one is told."""
    wanted = seen("see @In[2]")
    again = Execution(run=24, source="y", execution_count=24, cell_id="c")
    state = replace(wanted.state, executions=(*wanted.state.executions, again))
    wanted = replace(wanted, state=state)

    found = unmet(wanted, desk.offer(wanted), folders.folder(tmp_path))

    assert list(found.values()) == ["@In[2] ran again as In[24]: mention @In[24]."]


def test_at_a_narrow_level_a_file_says_that_it_stays_here(desk: Desk, tmp_path: Path):
    """It is there, but no file is sent at that level."""
    wanted = replace(seen("see @stats.py"), privacy="schema")

    found = unmet(wanted, desk.offer(wanted), folders.folder(tmp_path))

    assert list(found.values()) == [
        "@stats.py stays here: at privacy level 'schema' no file is sent."
    ]
