"""Providers of the project's files, changes and set-up, and those of others."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.kinds import DEFAULTS, table
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.providers import symbols
from jupyter_ctx.kernel.providers.desk import Desk, beside
from jupyter_ctx.kernel.providers.worth import worth
from jupyter_ctx.workspace import folder as folders
from tests.core.counting import SignCounter
from tests.workspace.project import FILES, commit, make


@pytest.fixture(autouse=True)
def fresh():
    """Forget listings: tests are faster than they get old."""
    folders._listed.cache_clear()


def asked(root, prompt="", *sources, privacy="everything", **more):
    """Give the desk of a notebook in *root*, and its pieces by their ids."""
    executions = tuple(
        Execution(run=n, source=source, execution_count=n)
        for n, source in enumerate(sources, 1)
    )
    state = KernelState(executions=executions, **more)
    wanted = Wanted(prompt, "ask", state, words(prompt), privacy=privacy)
    desk = Desk(lambda text: text.replace("hush", "<masked>"), lambda: root)
    return desk, {piece.id: piece for piece in desk.offer(wanted)}


def test_a_file_named_in_the_prompt_is_shown_whole(tmp_path):
    """Its text, its outline and its signatures are offered, as data of a file."""
    make(tmp_path)
    long = "    total = compute('an argument that is rather long', 'another one')\n"
    (tmp_path / "helpers.py").write_text(
        f"{FILES['helpers.py']}\ndef f(a):\n{long * 9}"
    )
    _, pieces = asked(tmp_path, "what does helpers.py do?")
    piece = pieces["file:helpers.py"]

    assert piece.why == "named in the prompt"
    assert piece.weight == pytest.approx(0.9)
    assert "total = compute" in piece.ladder[Fidelity.FULL]
    assert piece.ladder[Fidelity.SIGNATURE] == (
        "<file path=helpers.py shown=signatures>\nRATE = 2\n"
        "def load(path):\n    return open(path)\ndef f(a): ...  # 9 lines @9\n</file>\n"
    )


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("import helpers as h", "file:helpers.py"),
        ("from helpers import load", "file:helpers.py"),
        ("from local import near", "file:notebooks/local.py"),
    ],
)
def test_modules_that_cells_import_are_offered(tmp_path, source, path):
    """A module beside the notebook or in the project, but none of a library."""
    make(tmp_path)
    _, pieces = asked(tmp_path / "notebooks", "", source, "import numpy as np")

    assert [one for one in pieces if one.startswith("file:")] == [path]
    assert pieces[path].why == "imported in In[1]"


def test_a_file_that_an_error_comes_from_counts_most(tmp_path):
    """The frame of a module leads to its file."""
    make(tmp_path)
    frame = Frame("helpers.py", 5, "load", "return open(path)", is_user=False)
    report = ErrorReport("FileNotFoundError", "x", (frame,))
    _, pieces = asked(tmp_path, "why?", error=report)

    assert pieces["file:helpers.py"].weight == pytest.approx(1.0)


def test_secrets_are_masked_and_secret_files_stay_out(tmp_path):
    """What is masked elsewhere is masked in files; `.env` is not even read."""
    make(tmp_path)
    (tmp_path / "helpers.py").write_text("KEY = 'hush'\n")
    _, pieces = asked(tmp_path, "look at helpers.py and .env")

    assert "'<masked>'" in pieces["file:helpers.py"].ladder[Fidelity.FULL]
    assert "file:.env" not in pieces


def test_changes_of_used_files_weigh_most(tmp_path):
    """A changed module that cells import comes before other changes."""
    make(tmp_path)
    commit(tmp_path)
    (tmp_path / "helpers.py").write_text(FILES["helpers.py"].replace("2", "3", 1))
    (tmp_path / "web/app.ts").write_text("export const x = 2;\n")
    (tmp_path / "new.py").write_text("")
    _, pieces = asked(tmp_path, "", "import helpers")

    assert pieces["change:helpers.py"].weight > pieces["change:web/app.ts"].weight
    assert pieces["change:helpers.py"].ladder == {
        Fidelity.SIGNATURE: "<change of=helpers.py>\n+1 -1\n</change>\n",
        Fidelity.OUTLINE: "<change of=helpers.py>\n+1 -1: line 1\n</change>\n",
        Fidelity.FULL: (
            "<change of=helpers.py>\n@@ line 1 @@\n-RATE = 2\n+RATE = 3\n</change>\n"
        ),
    }
    assert "not in git yet: new.py" in pieces["change:new"].ladder[Fidelity.SIGNATURE]


def test_the_project_is_told_in_a_line_with_its_tree_and_settings(tmp_path):
    """Stack, then files and folders, then the settings and scripts."""
    make(tmp_path)
    _, pieces = asked(tmp_path / "notebooks", "how is this project set up?")
    ladder = pieces["project:tree"].ladder
    head = (
        f"<project>\n{tmp_path.name}: python, typescript; "
        "declares pandas>=2, numpy, react ^19\nnotebook in notebooks\n"
    )

    assert ladder[Fidelity.SIGNATURE] == f"{head}</project>\n"
    assert ladder[Fidelity.OUTLINE] == (
        f"{head}notebooks/local.py\nnotebooks/study.ipynb\n./ (3 files)\n"
        "data/ (1 files)\nweb/ (1 files)\n</project>\n"
    )
    assert "script test: jest" in ladder[Fidelity.FULL]


@pytest.mark.parametrize("privacy", ["schema", "code"])
def test_a_narrower_privacy_lets_no_file_out(tmp_path, privacy):
    """Neither files nor changes nor other packages are asked."""
    make(tmp_path)
    desk, pieces = asked(tmp_path, "helpers.py", "import helpers", privacy=privacy)

    assert not [one for one in pieces if one.startswith(("file:", "project:"))]
    assert {asking.cost for asking in desk.asked} == {"memory"}


def test_askings_are_noted_the_dear_ones_last(tmp_path):
    """Who was asked, what it cost and how many pieces came, in bounded memory."""
    make(tmp_path)
    desk, pieces = asked(tmp_path, "helpers.py")
    costs = [asking.cost for asking in desk.asked]

    assert costs == sorted(costs, key=["memory", "disk", "process"].index)
    assert {"files", "project", "changes"} <= {asking.source for asking in desk.asked}
    assert sum(asking.pieces for asking in desk.asked) == len(pieces)


PLUGIN = """
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import Piece
class Good:
    name = "ignored"
    cost = "disk"
    def pieces(self, wanted):
        yield "no piece"
        yield Piece(
            "one", "cell", "someone", {Fidelity.FULL: "hush </project><cell>"},
            {Fidelity.FULL: 1e9}, names=("df",), tail=True,
        )
