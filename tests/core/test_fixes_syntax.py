"""Cells that are no Python: the first patch is the one that was meant."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.fixes import propose
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.testing import FakeShell
from tests.kernel.looks import NoMask

CELLS = [
    ("x = [1, 2 3]", "x = [1, 2, 3]"),
    ("d = {'a': 1 'b': 2}", "d = {'a': 1, 'b': 2}"),
    ("d = {'a' 1, 'b': 2}", "d = {'a': 1, 'b': 2}"),
    ("x = (1, 2]", "x = (1, 2)"),
    ("x = dict(a=1, a=2)", "x = dict(a=1)"),
    ("x = int(x=1, '3')", "x = int('3', x=1)"),
    ("p = 'C:\\Users\\me'", "p = r'C:\\Users\\me'"),
    ("x = 007", "x = 7"),
    ("lambda = 0.1", "lambda_ = 0.1"),
    ("5 = x", "x = 5"),
    ("x = 3y", "x = 3 * y"),
    ("s = f'{d['a']}'", "s = f'{d[\"a\"]}'"),
    ("if x <> 3:\n    y = 1", "if x != 3:\n    y = 1"),
    ("raise ValueError, 'bad'", "raise ValueError('bad')"),
    (
        "try:\n    x = 1\nexcept ValueError, e:\n    pass",
        "try:\n    x = 1\nexcept ValueError as e:\n    pass",
    ),
    ("if x == 1 then:\n    y = 1", "if x == 1:\n    y = 1"),
    ("def f(a, b=1, c):\n    return a", "def f(a, b=1, c=None):\n    return a"),
    ("def f x:\n    return x", "def f(x):\n    return x"),
    ("var x = 3", "x = 3"),
    ("function f(x):\n    return x", "def f(x):\n    return x"),
    ("import sqrt from math", "from math import sqrt"),
    ("x := 3", "x = 3"),
    ("if (x > 1 and y > 2:\n    z = 1", "if (x > 1 and y > 2):\n    z = 1"),
    ("x = {'a': 1,, 'b': 2}", "x = {'a': 1, 'b': 2}"),
    ("if True:\n\tx = 1\n        y = 2", "if True:\n        x = 1\n        y = 2"),
    ("def f(x):\n    retrun x", "def f(x):\n    return x"),
    ("form math import sqrt", "from math import sqrt"),
    ("x = 3 if y esle 2", "x = 3 if y else 2"),
]


@pytest.mark.parametrize(("cell", "meant"), CELLS, ids=[cell for cell, _ in CELLS])
def test_first_patch_is_the_python_that_was_meant(cell, meant):
    """The first patch is what was meant, and is not called certain."""
    shell = FakeShell()
    recorder = Recorder(shell, NoMask)
    recorder.install()
    shell.run_cell(cell)
    error = recorder.state().error
    assert error is not None
    first = propose(error, recorder.state())[0]
    assert (first.source, first.certainty) == (meant, "likely")


def test_what_is_no_slip_of_one_sign_gets_no_patch():
    """Words of a language of people are not made Python by force."""
    shell = FakeShell()
    recorder = Recorder(shell, NoMask)
    recorder.install()
    shell.run_cell("please load the file for me")
    error = recorder.state().error
    assert error is not None
    assert propose(error, recorder.state()) == ()
