"""Tests of the names that shown code tells already."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.told import read_by, read_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("full, rest = cut(prices)", {"full", "rest", "cut", "prices"}),
        ("x = y == z", {"x", "y", "z"}),
        ("fit(model.layers, size=SIZE)", {"fit", "model", "SIZE"}),
        ("x = 'name'  # of data", {"x"}),
        ('x = """\nname = 1\n"""', {"x"}),
        ("def f(data, size=SIZE): ...", set()),
        ("async def f(data): ...", set()),
        ("class Net(Module): ...", set()),
        ("@cached\ndef f(x):\n    return data", set()),
        ("x = 1\nif x:\n    local = x", {"x", "if"}),
        ("a, b: int", set()),
        ("df: DataFrame 3x2 [price, size]", set()),
        ("df has: price int64, size int64", set()),
        ("<cell id=In[3]>\nx\n</cell>", {"x"}),
    ],
)
def test_code_tells_the_names_that_it_reads(text, names):
    """Names of the namespace count; local ones, words, labels and facts do not."""
    assert read_in(text) == names


def test_the_names_of_several_texts_are_joined():
    """What any of them reads is told."""
    assert read_by(["x = a", "y = b", ""]) == {"x", "a", "y", "b"}
    assert read_by([]) == frozenset()
