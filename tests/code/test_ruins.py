"""Cells that do not parse: what the grammar and the lines still tell."""

from __future__ import annotations

import time

import pytest

from jupyter_ctx.code import languages
from jupyter_ctx.code.broken import by_lines
from jupyter_ctx.code.chunks import chunks
from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.skeleton import skeleton


def bound(source: str) -> list[tuple[str, str]]:
    """Give name and kind of all that *source* binds."""
    return [(b.name, b.kind) for b in names(source).binds]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("with open(p) as f:\n  print 'a'", [("f", "with")]),
        ("for i, j in f(:\n  x = 1", [("i", "for"), ("j", "for"), ("x", "assign")]),
        ("x += (1", [("x", "augment")]),
        ("y = 1\nprint 'a'\ndel y", []),
        ("x = 1\n)\ny = 2", [("x", "assign"), ("y", "assign")]),
        ('x = """open\ny = 1', [("x", "assign"), ("y", "assign")]),
    ],
)
def test_ruins_bind_what_can_be_told(source, expected):
    """Whole statements count exactly, broken ones as far as the grammar reads."""
    assert bound(source) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("async def f(", [("f", "def")]),
        ("class A(", [("A", "class")]),
        ("import a.b as c", [("c", "import")]),
        ("import a.b", [("a", "import")]),
        ("from a import (b as c, d", [("c", "import"), ("d", "import")]),
        ("from a import b,", [("b", "import")]),
        ("for i, (j) in", [("i", "for"), ("j", "for")]),
        ("a, b = (", [("a", "assign"), ("b", "assign")]),
        ("a **= (", [("a", "augment")]),
        ("a == (", []),
    ],
)
def test_lines_tell_what_they_bind(line, expected):
    """Without a grammar the look of a line decides."""
    assert [(b.name, b.kind) for b in by_lines(line).binds] == expected


def test_lines_tell_what_they_read():
    """Words after a dot, in strings, in comments and of the language are no names."""
    assert by_lines("if a.b('c', d): # e").uses == ("a", "d")


def test_labels_are_no_names():
    """Attributes and keyword arguments of broken calls are not read as names."""
    languages.forget()

    assert set(names("x = f(a.b, key=c) +").uses) == {"f", "a", "c"}


def test_chunks_join_what_belongs_together():
    """A statement that goes on without an indent is one; lines stay in place."""
    source = '@dec\ndef f():\n  pass\nx = """a\nb"""\n(\ny = 1'

    assert [(first, len(lines)) for first, lines in chunks(source)] == [
        (1, 3),
        (4, 2),
        (6, 1),
        (7, 1),
    ]


def test_trials_are_bounded():
    """A cell of a thousand open brackets costs no more than its share of parses."""
    source = "(\n" * 1_000

    assert len(list(chunks(source))) == 1_000


def test_a_long_ruin_takes_linear_time():
    """Ten times the lines cost about ten times the time, not a hundred times."""
    took = []
    for lines in (1_000, 10_000):
        source = "x = 1\n" * lines + ")"
        start = time.process_time()
        names(source)
        took.append(time.process_time() - start)

    assert took[1] < 40 * took[0]


def test_the_last_word_on_a_name_counts():
    """What a ruin deletes is gone, unless it is bound again."""
    found = names("x = y = 1\n)\ndel x, y\ny = 2")

    assert [(b.name, b.line) for b in found.binds] == [("y", 4)]
    assert found.deletes == ("x",)


@pytest.mark.parametrize("deep", ["+".join(["a"] * 3_000), "a" + ".b" * 5_000])
def test_a_tree_too_deep_to_walk_is_read_by_its_lines(deep):
    """What Python parses but no walk can follow is guessed, and outlined."""
    found = names(f"x = {deep}")

    assert [b.name for b in found.binds] == ["x"]
    assert skeleton(f"x = {deep}")


BODY = 'def area(width):\n    """Größe."""\n    text = """\n    a\n    """\n'


@pytest.mark.parametrize(
    "last", ["print(1,", "print(0, width, 'grö", "if text ==", ")"]
)
@pytest.mark.parametrize("above", ["", "@cached(1)\n", "# Why.\n"])
def test_a_half_written_function_is_bound_and_not_what_is_inside(last, above):
    """Where its last line is a ruin, a definition is still one, its locals its own."""
    found = names(f"import os\n{above}{BODY}    print(os.sep)\n    {last}")

    assert [(one.name, one.kind) for one in found.binds] == [
        ("os", "import"),
        ("area", "def"),
    ]
    assert found.binds[1].line == 2 + above.count("\n")
