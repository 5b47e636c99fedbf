"""What is kept of the texts of sizes and types: a form, and nothing that is a value."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.sizes import size_of, type_of, version_of

WHOLE = (
    "4 rows x 3 columns",
    "1 row x 1 column",
    "1,000 rows x 2 columns",
    "3 keys",
    "4 labels 2 levels",
    "(3, 4) int64",
    "(?, 4) float32",
    "(3,) datetime64[D]",
    "(2, 3) float32 cpu",
    "(100, 100) float64, 4 chunks of (50, 50)",
    "of 3 rows x 2 columns",
    "640 x 480 pixels",
    "3 items float64",
    "not started",
    "pending",
)


@pytest.mark.parametrize("text", WHOLE)
def test_sizes_are_kept_whole(text):
    """Counts with units, sides, types and states say nothing of values."""
    assert size_of(text) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("3 rows category ordered [low, high]", "3 rows category ordered"),
        ("3 values Sparse[int64, 4711]", "3 values Sparse"),
        ("3 rows Enum(categories=['date', 'time'])", "3 rows Enum"),
        ("(3,) float64 Zaphod", "(3,) float64"),
        ("3 rows x 2 columns, by date", "3 rows x 2 columns"),
        ("by city, of 3 rows x 2 columns", ""),
        ("of date", ""),
        ("of fetch_all, finished with str = 'Zaphod'", ""),
        ("finished with int = 4", ""),
        ("failed with ValueError: no rows", ""),
        ("'/tmp/zoo.txt', mode 'w', utf-8, open", ""),
        ("['python', '4 rows'], exit code 0", ""),
        ("postgresql://u@db:5432/shop, postgresql", ""),
        ("POINT (4711 1)", ""),
        ("'pump', not started", ""),
        ("= 4711", ""),
        ("4711", ""),
        ("(4711 1)", ""),
        ("(Zaphod 3)", ""),
        ("4711 Zaphods", ""),
        ("2 rowsZaphod", ""),
        ("", ""),
    ],
)
def test_a_size_ends_before_what_may_be_a_value(text, kept):
    """The first part that is no size, and all behind it, stays here."""
    assert size_of(text) == kept


def test_names_of_sides_are_kept_where_they_are_asked_for():
    """Those of arrays with named sides are columns."""
    assert size_of("(time 3, lon 2) float64", has_names=True) == (
        "(time 3, lon 2) float64"
    )


TYPES = (
    "datetime64[us, Europe/Berlin]",
    "Datetime(time_unit='us', time_zone=None)",
    "timestamp[ns, tz=UTC]",
    "Decimal(precision=10, scale=2)",
    "DECIMAL(18,3)",
    "VARCHAR(20)",
    "list<item: int64>",
    "List(List(Int64))",
    "Array(Int64, shape=(3,))",
    "interval[int64, right]",
    "period[D]",
    "string[pyarrow]",
    "<U5",
    "object",
)


@pytest.mark.parametrize("text", TYPES)
def test_types_are_kept_with_their_types_inside(text):
    """Brackets that hold types, sizes and units are part of the type."""
    assert type_of(text) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("category [S, M, L]", "category"),
        ("category [date, time]", "category"),
        ("ENUM('date', 'time')", "ENUM"),
        ("Sparse[int64, 4711]", "Sparse"),
        ("Struct({'Zaphod': Int64})", "Struct"),
        ("list[Literal['Zaphod']]", "list"),
        ("list[Zaphod]", "list"),
        ("bool = False", "bool"),
        ("float = 4711", "float"),
        ("float64 (time, lon)", "float64"),
        ("Literal[4711]", ""),
        ("Zaphod", ""),
        ("= 'int'", ""),
        ("(self, x='X')", ""),
    ],
)
def test_values_in_a_type_stay_here(text, kept):
    """Categories, fill values, defaults and literals are cut from it."""
    assert type_of(text) == kept


def test_a_long_text_is_read_in_no_time():
    """A text of a thousand brackets has no more than its beginning looked at."""
    assert type_of("list[" * 1000) == "list"
    assert size_of("(3,) " * 1000).startswith("(3,) (3,)")


@pytest.mark.parametrize(
    ("text", "kept"),
    [("numpy 2.1.0", "numpy 2.1.0"), ("pandas 3.1", "pandas 3.1"), ("x Zaphod", "")],
)
def test_versions_are_kept(text, kept):
    """A module tells its version, and nothing else that it says of itself."""
    assert version_of(text) == kept
