"""Errors that IPython shows without failing the cell, or fails to show at all."""

from __future__ import annotations

import pytest

from tests.live.kernel import LiveKernel
from tests.live.looking import ask, state

pytestmark = pytest.mark.live

HOSTILE = """
class Raises(Exception):
    def __str__(self): raise RuntimeError("in str")
class Number(Exception):
    def __str__(self): return 5
class Exits(Exception):
    def __str__(self): raise SystemExit(3)
class Odd(str):
    def __str__(self): raise ValueError
class Plain(Exception): pass
class Meta(type):
    @property
    def __name__(cls): raise ValueError("n")
class Named(Exception, metaclass=Meta): pass
from pathlib import Path
_ = Path("runs.py").write_text("def deep(x):\\n    return x['k']\\ndeep({})\\n")
_ = Path("parses.py").write_text("a = 1\\nb = (\\n")
"""


@pytest.fixture(scope="module")
def kernel():
    """One kernel; no hook of ours may have failed in the end."""
    with LiveKernel() as live:
        live.run(HOSTILE)
        yield live
        assert ask(live, "r.failures") == 0


@pytest.mark.parametrize(
    ("source", "headline", "where", "line"),
    [
        ('x = 1\nraise Raises("q")', "Raises: q", "", 2),
        ('raise Number("q")', "Number: q", "", 1),
        ('x = 1\n\nraise Exits("q")', "Exits: q", "", 3),
        ('raise Plain(Odd("q"))', "Plain: q", "", 1),
        ('raise Named("q")', "Named: q", "", 1),
        ("%run runs.py", "KeyError: 'k'", "runs.py", 2),
        ("%run parses.py", "SyntaxError: '(' was never closed", "parses.py", 2),
        ('\n%%capture\nz = 5\n\nint("q")', "ValueError", "", 5),
        ('%%prun\nx = 3\nint("q")', "ValueError", "", 3),
        ('%%time\n\nx = 3\nint("q")', "ValueError", "", 4),
        ('%%timeit -n 1 -r 1\nx = 3\nint("q")', "ValueError", "", 3),
        ('%%time\n%%prun\nx = 3\nint("q")', "ValueError", "", 4),
        ('%%capture\n%%time\nx = 3\nint("q")', "ValueError", "", 4),
        ('x = 3\ny = 4\n%timeit int("q")', "ValueError", "", 3),
        ('x = 3\ny = 4\n%time int("q")', "ValueError", "", 3),
        ('x = 3\ny = 4\n%prun int("q")', "ValueError", "", 3),
    ],
)
def test_the_error_that_was_shown_last_is_the_open_one(
    kernel, source, headline, where, line
):
    """With its type, its message and the line of the user; never an older one."""
    kernel.run("1/0")
    before = state(kernel).as_of_run
    kernel.run(source)
    seen = state(kernel)

    frame = [one for one in seen.error.frames if one.is_user][-1]
    label = seen.executions[-1].label
    assert seen.error.headline.startswith(headline)
    assert (seen.error.run, seen.executions[-1].status) == (before + 1, "error")
    assert label.startswith("In[")
    assert (frame.where, frame.line) == (where or label, line)


def test_a_cell_that_goes_on_after_a_shown_error_has_done_all_of_it(kernel):
    """What follows the magic ran, too, and a cell that goes well closes the error."""
    kernel.run("%run runs.py\nafter = 7", cell_id="one")
    failed = state(kernel)
    kernel.run("after = 8", cell_id="one")
    repaired = state(kernel)

    named = {one.name: one.run for one in failed.variables}
    assert failed.error.headline == "KeyError: 'k'"
    assert named["after"] == failed.error.run
    assert repaired.error is None
