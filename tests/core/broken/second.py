"""A second set of broken cells, held out: written without a look at the rules."""

from __future__ import annotations

from tests.core.broken import FRAME, NUMPY, SCORES, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"

NAMES = [
    Broken(N, "04", "", "m = it.chain([1], [2])\nx = list(m)", "x == [1, 2]"),
    Broken(N, "04", "", "f = partial(int, base=2)\nx = f('11')", "x == 3"),
    Broken(N, "04", "", "x = [inf, 1.0]", "x[0] > 1e300"),
    Broken(N, "04", "", "q = deque([1], maxlen=3)", "list(q) == [1]"),
    Broken(N, "04", "", "x = glob.glob('*.nothing')", "x == []"),
    Broken(N, "04", "", "x = shutil.which('no-such-program')", "x is None"),
    Broken(N, "04", "", "n = none", "n is None"),
    Broken(N, "04", "X_train = [1, 2]\nX_test = [3]", "n = len(X_tset)", "n == 1"),
    Broken(N, "04", "batchSize = 32", "steps = 64 // batch_size", "steps == 2"),
    Broken(
        N,
        "05",
        "def clean(text):\n    return text.strip()\n\n"
        "def run(rows):\n    return [claen(r) for r in rows]",
        "out = run([' a '])",
        "out == ['a']",
    ),
    Broken(
        N,
        "09",
        "def inner(values):\n    return sum(values) / len(value)\n\n"
        "def outer(values):\n    return inner(values)",
        "m = outer([2, 4])",
        "m == 3",
    ),
    Broken(
        N,
        "04",
        "class Model:\n    def __init__(self, depth):\n        self.depth = depth",
        "m = Modle(3)",
        "m.depth == 3",
    ),
    Broken(
        "UnboundLocalError",
        "05",
        "class Counter2:\n    def __init__(self):\n        self.n = 0\n\n"
        "    def add(self):\n        n += 1\n        return n",
        "y = Counter2().add()",
        "y == 1",
    ),
    Broken(N, "04", "weights = {'a': 1}", "w = weight['a']", "w == 1"),
    Broken(
        N,
        "04",
        ("df_raw = [3, 1]", "df_clean = sorted(df_raw)", "del df_clean"),
        "top = df_clean[0]",
        "top == 1",
    ),
    Broken(
        N,
        "04",
        NUMPY + "angles = np.array([0.0, 1.0])",
        "s = cos(angles)",
        "s[0] == 1.0",
    ),
    Broken(
        N,
        "10",
        SCORES + "def scale(v):\n    return v * factr\nfactor = 2",
        "x = scores['a'].apply(scale)",
        "x.tolist() == [2, 4, 6]",
    ),
]

VALUES = [
    Broken(V, "08", "", "x = float('3,14')", "x in (3.14, 314.0)"),
    Broken(V, "08", "", "x = int('  42 kg')", "x == 42"),
    Broken(V, "08", "", "x = int('')", "not x"),
    Broken(V, "08", "", "name, age = 'Ann,30,Oslo'.split(',')", "name == 'Ann'"),
    Broken(
        V,
        "17",
        SCORES,
        "ok = 'high' if scores['a'] > 1 else 'low'",
        "ok in ('high', 'low')",
    ),
    Broken(
        V,
        "08",
        NUMPY + "a = np.ones((3, 2))\nb = np.ones(3)",
        "c = a + b",
        "c.shape == (3, 2)",
    ),
    Broken(
        V,
        "08",
        NUMPY + "img = np.zeros((4, 6))",
        "flat = img.reshape(25)",
        "flat.size == 24",
    ),
    Broken(
        V,
        "17",
        "import pandas as pd\ns = pd.Series(['1', '2', '-'])",
        "n = s.astype(int)",
        "n.iloc[1] == 2",
    ),
    Broken(
        V,
        "17",
        FRAME,
        "sales['new'] = [1, 2, 3]",
        "'new' in sales and len(sales) == 2",
    ),
    Broken(
        V,
        "17",
        "from sklearn.linear_model import LinearRegression",
        "m = LinearRegression()\nm.fit([1, 2, 3], [1, 2, 3])",
        "m.n_features_in_ == 1",
        needs="sklearn",
    ),
    Broken(
        V,
        "16",
        "import numpy as np\nfrom sklearn.linear_model import LogisticRegression\n"
        "X = np.array([[1.0], [2.0], [np.nan], [4.0]])\ny = [0, 0, 1, 1]",
        "m = LogisticRegression().fit(X, y)",
        "m.n_features_in_ == 1",
        needs="sklearn",
    ),
    Broken(
        V,
        "09",
        "def parse(line):\n    key, val = line.split('=')\n    return key, val",
        "p = [parse(l) for l in ['a=1', 'b=2=3']]",
        "p[0] == ('a', '1')",
    ),
]

