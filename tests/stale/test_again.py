"""Cells that are run again unchanged, and changes that their source does not tell."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.stale.notebook import Notebook, told

GRAPH = "import networkx as nx\nG = nx.path_graph(4)"
CACHED = (
    "from functools import cached_property\n"
    "class A:\n"
    "    def __init__(self): self.n = [1]\n"
    "    @cached_property\n"
    "    def total(self): return sum(self.n)"
)
FIT = "from sklearn.{0} import {1} as M\nX = [[0.0], [1.0], [2.0]]\ny = [0, 0, 1]"
SCALER = (
    "from sklearn.pipeline import make_pipeline\n"
    "from sklearn.preprocessing import StandardScaler\n"
    "pipe = make_pipeline(StandardScaler())\nX = [[0.0], [1.0]]"
)
BIG = "import numpy as np, pandas as pd\nN = 1_000_000"
FRAME = "df = pd.DataFrame({'p': np.arange(N), 'q': np.ones(N)})"

AGAIN = (
    ("a: import re\np = re.compile('a+')", "b: y = p.findall('aab')", "a:"),
    ("a: import logging\nlog = logging.getLogger('x')", "b: y = log.name", "a:"),
    ("a: import re", "b: p = re.compile('a')", "c: y = p.pattern",
     "b: p = re.compile('a')  # as it was"),
    ("a: import polars as pl\ndf = pl.DataFrame({'p': [1, 2]})", "b: n = len(df)",
     "a:"),
    ("a: import polars as pl\ns = pl.Series([1, 2])", "b: n = len(s)", "a:"),
    ("a: import polars as pl\nk = 2", "b: s = pl.Series([1, k])", "c: n = len(s)",
     "a:", "b:"),
    ("a: import xarray as xr\nd = xr.DataArray([1, 2])", "b: n = d.sum()", "a:"),
    ("a: import pandas as pd\ndf = pd.DataFrame({'k': [1, 1], 'v': [2, 3]})",
     "b: g = df.groupby('k')", "c: m = g.mean()", "b:"),
    ("a: import pandas as pd\ndf = pd.DataFrame({'k': [1, 1], 'v': [2, 3]})",
     "b: g = df.groupby('k')", "c: m = g.mean()", "d: n = g.ngroups", "c:"),
    ("a: from functools import partial\np = partial(int, base=2)", "b: n = p('1')",
     "a:"),
    (f"i: {BIG}", f"a: {FRAME}", "b: n = df.q.sum()", "a:"),
    (f"i: {BIG}", f"a: {FRAME}", "b: df['r'] = df.q * 2", "c: n = df.r.sum()", "b:"),
    (f"i: {BIG}", "a: df = pd.DataFrame({'s': ['abc'] * N})",
     "b: df['s'] = df.s.str.upper()", "c: t = df.s.iloc[0]", "b:"),
    (f"i: {BIG}", "a: v = np.zeros(N)", "b: n = v.sum()", "a:"),
    ("a: xs = list(range(200_000))", "b: n = len(xs)", "a:"),
    ("a: d = {i: i for i in range(200_000)}", "b: n = len(d)", "a:"),
    (f"i: {FIT.format('linear_model', 'LinearRegression')}", "a: m = M()",
     "b: m.fit(X, y)", "c: p = m.predict(X)", "b:"),
    (f"i: {FIT.format('tree', 'DecisionTreeClassifier')}", "a: m = M()",
     "b: m.fit(X, y)", "c: p = m.predict(X)", "b:"),
    (f"i: {FIT.format('tree', 'DecisionTreeClassifier')}", "a: m = M()",
     "b: m = m.fit(X, y)\np = m.predict(X)", "c: q = sum(p)", "a:", "b:"),
    (f"i: {SCALER}", "b: Z = pipe.fit_transform(X)", "c: W = pipe.transform(X)", "b:"),
    (f"a: {GRAPH}", "b: n = G.number_of_edges()", "c: d = nx.density(G)",
     "d: p = nx.shortest_path(G, 0, 3)\nm = list(G.adj)", "e: nx.density(G)", "c:"),
    (f"a: {GRAPH}", "b: n = G.number_of_edges()", "a:"),
    ("a: class A:\n    k = 1\n    def f(self): return self.k", "b: o = A()",
     "c: y = o.f()", "a:", "b:"),
    ("a: class A:\n    k = 1", "b: o = A()", "a: class A:\n    k = 1  # the same"),
    ("i: from dataclasses import dataclass",
     "a: @dataclass\nclass P:\n    x: int = 1", "b: p = P()", "c: y = p.x", "a:", "b:"),
    ("a: from enum import Enum\nclass C(Enum):\n    R = 1", "b: y = C.R", "a:"),
    ("a: from collections import namedtuple\nP = namedtuple('P', 'x')", "b: p = P(1)",
     "a:"),
    ("a: from collections import namedtuple\nP = namedtuple('P', 'x')", "b: p = P(1)",
     "c: y = p.x", "b:"),
    ("a: from pydantic import BaseModel\nclass P(BaseModel):\n    x: int = 1",
     "b: p = P()", "c: y = p.x", "a:", "b:"),
    ("a: from functools import lru_cache\n@lru_cache\ndef f(v): return v",
     "b: y = f(1)", "a:"),
    ("a: def made(k):\n    def inner(v): return v + k\n    return inner",
     "b: f = made(1)", "c: y = f(1)", "b:"),
    (f"a: {CACHED}\na = A()", "b: t = a.total", "c: u = a.total + 1", "b:"),
    ("a: import networkx as nx\nG = nx.Graph()", "b: G.add_edge(1, 2)",
     "c: n = G.number_of_nodes()", "b:"),
    ("a: from functools import lru_cache\n@lru_cache\ndef f(v): return v",
     "b: y = f(1)", "c: z = f(2)", "d: f.cache_info()"),
)  # fmt: skip

LAZY = (
    "class A:\n"
    "    def __init__(self): self.n, self._t = [1], None\n"
    "    def total(self):\n"
    "        self._t, self._u = self._t or sum(self.n), 1\n"
    "        return self._t\n"
    "a = A()"
)
RESULT = "class A:\n    def run(self, k):\n        self.found = k\n        return k"

MISSED = (
    ((f"a: {LAZY}", "b: t = a.total()", "c: a.n.append(5)"), "~b[t] changed a by c"),
    ((f"i: {RESULT}", "a: a = A()", "b: r = a.run(1)", "c: y = a.found",
      "b: r = a.run(2)"), "c[y] changed a by b"),
    ((f"a: {CACHED}\na = A()", "b: t = a.total", "c: a.n.append(5)"),
     "~b[t] changed a by c"),
    ((f"a: {GRAPH}", "b: n = G.number_of_edges()", "c: G.add_edge(2, 0)"),
     "~b[n] changed G by c"),
    ((f"a: {GRAPH}", "b: n = list(G.adj)", "c: G.add_edge(2, 9)"),
     "~b[n] changed G by c"),
    (("a: import threading\nxs, go = [], threading.Event()",
      "t: t = threading.Thread(target=lambda: go.wait() and xs.append(1))",
      "b: t.start()", "d: n = len(xs)", "c: go.set()\nt.join()"),
     "~d[n] changed xs by c"),
    ((f"i: {BIG}", f"a: {FRAME}", "b: n = df.q.sum()", "c: df.loc[7, 'q'] = 3"),
     "~b[n] changed df by c"),
    ((f"i: {BIG}", f"a: {FRAME}", "b: n = df.q.sum()",
      "a: df = pd.DataFrame({'p': np.arange(N), 'q': np.zeros(N)})"),
     "b[n] rebound df by a"),
    ((f"i: {BIG}", "k: k = 1", "a: v = np.ones(N) * k", "b: n = v.sum()", "k: k = 2",
      "a:"), "b[n] rebound v by a"),
    (("i: import polars as pl", "k: k = 1", "a: s = pl.Series([k])", "b: n = len(s)",
      "k: k = 2", "a:"), "b[n] rebound s by a"),
    (("i: from enum import Enum", "a: class C(Enum):\n    R = 1", "b: y = C.R",
      "a: class C(Enum):\n    R = 2"), "b[y] rebound C by a"),
    (("i: from dataclasses import dataclass", "a: @dataclass\nclass P:\n    x: int = 1",
      "b: p = P()", "a: @dataclass\nclass P:\n    x: int = 2"),
     "b[p] rebound P by a"),
    (("i: from pydantic import BaseModel", "a: class P(BaseModel):\n    x: int = 1",
      "b: p = P()", "a: class P(BaseModel):\n    x: int = 2"), "b[p] rebound P by a"),
    (("i: from pydantic import BaseModel", "a: class P(BaseModel):\n    x: int = 1",
      "b: p = P()", "c: y = p.x", "d: p.x = 5"), "~c[y] changed p by d"),
    (("a: import numpy as np\nv = np.zeros(3_000_000)", "b: s = v.sum()",
      "c: v[1] = 4", "c:"), "~b[s] changed v by c"),
    (("a: d = dict(enumerate(range(100_000)))", "b: n = len(d)", "c: d[5] = 7"),
     "~b[n] changed d by c"),
    (("i: import random", "a: r = random.Random()", "b: n = r.random()", "a:"),
     "b[n] rebound r by a"),
    (("i: import random\nimport polars as pl\ndef f(): return random.random()",
      "a: s = pl.Series([f()])", "b: n = s[0]", "a:"), "b[n] rebound s by a"),
    (("i: import numpy as np", "a: class A:\n    k = 1", "b: o = A()",
      "a: class A:\n    def f(self): return 1"), "b[o] rebound A by a"),
    ((f"i: {FIT.format('linear_model', 'LinearRegression')}", "a: m = M()",
      "b: m.fit(X, y)", "c: p = m.predict(X)", "d: m.fit(X, [5, 6, 9])"),
     "~c[p] changed m by d"),
)  # fmt: skip


@pytest.mark.parametrize("steps", AGAIN, ids=" | ".join)
def test_an_unchanged_cell_run_again_changes_nothing(steps: tuple[str, ...]):
    """What it makes is what it made: no cell that has read it is out of date."""
    assert _marks(steps) == []


@pytest.mark.parametrize(("steps", "mark"), MISSED, ids=lambda one: str(one)[-90:])
def test_what_only_the_kernel_sees_is_marked(steps: tuple[str, ...], mark: str):
    """A read that fills a cache, or a large value, hides no change."""
    assert _marks(steps) == [mark]


def test_a_module_that_is_loaded_again_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Only where its text has changed."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "planted_module.py"
    file.write_text("V = 1\n")
    steps = ("i: import importlib\nimport planted_module as mod", "b: y = mod.V",
             "c: importlib.reload(mod)")  # fmt: skip
    notebook = Notebook()
    for step in steps:
        notebook.take(step)
    same = _told(notebook)
    file.write_text("V = 2\n")
    notebook.take("c:")

    assert same == []
    assert _told(notebook) == ["~b[y] changed mod by c"]


def _marks(steps: tuple[str, ...]) -> list[str]:
    notebook = Notebook()
    for step in steps:
        notebook.take(step)
    return _told(notebook)


def _told(notebook: Notebook) -> list[str]:
    cells = {run.run: run.cell_id or "" for run in notebook.recorder.log}
    assert notebook.recorder.failures == 0
    assert all(run.status == "ok" for run in notebook.recorder.log)
    return sorted(told(mark, cells) for mark in notebook.marks())
