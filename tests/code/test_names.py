"""Names of cells, whole and broken."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.code import languages
from jupyter_ctx.code.binding import Names
from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.replies import blocks, insertable
from jupyter_ctx.code.skeleton import signatures, skeleton

PARTS = [
    "def f(a, *b, c=1, **d):", "    return a", "class A:", "x = 1", "x, (y, *z) = v",
    "for i in range(3):", "with open(p) as h:", "import a.b as c", "from m import n",
    "(w := 3)", "x[0] += 1", "x.a = 1", "del x", "lambda q: q + r", "@deco", "try:",
    "except E as e:", "'''open", "(", "}", "é = 'ß'", "\t", "async def g():", "\x00",
    "match x:", "    case [a, *b]: pass", "global k", "print(f'{x!r:>{w}}')", "\ud800",
    "%time x = f()", "```python", "```", "~~~", "# c", "if x: pass", "return", "\\",
]  # fmt: skip


def bound(source: str) -> list[tuple[str, str]]:
    """Give name and kind of all that *source* binds."""
    return [(one.name, one.kind) for one in names(source).binds]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1", [("x", "assign")]),
        ("x, (y, *z) = v", [("x", "assign"), ("y", "assign"), ("z", "assign")]),
        ("x += 1", [("x", "augment")]),
        ("x: int = 1", [("x", "assign")]),
        ("x: int", []),
        ("def f(): y = 1", [("f", "def")]),
        ("class A:\n    y = 1", [("A", "class")]),
        ("import a.b", [("a", "import")]),
        ("import a.b as c", [("c", "import")]),
        ("from m import n as o, p", [("o", "import"), ("p", "import")]),
        ("for i in []: pass", [("i", "for")]),
        ("with a as b: pass", [("b", "with")]),
        ("(w := 1)", [("w", "walrus")]),
        ("[v for v in x]", []),
        ("try: pass\nexcept E as e: pass", []),
        ("x.a = 1", []),
        ("x = 1\ndel x", []),
    ],
)
def test_bindings(source, expected):
    """Each statement that outlives the cell binds its names, and no other does."""
    assert bound(source) == expected


def test_uses_come_from_before():
    """A name is used if the cell reads it before it binds it."""
    found = names("y = x\nx = 2\ndef f(a): return a + b + x\nz = [q for q in w]")
    assert set(found.uses) == {"x", "b", "w"}


def test_changes_in_place_and_deletions():
    """Items, attributes and methods change their object; `del` ends a name."""
    found = names("a[0] = 1\nb.c = 2\nd.append(3)\ndel e\nprint(f.head())")
    assert found.mutates == (("a", 1), ("b", 2), ("d", 3))
    assert found.deletes == ("e",)


def test_half_written_cell_keeps_its_whole_statements():
    """What is whole in a broken cell is read exactly; line numbers stay right."""
    found = names("a = 1\nb = (2,\ndef f(x):\n    return x\nc = a + missing\n")
    assert not found.is_parsed
    lines = {one.name: one.line for one in found.binds}
    assert lines.items() >= {"a": 1, "f": 3, "c": 5}.items()


class Refusing:
    """A grammar whose every use fails, as with a binding of another ABI."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def __getattr__(self, name: str) -> object:
        raise self.error(name)


@pytest.mark.parametrize("kind", [None, TypeError, ValueError, ImportError])
def test_code_is_read_without_a_grammar(monkeypatch, kind):
    """Case D14: with no or an unfit tree-sitter, analysis still works."""
    fake = None if kind is None else Refusing(kind)
    monkeypatch.setitem(sys.modules, "tree_sitter", fake)
    languages.forget()
    names.cache_clear()
    try:
        assert languages.python_tree("x = 1") is None
        broken = "import os\nx = (1,\ndef f(a):\n    return a +\n"
        assert {"os", "x", "f"} <= {one.name for one in names(broken).binds}
        assert "def f(a):" in skeleton(broken)
    finally:
        languages.forget()
        names.cache_clear()


@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=10), max_size=10))
@settings(max_examples=400, deadline=None)
def test_nothing_raises(parts):
    """Half-written, mixed or senseless cells are read, never an error."""
    source = "\n".join(parts)
    found = names(source)
    assert isinstance(found, Names)
    count = source.count("\n") + 1
    assert all(1 <= one.line <= one.end_line <= count for one in found.binds)
    assert isinstance(skeleton(source), str)
    assert isinstance(signatures(source), str)
    assert all(block.complete in (True, False) for block in blocks(source))
    assert all(isinstance(one, str) for one in insertable(source))


def test_deep_nesting_is_read():
    """A source that exhausts the parser's stack is read by its lines."""
    assert bound("x = " + "(" * 5_000 + ")" * 5_000) == [("x", "assign")]


@pytest.mark.parametrize(
    "source", ["x = 1\ry = 2\nz = 3", "\rif x:\r\n    z = 3", "0\r0"]
)
def test_lone_carriage_return_is_no_line_end(source):
    """Line numbers count what the front end shows as lines."""
    found = names(source)
    assert all(one.line <= source.count("\n") + 1 for one in found.binds)
    assert skeleton(source)
    assert signatures(source)