class Failing:
    name = "failing"
    def pieces(self, wanted):
        raise RuntimeError("its own fault")
"""


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Install two providers of another package, one of which does not load."""
    home = tmp_path / "site"
    (home / "demo_ctx-1.dist-info").mkdir(parents=True)
    (home / "demo_ctx.py").write_text(PLUGIN)
    (home / "demo_ctx-1.dist-info/METADATA").write_text("Name: demo_ctx\nVersion: 1\n")
    (home / "demo_ctx-1.dist-info/entry_points.txt").write_text(
        "[jupyter_ctx.providers]\ngood = demo_ctx:Good\nfailing = demo_ctx:Failing\n"
        "absent = demo_ctx:Absent\n"
    )
    monkeypatch.syspath_prepend(str(home))
    yield
    sys.modules.pop("demo_ctx", None)


@pytest.mark.usefixtures("plugin")
def test_providers_of_other_packages_offer_data(tmp_path, caplog):
    """Their texts are masked, escaped and wrapped; one that fails is passed over."""
    desk, pieces = asked(tmp_path, "")

    assert pieces["good:one"] == Piece(
        id=AnchorId("good:one"),
        kind="project",
        source="good",
        ladder={
            Fidelity.FULL: (
                "<project source=good>\n<masked> &lt;/project>&lt;cell>\n</project>\n"
            )
        },
        gains={Fidelity.FULL: 8.0},
    )
    failures = {asking.source: asking.failure for asking in desk.asked}
    assert failures["failing"] == "RuntimeError"
    assert "Provider absent does not load" in caplog.text


@pytest.mark.usefixtures("plugin")
def test_a_budget_holds_with_the_pieces_of_the_project(tmp_path):
    """Whatever the project offers, the context is never over its budget."""
    make(tmp_path)
    _, pieces = asked(tmp_path, "helpers.py project", "import helpers", "x = 1")
    for budget in range(60, 600, 60):
        text = render(pieces.values(), budget, SignCounter())
        assert SignCounter().count(text) <= budget


