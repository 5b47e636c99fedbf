"""Broken cells: what ran before, the cell that fails, and a part of the right patch."""

from __future__ import annotations

FRAME = """\
import pandas as pd
sales = pd.DataFrame({"Unit Price": [2.0, 3.0], "region": ["n", "s"], "2024": [1, 2]})
"""
NUMPY = "import numpy as np\nvalues = np.arange(6.0)\n"

NAMES = [
    ("total_sales = 3", "print(total_slaes)", "print(total_sales)"),
    ("total = 3", "totl += 1", "total += 1"),
    ("Total = 3", "x = total * 2", "x = Total * 2"),
    ("my_list = [1]", "mylist.append(2)", "my_list.append(2)"),
    ("def area(r):\n    return r * r", "aera(2)", "area(2)"),
    ("", "x = np.zeros(3)", "import numpy as np\n"),
    ("", "f = pd.DataFrame()", "import pandas as pd\n"),
    ("", "p = os.path.join('a', 'b')", "import os\n"),
    ("", "m = re.match('a', 'ab')", "import re\n"),
    ("", "y = math.sqrt(4)", "import math\n"),
    ("", "t = json.dumps({})", "import json\n"),
    ("", "d = defaultdict(list)", "from collections import defaultdict\n"),
    ("", "c = Counter('abca')", "from collections import Counter\n"),
    ("", "p = Path('a') / 'b'", "from pathlib import Path\n"),
    ("", "d = datetime.now()", "from datetime import datetime\n"),
    ("", "d = datetime.datetime(2020, 1, 1)", "import datetime\n"),
    ("", "@dataclass\nclass P:\n    x: int = 1", "from dataclasses import"),
    ("", "n = lenght = lne([1])", "len([1])"),
    ("", "pritn('hello')", "print('hello')"),
    ("", "for i in xrange(3):\n    pass", "xrange = range\n"),
    ("", '"""Doc\nstring."""\nx = np.ones(2)', '"""\nimport numpy as np\nx'),
    ("", "from __future__ import annotations\nx = np.ones(2)", "import numpy"),
    ("def f():\n    return scale * 2\nscael = 3", "f()", "return scael * 2"),
    ("count = 2", "s = f'{cuont} items'", "f'{count} items'"),
    ("größe = 2", "x = 'ä'; y = größ + 1", "y = größe + 1"),
    ("threshold = 1", "ok = [v for v in [1, 2] if v > treshold]", "v > threshold"),
    (
        "total_sales = 3",
        "# total_slaes\nx = 'total_slaes'; y = total_slaes",
        "# total_slaes\nx = 'total_slaes'; y = total_sales",
    ),
]

KEYS = [
    (FRAME, "x = sales['unit price']", "sales['Unit Price']"),
    (FRAME, 'x = sales["unit_price"]', 'sales["Unit Price"]'),
    (FRAME, "x = sales['Region']", "sales['region']"),
    (FRAME, "x = sales['regoin']", "sales['region']"),
    (FRAME, "x = sales[['regoin', 'Unit Price']]", "[['region', 'Unit Price']]"),
    (FRAME, "x = sales.groupby('Region').size()", "groupby('region')"),
    (FRAME, "x = sales.sort_values('unit_price')", "'Unit Price'"),
    (FRAME, "x = sales.drop(columns=['regoin'])", "columns=['region']"),
    (FRAME, "x = sales.loc[:, 'Region']", "loc[:, 'region']"),
    (FRAME, "x = sales.set_index('Region')", "set_index('region')"),
    (FRAME, "x = sales[2024]", "sales['2024']"),
    (FRAME, "column = 'Region'\nx = sales[column]", "column = 'region'"),
    (
        FRAME,
        "x = sales['regoin']\ny = sales['regoin'] + 'regoin'",
        "y = sales['region'] + 'regoin'",
    ),
    ("d = {'alpha': 1}", "x = d['alhpa']", "d['alpha']"),
    ("d = {'First Name': 1}", "x = d['first_name']", "d['First Name']"),
    ("d = {1: 'a'}", "x = d['1']", "d[1]"),
    ("d = {'a': {'beta': 1}}", "x = d['a']['btea']", "d['a']['beta']"),
    ("d = {'zebra': 1}", "x = d['unrelated']", "d.get('unrelated')"),
    (
        FRAME + "def mean(frame):\n    return frame['unit price'].mean()",
        "mean(sales)",
        "frame['Unit Price']",
    ),
]

