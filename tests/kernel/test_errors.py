"""Error reports: made from the exception itself, bounded, with nothing kept."""

from __future__ import annotations

import gc
import time
import weakref

import pytest

from jupyter_ctx.core.report import ErrorReport, Local
from tests.kernel.hostile import HITS, all_hostile, spy
from tests.kernel.recording import recording


def fail(*sources: str, **names: object) -> ErrorReport:
    """Run *sources* and give the report of the last one."""
    shell, recorder = recording()
    shell.user_ns |= names
    for source in sources:
        shell.run_cell(source)
    assert recorder.failures == 0
    report = recorder.latest().error
    assert report is not None
    return report


def test_a_simple_error_names_cell_line_and_variables():
    """The failing line, its cell and the variables it used are told."""
    report = fail("total, rows = 10, 0", "\n# mean\ntotal / rows")

    assert report.headline == "ZeroDivisionError: division by zero"
    assert report.run == 2
    (frame,) = report.frames
    assert (frame.where, frame.line, frame.source) == ("In[2]", 3, "total / rows")
    assert frame.locals == (
        Local("total", "total: int = 10"),
        Local("rows", "rows: int = 0"),
    )


def test_a_word_of_the_line_that_asks_for_no_variable_is_none():
    """A comprehension's own name, a key, an option are not the variables called so."""
    report = fail(
        "_, key, sep, rate = 1234, 5, 6, 7",
        "def g(items):\n    return dict(sep=sum(q * rate for _, q in items['key']))",
        "g({'key': [('a', None)]})",
    )

    told = [[local.line for local in frame.locals] for frame in report.frames]
    assert told[0] == []
    assert [line.partition(":")[0] for line in told[1]] == ["rate", "items"]
    assert sorted(told[2]) == ["_: str = 'a'", "q: NoneType = None", "rate: int = 7"]


def test_a_comprehension_of_a_cell_shows_no_name_of_its_own():
    """At the top of a cell the last result `_` is not the `_` of the loop."""
    report = fail("1234", "rate = 7", "[q * rate for _, q in [('a', None)]]", _=1234)

    told = {local.line for frame in report.frames for local in frame.locals}
    assert "_: int = 1234" not in told
    assert "rate: int = 7" in told


def test_a_function_of_another_cell_is_placed_there():
    """A frame in a function says which cell defines it, with the locals it used."""
    report = fail("def f(x):\n    y = x - 1\n    return 1 / y\n", "f(1)")

    caller, inner = report.frames
    assert (caller.where, caller.function) == ("In[2]", "<module>")
    assert (inner.where, inner.line, inner.defined) == ("In[1]", 3, "In[1]")
    assert inner.cell_run == 1
    assert [local.line for local in inner.locals] == ["y: int = 0"]


def test_library_frames_are_folded():
    """Of a library's frames the innermost is kept; the rest are counted."""
    report = fail("import json", "json.loads('{')")

    assert [frame.is_user for frame in report.frames] == [True, False]
    assert report.frames[-1].where == "json/decoder.py"
    assert report.folded == 2


def test_a_syntax_error_shows_line_and_caret():
    """Source that does not compile is shown with the place of the caret."""
    report = fail("a = 1\nx = = 3")

    (frame,) = report.frames
    assert (report.ename, report.evalue) == ("SyntaxError", "invalid syntax")
    assert (frame.where, frame.line, frame.source) == ("In[1]", 2, "x = = 3")
    assert report.notes == ("caret at column 5, before: = 3",)
    assert report.folded == 0


def test_causes_notes_and_contexts_are_told_once():
    """`from` gives a cause, `except` a context, `from None` neither (B13)."""
    cause = fail(
        "try:\n    int('x')\nexcept ValueError as e:\n"
        "    e.add_note('row 7')\n    raise RuntimeError('load') from e"
    )
    context = fail("try:\n    1/0\nexcept Exception:\n    nope")
    neither = fail("try:\n    1/0\nexcept Exception:\n    raise KeyError(1) from None")

    assert cause.headline == "RuntimeError: load"
    assert cause.cause is not None
    assert (cause.cause.ename, cause.cause.notes) == ("ValueError", ("row 7",))
    assert (cause.notes, cause.context) == ((), None)
    assert context.context is not None
    assert context.context.ename == "ZeroDivisionError"
    assert (neither.cause, neither.context) == (None, None)


def test_groups_keep_their_tree():
    """An exception group shows its members, groups in it too (B13)."""
    report = fail(
        "raise ExceptionGroup('g', [ValueError('v1'),"
        " ExceptionGroup('h', [KeyError('k1')])])"
    )

    first, second = report.children
    assert (report.evalue, first.headline) == ("g", "ValueError: v1")
    assert second.children[0].headline == "KeyError: 'k1'"