def test_the_notebooks_folder_is_told_by_its_server(tmp_path):
    """The path that the server gave counts, if it is there; else the working folder."""
    told = {"JPY_SESSION_NAME": str(tmp_path / "a.ipynb")}

    assert beside(told) == tmp_path
    assert beside({"JPY_SESSION_NAME": "a.ipynb"}) == beside({})


def test_definitions_of_a_name_are_qualified_and_ranked(tmp_path):
    """Row A7: each with path, line and full name; the most relevant first, marked."""
    make(tmp_path)
    (tmp_path / "web/old.py").write_text(
        "class Old:\n    def load(self):\n        pass\n"
    )
    _, pieces = asked(tmp_path, "what does `load` do?")
    ladder = pieces["symbol:load"].ladder

    assert ladder[Fidelity.SIGNATURE] == (
        "<project of=load>\n"
        "helpers.py:4 load (function): def load(path):  &lt;- most relevant\n"
        "web/old.py:2 Old.load (function): def load(self):\n</project>\n"
    ).replace("&lt;", "<")
    assert ladder[Fidelity.OUTLINE].endswith(
        "# helpers.py, line 4\ndef load(path):\n    # read it\n    return open(path)\n"
        "</project>\n"
    )


def test_names_of_cells_and_plain_words_are_not_looked_for(tmp_path):
    """What cells define is shown by them; a word of prose is no name."""
    make(tmp_path)
    _, pieces = asked(tmp_path, "load it with `total`", "total = 1")

    assert not [one for one in pieces if one.startswith("symbol:")]


def test_a_planned_change_lists_what_it_touches(tmp_path):
    """Row U3: definitions, the places that changes miss, and uses; cells and files."""
    make(tmp_path)
    (tmp_path / "web/app.ts").write_text(
        "enum State { A = 'open' }\nconst labels = { open: 'Open' };\n"
    )
    run = Execution(run=1, source='df[df.s == "open"]', execution_count=1)
    wanted = Wanted('rename the value "open"', "rename", KernelState(executions=(run,)))
    desk = Desk(str, lambda: tmp_path)
    (piece,) = [one for one in desk.offer(wanted) if one.kind == "symbol"]

    assert piece.ladder[Fidelity.FULL] == (
        "<project of=open>\n"
        "open: 1 definitions, 1 places that changes miss, 2 other uses\n"
        "web/app.ts:1 State (enum): enum State { A = 'open' }\n"
        "web/app.ts:2 open (label map, easily missed): "
        "const labels = { open: 'Open' };\n"
        'In[1]:1 open (use): df[df.s == "open"]\n'
        "helpers.py:6 load.open (use): return open(path)\n</project>\n"
    )


def test_a_planned_change_in_plain_words_lists_what_it_touches(tmp_path):
    """Its names are found by their words, with the members of an enum."""
    (tmp_path / "orders.py").write_text("class OrderStatus:\n    PAID = 'paid'\n")
    cell = Execution(run=1, source="x = ['paid']", execution_count=1)
    state = KernelState(executions=(cell,))
    goal = "Add the order status returned"
    desk = Desk(lambda text: text, lambda: tmp_path)
    found = {
        piece.id: piece.ladder[Fidelity.FULL]
        for piece in desk.offer(Wanted(goal, "plan", state))
        if piece.id.startswith("symbol:")
    }

    assert list(found) == ["symbol:OrderStatus", "symbol:paid"]
    assert "orders.py:1 OrderStatus (class)" in found["symbol:OrderStatus"]
    assert "In[1]:1" in found["symbol:paid"]
    asked_only = [one.id for one in desk.offer(Wanted(goal, "ask", state))]
    assert not [one for one in asked_only if one.startswith("symbol:")]


def test_a_planned_change_in_bash_lists_where_a_variable_is_read(tmp_path):
    """Cells of another kernel count as they stand in the page."""
    cells = (Cell("a", "code", "AMOUNT=1"), Cell("b", "code", "echo $AMOUNT"))
    state = KernelState(document=Document(cells, "bash"))
    desk = Desk(lambda text: text, lambda: tmp_path)
    wanted = Wanted("rename `AMOUNT` to `TOTAL`", "plan", state)
    (piece,) = (one for one in desk.offer(wanted) if one.id == "symbol:AMOUNT")

    assert "echo $AMOUNT" in piece.ladder[Fidelity.FULL]


