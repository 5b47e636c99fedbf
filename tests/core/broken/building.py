"""The half of the broken cells that the rules may be built on."""

from __future__ import annotations

from tests.core.broken import FRAME, NUMPY, SCORES, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"

NAMES = [
    Broken(N, "04", "", "x = np.arange(4).sum()", "x == 6"),
    Broken(N, "04", "import pandas", "s = pd.Series([1, 2]).sum()", "s == 3"),
    Broken(N, "04", "", "r = sqrt(16)", "r == 4"),
    Broken(N, "04", "", "pause = sleep(0)", "pause is None"),
    Broken(N, "04", "price_list = [1, 2]", "total = sum(pricelist)", "total == 3"),
    Broken(N, "04", "df_train = [1]\ndf_test = [2, 3]", "n = len(df_tset)", "n == 2"),
    Broken(
        N, "04", "def normalise(v):\n    return v / 10", "x = normalize(5)", "x < 1"
    ),
    Broken(N, "04", "", "flag = true", "flag is True"),
    Broken(N, "04", "", "s = {'a': null, 'b': false}", "s == {'a': None, 'b': False}"),
    Broken(N, "04", FRAME, "x = sales[region].tolist()", "x == ['n', 's']"),
    Broken(
        N,
        "05",
        "class Box:\n    def __init__(self):\n        self.size = 3\n\n"
        "    def double(self):\n        return size * 2",
        "d = Box().double()",
        "d == 6",
    ),
    Broken(N, "04", "", "for i in xrange(3):\n    last = i", "last == 2"),
    Broken(
        N,
        "04",
        "import os",
        "here = os.path.dirname(os.path.abspath(__file__))",
        "os.path.isdir(here)",
    ),
    Broken(N, "04", ("data = [1, 2, 3]", "del data"), "n = len(data)", "n == 3"),
    Broken(N, "04", "", "today = date.today()", "today.year > 2000"),
    Broken(N, "04", "", "text = pformat({'a': 1})", "text == \"{'a': 1}\""),
    Broken(N, "04", "rows = [1, 2]", "for i in range(len(row)):\n    n = i", "n == 1"),
    Broken(
        N,
        "05",
        "def mean(values):\n    return sum(values) / len(value)",
        "m = mean([2, 4])",
        "m == 3",
    ),
    Broken(N, "04", "", "x = reduce(lambda a, b: a + b, [1, 2, 3])", "x == 6"),
    Broken(N, "04", "", "keys = [k for k, _ in groupby('aab')]", "keys == ['a', 'b']"),
    Broken(N, "04", "X_train = [1, 2]", "n = len(x_train)", "n == 2"),
    Broken(
        "UnboundLocalError",
        "05",
        "count = 0\ndef bump():\n    count += 1\n    return count",
        "n = bump()",
        "n == 1",
    ),
]

VALUES = [
    Broken(
        V, "17", SCORES, "x = scores[(scores.a > 1) and (scores.b < 3)]", "len(x) == 2"
    ),
    Broken(
        V,
        "08",
        NUMPY + "v = np.array([1, -2, 3])",
        "found = False\nif v > 0:\n    found = True",
        "found",
    ),
    Broken(V, "08", "", "x = float('1,234.5')", "x == 1234.5"),
    Broken(V, "08", "", "n = int('12.7')", "n == 12"),
    Broken(
        V,
        "08",
        "prices = {'a': 1, 'b': 2}",
        "for name, price in prices:\n    last = price",
        "last == 2",
    ),
    Broken(V, "08", "", "a, b = [1, 2, 3]", "(a, b) == (1, 2)"),
    Broken(V, "08", NUMPY, "m = np.arange(12).reshape(5, 2)", "m.shape in ((6, 2),)"),
    Broken(
        V,
        "08",
        NUMPY + "m = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, 4.0]])",
        "c = m - m.mean(axis=1)",
        "abs(c.sum(axis=1)).max() < 1e-9",
    ),
    Broken(
        V,
        "08",
        NUMPY + "A = np.ones((3, 2))\nB = np.ones((3, 2))",
        "C = A @ B",
        "C.shape in ((3, 3), (2, 2))",
    ),
    Broken(
        V,
        "17",
        "from datetime import datetime",
        "d = datetime.strptime('2024-03-05', '%d/%m/%Y')",
        "(d.month, d.day) == (3, 5)",
    ),
    Broken(
        V,
        "17",
        "import pandas as pd\nd = {'a': 1, 'b': 2}",
        "f = pd.DataFrame(d)",
        "f.shape == (1, 2)",
    ),
    Broken(
        V,
        "15",
        "import pandas as pd\ns = pd.Series(['1', '2', 'n/a'])",
        "x = s.astype(float)",
        "x.sum() == 3",
    ),
    Broken(
        V,
        "17",
        "import pandas as pd\nleft = pd.DataFrame({'id': [1, 2], 'x': [3, 4]})\n"
        "right = pd.DataFrame({'id': ['1', '2'], 'y': [5, 6]})",
        "m = left.merge(right, on='id')",
        "len(m) == 2",
    ),
    Broken(
        V,
        "16",
        "from sklearn.linear_model import LinearRegression\n"
        "import numpy as np\nx = np.array([1.0, 2.0, 3.0])\ny = 2 * x",
        "model = LinearRegression().fit(x, y)",
        "abs(model.coef_[0] - 2) < 1e-9",
        needs="sklearn",
    ),
    Broken(
        V,
        "16",
        "from sklearn.preprocessing import OneHotEncoder",
        "coder = OneHotEncoder()\ncoder.fit([['a'], ['b']])\n"
        "m = coder.transform([['c']]).toarray()",
        "m.tolist() == [[0.0, 0.0]]",
        needs="sklearn",
    ),
    Broken(V, "08", "nums = [1, 2]", "nums.remove(5)", "nums == [1, 2]"),
    Broken(V, "17", FRAME, "x = sales.sample(5)", "len(x) in (2, 5)"),
    Broken(
        "IntCastingNaNError",
        "15",
        "import pandas as pd\ns = pd.Series([1.0, None])",
        "x = s.astype(int)",
        "x.sum() == 1",
    ),
]

