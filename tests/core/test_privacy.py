"""Privacy levels: what a state still holds, and that nothing else leaves."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.core.cell import Execution, Output
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
STATE = KernelState(
    executions=(Execution(1, CODE, 1, outputs=(Output("stream", VALUE),)),),
    variables=(FRAME, DICT),
    error=ERROR,
    as_of_run=1,
    python="Python 3.11",
    packages=("pandas 3.1",),
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
    )


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
    }
    fields = {one.name for one in msgspec.structs.fields(ErrorReport)}
    kept = {"ename", "frames", "cause", "context", "children", "folded", "run"}
    blank = {"evalue", "notes", "names", "candidates"}
    assert fields == kept | blank | {"inferred"}


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
