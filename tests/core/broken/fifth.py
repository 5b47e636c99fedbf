"""A fifth set of broken cells, held out: longer, as notebooks have them."""

from __future__ import annotations

from tests.core.broken import FRAME, NUMPY, SCORES, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"
F, M, K, X = "FileNotFoundError", "ModuleNotFoundError", "KeyError", "IndexError"
R, S = "RuntimeError", "SyntaxError"
PANDAS = "import pandas as pd\n"
LOGISTIC = NUMPY + "from sklearn.linear_model import LogisticRegression\n"
HOUSES = PANDAS + (
    "from sklearn.linear_model import LinearRegression\nmodel = LinearRegression()\n"
    "df = pd.DataFrame({'city': ['Rome', 'Oslo', 'Rome'], 'size': [50, 70, 90],\n"
    "                   'price': [200, 300, 350]})"
)

NAMES = [
    Broken(N, "04", SCORES, "model = LinearRegression()\n"
           "model.fit(scores[['a']], scores['b'])\nprint(model.coef_)",
           "round(float(model.coef_[0]), 1) == -0.5", needs="sklearn"),
    Broken(N, "04", "", "df = pd.DataFrame({'x': [1, 2]})\nprint(df.head())",
           "len(df) == 2"),
    Broken(N, "04", PANDAS + "def preprocess(frame):\n    cleaned = frame.dropna()\n"
           "    return cleaned", "out = preproces(pd.DataFrame({'a': [1, None]}))",
           "len(out) == 1"),
    Broken(N, "04", "accuracy = 0.93", "print(f'Accuracy: {acuracy:.2f}')\nx = 1",
           "x == 1"),
    Broken(N, "04", "", "plt.figure(figsize=(4, 3))\ndone = True\nplt.title('t')",
           "done", needs="matplotlib"),
    Broken(N, "04", "", "for epoch in range(2):\n    losses.append(epoch)",
           "losses == [0, 1]"),
    Broken(N, "04", "", "result = reduce(lambda a, b: a + b, [1, 2, 3])",
           "result == 6"),
    Broken(N, "04", "", "parts = urlparse('http://a.b/c')", "parts.netloc == 'a.b'"),
    Broken(N, "04", "train_df, test_df = [1], [2]", "first = df_train[0]",
           "first == 1"),
    Broken(N, "04", "", "@dataclass\nclass P:\n    x: int\n\np = P(3)", "p.x == 3"),
    Broken(N, "04", "", "Point = NamedTuple('Point', [('x', int)])\np = Point(2)",
           "p.x == 2"),
    Broken(N, "04", "", "try:\n    v = int('q')\nexcept ValuError:\n    v = 0",
           "v == 0"),
    Broken(N, "04", "def Main():\n    global done\n    done = True",
           "if __name__ == '__main__' or True:\n    main()", "done is True"),
    Broken(N, "05", "scale_factor = 3",
           "def scale(v):\n    return v * factor\n\nz = scale(2)", "z == 6"),
    Broken(N, "04", "threshold = 0.5\nscores = [0.2, 0.9]",
           "kept = [s for s in scores if s > treshold]", "kept == [0.9]"),
    Broken(N, "04", "from sklearn.preprocessing import StandardScaler",
           "X_scaled = scaler.fit_transform([[1.0], [3.0]])",
           "X_scaled.shape == (2, 1)", needs="sklearn"),
]  # fmt: skip

VALUES = [
    Broken(V, "17", PANDAS + "df = pd.DataFrame({'price': ['$1,200', '$900']})",
           "df['price'] = df['price'].astype(float)", "df['price'].sum() == 2100"),
    Broken(V, "17", PANDAS + "df = pd.DataFrame({'date': ['2024/01/31']})",
           "df['date'] = pd.to_datetime(df['date'], format='%Y-%m-%d')",
           "df['date'].dt.month[0] == 1"),
    Broken(V, "17", "import matplotlib.pyplot as plt",
           "fig, ax = plt.subplots()\nax.plot(range(5), [1, 2, 3])",
           "len(ax.lines) == 1", needs="matplotlib"),
    Broken(V, "16", LOGISTIC + "X_train = np.arange(12.0).reshape(6, 2)\n"
           "X_test = np.arange(4.0).reshape(2, 2)\n"
           "y_train = np.array([0, 1, 0, 1, 0, 1])\ny_test = np.array([0, 1])",
           "clf = LogisticRegression()\nclf.fit(X_train, y_test)",
           "clf.n_features_in_ == 2", needs="sklearn"),
    Broken(V, "16", HOUSES, "model.fit(df[['city', 'size']], df['price'])",
           "model.n_features_in_ >= 1", needs="sklearn"),
    Broken(V, "16", LOGISTIC + "clf = LogisticRegression()\n"
           "clf.fit([[0.0, 1.0], [1.0, 3.0]], [0, 1])", "p = clf.predict([2, 3])",
           "len(p) == 1", needs="sklearn"),
    Broken(V, "08", NUMPY, "labels, counts = np.unique(['a', 'b', 'c'])",
           "len(counts) == 3"),
    Broken(V, "17", FRAME,
           "by = sales.groupby('region')['Unit Price', '2024'].sum()",
           "by.shape == (2, 2)"),
    Broken(V, "17", PANDAS, "df = pd.DataFrame({'name': 'Ann', 'age': 3})",
           "len(df) == 1"),
    Broken(V, "08", "scores = []", "best = max(scores)", "best in (None, 0)"),
    Broken(V, "17", SCORES, "sub = scores[scores['a'] > 1 and scores['b'] < 3]",
           "len(sub) == 2"),
]  # fmt: skip