TYPES = [
    Broken(T, "08", "age = '41'", "older = age + 1", "older == 42"),
    Broken(T, "08", NUMPY + "a = np.ones((2, 3))", "rows = a.shape()[0]", "rows == 2"),
    Broken(
        T,
        "08",
        "rows = [{'name': 'a'}, {'name': 'b'}]",
        "names = rows['name']",
        "names in (['a', 'b'], 'a')",
    ),
    Broken(T, "08", "", "half = [0] * (4 / 2)", "len(half) == 2"),
    Broken(T, "08", "total = 0", "for i in 3:\n    total += i", "total == 3"),
    Broken(
        T,
        "08",
        "class Circle:\n    r = 3\n\n    def area():\n        return 3",
        "a = Circle().area()",
        "a == 3",
    ),
    Broken(T, "08", "numbers = [1, 2]", "text = ', '.join(numbers)", "text == '1, 2'"),
    Broken(T, "08", "d = {'a': 1}", "first = d.keys()[0]", "first == 'a'"),
    Broken(
        T,
        "17",
        "import json\nimport numpy as np",
        "t = json.dumps({'n': np.int64(3)})",
        "json.loads(t)['n'] in (3, '3')",
    ),
    Broken(T, "08", NUMPY, "m = np.zeros(2, 3)", "m.shape == (2, 3)"),
    Broken(T, "08", "", "parts = {[1, 2]: 'a'}", "parts[(1, 2)] == 'a'"),
    Broken(
        T,
        "08",
        "def greet(name, greeting):\n    return f'{greeting} {name}'\ngreeting = 'hi'",
        "g = greet('Ann')",
        "g == 'hi Ann'",
    ),
]

ATTRIBUTES = [
    Broken(
        A, "08", ("import re", "m = re.match('b', 'abc')"), "x = m.group()", "x == 'b'"
    ),
    Broken(A, "08", NUMPY + "values = [1, 2, 3]", "n = values.shape[0]", "n == 3"),
    Broken(A, "08", "config = {'depth': 3}", "d = config.depth", "d == 3"),
    Broken(A, "08", "import datetime", "now = datetime.now()", "now.year > 2000"),
    Broken(
        A,
        "17",
        "import pandas as pd\nlog = pd.DataFrame({'when': ['2024-01-02']})",
        "m = log['when'].dt.month",
        "m[0] == 1",
    ),
    Broken(A, "08", "text = 'abc'", "t = text.decode('utf-8')", "t == 'abc'"),
    Broken(
        A,
        "08",
        "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\n"
        "fig, ax = plt.subplots()",
        "ax.xlabel('t')",
        "ax.get_xlabel() == 't'",
        needs="matplotlib",
    ),
]

FILES = [
    Broken(
        "FileNotFoundError",
        "08",
        "import os\nos.makedirs('data')\nopen('data/sales.csv', 'w').close()",
        "text = open('sales.csv').read()",
        "text == ''",
    ),
    Broken(
        "FileNotFoundError",
        "08",
        "open('Report.txt', 'w').close()",
        "text = open('report.txt').read()",
        "text == ''",
    ),
    Broken(
        "FileNotFoundError",
        "08",
        "",
        "with open('out/result.txt', 'w') as file:\n    n = file.write('x')",
        "n == 1",
    ),
    Broken(
        "FileNotFoundError",
        "14",
        "import pandas as pd\npd.DataFrame({'a': [1]}).to_csv('people.csv')",
        "people = pd.read_csv('peoples.csv')",
        "people.a[0] == 1",
    ),
]

