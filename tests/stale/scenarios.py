"""What people do to a notebook, and what is stale then: written before the rules."""

from __future__ import annotations

from typing import NamedTuple


class Scenario(NamedTuple):
    """Steps over one notebook, and the marks that must stand at the end.

    A step is `cell: source` (written, then run), `cell:` (run as it is
    written), `cell < other: source` (written above *other*, then run),
    `cell ~ source` (edited, not run), `cell -` (deleted) or `restart`. A mark is
    `cell[names] reason of by cell`; a `~` in front says that a run from the top
    would change nothing. Without a *document* no front end tells what is written.
    """

    kind: str
    steps: tuple[str, ...]
    marks: tuple[str, ...] = ()
    document: bool = True


LINE = ("a: x = 1", "b: y = x + 1", "c: z = y * 2")
FRAME = (
    "i: import pandas as pd",
    "a: df = pd.DataFrame({'p': [1, 2, 3]})",
    "b: n = len(df)",
)
LIST = ("a: xs = [1, 2]", "b: total = sum(xs)")
FAILED = (
    "a: rate = 2",
    "b: total = rate * 0 + 20",
    "c: bad = 10 / (rate - 3)",
    "d: half = total / 2 + bad",
    "a: rate = 3",
    "b:",
    "c:",
)
COLUMN = (
    "i: import pandas as pd",
    "a: df = pd.DataFrame({'a': [1, 2, 3]})",
    "b: df['b'] = df['a'] * 2",
    "t: t = df['b'].sum()",
    "a: df = pd.DataFrame({'a': [1, 2, 4]})",
)
PRIVATE = ("a: _cfg = {'k': 2}", "b: n = 1", "c: y = n * _cfg['k']", "d: w = y + 1")
PAIR = ("ab: a = 1\nb = a + 1",)
ARRAY = ("i: import numpy as np", "a: z = np.zeros(4)")
FUNCTION = ("a: rate = 2", "b: def f(v): return v * rate", "c: y = f(3)")

