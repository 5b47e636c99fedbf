"""Differences between sources."""

from __future__ import annotations

from jupyter_ctx.code.diff import changed_lines, unified


def test_changed_lines_alone():
    """One changed line never reads as a rewritten function."""
    assert changed_lines("a\nb\nc\nd", "a\nB\nc\nd") == "@@ -2 +2 @@\n-b\n+B"
    assert changed_lines("a", "a") == ""


def test_unified_diff_has_one_line_of_context():
    """A patch is shown with its neighbours and without dates."""
    assert unified("a\nb\nc\nd", "a\nb\nC\nd", "In[3]").split("\n") == [
        "--- In[3]",
        "+++ In[3]",
        "@@ -2,3 +2,3 @@",
        " b",
        "-c",
        "+C",
        " d",
    ]