TYPES = [
    Broken(T, "08", "price = '10'", "total = price * 1.5", "total == 15"),
    Broken(T, "08", "year = 2024", "name = 'file_' + year + '.csv'",
           "name == 'file_2024.csv'"),
    Broken(T, "08", "xs = [3, 1]", "n = xs.sort(reversed=True)", "xs == [3, 1]"),
    Broken(T, "08", "values = (1, 2)", "x = values(0)", "x == 1"),
    Broken(T, "09", "def area(w, h):\n    return w * h", "a = area(2, 3, 4)", "a == 6"),
    Broken(
        T,
        "08",
        "class Dog:\n    def bark():\n        return 'woof'",
        "s = Dog().bark()",
        "s == 'woof'",
    ),
    Broken(T, "08", "", "x = sum('1', '2')", "x in (3, '12')"),
    Broken(T, "08", "d = {'a': 1, 'b': 2}", "x = d[0:1]", "x"),
    Broken(T, "08", "", "s = 'abc'\ns[0] = 'A'", "s == 'Abc'"),
    Broken(T, "08", "n = input_n = '5'", "for i in range(n):\n    last = i",
           "last == 4"),
    Broken(T, "17", FRAME, "x = sales.groupby('region').mean(numeric=True)",
           "len(x) == 2"),
]  # fmt: skip

ATTRIBUTES = [
    Broken(A, "17", FRAME, "x = sales.sort('region')", "len(x) == 2"),
    Broken(A, "08", "words = 'a b'.split()", "n = words.lower()", "n == ['a', 'b']"),
    Broken(A, "08", NUMPY, "x = np.bool(1)\ny = np.asscalar(np.array([2]))", "y == 2"),
    Broken(A, "08", "d = {'x': 1}", "v = d.x", "v == 1"),
    Broken(A, "08", "d = {'a': 1}", "ok = d.has_key('a')", "ok is True"),
    Broken(
        A,
        "09",
        "class Account:\n    def __init__(self):\n        self.balance = 5\n\n"
        "    def show(self):\n        return self.balanse",
        "b = Account().show()",
        "b == 5",
    ),
    Broken(A, "17", FRAME, "x = sales['Unit Price'].to_list().mean()", "x == 2.5"),
]

FILES = [
    Broken(
        "FileNotFoundError",
        "14",
        "import pandas as pd\nfrom pathlib import Path\n"
        "Path('data').mkdir()\nPath('data/train.csv').write_text('a,b\\n1,2\\n')",
        "t = pd.read_csv('train.csv')",
        "t.shape == (1, 2)",
    ),
    Broken(
        "FileNotFoundError",
        "08",
        "from pathlib import Path\nPath('Config.json').write_text('{}')",
        "text = open('confg.json').read()",
        "text == '{}'",
    ),
    Broken(
        "OSError",
        "14",
        SCORES,
        "scores.to_pickle('cache/scores.pkl')",
        "__import__('os').path.exists('cache/scores.pkl')",
    ),
]

MODULES = [
    Broken("ModuleNotFoundError", "02", "", "import sklern.linear_model as lm",
           "lm.Ridge", needs="sklearn"),
    Broken("ModuleNotFoundError", "02", "", "import PIL.Imagee", source="PIL.Image",
           needs="PIL"),
    Broken("ModuleNotFoundError", "02", "", "import serial\nx = 1", source="pyserial"),
    Broken("ModuleNotFoundError", "02", "",
           "from itertool import chain\nx = list(chain([1], [2]))", "x == [1, 2]"),
]  # fmt: skip

KEYS = [
    Broken("KeyError", "07", "conf = {'learning_rate': 0.1}",
           "r = conf['learningRate']", "r == 0.1"),
    Broken("KeyError", "06", FRAME, "x = sales['Region '].tolist()", "x == ['n', 's']"),
    Broken("KeyError", "07", "prices = {'apple': 2}",
           "total = sum(prices[f] for f in ['apple', 'pear'])", "total == 2"),
    Broken(
        "KeyError",
        "06",
        (SCORES, "scores = scores.rename(columns={'a': 'alpha'})"),
        "m = scores['a'].max()",
        "m == 3",
    ),
]  # fmt: skip

