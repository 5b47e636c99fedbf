"""The half of the broken cells that no rule was built on."""

from __future__ import annotations

from tests.core.broken import FRAME, NUMPY, SCORES, Broken

N, V, T, A = "NameError", "ValueError", "TypeError", "AttributeError"

NAMES = [
    Broken(N, "04", "", "m = pd.DataFrame({'a': [1]})", "m.shape == (1, 1)"),
    Broken(N, "04", "import numpy", "z = np.zeros(2)", "z.shape == (2,)"),
    Broken(N, "04", "", "x = sin(0)", "x == 0"),
    Broken(N, "04", "", "t = timedelta(days=1)", "t.days == 1"),
    Broken(N, "04", "learning_rate = 1", "step = learningrate * 2", "step == 2"),
    Broken(
        N,
        "04",
        "history_2020 = [1]\nhistory_2021 = [5]",
        "x = histroy_2021[0]",
        "x == 5",
    ),
    Broken(N, "04", "def colour_map(x):\n    return x", "c = color_map(3)", "c == 3"),
    Broken(N, "04", "", "ok = false", "ok is False"),
    Broken(N, "04", "", "x = [1.0, nan]", "x[1] != x[1]"),
    Broken(N, "04", FRAME, "x = sales.groupby(region).size()", "x['n'] == 1"),
    Broken(
        N,
        "05",
        "class Square:\n    side = 3\n\n    def area(self):\n        return 9"
        "\n\n    def double(self):\n        return 2 * area()",
        "d = Square().double()",
        "d == 18",
    ),
    Broken(N, "04", "", "name = unicode('a')", "name == 'a'"),
    Broken(N, "04", "", "text = dedent('  a')", "text == 'a'"),
    Broken(
        N,
        "04",
        ("table = {'a': 1}\nother = 2", "del table"),
        "x = table['a']",
        "x == 1",
    ),
    Broken(N, "04", "", "p = Path('.').exists()", "p"),
    Broken(N, "04", "", "d = deepcopy([1])", "d == [1]"),
    Broken(
        N,
        "04",
        "names = ['a']",
        "for name in names:\n    up = nmae.upper()",
        "up == 'A'",
    ),
    Broken(
        N,
        "05",
        "def area(width, height):\n    return width * heigth",
        "a = area(2, 3)",
        "a == 6",
    ),
    Broken(N, "04", "", "pairs = list(permutations([1, 2]))", "len(pairs) == 2"),
    Broken(N, "04", "", "x = random.randint(1, 1)", "x == 1"),
    Broken(N, "04", "Y = [1]", "n = len(y)", "n == 1"),
    Broken(
        "UnboundLocalError",
        "05",
        "total = 10\ndef add(n):\n    total = total + n\n    return total",
        "x = add(5)",
        "x == 15",
    ),
]

VALUES = [
    Broken(
        V, "17", SCORES, "x = scores[(scores.a > 2) or (scores.b > 2)]", "len(x) == 2"
    ),
    Broken(
        V,
        "08",
        NUMPY + "v = np.array([1, -2, 3])",
        "rest = v[not (v > 0)]",
        "rest.tolist() == [-2]",
    ),
    Broken(V, "08", "", "x = float('$12.50')", "x == 12.5"),
    Broken(V, "08", "", "total = int('1,200')", "total == 1200"),
    Broken(
        V,
        "08",
        "",
        "for key, value in {'alpha': 1}:\n    last = value",
        "last == 1",
    ),
    Broken(
        V, "08", "", "first, second = 'a b c'.split()", "(first, second) == ('a', 'b')"
    ),
    Broken(V, "08", NUMPY, "m = np.arange(6).reshape((4, 2))", "m.shape == (3, 2)"),
    Broken(
        V,
        "08",
        NUMPY + "rows = np.ones((3, 2))\nw = np.array([1.0, 2.0, 3.0])",
        "c = rows * w",
        "c[2, 0] == 3",
    ),
    Broken(
        V,
        "08",
        NUMPY,
        "x = np.dot(np.ones((2, 3)), np.ones((2, 3)))",
        "x.shape in ((2, 2), (3, 3))",
    ),
    Broken(
        V,
        "17",
        "import pandas as pd",
        "x = pd.to_datetime(['13/02/2024'], format='%Y-%m-%d')",
        "(x[0].month, x[0].day) == (2, 13)",
    ),
    Broken(
        V,
        "17",
        "import pandas as pd",
        "f = pd.DataFrame({'a': [1, 2], 'b': [1, 2, 3]})",
        "f.shape == (3, 2)",
    ),
    Broken(
        V,
        "15",
        "import pandas as pd\ns = pd.Series(['3', 'x'])",
        "x = pd.to_numeric(s)",
        "x[0] == 3",
    ),
    Broken(
        V,
        "17",
        SCORES + "scores.index.name = 'a'",
        "x = scores.reset_index()",
        "len(x) == 3",
    ),
    Broken(
        V,
        "16",
        "from sklearn.linear_model import LinearRegression\n"
        "model = LinearRegression().fit([[1.0], [2.0]], [1.0, 2.0])",
        "p = model.predict([3.0])",
        "abs(p[0] - 3) < 1e-9",
        needs="sklearn",
    ),
    Broken(
        V,
        "16",
        "from sklearn.linear_model import LinearRegression\n"
        + SCORES
        + "model = LinearRegression().fit(scores, [1, 2, 3])",
        "p = model.predict(scores[['b', 'a']])",
        "abs(p[0] - 1) < 1e-9",
        needs="sklearn",
    ),
    Broken(V, "08", "", "pos = 'abc'.index('z')", "pos == -1"),
    Broken(V, "17", "import random", "x = random.sample([1, 2], 5)", "len(x) == 2"),
    Broken(V, "08", "", "text = f'{2.5:d}'", "text in ('2', '3')"),
]