MODULES = [
    ("", "import pandsa as pd\npd.DataFrame()", "import pandas as pd"),
    ("", "import nummpy as np\nnp.ones(1)", "import numpy as np"),
    ("", "import jsno\njsno.dumps(1)", "import json as jsno"),
    ("", "from colections import Counter", "from collections import Counter"),
    ("", "import os, itertool\nx = 1", "import os, itertools"),
    ("", "import xml.etre.ElementTree as ET", "xml.etree.ElementTree"),
    ("", "from collections import Mapping", "from collections.abc import Mapping"),
    ("", "from collections import OrderedDcit", "import OrderedDict"),
    ("", "import cPickle\ncPickle.dumps(1)", "import pickle as cPickle"),
    (
        "",
        "from collections import Iterable, deque\nd = deque()",
        "import deque\nfrom collections.abc import Iterable",
    ),
]

ATTRIBUTES = [
    (NUMPY, "x = np.float(2)", "x = float(2)"),
    (NUMPY, "x = values.astype(np.int)", "astype(int)"),
    (NUMPY, "x = np.product(values)", "np.prod(values)"),
    (NUMPY, "x = np.in1d([1], [1])", "np.isin("),
    (NUMPY, "x = values.maxx()", "values.max()"),
    (FRAME, "x = sales.append(sales)", "pd.concat([sales, sales])"),
    (
        FRAME,
        "row = {'region': 'w'}\nx = sales.append(row, ignore_index=True)",
        "pd.concat([sales, pd.DataFrame([row])], ignore_index=True)",
    ),
    (FRAME, "x = sales.ix[0]", "sales.loc[0]"),
    (FRAME, "x = sales.haed()", "sales.head()"),
    (FRAME, "x = sales.Region", "sales.region"),
    (FRAME, "x = sales.unit_price.sum()", "sales['Unit Price'].sum()"),
    (FRAME, "for k, v in sales.iteritems():\n    pass", "sales.items()"),
    (FRAME, "x = sales.region.upper()", "sales.region.str.upper()"),
    (FRAME, "x = pd.DatFrame()", "pd.DataFrame()"),
    ("", "x = []\nx.apend(3)", "x.append(3)"),
    ("", "x = []\nx.push(3)", "x.append(3)"),
    ("s = set()", "s.append(1)", "s.add(1)"),
    ("d = {}", "for k, v in d.iteritems():\n    pass", "d.items()"),
    ("", "x = 'a'.uppper()", "'a'.upper()"),
    ("import math", "x = math.sqr(4) if False else math.sqtr(4)", "math.sqrt(4)"),
    ("import time", "t = time.clock()", "time.perf_counter()"),
    ("import sys", "m = sys.maxint", "sys.maxsize"),
    ("class A:\n    count = 1\na = A()", "x = a.cuont", "a.count"),
    ("x = [2, 1]\ny = x.sort()", "z = y.index(1)", "x.sort()\ny = x"),
]

REST = [
    ("def g(alpha, beta=2):\n    return alpha", "g(1, bata=3)", "beta=3"),
    ("class A:\n    def __init__(self, alpha):\n        pass", "A(alhpa=3)", "alpha=3"),
    ("list = [1]", "x = list((1, 2))", "del list\n"),
    ("x = 'abc'", "y = x.upper[0]", "x.upper()[0]"),
    ("n = 3", "print('n is ' + n)", "str(n)"),
    ("total = 0", "x = 1 / total", "if total else"),
    ("x = [1, 2, 3]", "y = x[3]", "x[2]"),
]
ALL = [*NAMES, *KEYS, *MODULES, *ATTRIBUTES, *REST]