REST = [
    Broken("IndexError", "08", "xs = [1, 2, 3]",
           "d = [xs[i + 1] - xs[i] for i in range(len(xs))]", "d == [1, 1]"),
    Broken("IndexError", "08", NUMPY + "m = np.zeros((2, 3))", "x = m[2, 0]", "x == 0"),
    Broken("IndexError", "08", "row = 'a;b'.split(',')", "x = row[1]", "x == 'b'"),
    Broken("RuntimeError", "08", "d = {'a': 1, 'b': 0}",
           "for k, v in d.items():\n    if not v:\n        d.pop(k)", "d == {'a': 1}"),
    Broken("ZeroDivisionError", "09", "def rate(a, b):\n    return a / b",
           "r = [rate(1, n) for n in (2, 0)]", "r[0] == 0.5"),
    Broken("SyntaxError", "01", "", "def f(x)\n    return x + 1\ny = f(1)", "y == 2"),
    Broken("SyntaxError", "01", "", "x = {'a': 1, 'b': 2\ny = 3", "y == 3"),
    Broken("SyntaxError", "01", "", "text = 'it's fine'", "'fine' in text"),
    Broken("IndentationError", "01", "", "for i in range(2):\nx = i", "x == 1"),
    Broken("SyntaxError", "01", "", "x = 5\nif x > 3:\n    y = 1\nelse if x > 1:\n"
           "    y = 2", "y == 1"),
]  # fmt: skip

SECOND = [*NAMES, *VALUES, *TYPES, *ATTRIBUTES, *FILES, *MODULES, *KEYS, *REST]

NEAR_MISSES = [
    Broken(N, "04", "alpha = 1\nbeta = 2", "x = gamma + 1"),
    Broken(N, "04", "value1 = 1\nvalue3 = 3", "x = value2"),
    Broken(N, "04", "x1 = 1\nx2 = 2", "y = x3 + 1"),
    Broken(N, "04", "train = [1]\ntest = [2]", "n = len(valid)"),
    Broken(N, "04", "a = 1\nb = 2", "y = c * 2"),
    Broken(N, "04", "min_price = 1\nmax_price = 9", "span = mid_price"),
    Broken(N, "04", "df1 = [1]\ndf2 = [2]", "n = len(df)"),
    Broken(N, "04", "", "model.fit([1], [2])"),
    Broken("KeyError", "07", "d = {'jan': 1, 'feb': 2}", "x = d['mar']"),
    Broken("KeyError", "07", "d = {'2021': 1, '2022': 2}", "x = d['2023']"),
    Broken("KeyError", "06", FRAME, "x = sales['profit']"),
    Broken("KeyError", "07", "users = {101: 'a', 102: 'b'}", "x = users[103]"),
    Broken(
        "KeyError",
        "06",
        "import pandas as pd\nf = pd.DataFrame({'temp_min': [1], 'temp_max': [2]})",
        "x = f['temp_mid']",
    ),
    Broken(V, "08", "", "x = int('abc')"),
    Broken(V, "08", "", "x = float('n/a')"),
    Broken(V, "08", "", "a, b, c = [1, 2]"),
    Broken(V, "08", NUMPY, "x = np.ones(3) + np.ones(4)"),
    Broken(V, "08", NUMPY, "x = np.ones((2, 3)) @ np.ones((4, 5))"),
    Broken(T, "08", "a = '3'\nb = 4", "x = a + b"),
    Broken(T, "08", "def f(a, b):\n    return a + b", "x = f(1)"),
    Broken(T, "08", "", "x = 3 + [1]"),
    Broken(T, "08", "data = None", "x = data[0]"),
    Broken(A, "08", "class P:\n    width = 1\n    height = 2\np = P()", "x = p.depth"),
    Broken(A, "08", "result = None", "x = result.sum()"),
    Broken("IndexError", "08", "xs = [1, 2, 3]", "x = xs[10]"),
    Broken("IndexError", "08", "xs = []", "x = xs[0]"),
    Broken("ZeroDivisionError", "08", "n = 0", "x = 10 / n"),
    Broken("FileNotFoundError", "08",
           "open('data_2021.csv', 'w').close()\nopen('data_2022.csv', 'w').close()",
           "t = open('data_2023.csv').read()"),
    Broken("ModuleNotFoundError", "02", "", "import my_helpers_of_last_year"),
    Broken("AssertionError", "08", "", "assert 1 == 2, 'no'"),
    Broken("RuntimeError", "08", "", "raise RuntimeError('the sensor is off')"),
    Broken("SyntaxError", "01", "", "x = 3 +"),
    Broken("SyntaxError", "01", "", "x = y = = 3"),
]  # fmt: skip
"""Cells that only their author can mend: nothing may be offered as certain."""
