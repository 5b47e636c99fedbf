"""Lines for the shell and magics read the names that IPython puts into them."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.dataflow import effects


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("files = !echo {n + 1}", {"n"}),
        ("files = !ls {path}/$name", {"path", "name"}),
        ("!echo $n", {"n"}),
        ("!echo {a[i]} {b:02d}", {"a", "b", "i"}),
        ("%cd {path}", {"path"}),
        ("out = %sql $query", {"query"}),
        ("%%writefile {path}\ntext of {another}", {"path"}),
        ("!awk '{print $1}' $file", {"file"}),
        ("!echo $$n '$n' {{n}}", set()),
        ("n = 3\n!echo $n", set()),
        ("x = 1", set()),
    ],
)
def test_what_ipython_puts_into_a_line_is_read(source: str, read: set[str]):
    """Expressions in braces and names after a dollar, not what the shell is left."""
    (effect,) = effects([source])
    assert effect.reads == read
