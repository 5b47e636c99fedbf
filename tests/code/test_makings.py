"""What each name of a cell is made from, statement by statement."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.makings import STATEMENTS, makings


def inputs(source: str) -> dict[str, str] | None:
    """Give the inputs of each name of *source*, None where they are unclear."""
    found = makings(source)
    if found is None:
        return None
    return {name: " ".join(sorted(one.inputs)) for name, one in found.items()}


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("a = 1\nb = x", {"a": "", "b": "x"}),
        ("a = x\nb = a + y", {"a": "x", "b": "x y"}),
        ("a = x\na = y", {"a": "y"}),
        ("a, b = f(x)", {"a": "f x", "b": "f x"}),
        ("a = 1\na += x\nb = 2", {"a": "x", "b": ""}),
        ("xs.append(k)\nn = 1", {"xs": "k xs", "n": ""}),
        ("xs = []\nys = xs\nys.append(k)", {"xs": "k", "ys": "k"}),
        ("z = [0]\nv = z[:1]\nv[0] = k", {"z": "k", "v": "k"}),
        ("z = [0]\nfill(z, k)", {"z": "fill k"}),
        ("z = [0]\nprint(z, k)", {"z": ""}),
        ("z = [0]\nn = score(z, k)", {"z": "", "n": "k score"}),
        ("np.random.seed(s)\na = np.zeros(2)", {"np": "np s", "a": "np s"}),
        ("def f(): return k\na = f()", {"f": "", "a": "f k"}),
        ("k = x\ndef f(): return k\na = f()", {"k": "x", "f": "", "a": "f x"}),
        ("class A(B): pass\na = A()", {"A": "B", "a": "A B"}),
        ("a = 0\nif c:\n    a = x\nb = 1", {"a": "c x", "b": ""}),
        ("try:\n    a = x\nexcept KeyError:\n    a = y", {"a": "x y"}),
        ("with t as f:\n    a = f.x\n    b = y", {"f": "t", "a": "t", "b": "t y"}),
        ("for i in x:\n    n = i\nb = 1", {"i": "x", "n": "x", "b": ""}),
        ("a = x\ndel a", {}),
        ("%matplotlib inline\n%time a = x\nb = 1", {"a": "x", "b": ""}),
    ],
)
def test_a_name_is_made_from_what_its_statements_read(source, made):
    """What stands in other statements of the cell does not count."""
    assert inputs(source) == made


@pytest.mark.parametrize(
    "source",
    [
        "a = (1,",
        "from f import *\na = 1",
        "exec(text)\na = 1",
        "files = !ls\na = 1",
        "\n".join(["a = 1"] * (STATEMENTS + 1)),
    ],
)
def test_where_the_text_does_not_tell_nothing_is_said(source):
    """Broken and open cells, and huge ones, leave it to the cell as a whole."""
    assert inputs(source) is None


def test_the_statements_that_made_a_name_are_told_apart():
    """White space, comments and other statements change nothing in how it is made."""
    before = makings("k = 2\na = k + 1\nb = 0")
    after = makings("import os\n\nk = 3\na = k + 1  # more\n\nb =  0")
    assert before is not None
    assert after is not None

    same = [name for name, one in before.items() if one.by == after[name].by]

    assert same == ["b"]
