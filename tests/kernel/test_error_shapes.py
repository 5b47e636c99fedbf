"""The shapes that real tracebacks have: each is told whole in 500 tokens."""

from __future__ import annotations

import linecache
import sys
from typing import NamedTuple

import pytest

from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter
from tests.kernel.recording import recording

BUDGET = 500  # tokens


class Shape(NamedTuple):
    """Cells of which the last fails, and what must be told of the error.

    *line* is the failing line of the user in *cell*; *told* are further texts.
    """

    name: str
    cells: tuple[str, ...]
    headline: str
    line: str
    cell: str
    told: tuple[str, ...] = ()


STEP = """def step():
    places = [f'    File "x.py", line {i}' for i in range(40)]
    lines = ["in user code:", "", *places, "", "    ValueError: Shapes differ" + "!"]
    raise ValueError("\\n".join(lines))"""
LOAD = """try:
    json.loads('{')
except ValueError as e:
    raise OSError('no settings') from e"""
PANDAS = "import pandas as pd, numpy as np"
SHAPES = (
    Shape(
        "01 syntax error",
        ("x = 1", "total = (x +\nprint(x)"),
        "SyntaxError: '(' was never closed",
        "total = (x +",
        "In[2]",
        ("caret at column 9",),
    ),
    Shape(
        "02 import at the top",
        ("import nosuchmodule_x",),
        "ModuleNotFoundError: No module named 'nosuchmodule_x'",
        "import nosuchmodule_x",
        "In[1]",
    ),
    Shape(
        "03 import inside a library",
        ("import importlib", "importlib.import_module('json.nope')"),
        "ModuleNotFoundError: No module named 'json.nope'",
        "importlib.import_module('json.nope')",
        "In[2]",
        ("library frame",),
    ),
    Shape(
        "04 name at the top",
        ("value = 1", "print(vale)"),
        "NameError: name 'vale' is not defined",
        "print(vale)",
        "In[2]",
    ),
    Shape(
        "05 name inside a function",
        ("def f(x):\n    return x * rate", "y = 2\nf(y)"),
        "NameError: name 'rate' is not defined",
        "return x * rate",
        "In[1]",
        ("x: int = 2", "f(y)", "defined in In[1]"),
    ),
    Shape(
        "06 key of a frame",
        (PANDAS, "df = pd.DataFrame({'amount': [1, 2], 'k': 1})", "df['amont']"),
        "KeyError: 'amont'",
        "df['amont']",
        "In[3]",
        ("df: DataFrame 2 rows x 2 columns", "names in df: amount, k"),
    ),
    Shape(
        "07 key of a dict",
        ("d = {'a': 1}", "d['b']"),
        "KeyError: 'b'",
        "d['b']",
        "In[2]",
        ("d: dict",),
    ),
    Shape(
        "08 a built-in operation",
        ("n, s = 1, 'a'", "n + s"),
        "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
        "n + s",
        "In[2]",
        ("n: int = 1", "s: str"),
    ),
    Shape(
        "09 helpers that call each other",
        ("def a(n): return b(n - 1)", "def b(n): return 1 / n", "a(1)"),
        "ZeroDivisionError: division by zero",
        "def b(n): return 1 / n",
        "In[2]",
        ("n: int = 0", "a(1)", "defined in In[1]"),
    ),
    Shape(
        "10 a callback inside a library",
        (PANDAS, "def half(v): return v / 'x'", "pd.Series([1, 2]).apply(half)"),
        "TypeError: unsupported operand",
        "def half(v): return v / 'x'",
        "In[2]",
        ("v: int = 1", "pd.Series([1, 2]).apply(half)", "library frames folded"),
    ),
    Shape(
        "11 a message that repeats a traceback",
        (
            STEP,
            "step()",
        ),
        "ValueError: in user code:",
        "step()",
        "In[1]",
        ("ValueError: Shapes differ!",),
    ),
    Shape(
        "12 a long hint",
        ("raise RuntimeError('out of memory. ' + 'Set max_split to avoid it. ' * 80)",),
        "RuntimeError: out of memory. Set max_split",
        "raise RuntimeError(",
        "In[1]",
    ),
    Shape(
        "13 a chain",
        ("import json", LOAD),
        "OSError: no settings",
        "raise OSError('no settings') from e",
        "In[2]",
        ("cause: JSONDecodeError: Expecting property name", "json.loads('{')"),
    ),
    Shape(
        "14 a file",
        (PANDAS, "path = 'no/such.csv'\npd.read_csv(path)"),
        "FileNotFoundError: [Errno 2] No such file or directory: 'no/such.csv'",
        "pd.read_csv(path)",
        "In[2]",
        ("path: str",),
    ),
    Shape(
        "15 compiled code",
        (PANDAS, "when = 'never'\npd.Timestamp(when)"),
        "DateParseError: Unknown datetime string format",
        "pd.Timestamp(when)",
        "In[2]",
        ("when: str", "never"),
    ),
    Shape(
        "16 a deep library stack",
        (PANDAS, "a = pd.DataFrame({'k': [1, 2], 'm': 1})\nb = a.astype(str)",
         "a.merge(b, on='k')"),
        "ValueError: You are trying to merge on int64 and",
        "a.merge(b, on='k')",
        "In[3]",
        ("library frames folded", "a: DataFrame 2 rows x 2 columns"),
    ),
    Shape(
        "17 a short library stack",
        (PANDAS, "v = np.arange(6)", "np.reshape(v, (4, 2))"),
        "ValueError: cannot reshape array of size 6 into shape (4,2)",
        "np.reshape(v, (4, 2))",
        "In[3]",
        ("v: ndarray (6,)",),
    ),
)  # fmt: skip


