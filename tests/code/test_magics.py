"""IPython's additions to Python, case D15."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.magics import blank, cell_magic, language

LINES = [
    "%time x = f()", "!pip install q", "files = !ls", "df.head?", "y = x + 1", "x",
    "%%time", "%%bash", "%%html", "%matplotlib inline", "?print", "%timeit -n 3 f(x)",
    "a = '''", "'''", "f(", ")", "\\", "    pass", "if x:", "", "# c", "%%capture out",
    "out = %sql select 1", "ä = 1", "!!ls", "x = 5 % 3", "    !ls {x}", "/f 1", ",f a",
]  # fmt: skip


def test_six_forms_leave_the_names_of_the_cell():
    """Magics, shell lines and `?` hide no name, and line 5 is still line 5."""
    cell = "%time x = 1\n!pip install q\nfiles = !ls\ndf.head?\ny = x + 1"
    found = names(cell)
    assert [(b.name, b.line) for b in found.binds] == [("x", 1), ("files", 3), ("y", 5)]
    assert found.uses == ("df",)
    assert found.is_parsed


@pytest.mark.parametrize("magic", ["%%html", "%%bash", "%%sql", "%%javascript", "%%R"])
def test_other_languages_bind_nothing(magic):
    """The body of a cell in another language is not Python."""
    found = names(f"{magic}\nx = 1\nimport os")
    assert (found.binds, found.uses) == ((), ())


@pytest.mark.parametrize("magic", ["%%time", "%%timeit", "%%capture", "%%prun"])
def test_body_of_timing_magics_is_python(magic):
    """`%%time` and its like run Python: the body stays, line for line."""
    assert blank(f"{magic}\nx = 1") == "\nx = 1"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("x = 1", "python"),
        ("%%bash\nls", "bash"),
        ("\n%%sql\nselect 1", "sql"),
        ("%%time\nx", "python"),
        ("%%unheard\nx", "text"),
        ("%%script ruby\nx", "ruby"),
    ],
)
def test_cell_magic_names_the_language(cell, expected):
    """A cell magic says which language its cell is in."""
    assert language(cell) == expected


def test_cell_magic_gives_name_and_arguments():
    """The first line of a magic cell is told apart."""
    assert cell_magic("\n%%sql db --n 3\nselect") == ("sql", "db --n 3")
    assert cell_magic("x = 1") is None


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=12), max_size=12))
@settings(max_examples=300, deadline=None)
def test_line_count_is_kept(lines):
    """Blanking keeps the number of lines of any cell, and is done once."""
    source = "\n".join(lines)
    python = blank(source)
    assert python.count("\n") == source.count("\n")


@given(st.lists(st.sampled_from(["x = 1", "y = [\n 1]", "def f():\n    return 2"])))
def test_plain_python_is_not_changed(lines):
    """A cell without magics stays as it is, to the character."""
    source = "\n".join(lines)
    assert blank(source) == source
    ast.parse(source)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%time x = f(y)", "0;    x = f(y)"),
        ("  %timeit -n 3 f(x)", "0;           f(x)"),
        ("?print", "+print"),
        ("?? df.head", "+  df.head"),
        ("df.head??", "df.head"),
        ("files = !ls {x}", "files = None"),
        ("!ls {x} {yy}{z}", "+   (x),(yy)(z)"),
        ("%sql select {x}", "+           (x)"),
        ("%time for i in x: f(i)", "for i in x: f(i)"),
        ("%matplotlib inline", "pass"),
    ],
)
def test_what_is_kept_stays_in_its_column(line, expected):
    """A position in the blanked line is the same position in the cell."""
    assert blank(line) == expected


KEPT = ["x = f(y)", "print(x, 'ä')", "a, b = 1, 2", "del x", "assert a, b"]
BEFORE = ["%time ", "%timeit -n 3 ", "%time  ", "%prun -l 2 "]
MAGIC = ["!ls -l", "%cd ..", "%%time", "?print", "x = !ls", "y = %sql select 1", "b??"]


@given(
    st.lists(
        st.tuples(st.sampled_from(["", *BEFORE]), st.sampled_from(KEPT))
        | st.tuples(st.just(""), st.sampled_from(MAGIC[3:] + MAGIC[:2])),
        min_size=1,
    ),
    st.booleans(),
)
def test_blanked_cells_parse_with_every_statement_in_its_place(lines, is_inside):
    """Cells of Python and magics parse; Python stands where it stood."""
    indent = "    " if is_inside else ""
    head = ["if x:"] if is_inside else []
    source = "\n".join([*head, *(indent + before + line for before, line in lines)])
    python = blank(source)
    ast.parse(python)
    assert python.count("\n") == source.count("\n")
    for (before, line), text in zip(
        lines, python.split("\n")[len(head) :], strict=True
    ):
        if line in KEPT:
            assert text[len(indent + before) :] == line
