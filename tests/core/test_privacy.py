"""Privacy levels: what a state still holds, and that nothing else leaves."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.cell import Execution, Output, Touch
from jupyter_ctx.core.document import Cell, Document, Focus, SavedOutput
from jupyter_ctx.core.engine.marks import Stale
from jupyter_ctx.core.privacy import level, restrict
from jupyter_ctx.core.report import ErrorReport, Frame, Local
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.errors import SettingError

VALUE = "Zaphod"
CODE = "df = load()"
FRAME = Summary(
    "df",
    "DataFrame",
    kind="frame",
    shape="3 rows x 1 columns",
    fields=(Field("who", f"category [{VALUE}, Ford]", 2, f"{VALUE}, Ford"),),
    rows=(f"0 {VALUE}",),
    detail=f"index {VALUE}",
    run=1,
)
DICT = Summary(
    "d",
    "dict",
    kind="container",
    shape="1 item",
    value=f"{{'{VALUE}': 1}}",
    fields=(Field(VALUE, "int"),),
)
ERROR = ErrorReport(
    "KeyError",
    VALUE,
    frames=(Frame("In[1]", 1, "<module>", CODE, True, 1, locals=(Local("x", VALUE),)),),
    notes=(VALUE,),
    cause=ErrorReport("ValueError", VALUE, names={"key": VALUE}, candidates=(VALUE,)),
    children=(ErrorReport("OSError", VALUE),),
    names={"key": VALUE},
    candidates=(VALUE,),
)
DOCUMENT = Document(
    (
        Cell("m", "markdown", f"# About {VALUE}"),
        Cell("a", "code", CODE, 1, (SavedOutput("stream", VALUE),)),
        Cell("r", "raw", VALUE),
    )
)
STATE = KernelState(
    executions=(Execution(1, CODE, 1, outputs=(Output("stream", VALUE),)),),
    failures=(ERROR,),
    document=DOCUMENT,
    focus=Focus("a", 0, 2, "load"),
    variables=(FRAME, DICT),
    error=ERROR,
    as_of_run=1,
    python="Python 3.11",
    packages=("pandas 3.1",),
)

BARE = Document(
    (Cell("m", "markdown", ""), Cell("a", "code", CODE, 1), Cell("r", "raw", ""))
)


def test_everything_changes_nothing():
    """The widest level gives the state itself."""
    assert restrict(STATE, "everything") is STATE


def test_no_value_is_in_a_schema():
    """Names, types, sizes and columns stay; values, outputs and messages do not."""
    kept = restrict(STATE, "schema")
    assert VALUE not in repr(kept)
    assert kept.variables == (
        Summary(
            "df",
            "DataFrame",
            kind="frame",
            shape="3 rows x 1 columns",
            fields=(Field("who", "category"),),
            run=1,
        ),
        Summary("d", "dict", kind="container", shape="1 item"),
    )
    assert kept.executions == (Execution(1, CODE, 1),)
    assert kept.packages == ("pandas 3.1",)
    assert kept.document == BARE
    assert kept.focus == STATE.focus
    assert kept.error is not None
    assert (kept.error.headline, kept.error.frames[0].source) == ("KeyError", CODE)


def test_nothing_but_code_is_in_code():
    """No variable, column, output or message is left: the cells are."""
    kept = restrict(STATE, "code")
    assert VALUE not in repr(kept)
    assert "who" not in repr(kept)
    assert kept == KernelState(
        executions=(Execution(1, CODE, 1),),
        error=kept.error,
        as_of_run=1,
        is_static=True,
        failures=(kept.error,),
        document=BARE,
        focus=STATE.focus,
    )


@pytest.mark.parametrize("of", ["schema", "code"])
@pytest.mark.parametrize(
    ("focus", "kept"),
    [
        (Focus("a", selection="df = "), Focus("a", selection="df = ")),
        (Focus("a", selection=VALUE), Focus("a")),
        (Focus("m", selection=VALUE), None),
        (Focus("r"), None),
        (Focus("gone"), None),
        (None, None),
    ],
)
def test_the_place_of_the_user_is_kept_in_code_alone(of, focus, kept):
    """A question about a text cell, or about an output, does not bring it along."""
    state = msgspec.structs.replace(STATE, focus=focus)
    assert restrict(state, of).focus == kept


def test_names_that_no_code_writes_are_no_part_of_code():
    """What `globals()[name] = …` bound is known from the run alone: it stays here."""
    bound = (Touch("df", "bound", "d1g357"), Touch(VALUE))
    marks = (
        Stale("rebound", "In[1]", ("df",), ("load",), run=1),
        Stale("rebound", "In[1]", (VALUE,), ("load",), run=1),
        Stale("changed", "In[1]", ("df",), (VALUE,), run=1),
    )
    state = KernelState((Execution(1, CODE, 1, touched=bound),), stale=marks)

    kept = restrict(state, "code")

    assert kept.stale == marks[:1]
    assert kept.executions == (Execution(1, CODE, 1),)


def test_every_part_of_a_state_was_thought_of():
    """A new field of a state stays here until somebody lets it out by name."""
    assert set(KernelState.__struct_fields__) == {
        "executions",
        "variables",
        "error",
        "as_of_run",
        "restarted",
        "is_static",
        "python",
        "packages",
        "stale",
        "failures",
        "document",
        "focus",
    }
    fields = {one.name for one in msgspec.structs.fields(ErrorReport)}
    kept = {"ename", "frames", "cause", "context", "children", "folded", "run"}
    blank = {"evalue", "notes", "names", "candidates"}
    assert fields == kept | blank | {"inferred", "cell_id"}
    assert set(Execution.__struct_fields__) == {
        *("run", "source", "execution_count", "cell_id", "status", "outputs"),
        *("inferred", "touched", "language"),
    }
    assert set(Focus.__struct_fields__) == {"cell", "line", "column", "selection"}
    assert set(Document.__struct_fields__) == {"cells", "language"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("schema", "schema"),
        ("schema only, no values", "schema"),
        ("Code only", "code"),
        (" everything ", "everything"),
    ],
)
def test_levels_are_read_by_their_first_word(text, expected):
    """The long names of the documentation are understood."""
    assert level(text) == expected


@pytest.mark.parametrize("text", ["", "none", "values"])
def test_an_unknown_level_is_an_error(text):
    """A typing error never widens what leaves: the sentence names the levels."""
    with pytest.raises(SettingError, match="everything, schema, code"):
        level(text)


IN_CELL = Frame("In[1]", 1, "<module>", CODE, True, 1)
IN_FILE = Frame("helpers.py", 3, "load", "return open(path)", True)
FRAMES = (
    IN_CELL,
    IN_FILE,
    Frame("In[1]", 1, "<module>", f"{VALUE} is not", True, 1),
    Frame("<unknown>", 1, "<module>", f"{VALUE} is not", True, is_quoted=True),
    Frame(f"{VALUE}.py", 1, "<module>", f"{VALUE} +", True, is_quoted=True),
    Frame(VALUE, 1, "<module>", VALUE, True),
    Frame(f"<{VALUE}>", 1, VALUE, VALUE, True),
    Frame("<string>", 1, VALUE, "", True),
    Frame("<string>", 1, "<module>", "", True),
)


@pytest.mark.parametrize("of", ["schema", "code"])
def test_lines_are_kept_that_are_in_a_cell_or_a_file(of):
    """A line of text that was read, evaluated or quoted is data, and its name too."""
    error = ErrorReport("SyntaxError", VALUE, FRAMES)
    state = msgspec.structs.replace(STATE, error=error, failures=(error,))

    kept = restrict(state, of)

    assert VALUE not in repr(kept)
    assert kept.failures == (kept.error,)
    told = [(one.where, one.source) for one in kept.error.frames]
    assert told == [
        ("In[1]", CODE),
        ("helpers.py", IN_FILE.source if of == "schema" else ""),
        ("In[1]", ""),
        ("<unknown>", ""),
        *[("<text>", "")] * 3,
        *[("<string>", "")] * 2,
    ]
    assert [one.function for one in kept.error.frames][-3:] == [
        *("<text>", "<text>", "<module>")
    ]