SCENARIOS = (
    # Nothing has changed.
    Scenario("fresh", LINE),
    Scenario("fresh", FRAME),
    Scenario("fresh", (*LINE, "c:")),
    Scenario("fresh", (*LINE, "a:")),  # the same value again
    Scenario("fresh", (*FRAME, "a:")),  # an equal frame again
    Scenario("fresh", (*FRAME, "i:")),
    Scenario("fresh", ("i: from collections import Counter",
                       "a: c = Counter('abca')", "b: n = c['a']", "a:")),
    Scenario("fresh", ("i: from sklearn.utils import Bunch",
                       "a: d = Bunch(data=[1, 2], target=[0])", "b: x = d.data", "a:")),
    Scenario("fresh", (*LINE, "a: x = 5", "b:", "c:")),
    Scenario("fresh", (*LINE, "a ~ x = 5", "a ~ x = 1")),
    Scenario("fresh", (*LINE, "a ~ x = 1\n")),
    Scenario("fresh", (*FUNCTION, "b:")),
    Scenario("fresh", ("a: x = 1", "b: x = x + 1", "c: x = x + 1")),
    Scenario("fresh", ("a: xs = []", "b: xs.append(1)", "c: xs.append(2)")),
    Scenario("fresh", (*LIST, "c: xs.index(1)")),
    Scenario("fresh", (*FRAME, "c: df.head()", "d: df.describe()")),
    Scenario("fresh", ("a: import math", "b: y = math.pi", "c: import math")),
    Scenario("fresh", (*LINE, "d: w = 1\ndel w")),
    Scenario("fresh", ("a: for i in range(3): pass", "b: for i in range(9): pass")),
    Scenario("fresh", ("a: def f(): return later", "b: later = 1", "c: later = 2")),
    Scenario("fresh", (*LINE, "d: 1/0")),
    Scenario("fresh", (*LIST, "c: def g(v): return len(v)", "d: g(xs)")),
    Scenario("fresh", ("a: x = 1", "b: [x for x in range(3)]", "c: f = lambda x: x")),
    # The source was edited since it ran.
    Scenario("edited", (*LINE, "a ~ x = 2"), ("a[x] edited",)),
    Scenario("edited", (*LINE, "b ~ y = x + 2"), ("b[y] edited",)),
    Scenario("edited", (*LINE, "d: print(x)", "d ~ print(y)"), ("d[] edited",)),
    Scenario("edited", (*LINE, "a ~ x = 2"), (), document=False),
    Scenario("edited", ("a: x = 1", "b: x = 2", "a ~ x = 3"), ("a[] edited",)),
    Scenario("edited", (*LINE, "c: print(y)"), ("c[z] edited",)),
    Scenario("edited", (*LINE, "c: print(y)"), (), document=False),
    # The cell is gone, its names are not.
    Scenario("deleted", ("a: x = 1", "b: y = 5", "b -"), ("b[y] deleted",)),
    Scenario("deleted", (*LINE, "c: print(y)", "c -"), ("c[z] deleted",)),
    Scenario(
        "deleted",
        (*LINE, "b: y = x", "a -"),
        ("a[x] deleted", "c[z] rebound y by b"),
    ),
    Scenario("deleted", ("a: x = 1", "b: x = 2", "a -")),
    Scenario("deleted", ("a: import os", "b: import os", "b -")),
    Scenario("deleted", ("a: x = 1", "a -"), (), document=False),
    # A value was read and bound anew since.
    Scenario("rebound", (*LINE, "a: x = 5"),
             ("b[y] rebound x by a", "c[z] input y by b")),
    Scenario("rebound", (*LINE, "b: y = x + 5"), ("c[z] rebound y by b",)),
    Scenario("rebound", (*LINE, "a: x = 5"),
             ("b[y] rebound x by a", "c[z] input y by b"), document=False),
    Scenario("rebound", (*LINE, "d: 1 / 0\nprint(y)", "a: x = 5"),  # d failed before
             ("b[y] rebound x by a", "c[z] input y by b")),
    Scenario("rebound", (*LINE, "d: x = 7"), ("~b[y] rebound x by d",)),
    Scenario("rebound", (*FRAME, "c: df = df.head(2)"), ("~b[n] rebound df by c",)),
    Scenario("rebound", (*FRAME, "a: df = pd.DataFrame({'p': [7]})"),
             ("b[n] rebound df by a",)),
    Scenario("rebound", ("a: x = 1", "b: print(x)", "a: x = 2"),
             ("b[] rebound x by a",)),
    Scenario("rebound", ("a: p, q = 1, 2", "b: s = p + q", "a: p, q = 3, 4"),
             ("b[s] rebound p q by a",)),
    Scenario("rebound", (*LINE, "a: x = 5", "b:"), ("c[z] rebound y by b",)),
    Scenario("rebound", (*LINE, "a: x = 5", "a: x = 1")),  # as it was
    Scenario("rebound", (*FUNCTION, "a: rate = 3"), ("c[y] rebound rate by a",)),
    Scenario("rebound", (*FUNCTION, "b: def f(v): return v + rate"),
             ("c[y] rebound f by b",)),
    Scenario("rebound",
             ("a: k = 1", "b: ys = [v * k for v in range(3)]", "a: k = 2"),
             ("b[ys] rebound k by a",)),
    Scenario("rebound", ("a: n = 0\ndef bump():\n    global n\n    n += 1",
                         "b: m = n", "c: bump()"), ("~b[m] rebound n by c",)),
    Scenario("rebound", ("a: class A: k = 1", "b: o = A()", "a: class A: k = 2"),
             ("b[o] rebound A by a",)),
    Scenario("rebound", (*LINE, "b: y = x", "c: z = y", "a: x = 0", "b: y = x"),
             ("c[z] rebound y by b",)),
    # A value was read and changed in place since.
    Scenario("changed", (*LIST, "c: xs.append(3)"), ("~b[total] changed xs by c",)),
    Scenario("changed", (*FRAME, "c: df['q'] = 1"), ("~b[n] changed df by c",)),
    Scenario("changed", ("a: xs = [1]", "b: ys = xs", "c: n = len(xs)",
                         "d: ys.append(2)"), ("~c[n] changed xs by d",)),
    Scenario("changed", (*LIST, "c: def add(v): v.append(9)", "d: add(xs)"),
             ("~b[total] changed xs by d",)),
    Scenario("changed", ("a: d = {'k': [1]}", "b: n = len(d['k'])",
                         "c: d['k'].append(2)"), ("~b[n] changed d by c",)),
    Scenario("changed", ("i: import numpy as np", "a: v = np.zeros(4)",
                         "b: s = v.sum()", "c: v[0] = 1"), ("~b[s] changed v by c",)),
    Scenario("changed", ("i: import numpy as np", "a: v = np.zeros(4)",
                         "b: s = v.sum()", "c: w = v[1:]\nw[0] = 1"),
             ("~b[s] changed v by c",)),
    Scenario("changed", ("a: class C: n = 0\no = C()", "b: m = o.n", "c: o.n = 2"),
             ("~b[m] changed o by c",)),
    Scenario("changed", (*LIST, "c: xs.append(3)\nxs.pop()")),  # as it was
    Scenario("shared", (*ARRAY, "v: v = z[:2]", "s: s = z.sum()", "c: v[0] = 9"),
             ("~s[s] changed z by c",)),
    Scenario("shared", (*ARRAY, "v: v = z[:2]", "s: s = v.sum()", "c: z[0] = 9"),
             ("~s[s] changed v by c",)),
    Scenario("shared", (*ARRAY, "v: v, w = z[:2], z[2:]", "s: s = w.sum()",
                        "c: v[0] = 9")),
    Scenario("shared", (*ARRAY, "v: v = z[:2]", "w: w = z[2:]", "c: v[0] = 9")),
    Scenario("shared", (*ARRAY, "v: v = z[:2].copy()", "s: s = z.sum()",
                        "c: v[0] = 9")),
    Scenario("shared", ("a: xs = [1]", "d: d = {'k': xs}", "n: n = len(d['k'])",
                        "c: xs.append(2)"), ("~n[n] changed d by c",)),
    Scenario("shared", ("a: xs, ys = [1], [2]", "d: d = {'k': xs}",
                        "n: n = len(d['k'])", "c: ys.append(2)")),
    # It ran before what it reads, which stands above it.
    Scenario("early", ("b: y = x + 1", "a: x = 1"), ("~b[] early x by a",)),
    Scenario("early", ("b: y = x + 1", "a < b: x = 1"), ("b[] early x by a",)),
    Scenario("early", ("a: x = 1", "c: y = x", "b < c: x = 2"),
             ("c[y] early x by b",)),
    Scenario("early", ("b: y = x + 1", "a: x = 1"), ("b[] early x by a",),
             document=False),
    Scenario("early", ("b: y = x + 1", "a: x = 1", "b:")),
    Scenario("early", ("b: 1 / 0\ny = x", "a: x = 1")),
    # What it changed was bound anew by the cell it came from.
    Scenario("undone", ("a: xs = [1]", "b: xs.append(2)", "a:"),
             ("b[] undone xs by a",)),
    Scenario("undone", (*FRAME, "c: df['q'] = 1", "a:"), ("c[] undone df by a",)),
    Scenario("undone", ("a: x = 1", "b: x = x + 1", "a:"), ("b[] undone x by a",)),
    Scenario("undone", ("a: xs = [1]", "b: xs.append(2)", "a:", "b:")),
    Scenario("undone", ("a: xs = [1]", "b: xs.append(2)", "c: xs = [0]")),
    Scenario("undone", (*FRAME[:2], "b: df['q'] = 1", "c: df['r'] = df['q']", "a:"),
             ("b[] undone df by a", "c[] undone df by a")),
    # A later run failed: what an older one has made lives on.
    Scenario("failed", FAILED, ("c[bad] rebound rate by a", "d[half] input bad by c")),
    Scenario("failed", (*FAILED, "d:"),
             ("c[bad] rebound rate by a", "d[half] input bad by c")),
    Scenario("failed", (*FAILED[:5], "c:", "a: rate = 2")),  # as it was
    Scenario("failed", (*FAILED, "a: rate = 5", "c:", "d:", "b:", "d:")),
    Scenario("failed", (*LINE, "b: y = 1 / 0"), ("b[y] edited",)),
    Scenario("failed", ("a: n = 1", "b: n += 1\ny = 10 / (n - 3)", "b:"),
             ("b[y] rebound n by b",)),
    Scenario("failed", (*LINE, "b: y = 1 / 0"), (), document=False),
    # The value that a run from the top would read is itself out of date.
    Scenario("order", COLUMN, ("b[] undone df by a", "t[t] rebound df by a")),
    Scenario("order", (*COLUMN[:4], "b:", COLUMN[4]),
             ("b[] undone df by a", "t[t] rebound df by a")),
    Scenario("order", (*COLUMN[:4], "b:", "k: n = 1", "d: m = t", "a:"),
             ("b[] undone df by a", "d[m] input t by t", "t[t] rebound df by a")),
    Scenario("order", (*LINE, "a:", "d: x = 7"), ("~b[y] rebound x by d",)),
    Scenario("order", ("a: k = 1", "b: x = k", "c: y = x", "b:", "a: k = 2"),
             ("b[x] rebound k by a", "c[y] input x by b")),
    Scenario("order", ("a: k = 1", "x: xs = [0]", "b: xs[0] = k", "c: n = sum(xs)",
                       "b:", "a: k = 2"),
             ("b[] rebound k by a", "c[n] input xs by b")),
    # Names that begin with an underscore are the user's as well.
    Scenario("private", (*PRIVATE, "b: n = 5"),
             ("c[y] rebound n by b", "d[w] input y by c")),
    Scenario("private", (*PRIVATE, "a: _cfg = {'k': 3}"),
             ("c[y] rebound _cfg by a", "d[w] input y by c")),
    Scenario("private", (*PRIVATE, "a:")),
    Scenario("private", ("a: def _f(v): return v", "b: y = _f(1)",
                         "a: def _f(v): return -v"), ("b[y] rebound _f by a",)),
    Scenario("private", ("a: k = 1", "b: _h = k", "c: y = _h", "a: k = 2"),
             ("b[_h] rebound k by a", "c[y] input _h by b")),
    Scenario("private", ("a: _xs = [1]", "b: n = len(_xs)", "c: _xs.append(2)"),
             ("~b[n] changed _xs by c",)),
    Scenario("private", ("a: for _ in range(2): pass", "b: n = _", "a:", "c: 5")),
    Scenario("private", ("a: _h = 1", "a -"), ("a[_h] deleted",)),
    Scenario("private", ("a: _h = 1", "b: y = _h", "restart", "a:"),
             ("b[y] restarted",)),
    # Cells are split, merged and pasted.
    Scenario("split", (*PAIR, "new: 0", "new ~ a = 1", "ab ~ b = a + 1"),
             ("ab[a, b] edited", "new[] edited")),
    Scenario("split", (*PAIR, "ab ~ b = a + 1", "new: a = 1"), ("ab[b] edited",)),
    Scenario("merged", ("a: a = 1", "b: b = a + 1", "a ~ a = 1\nb = a + 1", "b -"),
             ("a[] edited",)),  # nothing that lives is made otherwise
    Scenario("pasted", ("a: a = 1", "c: d = 0", "c ~ a = 1", "a -"),
             ("c[d] edited",)),
    # Imports are not made from anything, nor are functions beside values.
    Scenario("names", ("a: rate = 2",
                       "b: import math\ndef g(): return 1\nt = math.pi * rate",
                       "a: rate = 3"), ("b[t] rebound rate by a",)),
    Scenario("names", ("a: rate = 2", "b: import math\nprint(math.pi * rate)",
                       "a: rate = 3"), ("b[] rebound rate by a",)),
    # What a cell makes beside is not made from what one statement reads.
    Scenario("part", ("a: d = {'a': 1}", "b: keys = ['a']\nseed = 42\nn = len(d)",
                      "c: d['p'] = 1"), ("~b[n] changed d by c",)),
    Scenario("part", ("a: low = 1", "b: p = len('ab')\nq = p > low", "c: r = p",
                      "d: s = q", "a: low = 2"),
             ("b[q] rebound low by a", "d[s] input q by b")),
    Scenario("part", ("a: k = 1", "f: def f(v): return v * k", "b: n = 5\ny = f(n)",
                      "a: k = 2"), ("b[y] rebound k by a",)),
    Scenario("part", ("a: r = 1", "b: k = r * 2\ndef f(): return k\ny = f()\nz = 0",
                      "a: r = 2"), ("b[k, y] rebound r by a",)),
    Scenario("part", ("i: import random", "a: s = 1",
                      "b: random.seed(s)\nx = random.random()", "a: s = 2"),
             ("b[x] rebound s by a",)),
    Scenario("part", ("a: k = 1", "b: m = 0\nxs = []\nys = xs\nys.append(k)",
                      "a: k = 2"), ("b[xs, ys] rebound k by a",)),
    Scenario("part", ("a: x = 1", "b: t = x\ny = 5", "c: t = 0", "a: x = 2")),
    Scenario("part", ("a: k = 1", "b: n = 0\nif k:\n    m = 1\nelse:\n    m = 2",
                      "a: k = 2"), ("b[m] rebound k by a",)),
    Scenario("part", ("a: import math\nrate = 2\nx = rate + 1\ny = 0",
                      "a ~ import math\nrate = 3\nx = rate + 1\n# of\ny = 0"),
             ("a[rate, x] edited",)),
    # The kernel was restarted: names died that cells of the notebook bound.
    Scenario("restarted", ("a: x = 1", "b: y = x", "restart"),
             ("a[x] restarted", "b[y] restarted")),
    Scenario("restarted", ("a: x = 1", "b: y = x", "restart", "a:"),
             ("b[y] restarted",)),
    Scenario("restarted", ("a: print(1)", "restart")),
    Scenario("restarted", ("a: x = 1", "restart", "a:")),
)  # fmt: skip
