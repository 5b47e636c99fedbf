"""Cases B1, B2, B6, B7, B8 from the field: a look that costs and starts nothing."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.live.looking import ask, state, variables

pytestmark = pytest.mark.live

TRAPS = (
    "import time\n"
    "def trap(name):\n"
    "    def sprung(*a, **k):\n"
    "        HITS.append(name); time.sleep(5); raise RuntimeError(name)\n"
    "    return sprung\n"
    "DUNDERS = ('__len__ __repr__ __str__ __iter__ __bool__ __eq__ __hash__ "
    "__getattr__ __getitem__ __contains__ __dir__ __format__ __next__ __array__ "
    "__dataframe__ __deepcopy__ __reduce_ex__ __sizeof__ __index__').split()\n"
    "NAMES = ('shape columns dtype dtypes count schema index head size ndim names "
    "T values device item cpu min max numel tolist _meta _repr_html_').split()\n"
    "def trapped(name, module='__main__', *bases, **more):\n"
    "    space = {n: trap(n) for n in DUNDERS}\n"
    "    space |= {n: property(trap(n)) for n in NAMES}\n"
    "    return type(name, bases, space | {'__module__': module} | more)\n"
)


@pytest.fixture(scope="module")
def session():
    """One kernel whose model is the stub; tests use names of their own."""
    with asking() as (kernel, stub):
        kernel.run(TRAPS, silent=True)
        yield kernel, stub


@pytest.fixture
def kernel(session):
    """Give the kernel alone, with no hits recorded."""
    kernel = session[0]
    kernel.run("HITS = []", silent=True)
    yield kernel
    assert ask(kernel, "r.failures") == 0


def sent(session, prompt: str) -> str:
    """Ask *prompt* and give all that the model was sent."""
    kernel, stub = session
    stub.reply("ok")
    kernel.run(f"%%assist --fresh\n{prompt}")
    return contents(stub.sent())


LARGE = {
    "big": "['x' * 100] * 500_000",
    "dd": "collections.defaultdict(list, {i: [i] for i in range(50_000)})",
    "s": "'z' * 200_000_000",
    "nested": "[[[i] * 10 for i in range(100)] for _ in range(500)]",
    "keys": "{(i, str(i)): {i} for i in range(100_000)}",
    "raw": "bytearray(200_000_000)",
    "huge": "1 << 80_000_000",
    "queue": "collections.deque(range(1_000_000))",
    "shared": "['y' * 1_000_000] * 40_000",
}


def test_b1_large_values_are_described_once(kernel):
    """B1: cells that leave large values alone describe nothing, however many live."""
    made = "\n".join(f"{name} = {make}" for name, make in LARGE.items())
    kernel.run(f"import collections\n{made}")
    kernel.run("for i in range(2_000): globals()[f'v{i}'] = [i]")
    state(kernel)
    before = ask(kernel, "r.described")

    for _ in range(10):
        kernel.run("1")

    assert ask(kernel, "r.described") == before
    assert variables(kernel)["s"].shape == "200,000,000 characters"


def test_b1_reading_a_large_value_copies_none_of_it(kernel):
    """B1: the hooks of a cell that reads the values allocate less than a megabyte."""
    kernel.run("import tracemalloc; tracemalloc.start()", silent=True)
    before = kernel.value(
        "(__import__('tracemalloc').reset_peak(), "
        "__import__('tracemalloc').get_traced_memory()[0])[1]"
    )

    kernel.run("kinds = [type(one) for one in (s, raw, huge, shared, big, keys)]")

    most = kernel.value("__import__('tracemalloc').get_traced_memory()[1]")
    kernel.run("tracemalloc.stop()", silent=True)
    assert most - before < 8_000_000
    names = ", ".join([*LARGE, *(f"v{i}" for i in range(2_000))])
    kernel.run(f"del {names}", silent=True)


def test_b2_a_lazy_class_is_named_and_left_asleep(session, kernel):
    """B2: no method, property or iterator of a lazy object runs, and it is told."""
    kernel.run("Lazy = trapped('Lazy')\nlazy_one = object.__new__(Lazy)")
    kernel.run("g = (HITS.append(i) or i for i in range(3))")
    kernel.run(
        "class Cursor:\n    def __iter__(self): HITS.append('iter'); return self\n"
        "    def __next__(self): HITS.append('next'); raise StopIteration\n"
        "    def __getattr__(self, name): HITS.append(name); raise AttributeError\n"
        "cursor = Cursor(); held = {'c': cursor, 'l': [lazy_one]}\n"
        "m = map(HITS.append, 'ab')"
    )

    text = sent(session, "what are lazy_one, g, cursor, held and m?")

    assert kernel.value("HITS") == []
    for told in ("lazy_one: Lazy", "g: generator", "cursor: Cursor", "m: map"):
        assert told in text
    assert kernel.value("(len(list(g)), len(list(m)), HITS)")[:2] == (3, 2)


def test_b2_real_lazy_frames_run_nothing(session, kernel):
    """B2: plans of polars, dask and DuckDB, files and database rows stay unread."""
    kernel.run(
        "import polars as pl, dask.dataframe as dd, dask, pandas as pd\n"
        "import duckdb, sqlite3, io\n"
        "def spy(part): HITS.append('spy'); return part\n"
        "plan = pl.LazyFrame({'a': [1]}).map_batches(spy)\n"
        "parts = dd.from_pandas(pd.DataFrame({'q': [1, 2]}), npartitions=2)"
        ".map_partitions(spy, meta={'q': int})\nHITS.clear()\n"
        "later = dask.delayed(spy)(1)\n"
        "rel = duckdb.sql('select 42 as answer')\n"
        "rows = sqlite3.connect(':memory:').execute('select 1 union select 2')\n"
        "lines = io.StringIO('one\\ntwo\\n')"
    )

    text = sent(session, "what are plan, parts, later, rel, rows and lines?")

    assert kernel.value("HITS") == []
    for name in ("plan", "parts", "later", "rel", "rows", "lines"):
        assert f"{name}: " in text or f"{name} = " in text
    assert kernel.value("(list(rows), lines.readline())") == ([(1,), (2,)], "one\n")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("pandas", "DataFrame"),
        ("numpy", "ndarray"),
        ("polars", "LazyFrame"),
        ("pyspark.sql.classic.dataframe", "DataFrame"),
        ("pyspark.sql.connect.dataframe", "DataFrame"),
        ("dask.dataframe.dask_expr._collection", "DataFrame"),
        ("ibis.expr.types.relations", "Table"),
        ("torch", "Tensor"),
        ("django.db.models.query", "QuerySet"),
        ("datasets.iterable_dataset", "IterableDataset"),
    ],
)
def test_b2_b6_a_class_under_a_library_s_name_is_not_asked(kernel, module, name):
    """B2, B6: a module made by hand, with a trapped class, springs no trap."""
    own = module.split(".")[0]
    kernel.run(
        "import sys, types\n"
        "kept = {n: m for n, m in sys.modules.items() "
        f"if n.split('.')[0] == {own!r}}}\n"
        f"for n in kept: del sys.modules[n]\nparent = None\n"
        f"for at, part in enumerate({module.split('.')!r}):\n"
        f"    path = '.'.join({module.split('.')!r}[:at + 1])\n"
        "    made = sys.modules[path] = types.ModuleType(path)\n"
        "    if parent is not None: setattr(parent, part, made)\n"
        "    parent = made\n"
        f"made.{name} = trapped({name!r}, {module!r})\n"
        f"double = object.__new__(made.{name})\nboxed = [double, {{'d': double}}]",
    )
    kernel.run("again = double")

    seen = variables(kernel, "double")
    kernel.run(
        f"for n in [n for n in sys.modules if n.split('.')[0] == {own!r}]: "
        "del sys.modules[n]\n"
        "sys.modules |= kept; del double, boxed, again, made, parent"
    )

    assert kernel.value("HITS") == []
    assert (seen["double"].type_name, seen["double"].shape) == (name, "")


def test_b6_who_answers_to_everything_is_not_believed(session, kernel):
    """B6: mocks, proxies, false classes and lazy modules are told by their type."""
    kernel.run(
        "import sys, types\nfrom unittest.mock import MagicMock\nmock = MagicMock()\n"
        "class Me:\n    def __getattr__(self, n): HITS.append(n); return self\n"
        "class Claims:\n    shape = property(trap('shape'))\n"
        "    __class__ = property(lambda self: HITS.append('class') or dict)\n"
        "class Meta(type):\n"
        "    def __getattribute__(c, n):\n"
        "        HITS.append(n); return type.__getattribute__(c, n)\n"
        "    def __instancecheck__(c, o): HITS.append('instance'); return True\n"
        "    def __eq__(c, o): HITS.append('eq'); return True\n"
        "    def __hash__(c): HITS.append('hash'); return 1\n"
        "class OfMeta(metaclass=Meta): pass\n"
        "class LazyModule(types.ModuleType):\n"
        "    def __getattr__(self, n):\n"
        "        HITS.append(n); import this; raise AttributeError(n)\n"
        "me, claims, of_meta = Me(), Claims(), OfMeta()\n"
        "lazy_mod = LazyModule('pandas.lazy'); HITS.clear()"
    )
    before = set(kernel.value("sorted(sys.modules)"))
    kernel.run("pair = [me, claims]")

    seen = variables(kernel, "mock", "me", "claims")
    sent(session, "what are mock, me, claims, of_meta, lazy_mod?")

    assert kernel.value("HITS") == []
    assert [seen[n].type_name for n in ("mock", "me", "claims", "of_meta")] == [
        "MagicMock",
        "Me",
        "Claims",
        "OfMeta",
    ]
    assert {seen[n].kind for n in ("mock", "me", "claims", "of_meta")} == {"object"}
    added = set(kernel.value("sorted(sys.modules)")) - before
    assert {one.split(".")[0] for one in added} <= {"jupyter_ctx", *OWN_NEEDS}
    assert "this" not in added


OWN_NEEDS = (
    "msgspec",
    "tiktoken",
    "_tiktoken",
    "regex",
    "sqlite3",
    "_sqlite3",
    "queue",
)


@pytest.mark.parametrize(
    "words", ["'torch.float32', 'cuda:0'", "Word('float32'), Word('cuda:0')"]
)
def test_b7_a_tensor_is_told_by_what_it_stores(session, kernel, words):
    """B7: shape, dtype and device of a stand-in are told; its methods never run."""
    kernel.run(
        "import sys, types\ntorch = types.ModuleType('torch')\n"
        "class Word:\n    __module__ = 'torch'\n"
        "    def __init__(self, text): self.text = text\n"
        "    def __repr__(self): HITS.append('word'); return self.text\n"
        "def boom(*a, **k): HITS.append('boom'); raise RuntimeError('CUDA error')\n"
        "calls = '__repr__ __len__ __bool__ __iter__ item cpu min max numel tolist'\n"
        f"dtype, device = {words}\n"
        "torch.Tensor = type('Tensor', (), {n: boom for n in calls.split()} | "
        "{'__module__': 'torch', 'shape': (3, 4), 'dtype': dtype, 'device': device, "
        "'requires_grad': True})\n"
        "sys.modules['torch'] = torch\nweights = torch.Tensor()\nlayers = [weights]"
    )

    text = sent(session, "what is weights?")
    seen = variables(kernel, "weights")["weights"]
    kernel.run("del sys.modules['torch'], torch", silent=True)

    assert kernel.value("HITS") == []
    assert (seen.type_name, seen.shape) == ("Tensor", "(3, 4) float32 cuda:0")
    assert "weights: Tensor 3x4 float32 cuda:0" in text


def test_b8_a_change_is_seen_without_copy_or_comparison(kernel):
    """B8: no copy, pickle, hash or `==` of the user runs; a new column is noticed."""
    kernel.run(
        "import numpy as np, pandas as pd\nclass Odd:\n"
        "    def __deepcopy__(self, memo): HITS.append('copy'); return self\n"
        "    def __copy__(self): HITS.append('copy'); return self\n"
        "    def __reduce__(self): HITS.append('reduce'); return 'x'\n"
        "    def __getstate__(self): HITS.append('state')\n"
        "    def __eq__(self, other): HITS.append('eq'); return True\n"
        "    def __hash__(self): HITS.append('hash'); return 1\n"
        "a = np.zeros((20_000, 20_000))\nodd = Odd()\nholder = {'o': odd, 'l': [odd]}\n"
        "df = pd.DataFrame({'x': [1]}); nums = [1]; d = {}; series = pd.Series([1])"
    )
    kernel.run("odd, holder, a.shape, df, nums, d, series; None")
    state(kernel)
    kernel.run(
        "def touch():\n    df['z'] = 1; nums.append(2); d['k'] = 3\n"
        "    series.loc[1] = 5\ndo = touch"
    )
    kernel.run("do()")

    seen = variables(kernel)

    assert kernel.value("HITS") == []
    assert [field.name for field in seen["df"].fields] == ["x", "z"]
    assert (seen["nums"].value, seen["d"].value) == ("[1, 2]", "{'k': 3}")
    assert seen["series"].shape == "2 rows int64"
    assert seen["a"].shape == "(20000, 20000) float64"
