"""Cells as people type them: prompts, indents, magics without a sign."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.magics import Blanked, blank, blanked, language


@pytest.mark.parametrize(
    ("source", "python"),
    [
        (" %%time\n x = 1", "\nx = 1"),
        ("\n  plot(1)\n  plot(2)", "\nplot(1)\nplot(2)"),
        (">>> x = [1,\n... 2]\n", "x = [1,\n2]\n"),
        ("In [1]: x = 1\n   ...: y = 2", "x = 1\ny = 2"),
        ("timeit f(x)", "0;     f(x)"),
        ("time = 1\ntime is None", "time = 1\ntime is None"),
        ("pip install some-package", "pass"),
        ("pip = 1\npip.x", "pip = 1\npip.x"),
        ("ls folder/*.py", "pass"),
        ("/f x", "pass"),
        ("a = b \\\n  % c\n%pwd", "a = b \\\n  % c\npass"),
        ("!cmd \\\n  more\nx = 1", "pass\n\nx = 1"),
        ("!ls {path} {{literal}}", "+   (path)"),
        ("%timeit -n 10 -r3 f(x)", "0;                f(x)"),
        ("%prun -s cumulative f()", "0;                  f()"),
        ("%time", "pass"),
        ("x[0] = %env HOME", "x[0] = None"),
        ("%pinfo?", "pass"),
        ("np.*load*?", "pass"),
        ("??df", "+ df"),
        ('"""\n%no magic\n!nor this\n"""', '"""\n%no magic\n!nor this\n"""'),
        ("f(a\n% b)\n%pwd", "f(a\n% b)\npass"),
    ],
)
def test_blanked_as_ipython_reads_it(source, python):
    """What is Python stays, what IPython would take is blanked, line for line."""
    assert blank(source) == python


def test_what_a_magic_makes_is_told_apart():
    """Values of magics, names of `%%timeit` and of options are known as such."""
    assert blanked("%%capture out\nx = !ls") == Blanked(
        "\nx = None", made=frozenset({2}), binds=(("out", 1),)
    )
    assert blanked("%%timeit\nx = 1").unbound == {1, 2}


@pytest.mark.parametrize(
    ("source", "bound"),
    [
        ("%%capture --no-stderr out\nx = 1", ["out", "x"]),
        ("%%sql rows << select 1", ["rows"]),
        ("%%bash --out text --err more\nls", ["text", "more"]),
        ("%timeit x = 1", []),
        ("%time x = 1", ["x"]),
        ("%%timeit -n 1\nx = 1", []),
    ],
)
def test_names_that_magics_bind(source, bound):
    """Options of cell magics bind names; timing in a function binds none."""
    assert [binding.name for binding in names(source).binds] == bound


def test_a_magic_is_shown_as_written():
    """The statement of a binding by a magic is the user's line, without a value."""
    binding = names("import os\nfiles = !ls *.csv").binds[1]

    assert (binding.kind, binding.line) == ("magic", 2)
    assert (binding.statement, binding.literal) == ("files = !ls *.csv", None)


def test_a_timed_statement_is_shown_without_the_magic():
    """`%time x = 1` binds by `x = 1`."""
    assert names("%time x = f(1)").binds[0].statement == "x = f(1)"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("%%script --bg /bin/zsh\nls", "bash"),
        ("%%script", "text"),
        ("%%script node\n1", "text"),
        (" %%html\n<b>", "html"),
        ("\n", "python"),
        ("%%time", "python"),
    ],
)
def test_language_of_unusual_headers(source, expected):
    """Scripts name their program, an indent hides no header."""
    assert language(source) == expected
