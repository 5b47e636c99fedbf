"""What cells do to names, by kind: written before the rules that read it."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A cell after the cells *before*, and all that it does to names.

    *binds*, *reads*, *changes* and *deletes* are names separated by blanks;
    *maybe* are those of *binds* that stand in a branch. What only functions
    read or change counts where they are called.
    """

    kind: str
    source: str
    binds: str = ""
    reads: str = ""
    changes: str = ""
    deletes: str = ""
    maybe: str = ""
    before: tuple[str, ...] = ()


CASES = (
    # Aliases: two names of one object change together.
    Case("alias", "b.append(1)", "", "b", "a b", before=("a = []", "b = a")),
    Case("alias", "b = a\nb.append(1)", "b", "a", "a"),
    Case("alias", "a.append(1)", "", "a", "a b", before=("a = b = []",)),
    Case("alias", "b.append(1)", "", "b", "b", before=("a = []", "b = a", "a = []")),
    Case("alias", "c[0] = 1", "", "c", "a b c", before=("a = []", "b = a", "c = b")),
    Case("alias", "b += 1", "b", "b", "", before=("a = 1", "b = a")),
    Case("alias", "x, y = y, x", "x y", "x y"),
    Case("alias", "b.append(1)", "", "b", "b", before=("a = []", "b = a.copy()")),
    Case("alias", "b.pop()", "", "b", "b", before=("a = []", "b = a", "del a")),
    Case("alias", "(n := a).append(1)", "n", "a", "a"),
    # Augmented assignment reads and binds.
    Case("augment", "x += 1", "x", "x"),
    Case("augment", "x = 0\nx += y", "x", "y"),
    Case("augment", "for i in r:\n    total += i", "i total", "r total"),
    Case("augment", "x[0] += 1", "", "x", "x"),
    Case("augment", "x.n += y", "", "x y", "x"),
    # Items and attributes.
    Case("item", "df['a'] = df['b'] * k", "", "df k", "df"),
    Case("item", "df.loc[df.a > 0, 'b'] = 1", "", "df", "df"),
    Case("item", "d['k']['m'] = v", "", "d v", "d"),
    Case("item", "del d['k']", "", "d", "d"),
    Case("item", "x[i], y = 1, 2", "y", "x i", "x"),
    Case("item", "for d['k'] in r: pass", "", "d r", "d"),
    Case("attribute", "m.rate = 0.1", "", "m", "m"),
    Case("attribute", "a.b.c = 1\ndel e.f", "", "a e", "a e"),
    Case("attribute", "setattr(m, 'rate', 1)", "", "m setattr", "m"),
    Case("attribute", "with a as m.b: pass", "", "a m", "m"),
    # Methods that change their object, and those that look.
    Case("method", "xs.append(1)", "", "xs", "xs"),
    Case("method", "last = xs.pop()", "last", "xs", "xs"),
    Case("method", "df.dropna(inplace=True)", "", "df", "df"),
    Case("method", "df.sort_values('a')", "", "df", ""),
    Case("method", "df.groupby('a').sum()", "", "df", ""),
    Case("method", "clean = df.dropna()", "clean", "df", ""),
    Case("method", "df.insert(0, 'k', 1)", "", "df", "df"),
    Case("method", "model.fit(X, y)", "", "model X y", "model"),
    Case("method", "h = model.fit(X)", "h", "model X", "model"),
    Case("method", "X2 = scaler.fit_transform(X)", "X2", "scaler X", "scaler"),
    Case("method", "model.predict(X)", "", "model X", ""),
    Case("method", "np.random.shuffle(a)", "", "np a", "a"),
    Case("method", "np.fill_diagonal(a, 0)", "", "np a", "a"),
    Case("method", "random.shuffle(deck)", "", "random deck", "deck"),
    Case("method", "heapq.heappush(h, 1)", "", "heapq h", "h"),
    Case("method", "row = next(lines)", "row", "next lines", "lines"),
    Case("method", "s.upper()", "", "s", ""),
    Case("method", "d.update(a=1); e.setdefault('k', [])", "", "d e", "d e"),
    Case("method", "opt.zero_grad(); loss.backward()", "", "opt loss", "opt loss"),
    Case("method", "ax.plot(x, y)", "", "ax x y", ""),
    Case("method", "np.add(a, b, out=c)", "", "np a b c", "c"),
    # Deletion.
    Case("delete", "del x", "", "x", "", "x"),
    Case("delete", "x = 1\ndel x", "", "", "", "x"),
    Case("delete", "del x, y[0]", "", "x y", "y", "x"),
    Case("delete", "del x\nx = 2", "x", "x"),
    Case("delete", "%xdel x", "", "", "", "x"),
    # Functions act when they are called.
    Case("function", "def f(): return rate", "f"),
    Case("function", "f()", "", "f rate", before=("def f(): return rate",)),
    Case("function", "def f(): return rate\ny = f()", "f y", "rate"),
    Case("function", "y = xs.map(f)", "y", "xs f k",
         before=("def f(x): return x * k",)),
    Case("function", "def f(x=d): return x", "f", "d"),
    Case("function", "g()", "", "g f rate", before=("def f(): rate\ndef g(): f()",)),
    Case("function", "f = lambda x: x * rate", "f", ""),
    Case("function", "f(1)", "", "f rate", before=("f = lambda x: x * rate",)),
    Case("function", "y = list(map(lambda v: v * k, xs))", "y", "list map xs k"),
    Case("function", "log(1)", "", "log out", "out",
         before=("def log(x): out.append(x)",)),
    Case("function", "clean(df)", "", "clean df", "df",
         before=("def clean(d): d.dropna(inplace=True)",)),
    Case("function", "clean(k, d=df)", "", "clean k df", "df",
         before=("def clean(n, d): d['n'] = n",)),
    Case("function", "clean(df)", "", "clean df", "",
         before=("def clean(d):\n    d = d.copy()\n    d['n'] = 1\n    return d",)),
    Case("function", "a = A()", "a", "A rate",
         before=("class A:\n    def __init__(self): self.r = rate",)),
    Case("function", "class A(B):\n    x = y\n    def m(self): return z", "A", "B y"),
    Case("function", "@deco(k)\ndef f(): return z", "f", "deco k"),
    Case("function", "g = f", "g", "f", before=("def f(): return rate",)),
    Case("function", "g()", "", "g rate", before=("def f(): return rate", "g = f")),
    # `global`.
    Case("global", "bump()", "n", "bump n",
         before=("def bump():\n    global n\n    n = n + 1",)),
    Case("global", "def bump():\n    global n\n    n = 1", "bump"),
    Case("global", "def bump():\n    global n\n    n = 1\nbump()", "bump n"),
    Case("global", "global n\nn = 1", "n"),
    # Comprehensions have names of their own.
    Case("comprehension", "[x for x in xs if x > k]", "", "xs k"),
    Case("comprehension", "y = {a: b for a, b in d.items()}", "y", "d"),
    Case("comprehension", "[y := f(x) for x in xs]", "y", "f xs"),
    Case("comprehension", "z = [[i * j for i in r] for j in s]", "z", "r s"),
    Case("comprehension", "any(x in seen for x in xs)", "", "any seen xs"),
    # Imports.
    Case("import", "import numpy as np, os.path", "np os"),
    Case("import", "from math import pi as p, sin", "p sin"),
    Case("import", "plt.title('a')", "", "plt", "",
         before=("import matplotlib.pyplot as plt",)),
    Case("import", "np.random.seed(0)", "", "np", "", before=("import numpy as np",)),
    Case("import", "from f import *\nx = 1", "x"),
    # Magics.
    Case("magic", "files = !ls", "files"),
    Case("magic", "%%capture out\nx = y", "out x", "y"),
    Case("magic", "%%sql df <<\nselect 1", "df"),
    Case("magic", "%sql df << select 1", "df"),
    Case("magic", "df = %sql select 1", "df"),
    Case("magic", "%store -r a b", "a b"),
    Case("magic", "%%time\nx = f(y)", "x", "f y"),
    Case("magic", "%time x = f(y)", "x", "f y"),
    Case("magic", "%timeit x = f(y)", "", "f y"),
    Case("magic", "%%timeit\nx = f(y)", "", "f y"),
    Case("magic", "%%bash --out text\nls", "text"),
    Case("magic", "%%R -i df -o fit\nfit <- lm(df)", "fit", "df"),
    Case("magic", "%load_ext autoreload\n%autoreload 2", ""),
    Case("magic", "%run prepare.py\nx = 1", "x"),
    Case("magic", "!wc {path}", "", "path"),
    # Async cells.
    Case("async", "x = await fetch(url)", "x", "fetch url"),
    Case("async", "async with s as t:\n    r = await t.get()", "t r", "s"),
    Case("async", "async for row in rows: xs.append(row)", "row", "rows xs", "xs"),
    Case("async", "t = asyncio.create_task(work())", "t", "asyncio work q",
         before=("async def work(): return q",)),
    # Branches may not run.
    Case("branch", "if c:\n    x = 1", "x", "c", maybe="x"),
    Case("branch", "if c:\n    x = 1\nelse:\n    x = 2", "x", "c"),
    Case("branch", "try:\n    import a\nexcept ImportError:\n    b = None", "a b",
         "ImportError", maybe="b"),
    Case("branch", "if c:\n    y = x\nprint(x)", "y", "c x print", maybe="y"),
    Case("branch", "if c:\n    x = 1\nprint(x)", "x", "c x print", maybe="x"),
    Case("branch", "while c:\n    x = 1", "x", "c", maybe="x"),
    Case("branch", "match v:\n    case 1: x = 1", "x", "v", maybe="x"),
)  # fmt: skip
"""Names in the order in which they are read here do not matter."""