TYPES = [
    Broken(T, "08", SCORES, "print('Rows: ' + len(scores))\nx = 1", "x == 1"),
    Broken(T, "08", "data = {'a': [1, 3], 'b': [3]}",
           "for key, values in data.items():\n    avg = values / len(values)",
           "avg == 3"),
    Broken(T, "08", NUMPY, "x = np.zeros(2, 3)", "x.shape == (2, 3)"),
    Broken(T, "08", "ages = ['31', '25']", "mean_age = sum(ages) / len(ages)",
           "mean_age == 28"),
    Broken(T, "17", NUMPY + "n_bins = 10.0",
           "hist, edges = np.histogram([1, 2], bins=n_bins)", "len(hist) == 10"),
    Broken(T, "08", "class Model:\n    def fit(self, X, y=None):\n        return self",
           "m = Model.fit([1])", "isinstance(m, Model)"),
    Broken(T, "08", "start, end = '2024-01-01', '2024-01-05'",
           "days = (end - start).days", "days == 4"),
    Broken(T, "17", "import json", "with open('cfg.json', 'w') as fh:\n"
           "    json.dump({'ids': {1, 2}}, fh)",
           "json.load(open('cfg.json'))['ids'] == [1, 2]"),
]  # fmt: skip

ATTRIBUTES = [
    Broken(A, "17", SCORES, "first = scores['a'].values.head(2)", "len(first) == 2"),
    Broken(A, "08", "n = open('a.txt', 'w').write('x \\ny ')",
           "rows = open('a.txt').read().splitlines().strip()", "rows == ['x', 'y']"),
    Broken(A, "08", "resp = {'status': 200}", "ok = resp.status == 200", "ok"),
    Broken(A, "08", "import matplotlib.pyplot as plt",
           "fig, ax = plt.subplots(1, 2)\nax.set_title('t')", "fig is not None",
           needs="matplotlib"),
    Broken(A, "08", "import matplotlib.pyplot as plt", "plt.xtick([0, 1])\nx = 1",
           "x == 1", needs="matplotlib"),
]  # fmt: skip

FILES = [
    Broken(F, "14", PANDAS + "import os\nos.makedirs('Data')\n"
           "n = open('Data/train.csv', 'w').write('a\\n1\\n')",
           "df = pd.read_csv('data/train.csv')", "len(df) == 1"),
    Broken(F, "08", "import os\nos.makedirs('data')\n"
           "n = open('data/a.txt', 'w').write('x')",
           "t = open('data\\\\a.txt').read()", "t == 'x'"),
    Broken(F, "08", "import os\nos.makedirs('images')\n"
           "n = open('images/cat.jpeg', 'w').write('x')",
           "img = open('images/cat.jpg', 'rb').read()", "img == b'x'"),
]  # fmt: skip

MODULES = [
    Broken(M, "02", "", "from sklearn.linear_models import LinearRegression",
           "callable(LinearRegression)", needs="sklearn"),
    Broken(M, "02", "", "import serial", source="pyserial"),
    Broken(M, "02", "", "import Pandas as pd\nd = pd.DataFrame()", "len(d) == 0"),
]  # fmt: skip

KEYS = [
    Broken(K, "07", "rows = [{'name': 'a'}, {'name': 'b'}]\nnames = []",
           "for row in rows:\n    names.append(row['Name'])", "names == ['a', 'b']"),
    Broken(K, "06", SCORES, "m = scores[['a', 'B']].mean()", "m['b'] == 2"),
    Broken(K, "07", FRAME, "by = sales.groupby('Region')['2024'].sum()",
           "len(by) == 2"),
    Broken(X, "08", "line = 'a;b;c;d'", "words = line.split(',')\nlast = words[3]",
           "last == 'd'"),
    Broken(X, "08", "xs = [1, 2]\ni = 0\ntotal = 0",
           "while i <= len(xs):\n    total += xs[i]\n    i += 1", "total == 3"),
    Broken(R, "08", "marks = {'a': 1, 'b': 0}", "for s in marks.keys():\n"
           "    if marks[s] == 0:\n        marks.pop(s)", "marks == {'a': 1}"),
    Broken(R, "08", "seen = {1, 2}",
           "for v in seen:\n    if v == 1:\n        seen.remove(v)", "seen == {2}"),
]  # fmt: skip

REST = [
    Broken(S, "01", SCORES, "df = scores[(scores['a'] > 1) & (scores['b'] < 3]",
           "len(df) == 2"),
    Broken(S, "01", "", "params = {\n    'lr': 0.1\n    'epochs': 5\n}",
           "params['epochs'] == 5"),
    Broken("ZeroDivisionError", "08", "", "rates = [10 / n for n in [1, 0, 2]]",
           "len(rates) == 3"),
    Broken("UnicodeDecodeError", "15", PANDAS +
           "n = open('l.csv', 'wb').write('n\\ncaf\\xe9\\n'.encode('cp1252'))",
           "df = pd.read_csv('l.csv')", "df['n'][0] == 'caf\\xe9'"),
    Broken("ImportError", "02", "",
           "from sklearn.metrics import root_mean_square_error", "True",
           needs="sklearn"),
    Broken("InvalidParameterError", "16", NUMPY +
           "from sklearn.ensemble import RandomForestClassifier\n"
           "X = np.arange(8.0).reshape(4, 2)\ny = [0, 1, 0, 1]",
           "m = RandomForestClassifier(n_estimators=2, max_features='auto')\n"
           "m.fit(X, y)", "m.n_features_in_ == 2", needs="sklearn"),
    Broken(S, "01", "", "x = [1, 2, 3\nprint(len(x))", "x == [1, 2, 3]"),
]  # fmt: skip

FIFTH = [*NAMES, *VALUES, *TYPES, *ATTRIBUTES, *FILES, *MODULES, *KEYS, *REST]
