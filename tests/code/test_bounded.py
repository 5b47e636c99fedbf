"""Odd text in bounded time: what no person writes takes no minutes."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.blocks import around, excerpt
from jupyter_ctx.code.impact import Source, impact
from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.skeleton import signatures, skeleton

SIZE = 20_000  # letters; enough for a square to show
ODD = {
    "brackets": "(" * SIZE,
    "braces": "{" * SIZE,
    "nested lists": "in ('open', " * (SIZE // 12),
    "spaces": " " * SIZE,
    "blank lines": " \n" * (SIZE // 2),
    "statements": "a=b;" * (SIZE // 4),
    "shell lines": "!ls {a} " * (SIZE // 8),
    "quotes": "'" * SIZE,
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize(
    "language", ["python", "typescript", "sql", "julia", "r", "bash", "text"]
)
def test_odd_text_comes_to_an_end(name, language):
    """Whatever grows with the square of the length would meet the tests' time limit."""
    text = ODD[name]
    place = around(text, text.count("\n") // 2 + 1, language)

    assert len(skeleton(text, language)) <= SIZE
    assert len(signatures(text, language)) <= SIZE
    assert len(excerpt(text, place, language).text) <= SIZE
    assert len(impact("open", [Source("a", text, language)])) <= SIZE
    assert blank(text).count("\n") == text.count("\n")
