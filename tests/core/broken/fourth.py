"""A fourth set of broken cells: everyday slips, written before its rules were read.

Eight of the hundred cells were in the other sets already, and are not repeated.
"""

from __future__ import annotations

from tests.core.broken import FRAME, NUMPY, SCORES, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"
F, M, K, X = "FileNotFoundError", "ModuleNotFoundError", "KeyError", "IndexError"
R, S = "RuntimeError", "SyntaxError"
PANDAS = "import pandas as pd\n"
LINEAR = "import numpy as np\nfrom sklearn.linear_model import LinearRegression\n"

NAMES = [
    Broken(N, "04", "", "data = np.random.rand(5)", "len(data) == 5"),
    Broken(N, "04", "", "fig, ax = plt.subplots()", "ax is not None",
           needs="matplotlib"),
    Broken(N, "04", "", "counts = defaultdict(int)\nfor w in ['a', 'b', 'a']:\n"
           "    counts[w] += 1", "counts['a'] == 2"),
    Broken(N, "04", "", "p = Path('data') / 'x.csv'", "p.name == 'x.csv'"),
    Broken(N, "04", NUMPY + "X = np.zeros((10, 2))\ny = np.zeros(10)",
           "X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2)",
           "len(X_test) == 2", needs="sklearn"),
    Broken(N, "04", "learning_rate = 0.01\nepochs = 3", "lr = learing_rate * epochs",
           "round(lr, 4) == 0.03"),
    Broken(N, "04", PANDAS + "DF = pd.DataFrame({'x': [1, 2]})", "n = len(df)",
           "n == 2"),
    Broken(N, "04", ("customers = ['a', 'b']", "clients = customers\ndel customers"),
           "n = len(customers)", "n == 2"),
    Broken(N, "04", "def build():\n    model = {'w': 1}\n    return model\n\nbuild()",
           "w = model['w']", "w == 1"),
    Broken(N, "04", PANDAS + "frame = pd.DataFrame({'price': [1, 2]})",
           "total = frame[price].sum()", "total == 3"),
    Broken(N, "04", "stock = {'apples': 3}", "n = stock.get(apples)", "n == 3"),
    Broken(N, "04", "", "x = null", "x is None"),
    Broken(N, "04", "", "for i in range(3):\n    total = total + i", "total == 3"),
    Broken(N, "04", "", "area = pi * 2 ** 2", "round(area, 2) == 12.57"),
    Broken(N, "04", "", "start = time.time()\nelapsed = time.time() - start",
           "elapsed >= 0"),
    Broken(N, "04", "def clean_text(s):\n    return s.strip().lower()",
           "t = cleantext(' A ')", "t == 'a'"),
    Broken(N, "04", "", "scaler = StandardScaler()",
           "type(scaler).__name__ == 'StandardScaler'", needs="sklearn"),
    Broken(N, "05", "class Job:\n    def rate(self):\n        return 2\n\n"
           "    def pay(self):\n        return rate() * 3", "p = Job().pay()",
           "p == 6"),
    Broken(N, "04", "", "prnt('hi')\nx = 1", "x == 1"),
    Broken(N, "04", "", "with open('log.txt', 'w') as fh:\n    f.write('a')\nx = 1",
           "x == 1"),
    Broken(N, "04", "", "df = DataFrame({'a': [1, 2]})", "len(df) == 2"),
    Broken(N, "04", "feature_names = ['a', 'b']", "n = len(feature_name)", "n == 2"),
    Broken(N, "04", PANDAS + "df1 = pd.DataFrame({'a': [1]})\n"
           "df2 = pd.DataFrame({'a': [2]})", "both = pd.concat([df1, df_2])",
           "both['a'].sum() == 3"),
    Broken(N, "04", "", "top = Counter('aab').most_common(1)", "top == [('a', 2)]"),
    Broken(N, "05", "def save(d):\n    return json.dumps(d)", "s = save({'a': 1})",
           "s == '{\"a\": 1}'"),
]  # fmt: skip