TYPES = [
    Broken(T, "08", "count = 5", "text = count + ' items'", "text == '5 items'"),
    Broken(T, "08", FRAME, "cols = list(sales.columns())", "cols[1] == 'region'"),
    Broken(
        T,
        "08",
        "records = [{'v': 1}, {'v': 2}]",
        "total = sum(records['v'])",
        "total == 3",
    ),
    Broken(T, "08", "", "for i in range(10 / 2):\n    last = i", "last == 4"),
    Broken(
        T,
        "08",
        "values = [5, 6]",
        "for i in len(values):\n    last = values[i]",
        "last == 6",
    ),
    Broken(
        T,
        "08",
        "class Dog:\n    def speak(self):\n        return 'wuff'",
        "s = Dog.speak()",
        "s == 'wuff'",
    ),
    Broken(T, "08", "", "x = ' '.join([1, 'a'])", "x == '1 a'"),
    Broken(T, "08", "m = map(str, [1, 2])", "n = len(m)", "n == 2"),
    Broken(
        T,
        "17",
        "import datetime\nimport json",
        "t = json.dumps({'d': datetime.date(2024, 1, 1)})",
        "json.loads(t)['d'] == '2024-01-01'",
    ),
    Broken(
        T, "17", NUMPY, "a = np.concatenate([1, 2], [3])", "a.tolist() == [1, 2, 3]"
    ),
    Broken(T, "08", "seen = set()", "seen.add([1, 2])", "(1, 2) in seen"),
    Broken(T, "08", "point = (1, 2)", "point[0] = 5", "point[0] == 5"),
]

ATTRIBUTES = [
    Broken(
        A,
        "08",
        ("import re", "found = re.match(r'\\d+', 'run 12')"),
        "n = int(found.group(0))",
        "n == 12",
    ),
    Broken(
        A,
        "08",
        NUMPY + "cells = [[1, 2], [3, 4]]",
        "t = cells.T",
        "t.tolist() == [[1, 3], [2, 4]]",
    ),
    Broken(A, "08", "user = {'name': 'Ann'}", "n = user.name", "n == 'Ann'"),
    Broken(
        A,
        "08",
        "from datetime import datetime",
        "d = datetime.datetime(2024, 1, 1)",
        "d.month == 1",
    ),
    Broken(
        A,
        "17",
        "import pandas as pd\nnums = pd.Series([1, 2])",
        "c = nums.str.len()",
        "c.tolist() == [1, 1]",
    ),
    Broken(
        A, "08", NUMPY + "a = np.array([1])", "b = a.append(2)", "b.tolist() == [1, 2]"
    ),
    Broken(
        A,
        "08",
        "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt",
        "plt.set_title('x')",
        "plt.gca().get_title() == 'x'",
        needs="matplotlib",
    ),
]

FILES = [
    Broken(
        "FileNotFoundError",
        "08",
        "import os\nos.makedirs('input/raw')\nopen('input/raw/x.json', 'w').close()",
        "text = open('raw/x.json').read()",
        "text == ''",
    ),
    Broken(
        "FileNotFoundError",
        "08",
        "open('notes.md', 'w').close()",
        "text = open('notes.txt').read()",
        "text == ''",
    ),
    Broken(
        "FileNotFoundError",
        "17",
        "from pathlib import Path",
        "n = Path('deep/a/b.txt').write_text('x')",
        "n == 1",
    ),
    Broken(
        "FileNotFoundError",
        "17",
        NUMPY + "np.savetxt('values.txt', [1.0])",
        "v = np.loadtxt('value.txt')",
        "v == 1",
    ),
]

