"""A third set of broken cells, held out: written after the rules of the second."""

from __future__ import annotations

from tests.core.broken import FRAME, NUMPY, SCORES, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"
SKLEARN = "import numpy as np\nX = np.arange(8.0).reshape(4, 2)\ny = [0, 1, 0, 1]\n"

NAMES = [
    Broken(N, "04", "import pandas as pd", "d = to_datetime('2024-01-02')",
           "d.day == 2"),
    Broken(N, "04", "import numpy as np", "m = np.array([[1, 2]])\ns = shape(m)",
           "s == (1, 2)"),
    Broken(N, "04", "", "now = dt.datetime(2024, 1, 1)", "now.year == 2024"),
    Broken(N, "04", "modelA = 1\nmodelB = 2", "best = ModelB", "best == 2"),
    Broken(N, "04", "", "s = uuid.uuid4().hex", "len(s) == 32"),
    Broken(N, "04", "", "x = namedtuple('P', 'a b')(1, 2)", "x.b == 2"),
    Broken(N, "04", "result_list = [4]", "print(resultlist)\nx = resultlist[0]",
           "x == 4"),
    Broken(N, "09", "def load():\n    return [1]\n\ndef run():\n    return laod()",
           "r = run()", "r == [1]"),
    Broken(N, "05", "class Bag:\n    def __init__(self):\n        self.items = []\n\n"
           "    def put(self, one):\n        items.append(one)\n        return self",
           "b = Bag().put(3)", "b.items == [3]"),
    Broken(N, "04", "", "text = String('a')", "text == 'a'"),
]  # fmt: skip

VALUES = [
    Broken(V, "08", "", "x = float('12 %')", "x == 12"),
    Broken(V, "08", "", "x = int('3 apples')", "x == 3"),
    Broken(V, "08", "", "d, m, y = '2024-05-06'.split('/')", "d in ('2024', '06')"),
    Broken(V, "08", NUMPY, "a = np.arange(10).reshape(3, 3)", "a.size in (9, 10)"),
    Broken(V, "17", SCORES, "scores.loc[3] = [1]", "len(scores) == 4"),
    Broken(V, "17", "import pandas as pd\na = pd.DataFrame({'k': [1]})\n"
           "b = pd.DataFrame({'k': ['1']})", "c = a.merge(b)", "len(c) == 1"),
    Broken(V, "16", SKLEARN + "from sklearn.linear_model import LogisticRegression",
           "m = LogisticRegression().fit(X, y[:3])", "m.n_features_in_ == 2",
           needs="sklearn"),
    Broken(V, "17", SCORES, "x = 1 if scores['a'] == 1 else 0", "x in (0, 1)"),
]  # fmt: skip

TYPES = [
    Broken(T, "08", "total = 0", "for n in ['1', '2']:\n    total += n", "total == 3"),
    Broken(T, "08", "", "x = round('2.6')", "x == 3"),
    Broken(T, "08", "", "x = abs('-3')", "x == 3"),
    Broken(T, "08", "xs = [1, 2]", "x = xs['0']", "x == 1"),
    Broken(T, "08", "import math", "x = math.sqrt('16')", "x == 4"),
    Broken(T, "08", "", "x = max(3)", "x == 3"),
    Broken(T, "08", "m = {'a': 1}", "x = m('a')", "x == 1"),
    Broken(T, "08", "", "x = [1, 2] - [1]", "list(x) == [2]"),
    Broken(T, "08", "", "n = 3\nfor i in n:\n    last = i", "last == 2"),
    Broken(T, "17", FRAME, "x = sales.drop('region', axs=1)",
           "'region' not in x"),
]  # fmt: skip

REST = [
    Broken(A, "08", "x = 5", "x.append(6)", "x == [5, 6]"),
    Broken(A, "08", "s = 'a-b'", "p = s.split_('-')", "p == ['a', 'b']"),
    Broken(A, "17", FRAME, "x = sales.groupby('region').avg()", "len(x) == 2"),
    Broken(A, "17", FRAME, "x = sales.colums.tolist()", "len(x) == 3"),
    Broken(A, "08", "import random", "x = random.rand()", "0 <= x <= 1"),
    Broken(A, "08", "", "x = (1, 2)\nx.append(3)", "len(x) == 3"),
    Broken("KeyError", "07", "import os", "h = os.environ['HOMEE']", "h"),
    Broken("KeyError", "06", SCORES, "x = scores.loc[5]", "x is not None"),
    Broken("InvalidIndexError", "17", SCORES, "x = scores[:, 0]", "len(x) == 3"),
    Broken("IndexError", "08", "xs = [5, 6]", "x = xs[2]", "x == 6"),
    Broken("IndexError", "08", "def last(v):\n    return v[len(v)]", "x = last([1, 2])",
           "x == 2"),
    Broken("ModuleNotFoundError", "02", "", "import Numpy as np\nx = np.ones(1)",
           "x[0] == 1"),
    Broken("ImportError", "02", "", "from math import squareroot\nx = 1", "x == 1"),
    Broken("SyntaxError", "01", "", "x = 3\nif x = 3:\n    y = 1", "y == 1"),
    Broken("SyntaxError", "01", "", "def f(a, b:\n    return a\nz = f(1, 2)", "z == 1"),
    Broken("SyntaxError", "01", "", "print('a' 'b'\nx = 1", "x == 1"),
    Broken("FileNotFoundError", "08", "open('Data.CSV', 'w').close()",
           "t = open('data.csv').read()", "t == ''"),
    Broken("RuntimeError", "08", "s = {1, 2}", "for v in s:\n    s.add(v + 10)",
           "len(s) == 4"),
]  # fmt: skip

THIRD = [*NAMES, *VALUES, *TYPES, *REST]