VALUES = [
    Broken(V, "08", "", "price = float('1,234.50')", "price == 1234.5"),
    Broken(V, "08", "rates = ['5%', '12%']", "nums = [float(r) for r in rates]",
           "nums in ([5, 12], [0.05, 0.12])"),
    Broken(V, "08", "", "cost = float('$19.99')", "cost == 19.99"),
    Broken(V, "08", "", "n = int('3.7')", "n in (3, 4)"),
    Broken(V, "17", "from datetime import datetime",
           "d = datetime.strptime('03/04/2021', '%Y-%m-%d')", "d.year == 2021"),
    Broken(V, "08", NUMPY + "A = np.ones((2, 3))\nB = np.ones((2, 3))", "C = A @ B",
           "C.shape in ((2, 2), (3, 3))"),
    Broken(V, "08", NUMPY + "a = np.ones((2, 3))\nb = np.ones((2, 2))",
           "c = np.concatenate([a, b])", "c.shape == (2, 5)"),
    Broken(V, "16", LINEAR + "x = np.array([1.0, 2, 3])\ny = np.array([2.0, 4, 6])",
           "m = LinearRegression().fit(x, y)", "m.n_features_in_ == 1",
           needs="sklearn"),
    Broken(V, "08", NUMPY + "a = np.array([1, 2, 3])\nbig = False",
           "if a > 2:\n    big = True", "big in (True, False)"),
    Broken(V, "17", PANDAS, "df = pd.DataFrame({'a': [1, 2, 3], 'b': [4, 5]})",
           "len(df) in (2, 3)"),
    Broken(V, "08", "xs = ['a', 'b']", "xs.remove('c')", "xs == ['a', 'b']"),
    Broken(V, "16", LINEAR + "X = np.array([[1, np.nan], [2, 3.0], [4, 5]])\n"
           "y = np.array([1, 2, 3])", "m = LinearRegression().fit(X, y)",
           "m.n_features_in_ == 2", needs="sklearn"),
    Broken(V, "08", NUMPY + "a = np.ones((3, 2))\nw = np.array([1, 2, 3])",
           "b = a * w", "b.tolist() == [[1, 1], [2, 2], [3, 3]]"),
    Broken(V, "16", NUMPY + "from sklearn.model_selection import train_test_split\n"
           "X = np.zeros((5, 2))\ny = np.zeros(4)",
           "a, b, c, d = train_test_split(X, y)", "len(a) + len(b) == 4",
           needs="sklearn"),
    Broken(V, "17", PANDAS, "d = pd.to_datetime(['13/05/2024', '01/06/2024'],"
           " format='%m/%d/%Y')", "d[0].month == 5"),
    Broken(V, "08", "ages = {'ann': 31, 'bob': 25}",
           "for name, age in ages:\n    print(name, age)", "age == 25"),
]  # fmt: skip

TYPES = [
    Broken(T, "08", "", "msg = 'Total: ' + 5", "msg == 'Total: 5'"),
    Broken(T, "08", "def area(w, h):\n    return w * h\n\nh = 4", "a = area(3)",
           "a == 12"),
    Broken(T, "08", "def greet(name):\n    return 'hi ' + name", "g = greet('a', 'b')",
           "g == 'hi a'"),
    Broken(T, "08", "def train(x, n_epochs=1):\n    return n_epochs",
           "r = train(0, epochs=5)", "r == 5"),
    Broken(T, "08", "", "seen = {[1, 2]: 'a'}", "len(seen) == 1"),
    Broken(T, "08", SCORES, "n = scores.shape()", "n == (3, 2)"),
    Broken(T, "08", "def double(x):\n    return x * 2", "y = double[3]", "y == 6"),
    Broken(T, "08", "", "xs = [3, 1, 2].sort()\nfirst = xs[0]", "first == 1"),
    Broken(T, "08", "n = '5'", "for i in range(n):\n    last = i", "last == 4"),
    Broken(T, "17", SCORES, "x = scores.sort_values('a', ascend=False)",
           "x['a'].iloc[0] == 3"),
    Broken(T, "08", "rows = [{'name': 'a'}]", "row = rows['name']", "row == 'a'"),
    Broken(T, "08", "xs = [1, 5, 9]", "mid = xs[len(xs) / 2]", "mid == 5"),
    Broken(T, "08", "", "s = ','.join([1, 2])", "s == '1,2'"),
]  # fmt: skip

ATTRIBUTES = [
    Broken(A, "17", SCORES, "out = scores.append({'a': 4, 'b': 5}, ignore_index=True)",
           "len(out) == 4 and out['a'].sum() == 10"),
    Broken(A, "17", NUMPY, "x = np.zeros(3, dtype=np.float)", "x.dtype == float"),
    Broken(A, "17", SCORES, "first = next(iter(scores['a'].iteritems()))",
           "first == (0, 1)"),
    Broken(A, "08", "", "m = [1, 2, 3].mean()", "m == 2"),
    Broken(A, "08", NUMPY + "a = np.array([1, 2])", "a.append(3)",
           "a.tolist() == [1, 2, 3]"),
    Broken(A, "17", SCORES, "x = scores['a'].str.zfill(2)",
           "list(x) == ['01', '02', '03']"),
]  # fmt: skip

FILES = [
    Broken(F, "08", "import os\nos.makedirs('data')\n"
           "n = open('data/sales.csv', 'w').write('a')",
           "t = open('sales.csv').read()", "t == 'a'"),
    Broken(F, "08", "n = open('notes.txt', 'w').write('x')",
           "t = open('notes').read()", "t == 'x'"),
    Broken(F, "14", PANDAS + "import os\nos.makedirs('data')\n"
           "n = open('data/sales.csv', 'w').write('a\\n1\\n')",
           "df = pd.read_csv('data/sale.csv')", "len(df) == 1"),
    Broken(F, "08", "import os\nos.makedirs('raw')\nos.makedirs('nb')\n"
           "n = open('raw/a.csv', 'w').write('x')\nos.chdir('nb')",
           "t = open('raw/a.csv').read()", "t == 'x'"),
    Broken(F, "08", "", "n = open('out/res.txt', 'w').write('a')",
           "__import__('os').path.exists('out/res.txt')"),
]  # fmt: skip

