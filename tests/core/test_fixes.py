"""Quick fixes: each patch is applied to a cell that really failed, and run."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.code.diff import unified
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.fixes import Fix, propose
from jupyter_ctx.core.fixes.near import near
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.secrets.redact import PLACEHOLDER
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.testing import FakeShell
from tests.core.broken_cells import ALL, FRAME
from tests.kernel.looks import NoMask


def failed(*cells: str) -> KernelState:
    """Run *cells*, the last of which fails."""
    shell = FakeShell()
    recorder = Recorder(shell, NoMask)
    recorder.install()
    for cell in cells:
        shell.run_cell(cell)
    state = recorder.state()
    assert state.error is not None
    return state


def fixes(*cells: str) -> tuple[Fix, ...]:
    """Propose for *cells*, the last of which fails."""
    state = failed(*cells)
    assert state.error is not None
    return propose(state.error, state)


def runs(cells: list[str]) -> BaseException | None:
    """Run *cells* in a new kernel; give the first error."""
    shell = FakeShell()
    results = [shell.run_cell(cell) for cell in cells]
    errors = [one.error_before_exec or one.error_in_exec for one in results]
    return next((error for error in errors if error is not None), None)


@pytest.mark.parametrize(("before", "cell", "right"), ALL, ids=[c[1][:40] for c in ALL])
def test_first_patch_runs(before: str, cell: str, right: str):
    """The best patch is the right one, and with it all cells run."""
    cells = [source for source in (before, cell) if source]
    first = fixes(*cells)[0]
    assert right in first.source
    assert first.kind == "edit"
    assert first.cell_run is not None
    old = cells[first.cell_run - 1]
    assert first.diff == unified(old, first.source, f"In[{first.cell_run}]")
    cells[first.cell_run - 1] = first.source
    if first.source.startswith("del "):
        cells = [*cells[:-1], first.source]
    assert runs(cells) is None


@pytest.mark.parametrize(("before", "cell", "right"), ALL, ids=[c[1][:40] for c in ALL])
def test_what_is_certain_is_right(before: str, cell: str, right: str):
    """At most one patch is certain, and no patch says the same twice."""
    found = fixes(*(source for source in (before, cell) if source))
    assert sum(fix.certainty == "certain" for fix in found) <= 1
    assert len({fix.source for fix in found}) == len(found)
    assert all(fix.why for fix in found)
    assert all(right in fix.source for fix in found if fix.certainty == "certain")


@pytest.mark.parametrize(
    ("module", "distribution"),
    [
        ("skopt.space", "scikit-optimize"),
        ("cv2", "opencv-python"),
        ("skimage", "scikit-image"),
        ("umap", "umap-learn"),
        ("imblearn", "imbalanced-learn"),
        ("MySQLdb", "mysqlclient"),
    ],
)
def test_missing_module_is_installed_under_its_right_name(module, distribution):
    """The distribution is offered as a new cell, not the name of the module."""
    (fix,) = fixes(f"import {module}")
    assert (fix.kind, fix.source, fix.cell_run) == (
        "cell",
        f"%pip install {distribution}",
        None,
    )
    assert fix.certainty == "likely"


def test_typing_error_is_never_installed():
    """A misspelt module is a trap for who installs it: only the spelling is mended."""
    assert {fix.kind for fix in fixes("import pandsa")} == {"edit"}


def test_missing_file_is_the_closest_of_its_folder(tmp_path):
    """A misspelt file name is replaced inside its path; the folder stays."""
    (tmp_path / "measurements.csv").write_text("a\n1\n")
    wrong = str(tmp_path / "mesurements.csv")
    cell = f"from pathlib import Path\ntext = Path({wrong!r}).read_text()"
    first = fixes(cell)[0]
    assert runs([first.source]) is None
    assert "the folder has `measurements.csv`" in first.why[0]


def test_a_loop_in_the_loop_of_the_notebook_is_awaited():
    """`asyncio.run` fails in a notebook; `await` at the top of a cell does not."""
    source = "import asyncio\nx = asyncio.run(main())"
    text = "asyncio.run() cannot be called from a running event loop"
    frame = Frame("In[1]", 2, "<module>", source, is_user=True, cell_run=1)
    state = KernelState((Execution(1, source, 1),))
    (fix,) = propose(ErrorReport("RuntimeError", text, (frame,), run=1), state)
    assert fix.source == "import asyncio\nx = await main()"


def test_rows_that_share_a_label_are_offered_once():
    """Of rows with one label the first is kept, so that the frame can be reindexed."""
    made = "import pandas as pd\ns = pd.Series([1, 2, 3], index=['a', 'a', 'b'])"
    first = fixes(made, "x = s.reindex(['b', 'a'])")[0]
    assert first.source == "x = s[~s.index.duplicated()].reindex(['b', 'a'])"
    assert (first.certainty, runs([made, first.source])) == ("possible", None)


def test_cell_that_is_out_of_date_is_run_again():
    """A column that was lost when its frame was made anew: that cell runs again."""
    made = "import pandas as pd\ndf = pd.DataFrame({'a': [1]})"
    added = "df['z'] = df['a'] * 2"
    first = fixes(made, added, made, "x = df['z']")[0]
    assert (first.kind, first.source, first.certainty) == ("cell", added, "likely")
    assert first.title == "Run In[2] again, which is out of date"
    assert any("In[3]" in fact and "df" in fact for fact in first.why)
    assert runs([made, added, made, first.source, "x = df['z']"]) is None


def test_cell_that_binds_the_lost_value_is_mended():
    """`df = df.dropna(inplace=True)` makes None: that cell is edited, not the last."""
    method = "    def dropna(self, inplace=False):\n        pass\n"
    made = f"class Table:\n{method}table = Table()"
    first = fixes(made, "table = table.dropna(inplace=True)", "table.head()")[0]
    assert first.cell_run == 2
    assert first.source == "table = table.dropna()"
    assert any("again" in fact for fact in first.why)


def test_live_facts_stand_in_why():
    """The user sees which columns do exist, and what the proposed name is now."""
    (first, *_) = fixes(FRAME, "sales['unit_price']")
    assert first.why == ("columns of `sales`: `Unit Price`, `region`, `2024`",)
    assert "live: total: int = 3" in fixes("total = 3", "totl")[0].why


def test_import_of_an_earlier_cell_is_taken():
    """A name that the session imported once is imported the same way again."""
    first = fixes("from decimal import Decimal as D", "del D", "x = D(1)")[0]
    assert first.source == "from decimal import Decimal as D\nx = D(1)"
    assert first.certainty == "certain"


def test_two_equally_close_columns_are_never_certain():
    """Where two columns differ in case only, neither patch is certain."""
    frame = "d = {'Total': 1, 'TOTAL': 2}"
    found = fixes(frame, "d['total']")
    assert len(found) >= 2
    assert "certain" not in {fix.certainty for fix in found}


@pytest.mark.parametrize(
    ("cell", "right"),
    [
        ("FRAME.fill_na(0)", "fillna"),
        ("FRAME.drop_na()", "dropna"),
        ("FRAME.sort_Values('a')", "sort_values"),
        ("import math\nmath.sq_rt(2)", "sqrt"),
        ("from math import sq_rt", "sqrt"),
    ],
)
def test_beside_the_right_name_no_other_is_certain(cell, right):
    """What differs in form alone comes first; others that are near may be wrong."""
    found = fixes("import pandas as pd\nFRAME = pd.DataFrame({'a': [1, None]})", cell)
    certain = [one for one in found if one.certainty == "certain"]
    assert right in found[0].source
    assert all(right in one.source for one in certain)


@pytest.mark.parametrize(
    ("earlier", "cell", "statement"),
    [
        ("from datetime import datetime", "datetime.datetime.now()", "import datetime"),
        ("import time", "time()", "from time import time"),
        ("from glob import glob", "glob.glob('*')", "import glob"),
    ],
)
def test_an_import_of_a_twin_suits_its_use(earlier, cell, statement):
    """Module and member have one name: how the cell uses it tells which it needs."""
    name = cell.split(".")[0].split("(")[0]
    first = fixes(earlier, f"del {name}", cell)[0]
    assert first.source.startswith(f"{statement}\n")


def test_name_that_cannot_be_called_is_only_possible():
    """A number is no likely meaning of a name that is called."""
    found = fixes("maxi = 3", "x = maxii(1, 2)")
    assert {f.certainty for f in found if f.source == "x = maxi(1, 2)"} == {"possible"}


def test_a_fix_leaves_the_masks_of_its_cell_as_they_are():
    """The patch is made around the mask, which is filled when it is applied."""
    (fix, *_) = fixes("total = 3", "key = '<masked rule=jwt>'\nprint(key, totl)")

    assert fix.source == "key = '<masked rule=jwt>'\nprint(key, total)"
    assert "-print(key, totl)\n+print(key, total)" in fix.diff


@pytest.mark.parametrize(
    "source",
    [
        "key = '<masked rule=jwt>'\ntable = {'a': 1}\ntable['<masked rule=jwt>']",
        "f = open('<masked rule=jwt>')",
    ],
)
def test_a_mask_is_never_edited(source):
    """An edit of what is masked would destroy the user's secret, so there is none."""
    masks = PLACEHOLDER.findall(source)
    edits = [fix for fix in fixes("x = 1", source) if fix.kind == "edit"]

    assert [fix for fix in edits if PLACEHOLDER.findall(fix.source) != masks] == []