MODULES = [
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "import cv2",
        source="%pip install opencv-python",
    ),
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "import xgboost as xgb",
        source="%pip install xgboost",
    ),
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "from tensorflow.keras import layers",
        source="%pip install tensorflow",
    ),
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "import numppy as np\nx = np.ones(1)",
        "x[0] == 1",
    ),
]

KEYS = [
    Broken(
        "KeyError",
        "16",
        FRAME,
        "x = sales.drop('region')",
        "list(x.columns) == ['Unit Price', '2024']",
    ),
    Broken(
        "KeyError",
        "06",
        (FRAME, "sales = sales.rename(columns={'region': 'area'})"),
        "x = sales['region'].tolist()",
        "x == ['n', 's']",
    ),
    Broken(
        "KeyError",
        "06",
        "import pandas as pd\ns = pd.Series([1, 2, 3], index=['a', 'b', 'c'])",
        "last = s[-1]",
        "last == 3",
    ),
    Broken(
        "KeyError",
        "07",
        "counts = {}",
        "for letter in 'aba':\n    counts[letter] += 1",
        "counts == {'a': 2, 'b': 1}",
    ),
]

INDEXES = [
    Broken(
        "IndexError",
        "08",
        "xs = [1, 2, 3]",
        "for i in range(len(xs) + 1):\n    last = xs[i]",
        "last == 3",
    ),
    Broken("IndexError", "08", "xs = [1, 2, 3]", "x = xs[len(xs)]", "x == 3"),
    Broken("IndexError", "08", NUMPY + "a = np.arange(3)", "n = a.shape[1]", "n == 3"),
]

OTHERS = [
    Broken(
        "RuntimeError",
        "08",
        "d = {'a': 1, 'b': 2}",
        "for k in d:\n    if d[k] == 1:\n        del d[k]",
        "d == {'b': 2}",
    ),
    Broken(
        "RuntimeError",
        "08",
        "s = {1, 2, 3}",
        "for v in s:\n    s.discard(v)",
        "s == set()",
    ),
    Broken("SyntaxError", "01", "", "if 1 > 0\n    x = 5", "x == 5"),
    Broken("SyntaxError", "01", "", "x = max(1, (2 + 3)", "x == 5"),
    Broken("SyntaxError", "01", "", "print 'hello'\nx = 1", "x == 1"),
    Broken("IndentationError", "01", "", "def f(v):\nreturn v * 2\nx = f(2)", "x == 4"),
    Broken(
        "ZeroDivisionError",
        "08",
        "rows = []",
        "mean = sum(rows) / len(rows)",
        "mean != mean or mean == 0",
    ),
    Broken(
        "ImportError",
        "02",
        "",
        "from collections import Callable\nx = callable(Callable)",
        "x",
    ),
    Broken(
        "UnicodeDecodeError",
        "15",
        "open('latin.csv', 'wb').write('name\\nJosé\\n'.encode('latin-1'))\n"
        "import pandas as pd",
        "people = pd.read_csv('latin.csv')",
        "people.name[0] == 'José'",
    ),
    Broken(
        "JSONDecodeError",
        "17",
        "import json",
        "x = json.loads(\"{'a': 1}\")",
        "x['a'] == 1",
    ),
    Broken(
        "NotFittedError",
        "17",
        "from sklearn.linear_model import LinearRegression\n"
        "X_train = [[1.0], [2.0]]\ny_train = [1.0, 2.0]\nmodel = LinearRegression()",
        "p = model.predict(X_train)",
        "abs(p[1] - 2) < 1e-9",
        needs="sklearn",
    ),
    Broken(
        "OSError",
        "13",
        "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt",
        "plt.style.use('seaborn')\nx = 1",
        "x == 1",
        needs="matplotlib",
    ),
    Broken("AxisError", "08", NUMPY, "m = np.arange(3).mean(axis=1)", "m == 1"),
    Broken(
        "ParserError",
        "15",
        "open('semi.csv', 'w').write('a;b\\n1;2\\n1,5;2,5\\n')\nimport pandas as pd",
        "table = pd.read_csv('semi.csv')",
        "list(table.columns) == ['a', 'b']",
    ),
    Broken(
        "UndefinedVariableError",
        "17",
        (SCORES, "limit = 1"),
        "x = scores.query('a > limit')",
        "len(x) == 2",
    ),
    Broken(
        "ChainedAssignmentError",
        "17",
        SCORES,
        "scores['a'][0] = 9",
        "scores.loc[0, 'a'] == 9",
    ),
]

BUILDING = [
    *NAMES,
    *VALUES,
    *TYPES,
    *ATTRIBUTES,
    *FILES,
    *MODULES,
    *KEYS,
    *INDEXES,
    *OTHERS,
]