MODULES = [
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "from skimage import io",
        source="%pip install scikit-image",
    ),
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "import lightgbm",
        source="%pip install lightgbm",
    ),
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "import torch.nn as nn",
        source="%pip install torch",
    ),
    Broken(
        "ModuleNotFoundError",
        "02",
        "",
        "import collection\nd = collection.deque([1])",
        "len(d) == 1",
    ),
]

KEYS = [
    Broken(
        "KeyError",
        "16",
        FRAME,
        "x = sales.drop(['region'])",
        "list(x.columns) == ['Unit Price', '2024']",
    ),
    Broken(
        "KeyError",
        "06",
        (FRAME, "sales = sales.set_index('region')"),
        "x = list(sales['region'])",
        "x == ['n', 's']",
    ),
    Broken("KeyError", "06", FRAME, "x = sales[0]", "x['region'] == 'n'"),
    Broken(
        "KeyError",
        "07",
        "groups = {}",
        "for key, value in [('a', 1), ('a', 2)]:\n    groups[key].append(value)",
        "groups == {'a': [1, 2]}",
    ),
]

INDEXES = [
    Broken(
        "IndexError",
        "08",
        "v = [1, 2, 3]",
        "for i in range(1, len(v) + 1):\n    last = v[i]",
        "last == 3",
    ),
    Broken("IndexError", "17", SCORES, "x = scores.iloc[len(scores)]", "x['a'] == 3"),
    Broken("IndexError", "08", "queue = []", "x = queue.pop()", "x is None"),
]

OTHERS = [
    Broken(
        "RuntimeError",
        "08",
        "d = {'a': 1, 'b': 2}",
        "for k, v in d.items():\n    d[k + '2'] = v",
        "len(d) == 4",
    ),
    Broken(
        "RuntimeError",
        "08",
        "from collections import deque\nq = deque([1, 2])",
        "for v in q:\n    q.append(v)",
        "len(q) == 4",
    ),
    Broken("SyntaxError", "01", "", "for i in range(3)\n    x = i", "x == 2"),
    Broken("SyntaxError", "01", "", "x = [1, 2, 3", "x == [1, 2, 3]"),
    Broken("SyntaxError", "01", "x = 5", "if x = 5:\n    y = 1", "y == 1"),
    Broken("IndentationError", "01", "", "x = 1\n  y = 2", "y == 2"),
    Broken(
        "ZeroDivisionError",
        "08",
        "done, total = 3, 0",
        "share = done / total * 100",
        "share != share or share == 0",
    ),
    Broken("ImportError", "02", "", "from typing import Itearble\nx = 1", "x == 1"),
    Broken(
        "UnicodeDecodeError",
        "17",
        "open('old.txt', 'wb').write('café'.encode('cp1252'))",
        "text = open('old.txt', encoding='utf-8').read()",
        "text == 'café'",
    ),
    Broken(
        "JSONDecodeError",
        "17",
        'import json\nlines = \'{"a": 1}\\n{"a": 2}\\n\'',
        "x = json.loads(lines)",
        "x[1]['a'] == 2",
    ),
    Broken(
        "NotFittedError",
        "17",
        "from sklearn.preprocessing import StandardScaler\n"
        "X = [[1.0], [3.0]]\nscaler = StandardScaler()",
        "z = scaler.transform(X)",
        "z[1][0] == 1",
        needs="sklearn",
    ),
    Broken(
        "OSError",
        "13",
        "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt",
        "plt.style.use('ggplt')\nx = 1",
        "x == 1",
        needs="matplotlib",
    ),
    Broken("AxisError", "08", NUMPY, "m = np.sum(np.arange(3), axis=1)", "m == 3"),
    Broken(
        "ParserError",
        "15",
        "open('bad.csv', 'w').write('a,b\\n1,2\\n3,4,5\\n6,7\\n')\nimport pandas as pd",
        "table = pd.read_csv('bad.csv')",
        "len(table) == 2",
    ),
    Broken(
        "UndefinedVariableError",
        "17",
        SCORES,
        "x = scores.query('B > 1')",
        "len(x) == 2",
    ),
    Broken(
        "ChainedAssignmentError",
        "17",
        SCORES,
        "scores[scores.a > 1]['b'] = 0",
        "scores.b.tolist() == [3, 0, 0]",
    ),
]

HELD_OUT = [
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
