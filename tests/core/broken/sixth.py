"""A sixth set of broken cells, held out: written after the rules of the fifth."""

from __future__ import annotations

from tests.core.broken import FRAME, NUMPY, SCORES, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"
PANDAS = "import pandas as pd\n"
SHOP = PANDAS + (
    "orders = pd.DataFrame({'order_id': [1, 2, 3], 'amount': ['10', '20', '30'],\n"
    "    'placed': ['2024-01-03', '2024-02-05', '2024-02-07'], 'qty': [1, 2, 1]})"
)

NAMES = [
    Broken(N, "04", SHOP, "total = Orders['qty'].sum()", "total == 4"),
    Broken(N, "04", SHOP, "big = orders[qty > 1]", "len(big) == 1"),
    Broken(N, "04", "", "rows = list(csv.reader(['a,b']))", "rows == [['a', 'b']]"),
    Broken(N, "04", "", "pairs = list(combinations([1, 2, 3], 2))",
           "len(pairs) == 3"),
    Broken(N, "04", "", "t0 = perf_counter()\nspent = perf_counter() - t0",
           "spent >= 0"),
    Broken(N, "04", NUMPY, "x = linspace(0, 1, 5)\ny = np.sin(x)", "len(y) == 5"),
    Broken(N, "04", "def fib(n):\n    return n if n < 2 else fib(n-1) + fibo(n-2)",
           "f = fib(3)", "f == 2"),
    Broken(N, "04", "n_samples, n_features = 10, 3", "shape = (n_sample, n_features)",
           "shape == (10, 3)"),
    Broken(N, "04", "", "for i in range(3):\n    sq = i ** 2\n    squares.append(sq)",
           "squares == [0, 1, 4]"),
    Broken(N, "04", "", "y_pred = [1, 0]\nacc = accuracy_score([1, 0], y_pred)",
           "acc == 1", needs="sklearn"),
    Broken(N, "04", "config = {'debug': 1}", "mode = config[debug]", "mode == 1"),
]  # fmt: skip

VALUES = [
    Broken(V, "17", SHOP, "orders['placed'] = pd.to_datetime(orders['placed'],"
           " format='%d/%m/%Y')", "orders['placed'].dt.year[0] == 2024"),
    Broken(V, "17", SHOP, "if orders['qty'] > 1:\n    flag = 'many'\nelse:\n"
           "    flag = 'few'", "flag in ('many', 'few')"),
    Broken(V, "08", "raw = '12;15;x'.split(';')[:2] + ['1,5']",
           "nums = [float(r) for r in raw]", "len(nums) == 3"),
    Broken(V, "08", NUMPY + "a = np.arange(6).reshape(2, 3)\nb = np.arange(2)",
           "c = a + b", "c.shape == (2, 3)"),
    Broken(V, "08", "pts = [(1, 2, 3), (4, 5, 6)]",
           "for x, y in pts:\n    last = y", "last == 5"),
    Broken(V, "17", SHOP, "m = orders.set_index('order_id').corr()",
           "m.shape == (1, 1)"),
    Broken(V, "08", "", "day, month = '2024-05-06'.split('-')",
           "day in ('2024', '05', '06')"),
]  # fmt: skip

TYPES = [
    Broken(T, "17", SHOP, "orders['total'] = orders['amount'] * orders['qty'] / 2",
           "orders['total'].sum() == 40"),
    Broken(T, "08", "n = 3", "print('found', n + ' rows')\nx = 1", "x == 1"),
    Broken(T, "08", "def mean(xs):\n    total = sum(xs) / len(xs)",
           "m = mean([1, 3]) * 2", "m == 4"),
    Broken(T, "17", SHOP, "s = orders.sort_values('qty', 'amount')",
           "len(s) == 3"),
    Broken(T, "08", "names = ['a', 'b']", "for i in len(names):\n    last = names[i]",
           "last == 'b'"),
    Broken(T, "08", "import datetime as dt", "d = dt.date('2024', '1', '5')",
           "d.year == 2024"),
]  # fmt: skip

ATTRIBUTES = [
    Broken(A, "17", SHOP, "m = orders['placed'].dt.month.max()", "m == 2"),
    Broken(A, "08", "words = ['a b', 'c']", "parts = words.split(' ')",
           "parts[0] == ['a', 'b']"),
    Broken(A, "08", NUMPY + "m = np.array([[1, 2], [3, 4]])", "i = m.inverse()",
           "i.shape == (2, 2)"),
    Broken(A, "08", "", "import random\nr = random.randInt(1, 3)", "1 <= r <= 3"),
    Broken(A, "17", SHOP, "u = orders.qty.value_count()", "len(u) == 2"),
]  # fmt: skip

REST = [
    Broken("KeyError", "06", SHOP, "q = orders['Qty'].sum()", "q == 4"),
    Broken("KeyError", "06", SHOP, "m = orders.groupby('orderid')['qty'].sum()",
           "len(m) == 3"),
    Broken("KeyError", "06", FRAME, "x = sales.drop('2024')", "'2024' not in x"),
    Broken("IndexError", "17", SCORES, "last = scores.iloc[3]", "last['a'] == 3"),
    Broken("IndexError", "08", NUMPY + "v = np.array([1, 2, 3])", "x = v[3]", "x == 3"),
    Broken("FileNotFoundError", "14", PANDAS + "import os\nos.makedirs('in')\n"
           "n = open('in/sales_2024.csv', 'w').write('a\\n1\\n')",
           "d = pd.read_csv('in/sales2024.csv')", "len(d) == 1"),
    Broken("ModuleNotFoundError", "02", "", "import matplotlib.pylot as plt",
           "callable(plt.plot)", needs="matplotlib"),
    Broken("ImportError", "02", "",
           "from sklearn.model_selection import StandardScaler",
           "callable(StandardScaler)", needs="sklearn"),
    Broken("SyntaxError", "01", SHOP, "top = orders[orders['qty'] > 1]]\nx = len(top)",
           "x == 1"),
    Broken("SyntaxError", "01", "", "def area(r)\n    return 3 * r ** 2\n\na = area(1)",
           "a == 3"),
    Broken("SyntaxError", "01", "", "if 3 => 2:\n    x = 1", "x == 1"),
    Broken("IndentationError", "01", "", "for i in range(2):\nprint(i)\nx = i",
           "x == 1"),
    Broken("JSONDecodeError", "17", "import json",
           "d = json.loads('{\"a\": 1}\\n{\"a\": 2}')", "len(d) == 2"),
]  # fmt: skip

SIXTH = [*NAMES, *VALUES, *TYPES, *ATTRIBUTES, *REST]
