"""Quick fixes on broken cells of ours: how often the right patch is offered."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib.util import find_spec
from itertools import islice
from typing import NamedTuple

import pytest

from jupyter_ctx.core.fixes import Fix, propose
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.testing import FakeShell
from tests.core.broken import Broken
from tests.core.broken.building import BUILDING
from tests.core.broken.fifth import FIFTH
from tests.core.broken.fourth import FOURTH
from tests.core.broken.held_out import HELD_OUT
from tests.core.broken.second import NEAR_MISSES, SECOND
from tests.core.broken.seventh import SEVENTH
from tests.core.broken.sixth import SIXTH
from tests.core.broken.third import THIRD
from tests.kernel.looks import NoMask

FIRST, THREE = 0.70, 0.85  # share of cells whose right patch is first, is among three
# The cells open files as people do, without closing them.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
HALVES = {
    "building": BUILDING,
    "held out": HELD_OUT,
    "second": SECOND,
    "third": THIRD,
    "fourth": FOURTH,
    "fifth": FIFTH,
    "sixth": SIXTH,
    "seventh": SEVENTH,
}


class Outcome(NamedTuple):
    """Where the right patch stood, 0 if nowhere; a wrong one that was certain."""

    kind: str
    place: int
    false_certain: str


def can_run(broken: Broken) -> bool:
    """Tell whether the library is here that *broken* is about."""
    return not broken.needs or find_spec(broken.needs) is not None


def proposals(broken: Broken) -> tuple[Fix, ...]:
    """Let *broken* fail in a recorded shell and propose for it."""
    shell = FakeShell()
    recorder = Recorder(shell, NoMask)
    recorder.install()
    for source in broken.cells:
        shell.run_cell(source)
    error = recorder.state().error
    assert error is not None, broken.cell
    assert error.ename == broken.kind, error.headline
    return propose(error, recorder.state())


def is_right(broken: Broken, fix: Fix) -> bool:
    """Apply *fix*, run all cells in a new shell, and check what they made."""
    if broken.source:
        return broken.source in fix.source
    cells = broken.cells
    if fix.kind == "edit":
        assert fix.cell_run is not None
        cells[fix.cell_run - 1] = fix.source
    else:
        cells.insert(-1, fix.source)
    shell = FakeShell()
    for source in cells:
        result = shell.run_cell(source)
        if result.error_before_exec or result.error_in_exec:
            return False
    try:
        return bool(eval(broken.check, shell.user_ns))
    except (NameError, TypeError, AttributeError, LookupError):
        return False


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """Judge a broken cell once, each run in an empty folder."""

    @cache
    def judge(broken: Broken) -> Outcome:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(tmp_path_factory.mktemp("cell"))
            fixes = proposals(broken)
            right: list[int] = []
            wrong = ""
            for place, fix in enumerate(fixes, 1):
                patch.chdir(tmp_path_factory.mktemp("fixed"))
                if is_right(broken, fix):
                    right.append(place)
                elif fix.certainty == "certain":
                    wrong = fix.title
        return Outcome(broken.kind, right[0] if right else 0, wrong)

    return judge


def told(outcomes: list[Outcome]) -> str:
    """Report cells, first and among three, by kind."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        kinds[one.kind].append(one)
    rows = [("all", outcomes), *sorted(kinds.items(), key=lambda item: -len(item[1]))]
    return "\n".join(
        f"{kind:<24}{len(ones):>4}{sum(o.place == 1 for o in ones):>4}"
        f"{sum(0 < o.place <= 3 for o in ones):>4}"
        for kind, ones in rows
    )


@pytest.mark.parametrize("half", HALVES)
def test_right_patch_is_first_or_among_three(half, outcome):
    """The right patch comes first in 70% of the cells, among three in 85%."""
    outcomes = [outcome(one) for one in HALVES[half] if can_run(one)]
    print(f"{half}: cells, right first, right among three\n{told(outcomes)}")
    assert sum(one.place == 1 for one in outcomes) >= FIRST * len(outcomes)
    assert sum(0 < one.place <= 3 for one in outcomes) >= THREE * len(outcomes)


@pytest.mark.parametrize("half", HALVES)
def test_wrong_patch_is_never_certain(half, outcome):
    """What is offered as certain makes the cell run and gives the right value."""
    outcomes = [outcome(one) for one in HALVES[half] if can_run(one)]
    assert [one for one in outcomes if one.false_certain] == []


def test_nothing_is_certain_where_only_the_author_knows(tmp_path, monkeypatch):
    """No fix of a cell that any of several patches would mend is called certain."""
    monkeypatch.chdir(tmp_path)
    certain = [
        (broken.cell, fix.title)
        for broken in NEAR_MISSES
        for fix in proposals(broken)
        if fix.certainty == "certain"
    ]
    assert certain == []


def test_cells_are_many_and_as_frequent_as_real_errors():
    """There are 150 cells or more, in shares that real errors have."""
    usual = [*BUILDING, *HELD_OUT, *SECOND]
    cells = [*usual, *THIRD, *FOURTH, *FIFTH, *SIXTH, *SEVENTH]
    share = {
        kind: sum(one.kind == kind for one in usual) / len(usual)
        for kind in ("NameError", "ValueError", "TypeError", "AttributeError")
    }
    assert len(cells) >= 150
    assert len({(one.before, one.cell) for one in cells}) == len(cells)
    assert [round(value, 1) for value in share.values()] == [0.2, 0.2, 0.1, 0.1]


def test_every_fix_says_what_it_rests_on(tmp_path, monkeypatch):
    """Title, certainty, facts, and a diff where a cell is changed."""
    monkeypatch.chdir(tmp_path)
    for broken in islice(filter(can_run, BUILDING), 0, None, 4):
        for fix in proposals(broken):
            assert fix.title
            assert fix.why
            assert bool(fix.diff) == (fix.kind == "edit")
