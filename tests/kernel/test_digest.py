"""Fingerprints: equal for equal values, different for others, harmless for all."""

from __future__ import annotations

import gc
import re
import time
import tracemalloc
import weakref
from functools import partial
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from IPython.utils.capture import CapturedIO
from IPython.utils.text import SList

from jupyter_ctx.kernel.contents import ITEMS
from jupyter_ctx.kernel.digest import digest
from tests.kernel.hostile import HITS, all_hostile

FRAME = {
    "n": [1, 2, 3],
    "text": ["a", None, "c"],
    "when": pd.to_datetime(["2020-01-01", None, "2020-01-03"], utc=True),
    "kind": pd.Categorical(["u", "v", "u"]),
    "whole": pd.array([1, None, 3], dtype="Int64"),
}


class Plain:
    """A class as users write them."""

    __module__ = "__main__"

    def __init__(self, value: object) -> None:
        self.value = value


NAMES = {
    "np": np,
    "pd": pd,
    "re": re,
    "FRAME": FRAME,
    "Plain": Plain,
    "partial": partial,
    "SList": SList,
    "StringIO": StringIO,
    "CapturedIO": CapturedIO,
}


def make(body: str) -> object:
    """Evaluate *body*, so that each call gives a new object."""
    return eval(body, NAMES)


@pytest.mark.parametrize(
    ("body", "other"),
    [
        ("1", "2"),
        ("1", "1.0"),
        ("1", "True"),
        ("10**90", "10**90 + 1"),
        ("'a'", "b'a'"),
        ("'\\ud800'", "'a'"),
        ("[1, [2]]", "[[1], 2]"),
        ("['x'] * 40_000", "['x'] * 39_999 + ['y']"),
        ("(1, 2)", "[1, 2]"),
        ("{'a': 1, 'b': 2}", "{'a': 2, 'b': 1}"),
        ("{1, 'x', 2.5}", "{1, 'x', 2.0}"),
        ("np.arange(6)", "np.arange(6).reshape(2, 3)"),
        ("np.zeros(3)", "np.zeros(3, 'f4')"),
        ("np.array(['a', None], object)", "np.array(['a', 'b'], object)"),
        ("np.float64(1)", "np.float64(2)"),
        ("pd.DataFrame(FRAME)", "pd.DataFrame(FRAME).iloc[:2]"),
        ("pd.DataFrame(FRAME)", "pd.DataFrame(FRAME)[['text', 'n', 'when']]"),
        ("pd.DataFrame(FRAME)", "pd.DataFrame(FRAME).rename(columns={'n': 'm'})"),
        ("pd.DataFrame(FRAME)", "pd.DataFrame(FRAME).assign(text=['a', 'b', 'c'])"),
        ("pd.DataFrame(FRAME)", "pd.DataFrame(FRAME).set_index('n')"),
        ("pd.DataFrame(FRAME)", "pd.DataFrame(FRAME).assign(whole=None)"),
        ("pd.Series([1, 2], name='a')", "pd.Series([1, 2], name='b')"),
        ("pd.DataFrame(FRAME).set_index(['n', 'text'])", "pd.DataFrame(FRAME)"),
        ("pd.RangeIndex(3)", "pd.RangeIndex(4)"),
        ("lambda x: x + 1", "lambda x: x + 2"),
        ("lambda x=1: x", "lambda x=2: x"),
        ("lambda: (lambda y: y)", "lambda: (lambda y: -y)"),
        ("Plain([1])", "Plain([2])"),
        ("Plain", "Plain([1])"),
        ("(lambda k: (lambda x: x * k))(2)", "(lambda k: (lambda x: x * k))(3)"),
        ("re.compile('a')", "re.compile('a', re.I)"),
        ("partial(int, base=2)", "partial(int, base=3)"),
        ("SList(['a'])", "SList(['b'])"),
        ("CapturedIO(StringIO('a'), StringIO())", "CapturedIO(StringIO(), StringIO())"),
        ("pd.Series(['abc']).repeat(900_000)", "pd.Series(['abd']).repeat(900_000)"),
        ("pd.Series(np.zeros(900_000))", "pd.Series(np.ones(900_000))"),
        ("list(range(60_000))", "list(range(60_001))"),
        ("np.zeros(10_000_000)", "np.ones(10_000_000)"),
        ("np.zeros((3, 1_000_000))", "np.zeros((1_000_000, 3))"),
        ("'z' * 50_000_000", "'y' * 50_000_000"),
        ("np", "pd"),
        ("len", "max"),
    ],
)
def test_equal_values_are_equal_and_others_are_not(body, other):
    """Two objects of one value have one fingerprint; another value has another."""
    first = digest(make(body))

    assert first
    assert digest(make(body)) == first
    assert digest(make(other)) not in ("", first)


@pytest.mark.parametrize(
    "body",
    [
        "[[k] for k in range(5_000)]",
        "(i for i in 'abc')",
        "[Plain(object())]",
        "pd.arrays.SparseArray([0, 1])",
    ],
)
def test_what_cannot_be_read_whole_has_no_fingerprint(body):
    """Large values, and kinds whose content is hidden, are told apart by none."""
    assert digest(make(body)) == ""


def test_a_cycle_ends():
    """A list in itself has no fingerprint, and no endless one."""
    cycle: list[object] = []
    cycle.append(cycle)

    assert digest(cycle) == ""


def test_no_code_of_the_user_runs():
    """Traps in every dunder, and classes that say they are of pandas, stay shut."""
    liar = type(
        "DataFrame", (), {"__module__": "pandas", "_mgr": property(HITS.append)}
    )
    array = type("Categorical", (), {"__module__": "pandas.arrays"})

    for value in [*all_hostile().values(), liar(), array(), [liar()], {"k": array()}]:
        digest(value)

    assert HITS == []


def test_nothing_is_kept_alive():
    """A value that was read can be forgotten."""
    value = Plain([1])
    alive = weakref.ref(value)
    assert digest([value] * (ITEMS // 8))

    del value
    gc.collect()

    assert alive() is None


@pytest.mark.parametrize(
    "body",
    [
        "'z' * 50_000_000",
        "bytearray(50_000_000)",
        "1 << 50_000_000",
        "['z' * 1_000_000] * 40_000",
        "{1: b'z' * 5_000_000}",
        "{'z' * 1_900_000 + str(n) for n in range(20)}",
    ],
)
def test_what_is_too_large_is_not_copied(body):
    """A long text, also one that many names share, is refused before it is written."""
    value = make(body)
    tracemalloc.start()
    try:
        found = digest(value)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert found == "" or found.startswith("~")
    assert most < 10_000_000


def test_a_fingerprint_ends_when_its_time_is_over():
    """After the deadline only what is small enough to cost nothing is read."""
    over = time.thread_time()

    assert digest([[n] for n in range(1_000)], over) == ""
    assert digest({str(n): {n} for n in range(1_000)}, over) == ""
    assert digest([{(): None} for _ in range(1_000)], over) == ""