def fail(*sources: str) -> tuple[ErrorReport, str]:
    """Run *sources*; give the report of the last and the context of a fix."""
    shell, recorder = recording()
    for source in sources:
        shell.run_cell(source)
    assert recorder.failures == 0
    state = recorder.state()
    assert state.error is not None
    wanted = Wanted("", "fix", state)
    return state.error, render(offer(wanted), BUDGET, SignCounter())


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_shape_is_told_in_the_budget(shape: Shape):
    """Type, message, failing line, its cell and what the line used are there."""
    report, text = fail(*shape.cells)

    user = [frame for frame in report.frames if frame.is_user][-1]
    assert report.headline.startswith(shape.headline)
    assert user.where == shape.cell
    assert SignCounter().count(text) <= BUDGET
    for fact in (shape.headline, shape.line, shape.cell, *shape.told):
        assert fact in text


def test_a_cause_that_says_the_same_is_not_told_twice():
    """The chain inside pandas under a KeyError of the user costs no token."""
    _, text = fail(PANDAS, "df = pd.DataFrame({'a': [1]})", "df['b']")

    assert text.count("KeyError: 'b'") == 1
    assert "cause" not in text


def test_a_message_that_starts_with_a_blank_line_has_a_headline():
    """The headline is the first line that says something."""
    report, _ = fail("raise ValueError('\\n  shapes differ\\nmore')")

    assert report.headline == "ValueError: shapes differ"


def test_an_exception_that_draws_itself_is_told_as_it_was_shown():
    """What `_render_traceback_` drew is taken from the screen, never called."""
    shell, recorder = recording()
    shell._last_traceback = ["\x1b[31mCompileError\x1b[0m", "line 3: unknown opcode"]
    shell.run_cell(
        "drawn = []\nclass CompileError(Exception):\n"
        "    def _render_traceback_(self):\n        drawn.append(1)\n"
    )

    shell.run_cell("raise CompileError('bad program')")

    report = recorder.latest().error
    assert report is not None
    assert report.headline == "CompileError: bad program"
    assert report.notes == ("shown: CompileError\nline 3: unknown opcode",)
    assert shell.user_ns["drawn"] == []


def test_a_file_that_is_gone_still_has_a_frame(tmp_path, monkeypatch):
    """Where the source of a module was deleted the frame says so."""
    path = tmp_path / "gone_helper.py"
    path.write_text("def f(n):\n    return 1 / n\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    shell, recorder = recording()
    shell.run_cell("import gone_helper")
    path.unlink()
    linecache.clearcache()

    shell.run_cell("gone_helper.f(0)")

    report = recorder.latest().error
    assert report is not None
    frame = report.frames[-1]
    assert (frame.where, frame.line, frame.function) == ("gone_helper.py", 2, "f")
    assert frame.source == "(the source is gone)"
    assert [local.line for local in frame.locals] == ["n: int = 0"]
    sys.modules.pop("gone_helper")


def test_every_function_in_user_frames_has_its_cell():
    """Lambdas, methods, comprehensions and decorated functions too."""
    report, _ = fail(
        "import functools\ndef loud(f):\n    @functools.wraps(f)\n"
        "    def inner(*args):\n        return f(*args)\n    return inner",
        "class A:\n    @loud\n    def m(self, xs):\n        return [g(x) for x in xs]",
        "g = lambda x: 1 / x",
        "A().m([0])",
    )

    frames = [(frame.function, frame.defined) for frame in report.frames]
    assert [one for one in frames if one[0] != "<listcomp>"] == [
        ("<module>", ""),
        ("inner", "In[1]"),
        ("m", "In[2]"),
        ("<lambda>", "In[3]"),
    ]


def test_locals_of_a_failing_line_over_several_lines_are_told():
    """A call that spans lines tells the names of all of them."""
    report, _ = fail("a, b, c = 1, 2, 'x'", "total = sum([\n    a,\n    b,\n    c,\n])")

    lines = [local.line for local in report.frames[-1].locals]
    assert lines == ["a: int = 1", "b: int = 2", "c: str = 'x'"]
