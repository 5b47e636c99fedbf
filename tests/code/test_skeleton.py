"""Outlines of code, also of code that was cut, case D18."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.skeleton import signatures, skeleton

CELL = '''\
import os
TEXT = """
first line
second line
third line
"""
@decorate(1)
def area(width, height=2):
    """Doc."""
    result = compute(width, height, an_option_with_a_long_name=1234567890, other=12345)
    other = compute(width, height, an_option_with_a_long_name=1234567890, other=12345)
    for index in range(3):
        print(index)
    return result
class Grün:
    def wert(self):
        return "ä" * 3
'''


@pytest.mark.parametrize(
    "text", ["import os", "def area(width, height=2)", "class Grün"]
)
def test_signature_lines_are_kept(text):
    """Imports, functions with parameters and classes stand in both."""
    assert text in skeleton(CELL)
    assert text in signatures(CELL)


@pytest.mark.parametrize("text", ["@decorate(1)", "for index in", "return result"])
def test_outline_keeps_the_flow(text):
    """Decorators, loops and returns are shown."""
    assert text in skeleton(CELL)


@pytest.mark.parametrize("cut", range(0, len(CELL) + 1, 7))
def test_cut_code_keeps_its_whole_signatures(cut):
    """Cut in a string, a decorator or after a letter of many bytes, it is outlined."""
    part = CELL[:cut]
    for outline in (skeleton(part), signatures(part)):
        assert outline.encode().decode() == outline
        if part.endswith("\n") and "def area(width, height=2):" in part:
            assert "def area(width, height=2)" in outline
    assert ("import os" in part) == ("import os" in skeleton(part))


def test_what_is_left_out_is_marked():
    """An outline that leaves lines out says so."""
    line = "    value_{0} = compute(value, option={0}, other_option=value, third={0})\n"
    body = "".join(map(line.format, range(9)))
    outline = skeleton(f"def f(value):\n{body}    return value\n")
    assert len(outline) < len(body)
    assert "..." in outline or "lines" in outline


def test_outline_is_the_same_each_time():
    """The same source gives the same outline."""
    assert skeleton(CELL) == skeleton(CELL)
