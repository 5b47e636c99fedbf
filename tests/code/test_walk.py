"""Statements and scopes that are read from the syntax tree."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.binding import Names
from jupyter_ctx.code.defuse import names


def bound(source: str) -> list[tuple[str, str | None]]:
    """Give name and literal of all that *source* binds."""
    return [(b.name, b.literal) for b in names(source).binds]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x, (y, *z) = 1, f()", [("x", "1"), ("y", None), ("z", None)]),
        ("x, *y = 1, 2", [("x", None), ("y", None)]),
        ("x: int = -1\ny: int", [("x", "-1")]),
        ("a.b: int\nx = 1", [("x", "1")]),
        ("x = '" + "a" * 300 + "'", [("x", None)]),
        ("x = f'{y}'", [("x", None)]),
        ("[n := 3 for i in range(3)]", [("n", "3")]),
        (
            "match a:\n  case {'k': v, **r} as w: z = 1\n  case [q, *p]: pass",
            [
                ("v", None),
                ("r", None),
                ("w", None),
                ("z", "1"),
                ("q", None),
                ("p", None),
            ],
        ),
        (
            "try: x = 1\nexcept E as e: y = e\nfinally: z = 2",
            [("x", "1"), ("y", None), ("z", "2")],
        ),
        ("async def f(): pass\nasync with a as b: pass", [("f", None), ("b", None)]),
        ("x = 1\ndel x", []),
        ("from a import *", []),
    ],
)
def test_bindings_of_rarer_statements(source, expected):
    """Patterns, annotations, walrus, handlers and `del` bind what Python binds."""
    assert bound(source) == expected


@pytest.mark.parametrize(
    ("source", "uses"),
    [
        (
            "def f(a, b=c, *d, e: g = h, **i) -> j: return a + k",
            ["c", "h", "g", "j", "k"],
        ),
        ("f = lambda x, *, y=z: x + y + w", ["z", "w"]),
        ("def f():\n  x = 1\n  def g():\n    nonlocal x\n    return x + y", ["y"]),
        ("def f():\n  return later\nlater = 1", []),
        ("def f():\n  global x\n  x = y", ["y"]),
        (
            "class A(B, metaclass=M):\n  a = b\n  def m(self): return a",
            ["B", "M", "b", "a"],
        ),
        ("[x + y for x in xs if z]", ["xs", "z", "y"]),
        ("{k: v for k, v in d}", ["d"]),
        ("try: pass\nexcept E as e: print(e)", ["E", "print"]),
        ("x += 1", ["x"]),
        ("del x", ["x"]),
        ("f'{a:{w}}'", ["a", "w"]),
        ("await x", ["x"]),
    ],
)
def test_uses_are_what_comes_from_before(source, uses):
    """Parameters, locals and targets are the cell's own; the rest is not."""
    assert list(names(source).uses) == uses


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("df['a'] = 1; df.b.c += 2", ["df"]),
        ("history = model.fit(X)", ["model"]),
        ("await pool.start()", ["pool"]),
        ("df.dropna(inplace=True)", ["df"]),
        ("random.shuffle(deck)", ["deck"]),
        ("del d['k']", ["d"]),
        ("df.head(); df.plot(x='a')", []),
        ("f()[0] = 1", []),
        ("def f(): x.append(1)", []),
    ],
)
def test_changes_in_place(source, changed):
    """Items, attributes, methods and shuffles change; looking does not."""
    assert [name for name, _ in names(source).mutates] == changed


def test_strings_are_short_literals():
    """Column names are listed once; docstrings and texts are not."""
    source = 'df["a"].b(by=["c", "a"], t=f"x{y}")\n"""Doc."""\nz = """1\n2"""'

    assert names(source).strings == ("a", "c")


def test_classes_tell_their_methods():
    """The constructor's parameters and the methods' are kept."""
    source = "class A:\n  def __init__(self, x, *y): pass\n  async def m(self, z): pass"
    binding = names(source).binds[0]

    assert binding.params == ("x", "*y")
    assert binding.methods == ("__init__(self, x, *y)", "m(self, z)")


def test_decorators_belong_to_the_definition():
    """The first line is the decorator's, the statement is the `def` line."""
    binding = names("import a\n@a.b\ndef f(x):\n  pass").binds[1]

    assert (binding.line, binding.end_line) == (2, 4)
    assert binding.statement == "def f(x):"


def test_an_empty_cell_has_no_names():
    """Nothing comes of nothing."""
    assert names("") == Names()


def test_an_invalid_escape_is_not_reported_again(recwarn):
    """Reading a cell never warns: the user was told when it ran."""
    names('pattern = "\\d+"')

    assert not recwarn.list
