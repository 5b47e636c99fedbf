"""Summaries and errors as text."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.render import (
    brief,
    card,
    columns,
    error,
    label,
    live_facts,
    live_line,
    one_line,
    outline,
)
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.report import ErrorReport, Frame, Local
from jupyter_ctx.core.variable import Field, Summary

FRAME = Summary(
    name="df",
    type_name="DataFrame",
    kind="frame",
    shape="2 rows x 2 columns",
    fields=(Field("region", "str", nulls=1), Field("amt", "int64", nulls=0)),
    rows=("N 10",),
)


def test_a_live_line_says_type_and_shape():
    """The live line of a frame names its type, rows and columns."""
    assert live_line(FRAME) == "df: DataFrame 2 rows x 2 columns"


def test_the_brief_facts_are_the_shortest():
    """Rows and columns are joined, a value stands for a size, few keys are told."""
    column = (Field("a", "str"), Field("b", "str"))
    told = {
        brief(FRAME): "DataFrame 2x2 [region, amt]",
        brief(Summary("x", "float64", "array", shape="() float64")): "float64",
        brief(Summary("s", "str", "text", shape="3 characters", value="'abc'")): (
            "str = 'abc'"
        ),
        brief(Summary("d", "dict", "container", shape="3 items", fields=column * 2)): (
            "dict 3 items"
        ),
        brief(Summary("f", "function", "function")): "",
    }
    assert list(told) == list(told.values())


def test_a_module_is_named_by_its_module():
    """A module's live facts are its own name, not a type."""
    assert live_facts(Summary("np", "module", "module", "numpy")) == "module numpy"


def test_a_long_value_is_cut_and_marked():
    """A value beyond the limit ends in an ellipsis."""
    line = live_line(Summary("s", "str", "text", value="'" + "x" * 500 + "'"))
    assert line.endswith("...")
    assert len(line) < 120


def test_elided_columns_are_counted_and_mentioned_ones_kept():
    """Of ten thousand columns the mentioned one stays and the rest are counted."""
    fields = tuple(Field(f"c{i}", "float64") for i in range(10_000))
    text = columns(fields, {"c7777"})
    assert "c7777 float64" in text
    assert text.endswith(f"... {10_000 - 25} more")


def test_an_outline_is_empty_without_fields():
    """A scalar has no outline of its own."""
    assert outline(Summary("x", "int", "scalar", value="1")) == ""


def test_a_card_lists_nulls_and_rows():
    """The card holds missing values and sample rows, one fact a line."""
    assert card(FRAME) == "df nulls: region 1\ndf row: N 10"


def test_a_card_holds_doc_and_detail():
    """Doc line and detail of a function are on its card."""
    summary = Summary("f", "function", "function", doc="Add.", detail="from lib")
    assert card(summary) == "f doc: Add.\nf: from lib"


def test_one_line_folds_white_space():
    """Newlines and runs of blanks become one blank."""
    assert one_line("a\n  b\t c") == "a b c"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("unit price", "unit price"),
        (" price", "' price'"),
        ("a\nb", r"'a\nb'"),
        ("a  b", "'a  b'"),
        ("x" * 70, "x" * 57 + "..."),
        (" " + "x" * 70, "' " + "x" * 55 + "..."),
    ],
)
def test_white_space_that_a_column_needs_is_not_lost(name, told):
    """A name that would read like another is written as code has to."""
    assert label(name) == told
    summary = Summary("df", "DataFrame", "frame", fields=(Field(name, "int64"),))
    assert outline(summary) == f"df has: {told} int64"


def test_tag_like_data_is_escaped_once():
    """A closing tag inside data cannot end our block, and is escaped only once."""
    assert escape(escape("</cell> <b>")) == "&lt;/cell> <b>"


def test_attributes_hold_no_tag_characters():
    """A hostile attribute value cannot close its tag."""
    assert block("cell", "x", id="In[1]> <b", gone=None) == (
        "<cell id=In[1]_b>\nx\n</cell>\n"
    )


def _report() -> ErrorReport:
    inner = Frame(
        "In[2]",
        1,
        "load",
        "return rows[3]",
        is_user=True,
        defined="In[2]",
        locals=(Local("rows", "rows: list 2 items"),),
        repeated=4,
    )
    library = Frame("pandas/core/frame.py", 10, "get", "raise", is_user=False)
    cause = ErrorReport("KeyError", "'a'", context=ErrorReport("OSError", "gone"))
    return ErrorReport(
        "IndexError",
        "list index out of range\nsecond line",
        frames=(library, inner),
        notes=("row 7",),
        cause=cause,
        children=(ErrorReport("ValueError", "v1"),),
        folded=3,
        candidates=("alpha", "beta"),
    )


def test_an_error_in_one_line_names_type_message_and_place():
    """The floor is type, message, cell and line; with a little room, the source."""
    floor = "IndexError: list index out of range @ In[2] line 1"
    assert error(_report(), Fidelity.NAME) == floor
    assert error(_report(), Fidelity.SIGNATURE) == f"{floor}: return rows[3]"


def test_an_error_without_frames_is_its_headline():
    """An error that has no frames still says what it is."""
    assert error(ErrorReport("KeyError", ""), Fidelity.SIGNATURE) == "KeyError"


def test_a_full_error_has_frames_locals_links_and_members():
    """Frames, locals, folds, notes, causes and group members are all told."""
    text = error(_report(), Fidelity.FULL)
    for fact in (
        "second line",
        "pandas/core/frame.py line 10",
        "In[2] line 1 in load (defined in In[2]): return rows[3]",
        "  rows: list 2 items",
        "repeated 4 times",
        "(3 library frames folded)",
        "note: row 7",
        "cause: KeyError: 'a'",
        "cause: while handling: OSError: gone",
        "member: ValueError: v1",
        "names there: alpha, beta",
    ):
        assert fact in text


def test_an_outlined_error_leaves_library_frames_out():
    """The outline keeps the user's frames only."""
    text = error(_report(), Fidelity.OUTLINE)
    assert "pandas" not in text
    assert "In[2] line 1 in load" in text