def test_masks_that_hide_lines_or_syntax_give_no_fix():
    """Then a line number, or a place in the line, would be another one."""
    state = failed("total = 3", "key = '<masked rule=jwt>'\ntotl")
    assert state.error is not None
    for source in ("key = <masked rule=jwt>\ntotl", "key = '<masked rule=jwt>'"):
        execution = msgspec.structs.replace(state.executions[-1], source=source)
        hidden = msgspec.structs.replace(
            state, executions=(*state.executions[:-1], execution)
        )
        assert propose(state.error, hidden) == ()


def test_error_in_a_file_edits_no_cell():
    """Where the failing line is in no cell, nothing is patched."""
    frame = Frame("helpers.py", 3, "f", "totl", is_user=True)
    report = ErrorReport("NameError", "name 'totl' is not defined", (frame,))
    assert propose(report, KernelState()) == ()


@pytest.mark.parametrize("kind", ["NameError", "KeyError", "AttributeError", "Strange"])
def test_strange_reports_give_no_fix(kind):
    """A report without facts, frames or source is no reason to fail."""
    assert propose(ErrorReport(kind, ""), KernelState()) == ()


def test_fixes_are_the_same_each_time():
    """The same error gives the same fixes, byte for byte."""
    state = failed(FRAME, "sales['Regoin']")
    assert state.error is not None
    once, again = (propose(state.error, state) for _ in range(2))
    assert msgspec.json.encode(once) == msgspec.json.encode(again)