def test_cycles_and_floods_end():
    """A cyclic chain, a huge group and a deep chain make a finite report (B13)."""
    cyclic = fail(
        "a, b = ValueError('a'), ValueError('b')\n"
        "a.__context__, b.__context__ = b, a\nraise a"
    )
    wide = fail("raise ExceptionGroup('g', [ValueError(str(i)) for i in range(900)])")
    deep = fail(
        "e = None\nfor i in range(50):\n"
        "    n = ValueError(i)\n    n.__cause__ = e\n    e = n\nraise e"
    )

    assert cyclic.context is not None
    assert cyclic.context.context is None
    assert len(wide.children) == 10
    links, link = 0, deep.cause
    while link is not None:
        links, link = links + 1, link.cause
    assert links < 20


def test_recursion_is_folded():
    """Mutual recursion shows one round of the cycle and how often it ran (B14)."""
    started = time.perf_counter()
    report = fail("def a(n): return b(n)\ndef b(n): return a(n)\na(1)")
    spent = time.perf_counter() - started

    functions = [(frame.function, frame.repeated > 100) for frame in report.frames]
    assert functions[:3] == [("<module>", False), ("a", False), ("b", True)]
    assert len(report.frames) <= 5
    assert spent < 1


def test_giant_messages_are_cut():
    """A message of ten million characters keeps its head and tail (B14)."""
    started = time.perf_counter()
    report = fail("raise ValueError('start ' + 'q ' * 5_000_000 + 'end')")
    spent = time.perf_counter() - started

    assert len(report.evalue) < 2_200
    assert report.evalue.startswith("start")
    assert report.evalue.endswith("end")
    assert spent < 1


def test_many_user_frames_keep_both_ends():
    """A long chain of different user functions keeps where it began and ended."""
    source = "".join(f"def f{i}():\n    f{i + 1}()\n" for i in range(40))

    report = fail(source + "def f40(): 1/0\nf0()")

    functions = [frame.function for frame in report.frames]
    assert functions[:2] == ["<module>", "f0"]
    assert functions[-1] == "f40"
    assert len(functions) == 12


def test_no_code_of_the_user_runs():
    """Messages, arguments and locals that are traps are told by type alone."""
    objects = all_hostile()
    loud = type("LoudError", (Exception,), {"__str__": spy("str")})

    report = fail(
        "def f(h, t):\n    raise loud(h, 'word') from ValueError(t)\n"
        "f(hostile, trapped)",
        loud=loud,
        **objects,
    )

    assert HITS == []
    assert report.evalue == "word"
    assert report.cause is not None
    assert [local.line for local in report.frames[-1].locals] == [
        "h: Hostile",
        "t: Trapped",
    ]


def test_a_message_that_only_the_user_can_write_is_read_from_the_screen():
    """What IPython has displayed already is used instead of `__str__`."""
    shell, recorder = recording()
    shell._last_traceback = ["...", "\x1b[31mLoadError\x1b[39m: row 7 is bad"]

    shell.run_cell(
        "class LoadError(Exception):\n    def __str__(self): return 'secretly'\n"
        "raise LoadError()"
    )

    report = recorder.latest().error
    assert report is not None
    assert report.evalue == "row 7 is bad"


def test_nothing_is_kept_alive():
    """Once Python forgets the exception, its frames and locals are gone (B3)."""
    shell, recorder = recording()
    shell.run_cell("class Big: ...\ndef f():\n    t = Big()\n    raise RuntimeError(1)")
    alive = []
    shell.user_ns["track"] = lambda big: alive.append(weakref.ref(big))

    shell.run_cell("def f():\n    t = Big()\n    track(t)\n    raise RuntimeError(t)")
    shell.run_cell("f()")
    recorder.state()
    gc.collect()

    assert recorder.latest().error is not None
    assert [reference() for reference in alive] == [None]


@pytest.mark.parametrize(
    ("repair", "is_open"),
    [
        (("df['amount']", "c"), False),
        (("df['amount']", "other"), True),
        (("x = 1", None), True),
        (("df['amonut']", None), False),
        (("df['amountt']", None), False),
    ],
)
def test_an_error_stays_open_until_its_cell_succeeds(repair, is_open):
    """A later success of the failing cell closes the error, others do not."""
    shell, recorder = recording()
    shell.user_ns["df"] = {"amount": 1, "amountt": 1}
    source, cell_id = repair
    shell.run_cell("df['amonut']", cell_id=None if cell_id is None else "c")
    shell.user_ns["df"]["amonut"] = 1

    shell.run_cell(source, cell_id=cell_id)

    assert (recorder.latest().error is not None) is is_open


def test_an_interrupted_cell_is_no_open_error():
    """Stop pressed by the user is nothing to repair."""
    shell, recorder = recording()

    shell.run_cell("raise KeyboardInterrupt")

    assert recorder.latest().error is None
    assert recorder.latest().executions[0].status == "error"
