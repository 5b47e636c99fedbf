"""Explanations of errors without a model."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.fixes.explain import explain
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from tests.core.broken_cells import ALL, FRAME
from tests.core.test_fixes import failed


def told(*cells: str) -> str:
    """Explain the error that the last of *cells* ends with."""
    state = failed(*cells)
    assert state.error is not None
    return explain(state.error, state)


def test_missing_column_names_line_columns_and_patch():
    """What failed, where, which columns exist and what may help are all told."""
    text = told(FRAME, "x = sales['unit_price']")
    assert text.startswith("**KeyError: 'unit\\_price'**")
    for fact in (
        "In[2], line 1: `x = sales['unit_price']`",
        "`sales: DataFrame 2 rows x 3 columns`",
        "`Unit Price`, `region`, `2024`",
        "1. Write `Unit Price` instead of `unit\\_price` (certain)",
    ):
        assert fact in text


def test_error_without_a_fix_still_tells_its_facts():
    """A ValueError of a library tells the line, its variables and their columns."""
    text = told(FRAME, "x = sales.loc[[True]]")
    assert "In[2], line 1" in text
    assert "`sales: DataFrame 2 rows x 3 columns`" in text


def test_message_cannot_bring_markup_to_life():
    """HTML, pictures and emphasis of a message are shown, not rendered."""
    text = explain(ErrorReport("ValueError", "![x](http://h/p) <b>*a*"), KernelState())
    assert "<b>" not in text.replace("\\<b\\>", "")
    assert "![x]" not in text


@pytest.mark.parametrize(("before", "cell", "_right"), ALL[::7])
def test_every_kind_can_be_explained(before, cell, _right):
    """No kind of error leaves the user without headline and place."""
    text = told(*(source for source in (before, cell) if source))
    assert text.startswith("**")
    assert ", line " in text


def test_syntax_error_is_explained():
    """A cell that does not parse has its line and its caret told."""
    text = told("x = (1,")
    assert "none of it ran" in text
    assert "caret at column 5" in text
