"""What was looked for in vain, and the names that do exist there."""

from __future__ import annotations

import pytest

from tests.kernel.hostile import HITS, spy
from tests.kernel.test_errors import fail


def test_an_unknown_name_brings_the_live_ones():
    """A NameError lists what is alive, in a function its locals first."""
    report = fail("sales = 1", "def f(price):\n    return prise\nf(1)")

    assert report.names == {"name": "prise"}
    assert report.candidates == ("price", "sales", "f")


@pytest.mark.parametrize(
    ("source", "key", "holder", "candidates"),
    [
        ("df['amonut']", "amonut", "df", ("region", "amount")),
        ("x = df.groupby('rgion').sum()", "rgion", "df", ("region", "amount")),
        ("df.loc[0, 'amonut']", "amonut", "df.loc", ("region", "amount")),
        ("for r in df['rgion']:\n    pass", "rgion", "df", ("region", "amount")),
        ("config['a']['port']", "port", "config['a']", ("host",)),
        ("config['b']", "b", "config", ("a", "1")),
        ("config['1']", "1", "config", ("a", "1")),
        ("box.config['b']", "b", "box.config", ("a", "1")),
        ("def f(d):\n    return d[2]\nf(config)", "2", "d", ("a", "1")),
        ("series['z']", "z", "series", ("x", "y")),
        ("df.merge(titles, on='title')", "title", "df", ("region", "amount")),
        ("titles.merge(df, on='title')", "title", "df", ("region", "amount")),
        ("df = df.merge(titles, on='nr')", "nr", "df", ("region", "amount")),
        ("titles = pd.merge(df, titles, on='nr')", "nr", "df", ("region", "amount")),
        ("titles.join(df, on='amount')", "amount", "titles", ("id", "title")),
    ],
)
def test_a_missing_key_brings_the_keys(source, key, holder, candidates):
    """A KeyError says where the key was looked for, and what is there."""
    report = fail(
        "import pandas as pd, types\n"
        "df = pd.DataFrame({'region': ['N'], 'amount': [1]})\n"
        "titles = pd.DataFrame({'id': ['N'], 'title': ['T']})\n"
        "series = pd.Series([1, 2], index=['x', 'y'])\n"
        "config = {'a': {'host': 1}, 1: 2}\n"
        "box = types.SimpleNamespace(config=config)",
        source,
    )

    assert report.ename == "KeyError"
    assert (report.names["key"], report.names["object"]) == (key, holder)
    assert report.candidates == candidates


def test_what_has_the_key_is_not_where_it_is_missing():
    """A row that is missed is not told by columns one of which is called so."""
    report = fail(
        "import pandas as pd\ndf = pd.DataFrame({'N': [1], 'S': [2]})", "df.loc['N']"
    )

    assert report.names == {"key": "N"}
    assert report.candidates == ()


def test_many_names_hide_no_newer_one():
    """Of thousands of names the newest are listed: that of the error's cell is."""
    report = fail(
        "for i in range(3_000):\n    globals()[f'n{i}'] = i", "alpha = 1\nalpa"
    )

    assert report.candidates[-1] == "alpha"
    assert len(report.candidates) == 1_000


def test_a_missing_attribute_brings_those_of_the_object():
    """An AttributeError lists the names of the type and of the instance."""
    report = fail(
        "class Order:\n    def total(self): ...\n"
        "    def __init__(self): self.lines = 1",
        "Order().totl",
    )

    assert report.names == {"attribute": "totl", "obj_type": "Order"}
    assert report.candidates == ("lines", "total")


def test_a_missing_attribute_of_a_frame_brings_its_columns_first():
    """`df.amonut` is most often a column."""
    report = fail("import pandas as pd\ndf = pd.DataFrame({'amount': [1]})\ndf.amonut")

    assert report.names == {"attribute": "amonut", "obj_type": "DataFrame"}
    assert report.candidates[0] == "amount"
    assert "groupby" in report.candidates


def test_a_missing_attribute_of_a_module():
    """The names of a module are listed from its dictionary."""
    report = fail("import math\nmath.squirt")

    assert report.names["module"] == "math"
    assert "sqrt" in report.candidates


def test_missing_modules_and_imports():
    """An import error names the module, and what the module has instead."""
    absent = fail("import nowhere_to_be_found")
    inside = fail("from json import load_all")

    assert absent.names == {"module": "nowhere_to_be_found"}
    assert inside.names == {"module": "json", "name": "load_all"}
    assert "loads" in inside.candidates


def test_a_missing_file_brings_its_neighbours(tmp_path):
    """A FileNotFoundError lists the files of the folder."""
    (tmp_path / "sales.csv").write_text("a")
    wanted = str(tmp_path / "sale.csv")

    report = fail(f"open({wanted!r})")

    assert report.names == {"filename": wanted}
    assert report.candidates == ("sales.csv",)


def test_the_search_runs_no_code_of_the_user():
    """Properties and `__getitem__` on the failing line are not called again."""
    trap = type(
        "Store",
        (dict,),
        {"__getitem__": spy("getitem"), "config": property(spy("property"))},
    )
    HITS.clear()

    report = fail("store.get('x'); {}[1], store['a'], store.config", store=trap(a=1))

    assert report.names["key"] == "1"
    assert HITS == []