@pytest.mark.parametrize(
    ("magic", "expected"),
    [
        ("%%time\nx = totl", "%%time\nx = total"),
        ("%time x = totl", "%time x = total"),
        ("!ls\nx = totl", "!ls\nx = total"),
    ],
)
def test_magics_stay_as_written(magic, expected):
    """Only the wrong word changes in a cell with magics."""
    state = failed("total = 3", "totl")
    assert state.error is not None
    line = (
        magic.split("\n").index(next(t for t in magic.split("\n") if "totl" in t)) + 1
    )
    run = msgspec.structs.replace(state.executions[-1], source=magic)
    frame = msgspec.structs.replace(state.error.frames[-1], line=line)
    report = msgspec.structs.replace(state.error, frames=(frame,))
    changed = msgspec.structs.replace(state, executions=(state.executions[0], run))
    assert propose(report, changed)[0].source == expected


def test_no_patch_names_a_column_twice():
    """A column that stands in the list already is no meaning of its neighbour."""
    frame = "import pandas as pd\ndf = pd.DataFrame({'qty': [1], 'quantity': [2]})"

    sources = [fix.source for fix in fixes(frame, "df[['qty', 'qtyy']]")]

    assert "df[['qty', 'qty']]" not in sources


@pytest.mark.parametrize(
    ("typed", "there"), [("valeu", "vlaue"), ("valeu", "value"), ("fd", "df")]
)
def test_swapped_letters_are_found_on_either_side(typed, there):
    """Two swaps lie between two misspellings of one word, and one is no slip more."""
    assert [name for name, _ in near(typed, [there, "total"])] == [there]


def test_a_swap_is_nearer_than_another_letter():
    """Of two names as long, the one with the same letters comes first."""
    assert [name for name, _ in near("form", ["fork", "from"])] == ["from", "fork"]