MODULES = [
    Broken(M, "02", "", "from sklearn.cross_validation import train_test_split",
           "callable(train_test_split)", needs="sklearn"),
    Broken(M, "02", "", "import panda as pd\nd = pd.DataFrame()", "len(d) == 0"),
    Broken(M, "02", "", "import matplotlib.pyplt as plt", "callable(plt.figure)",
           needs="matplotlib"),
]  # fmt: skip

KEYS = [
    Broken(K, "06", FRAME, "x = sales['unit price'].sum()", "x == 5"),
    Broken(K, "07", "config = {'batch_size': 32}", "b = config['batchsize']",
           "b == 32"),
    Broken(K, "06", PANDAS + "df = pd.DataFrame({' age': [3, 4]})",
           "m = df['age'].mean()", "m == 3.5"),
    Broken(K, "07", "counts = {}", "for w in ['a', 'b', 'a']:\n    counts[w] += 1",
           "counts == {'a': 2, 'b': 1}"),
    Broken(X, "08", "xs = [1, 3, 6]",
           "for i in range(len(xs)):\n    d = xs[i + 1] - xs[i]", "d == 3"),
    Broken(X, "08", NUMPY + "x = np.zeros((3, 2))", "v = x[0, 2]", "v == 0"),
    Broken(X, "08", "xs = []", "first = xs[0]", "first is None"),
]  # fmt: skip

RUNTIME = [
    Broken(R, "08", "d = {'a': 0, 'b': 1}",
           "for k in d:\n    if d[k] == 0:\n        del d[k]", "d == {'b': 1}"),
    Broken(R, "08", "from collections import deque\nq = deque([1, 2, 3])",
           "for v in q:\n    if v == 2:\n        q.remove(v)", "list(q) == [1, 3]"),
    Broken(R, "08", "d = {'a': 1, 'b': 2}", "for k, v in d.items():\n"
           "    d[k.upper()] = v", "len(d) == 4"),
]  # fmt: skip

REST = [
    Broken(S, "01", "", "x = (1 + 2\ny = 3", "(x, y) == (3, 3)"),
    Broken(S, "01", "", "name = 'Ann\nage = 3", "(name, age) == ('Ann', 3)"),
    Broken("IndentationError", "01", "", "def f(x):\nreturn x + 1\ny = f(1)", "y == 2"),
    Broken(S, "01", "", "print 'hi'\nx = 1", "x == 1"),
    Broken(S, "01", "d = {'a': 1}", 's = f"n: {d["a"]}"', "s == 'n: 1'"),
    Broken(S, "01", "", "x = dict(a=1, b=2, a=1)", "x == {'a': 1, 'b': 2}"),
    Broken("TabError", "01", "", "if True:\n\tx = 1\n        y = 2",
           "(x, y) == (1, 2)"),
    Broken("ZeroDivisionError", "08", "vals = []", "avg = sum(vals) / len(vals)",
           "avg is None or avg == 0 or avg != avg"),
    Broken("UnicodeDecodeError", "08",
           "n = open('l.txt', 'wb').write('caf\\xe9'.encode('latin-1'))",
           "t = open('l.txt', encoding='utf-8').read()", "t == 'caf\\xe9'"),
    Broken("ImportError", "02", "",
           "from collections import Mapping\nok = isinstance({}, Mapping)",
           "ok is True"),
    Broken("NotFittedError", "17", LINEAR + "X = np.array([[1.0], [2.0]])\n"
           "y = np.array([1.0, 2.0])\nm = LinearRegression()", "p = m.predict(X)",
           "round(float(p[1]), 3) == 2", needs="sklearn"),
    Broken("JSONDecodeError", "17", "import json", 'd = json.loads("{\'a\': 1}")',
           "d == {'a': 1}"),
    Broken("MergeError", "17", PANDAS + "a = pd.DataFrame({'id': [1, 2]})\n"
           "b = pd.DataFrame({'key': [1, 2], 'n': [5, 6]})", "c = a.merge(b)",
           "len(c) == 2"),
    Broken("RecursionError", "09", "class Dog:\n    def __init__(self, name):\n"
           "        self._name = name\n\n    @property\n    def name(self):\n"
           "        return self.name", "x = Dog('rex').name", "x == 'rex'"),
]  # fmt: skip

FOURTH = [
    *NAMES, *VALUES, *TYPES, *ATTRIBUTES, *FILES, *MODULES, *KEYS, *RUNTIME, *REST,
]  # fmt: skip
