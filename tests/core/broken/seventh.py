"""A seventh set of broken cells, held out: written after the rules of the sixth.

One of its forty cells was in another set already, and is not repeated.
"""

from __future__ import annotations

from tests.core.broken import NUMPY, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"
PANDAS = "import pandas as pd\n"
TRIPS = PANDAS + (
    "trips = pd.DataFrame({'City Name': ['Rome', 'Oslo', 'Rome'],\n"
    "    'km': [10.5, None, 7.0], 'when': pd.to_datetime(['2024-01-03', '2024-02-05',\n"
    "    '2024-02-07']), 'cost': ['12.5', '3', '8']})"
)

NAMES = [
    Broken(N, "04", TRIPS, "mean_km = trips['km'].mean()\nprint(mean_kms)\nx = 1",
           "x == 1"),
    Broken(N, "04", "", "arr = array([1, 2, 3])", "len(arr) == 3"),
    Broken(N, "04", "", "logging.info('start')\nx = 1", "x == 1"),
    Broken(N, "04", "", "cv = KFold(n_splits=3)", "cv.n_splits == 3", needs="sklearn"),
    Broken(N, "05", "def summarise(values):\n    n = len(value)\n    return n",
           "k = summarise([1, 2])", "k == 2"),
    Broken(N, "04", "user_ids = [3, 4]", "for uid in userIds:\n    last = uid",
           "last == 4"),
    Broken(N, "04", "", "words = {}\nfor w in ['a', 'b', 'a']:\n"
           "    words[w] = words.get(w, 0) + 1\nmost = max(words, key=word.get)",
           "most == 'a'"),
    Broken(N, "04", "def get_data():\n    data = [1, 2]\n    return data",
           "get_data()\nn = len(data)", "n == 2"),
]  # fmt: skip

VALUES = [
    Broken(V, "16", TRIPS + "\nfrom sklearn.cluster import KMeans",
           "k = KMeans(n_clusters=5, n_init=1).fit([[1.0], [2.0], [3.0]])",
           "k.n_clusters <= 3", needs="sklearn"),
    Broken(V, "17", TRIPS, "trips['cost'] = trips['cost'].astype(int)",
           "trips['cost'].sum() in (23, 23.5)"),
    Broken(V, "08", "from datetime import datetime",
           "d = datetime.strptime('5 Jan 2024 10:30', '%d %b %Y')", "d.hour == 10"),
    Broken(V, "08", "", "h, m, s = '10:45'.split(':')", "h in ('10', '10:45')"),
    Broken(V, "08", NUMPY, "a = np.ones((3, 4))\nb = np.ones((3, 2))\n"
           "c = np.vstack((a, b))", "c.shape == (3, 6)"),
    Broken(V, "17", TRIPS, "sub = trips[trips['km'] > 8 or trips['km'].isna()]",
           "len(sub) == 2"),
]  # fmt: skip

TYPES = [
    Broken(T, "17", TRIPS, "total = trips['cost'] + trips['km']",
           "round(total[0], 1) == 23.0"),
    Broken(T, "08", "name, age = 'Ann', 31", "text = name + ' is ' + age",
           "text == 'Ann is 31'"),
    Broken(T, "08", "def power(base, exponent):\n    return base ** exponent",
           "p = power(2, exp=3)", "p == 8"),
    Broken(T, "08", "prices = (1, 2, 3)", "prices[0] = 5", "prices[0] == 5"),
    Broken(T, "08", "import time", "time.sleep('0')\nx = 1", "x == 1"),
    Broken(T, "17", TRIPS, "by = trips.groupby('City Name').mean()", "len(by) == 2"),
]  # fmt: skip

ATTRIBUTES = [
    Broken(A, "17", TRIPS, "c = trips.City_Name.unique()", "len(c) == 2"),
    Broken(A, "08", "stack = [1, 2]", "stack.push(3)", "stack == [1, 2, 3]"),
    Broken(A, "17", TRIPS, "m = trips['when'].month", "list(m) == [1, 2, 2]"),
    Broken(A, "08", NUMPY, "z = np.zero((2, 2))", "z.shape == (2, 2)"),
]  # fmt: skip

REST = [
    Broken("KeyError", "06", TRIPS, "c = trips['city_name']", "len(c) == 3"),
    Broken("KeyError", "06", TRIPS, "t = trips.sort_values('KM')", "len(t) == 3"),
    Broken("KeyError", "07", "groups = {}", "for k, v in [('a', 1), ('a', 2)]:\n"
           "    groups[k].append(v)", "groups == {'a': [1, 2]}"),
    Broken("IndexError", "08", "parts = 'a b'.split()", "third = parts[2]",
           "third in ('b', None)"),
    Broken("FileNotFoundError", "14", PANDAS +
           "import os\nos.makedirs('project/data')\nos.makedirs('project/notebooks')\n"
           "n = open('project/data/x.csv', 'w').write('a\\n1\\n')\n"
           "os.chdir('project/notebooks')", "d = pd.read_csv('data/x.csv')",
           "len(d) == 1"),
    Broken("OSError", "14", TRIPS, "trips.to_csv('out/2024/trips.csv')",
           "len(trips) == 3"),
    Broken("ModuleNotFoundError", "02", "", "from sklearn.preprocesing import scale",
           "callable(scale)", needs="sklearn"),
    Broken("ImportError", "02", "", "from datetime import timdelta", "True"),
    Broken("SyntaxError", "01", "", "def f(x):\n    retrun x\n\ny = f(2)", "y == 2"),
    Broken("SyntaxError", "01", "", "path = 'C:\\\\data\\'\nx = 1", "x == 1"),
    Broken("SyntaxError", "01", "", "for x in range(3):\n    if x % 2 == 0\n"
           "        last = x", "last == 2"),
    Broken("ZeroDivisionError", "09", "def ratio(a, b):\n    return a / b",
           "r = [ratio(1, d) for d in (2, 0)]", "len(r) == 2"),
    Broken("RuntimeError", "08", "stock = {'a': 0, 'b': 2}",
           "for k, v in stock.items():\n    if not v:\n        del stock[k]",
           "stock == {'b': 2}"),
    Broken("LinAlgError", "17", NUMPY, "i = np.linalg.inv(np.ones((2, 2)))",
           "i.shape == (2, 2)"),
    Broken("UnboundLocalError", "09", "hits = 0", "def hit():\n    hits = hits + 1\n"
           "    return hits\n\nn = hit()", "n == 1"),
]  # fmt: skip

SEVENTH = [*NAMES, *VALUES, *TYPES, *ATTRIBUTES, *REST]
