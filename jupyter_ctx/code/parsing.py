"""Python source to a syntax tree, in silence."""

from __future__ import annotations

import ast
import re
import warnings

FILE_NAME = "<jupyter_ctx>"
_PATTERN = re.escape(FILE_NAME)
_LONE_RETURN = re.compile(r"\r(?!\n)")


def parse(python: str) -> ast.Module | None:
    """Parse *python*, or give None; the user sees no warning of ours."""
    _silence()
    # Python ends a line at a lone carriage return, we and the front ends do not.
    text = _LONE_RETURN.sub(" ", python) if "\r" in python else python
    try:
        return ast.parse(text, FILE_NAME)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _silence() -> None:
    # A string like "\d" warns when parsed, and the user was told when the cell
    # ran. `catch_warnings` would reset what Python has warned of already, and is
    # not safe while other threads use it; a filter for our file name is.
    if not any(
        entry[3] is not None and getattr(entry[3], "pattern", entry[3]) == _PATTERN
        for entry in warnings.filters
    ):
        warnings.filterwarnings("ignore", module=_PATTERN)
