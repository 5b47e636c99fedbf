"""Cases B3, B13 and B14 from the field: errors whole, small, and not kept alive."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.live.looking import ask, state

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def session():
    """One kernel whose model is the stub."""
    with asking() as (kernel, stub):
        yield kernel, stub


@pytest.fixture
def kernel(session):
    """Give the kernel; no hook of ours may have failed in the end."""
    yield session[0]
    assert ask(session[0], "r.failures") == 0


def sent(session, prompt: str = "why does it fail?") -> str:
    """Ask *prompt* and give all that the model was sent."""
    kernel, stub = session
    stub.reply("ok")
    kernel.run(f"%%assist --fresh\n{prompt}")
    return contents(stub.sent())


FORGET = (
    "import gc, sys\nsys.last_value = sys.last_traceback = sys.last_exc = None\n"
    "_s = get_ipython(); _t = _s.InteractiveTB\n"
    "_t.tb = _t.etype = _t.evalue = None\n"
    "_s.last_execution_result = _s._last_traceback = None\ngc.collect()"
)


@pytest.mark.parametrize(
    "fail",
    [
        "def f():\n    t = Big()\n    raise RuntimeError\nf()",
        "def f():\n    t = Big()\n    raise RuntimeError(t)\nf()",
        (
            "try:\n    t = Big()\n    raise ValueError(t)\n"
            "except ValueError as e:\n    del t\n    raise KeyError('k') from e"
        ),
        "t = Big()\nraise ExceptionGroup('g', [ValueError(t), KeyError(t)])",
        (
            "class Mine(Exception):\n    def __init__(self, b): self.b = b\n"
            "raise Mine(Big())"
        ),
        "def deep(n, t):\n    return deep(n - 1, t) if n else 1 / 0\ndeep(50, Big())",
    ],
)
def test_b3_no_error_keeps_what_its_frames_held(session, kernel, fail):
    """B3: once Python has forgotten the error, what it held is dead, asked or not."""
    kernel.run(
        "import weakref\nalive = []\nclass Big:\n"
        "    def __init__(self):\n        alive.append(weakref.ref(self))",
        silent=True,
    )
    kernel.run(fail)
    assert state(kernel).error is not None
    sent(session)

    kernel.run(f"t = e = None\n{FORGET}", silent=True)

    assert kernel.value("[one() is None for one in alive]") == [True]


def test_b13_groups_notes_and_causes_are_told(session, kernel):
    """B13: members of nested groups, a note once, a cause and its error are sent."""
    kernel.run(
        "raise ExceptionGroup('g', [ValueError('v1'), "
        "ExceptionGroup('h', [KeyError('k1')])])"
    )
    group = sent(session)
    kernel.run(
        "try: int('x')\nexcept ValueError as e:\n"
        " e.add_note('row 7'); raise RuntimeError('load') from e"
    )
    chain = sent(session)

    assert "v1" in group
    assert "k1" in group
    assert "RuntimeError: load" in chain
    assert "cause: ValueError: invalid literal" in chain
    assert chain.count("row 7") == 1 + chain.count("e.add_note('row 7')")


@pytest.mark.parametrize(
    ("source", "told", "never"),
    [
        (
            "try: {}['inner']\nexcept KeyError: raise OSError('outer') from None",
            ("OSError: outer",),
            ("while handling",),
        ),
        (
            "try:\n    {}['inner']\nexcept KeyError:\n    undefined_name_9",
            ("NameError", "while handling: KeyError: 'inner'"),
            (),
        ),
        (
            (
                "import asyncio\nasync def bad(n): raise ValueError(f'task {n}')\n"
                "async with asyncio.TaskGroup() as group:\n"
                "    [group.create_task(bad(n)) for n in (1, 2)]"
            ),
            ("task 1", "task 2", "ExceptionGroup"),
            (),
        ),
        (
            "raise ExceptionGroup('many', [ValueError(f'v{n}.') for n in range(9999)])",
            ("ExceptionGroup: many", "v0."),
            ("v9998.",),
        ),
        (
            (
                "error = None\nfor n in range(3_000):\n    new = ValueError(f'c{n}.')\n"
                "    new.__cause__, error = error, new\nraise error"
            ),
            ("ValueError: c2999.",),
            ("c5.",),
        ),
        (
            (
                "error = ValueError('noted')\n"
                "for n in range(5_000): error.add_note(f'n{n}.')\n"
                "error.__notes__.append(3)\nraise error"
            ),
            ("ValueError: noted", "n0."),
            ("n4999.",),
        ),
        (
            "error = ValueError('odd notes')\nerror.__notes__ = 'no list'\nraise error",
            ("ValueError: odd notes",),
            (),
        ),
        (
            (
                "class Loud(Exception):\n"
                "    def __str__(self): print('LOUD'); return 'loud'\n"
                "raise RuntimeError('quiet') from Loud()"
            ),
            ("RuntimeError: quiet", "cause: Loud"),
            (),
        ),
    ],
    ids=["hidden", "context", "tasks", "wide", "long", "notes", "odd", "loud"],
)
def test_b13_chains_of_every_kind_stay_true_and_small(
    session, kernel, source, told, never
):
    """B13: what Python shows of a chain is sent, what it hides is not, in few words."""
    kernel.run(source, timeout=120)

    text = sent(session)

    assert [part for part in told if part not in text] == []
    assert [part for part in never if part in text] == []


@pytest.mark.parametrize(
    "tie",
    [
        "a.__context__, b.__context__ = b, a",
        "a.__cause__, b.__cause__ = b, a",
        "a.__cause__, b.__context__ = b, a",
        "g = ExceptionGroup('g', [a, b]); a.__context__ = g; b.__cause__ = g; a = g",
    ],
)
def test_b13_a_cycle_of_errors_ends(kernel, tie):
    """B13: errors that point at each other cost one report, not a kernel."""
    kernel.run(
        f"a, b = ValueError('one'), ValueError('two')\n{tie}\nraise a", timeout=20
    )
    ran = kernel.run("print('goes on')")

    seen = state(kernel)

    assert ran.stdout == "goes on\n"
    assert [run.status for run in seen.executions[-2:]] == ["error", "ok"]


def test_b14_recursion_is_folded(session, kernel):
    """B14: two functions that call each other are told once, with their number."""
    kernel.run("def a(n): return b(n)\ndef b(n): return a(n)")
    kernel.run("a(1)")

    text = sent(session)

    assert "RecursionError" in text
    assert "a(1)" in text
    assert "repeated 4" in text or "repeated 1," in text


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("raise ValueError('q' * 10_000_000)", "raise ValueError('q' * 10_000_000)"),
        ("raise ValueError('\\n' * 5_000_000)", "raise ValueError('\\n' * 5_000_000)"),
        ("raise KeyError('k' * 3_000_000)", "raise KeyError('k' * 3_000_000)"),
        ("assert not ('x ' * 4_000_000), 'y' * 9_000_000", "assert not ("),
        (
            "import json\nnested = '[' * 900\njson.loads(nested)",
            "json.loads(nested)",
        ),
        (
            (
                "import copy\ndeep = []\nfor _ in range(400): deep = [deep]\n"
                "copy.deepcopy(deep)"
            ),
            "copy.deepcopy(deep)",
        ),
        (
            "def nest(n): return eval('nest(n - 1)') if n else {}['gone']\nnest(90)",
            "nest(90)",
        ),
        ("x = [" + "1, " * 9_000 + "1 / 0]", "x = [1, 1"),
    ],
    ids=["long", "lines", "key", "assert", "json", "deepcopy", "eval", "wide line"],
)
def test_b14_giant_errors_keep_the_failing_line(kernel, source, line):
    """B14: whatever its size, the error fits and holds the line that failed."""
    kernel.run(source, timeout=120)

    text = kernel.value(
        "__import__('jupyter_ctx').context('why?', budget=600, request='fix')"
    )

    assert line in text
    assert len(text) < 600 * 8
    report = state(kernel).error
    assert report is not None
    assert len(report.evalue) <= 2_200
