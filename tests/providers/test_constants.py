"""Constants that a prompt names in words of its own."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.relevance import is_spoken, words
from jupyter_ctx.core.state import KernelState
from tests.providers.test_providers import cells, context


@pytest.mark.parametrize(
    ("name", "prompt", "is_meant"),
    [
        ("MAX_ROWS", "limit it to max rows", True),
        ("VAT", "apply the vat", True),
        ("MAX_ROWS", "what is maxrows?", True),
        ("MAX_ROWS", "show the rows", False),
        ("N", "n of them", False),
        ("sum_rows", "sum of rows", False),
    ],
)
def test_a_constant_is_meant_by_its_words(name: str, prompt: str, *, is_meant: bool):
    """Case and underscores need not be typed; one word of several is not enough."""
    assert is_spoken(name, words(prompt)) is is_meant


def test_a_constant_named_in_words_has_a_line_in_a_tight_budget():
    """What the prompt asks for is not one of so many more names."""
    loops = [f"frame{n} = []\nsum{n} = sum(frame{n})" for n in range(30)]
    ran = cells("VAT = 0.2", "MAX_ROWS = 9", *loops)
    state = KernelState(executions=ran, is_static=True)
    text = context(state, "apply the vat, at most max rows", 100)
    assert "VAT = 0.2" in text
    assert "MAX_ROWS = 9" in text
    assert "VAT" not in context(state, "go on", 100)