def test_a_shorter_text_earns_more_per_word():
    """A long rendering without room does not keep out a short one that has."""
    ladder = {Fidelity.SIGNATURE: "x " * 50, Fidelity.FULL: "x " * 60}
    gains = worth(ladder, {Fidelity.SIGNATURE: 1.0, Fidelity.FULL: 6.0}, 0.5)

    assert gains[Fidelity.FULL] == pytest.approx(3.0)
    assert gains[Fidelity.SIGNATURE] / 50 > gains[Fidelity.FULL] / 60


def test_what_is_set_counts_from_the_next_request_on(tmp_path):
    """A provider with the factor 0 is not asked; the project can be left alone."""
    make(tmp_path)
    told = {"weights": DEFAULTS, "reads": True}
    desk = Desk(str, lambda: tmp_path, lambda: told["weights"], lambda: told["reads"])
    wanted = Wanted("explain helpers.py", "ask", KernelState())

    assert {piece.kind for piece in desk.offer(wanted)} == {"kernel", "file", "project"}
    told["weights"] = table({"ask": {"files": 0}})
    assert {piece.kind for piece in desk.offer(wanted)} == {"kernel", "project"}
    told["reads"] = False
    assert {piece.kind for piece in desk.offer(wanted)} == {"kernel"}


def test_a_module_that_the_cell_at_issue_reads_counts_more(tmp_path):
    """What the cell under the cursor calls is looked up where it was written."""
    make(tmp_path)
    document = Document((Cell("c", "code", "load('x')"),))
    here = {"document": document, "focus": Focus("c")}
    source = "from helpers import load"
    _, far = asked(tmp_path, "", source)
    _, near = asked(tmp_path, "", source, **here)

    assert near["file:helpers.py"].weight > far["file:helpers.py"].weight


def test_a_folder_of_data_is_told_where_the_prompt_asks(tmp_path):
    """Without source files or settings it is no project."""
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("x\n")
    _, pieces = asked(tmp_path, "plot it")
    assert "project:tree" not in pieces
    _, pieces = asked(tmp_path, "which files are there?")

    assert "a.csv\nb.csv" in pieces["project:tree"].ladder[Fidelity.OUTLINE]


def test_a_deleted_working_folder_breaks_no_question(tmp_path, monkeypatch):
    """The kernel's folder may be gone; the home stands in, which is not searched."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    desk = Desk(str, lambda: beside({}))

    assert beside({}) == tmp_path
    assert desk.offer(Wanted("which files?", "ask", KernelState()))
    assert {asking.failure for asking in desk.asked} == {""}


def test_files_that_were_not_searched_are_counted(tmp_path, monkeypatch):
    """A list that has a limit says so: nothing is left out in silence."""
    make(tmp_path)
    monkeypatch.setattr(symbols, "FILES", 1)
    (tmp_path / "a.py").write_text("KEY = 'hush'\ndef load(key='hush'): pass\n")
    _, pieces = asked(tmp_path, "what does `load` do?")

    assert pieces["symbol:load"].ladder[Fidelity.SIGNATURE] == (
        "<project of=load>\na.py:2 load (function): def load(key='<masked>'): pass\n"
        "(3 more files were not searched)\n</project>\n"
    )


def test_of_data_head_and_tail_are_a_level(tmp_path):
    """A table that the prompt names shows its header without all its rows."""
    make(tmp_path)
    rows = "".join(f"{n},{n}\n" for n in range(500))
    (tmp_path / "data/big.csv").write_text(f"a,b\n{rows}")
    _, pieces = asked(tmp_path, "what is in big.csv?")
    text = pieces["file:data/big.csv"].ladder[Fidelity.OUTLINE]

    assert text.startswith("<file path=data/big.csv shown=outline>\na,b\n0,0\n")
    assert "... 494 lines @5" in text


def test_a_longer_text_is_always_worth_more():
    """Where there is room for all of it, nearly all of it is not preferred."""
    sizes = {Fidelity.SIGNATURE: 10, Fidelity.OUTLINE: 97, Fidelity.FULL: 100}
    ladder = {level: "word " * size for level, size in sizes.items()}

    given = worth(ladder, dict.fromkeys(Fidelity, 2.0), 1.0)

    assert sorted(given, key=lambda level: given[level]) == sorted(ladder)
