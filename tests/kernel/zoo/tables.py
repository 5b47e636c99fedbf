"""Tables: eager, lazy, on disk, in a database."""

from __future__ import annotations

import numpy as np
import pandas as pd

from tests.kernel.zoo import animal


def _sales():
    days = pd.date_range("2024-01-01", periods=4, freq="D", tz="Europe/Berlin")
    sizes = pd.Categorical(["S", "L", "S", None], categories=["S", "M", "L"])
    return pd.DataFrame({"day": days, "size": sizes, "amt": [1.5, None, 2.0, 4.0]})


@animal("pandas", "DataFrame 4 rows x 3 columns", "datetime64", "Europe/Berlin",
        "2024-01-01 to 2024-01-04", "S, M, L", "size 1", "amt 1")  # fmt: skip
def sales():
    """Make a frame with days of a zone, categories and missing values."""
    return _sales()


@animal("pandas", "4 rows", "MultiIndex", "city (2)", "year (2)", "DE")
def levels():
    """Make a frame with two levels on its rows."""
    index = pd.MultiIndex.from_product(
        [["DE", "FR"], [2023, 2024]], names=["city", "year"]
    )
    return pd.DataFrame({"n": [1, 2, 3, 4]}, index=index)


@animal("pandas", "columns MultiIndex", "price", "mean")
def pivoted():
    """Make a frame with two levels of columns."""
    columns = pd.MultiIndex.from_tuples([("price", "mean"), ("price", "max")])
    return pd.DataFrame([[1, 2]], columns=columns)


@animal("pandas", "DatetimeIndex", "2024-01-01 to 2024-01-31", "freq D", "UTC")
def by_day():
    """Make a frame by day."""
    days = pd.date_range("2024-01-01", periods=31, tz="UTC")
    return pd.DataFrame({"t": range(31)}, index=days)


@animal("pandas", "Series 3 rows", "category", "low, high", "name risk", "1 null")
def categories():
    """Make a series of ordered categories."""
    kind = pd.CategoricalDtype(["low", "high"], ordered=True)
    return pd.Series(["low", None, "high"], dtype=kind, name="risk")


@animal("pandas", "MultiIndex 4 labels", "2 levels", "a (2)", "b (2)")
def multi_index():
    """Make an index of two levels."""
    return pd.MultiIndex.from_product([[1, 2], ["x", "y"]], names=["a", "b"])


@animal("pandas", "DataFrameGroupBy", "by city, of 3 rows x 2 columns", "city", "n")
def group_by():
    """Group a frame, without computing groups."""
    frame = pd.DataFrame({"city": list("aab"), "n": [1, 2, 3]})
    return frame.groupby("city")


@animal("pandas", "Rolling", "window 3")
def rolling():
    """Make a window over a series."""
    return pd.Series([1.0, 2.0, 3.0]).rolling(3)


@animal("pandas", "1000000 rows x 2 columns", "x float64", "y int8")
def tall():
    """Make a long frame."""
    return pd.DataFrame({"x": np.zeros(10**6), "y": np.zeros(10**6, "i1")})


@animal("polars", "DataFrame", "2 rows x 3 columns", "a Int64", "b String", "b 1",
        "a=1", "c List(Int64)", needs="polars")  # fmt: skip
def eager():
    """Make an eager polars frame."""
    import polars as pl

    return pl.DataFrame({"a": [1, 2], "b": ["x", None], "c": [[1], [2]]})


@animal("polars", "LazyFrame", needs="polars", never=("a Int64",))
def lazy():
    """Make a lazy polars frame, whose schema is not resolved yet."""
    import polars as pl

    return pl.LazyFrame({"a": [1]}).with_columns(b=pl.col("a") * 2)


@animal("polars", "Series 3 rows Int64", "name n", "1 null", needs="polars")
def polars_series():
    """Make a polars series."""
    import polars as pl

    return pl.Series("n", [1, None, 3])


@animal("polars", "Expr", needs="polars")
def expression():
    """Make an expression of polars."""
    import polars as pl

    return pl.col("a").sum()


@animal("pyarrow", "Table", "3 rows x 2 columns", "id int64", "name string", "name 1",
        needs="pyarrow")  # fmt: skip
def arrow_table():
    """Make a table of Arrow."""
    import pyarrow as pa

    return pa.table({"id": [1, 2, 3], "name": ["a", None, "c"]})


@animal("pyarrow", "Int64Array", "3 items", "int64", "1 null", needs="pyarrow")
def arrow_array():
    """Make an array of Arrow."""
    import pyarrow as pa

    return pa.array([1, None, 3])


@animal("pyarrow", "Schema", "2 fields", "id int64", needs="pyarrow")
def arrow_schema():
    """Make a schema."""
    import pyarrow as pa

    return pa.schema([("id", pa.int64()), ("name", pa.string())])


@animal("geopandas", "GeoDataFrame 2 rows x 2 columns", "EPSG:4326", "Point",
        "geometry", "city", needs="geopandas")  # fmt: skip
def places():
    """Make a frame with places."""
    import geopandas
    from shapely.geometry import Point

    return geopandas.GeoDataFrame(
        {"city": ["a", "b"]}, geometry=[Point(1, 2), Point(3, 4)], crs="EPSG:4326"
    )


@animal("geopandas", "Point", "POINT (1 2)", needs="shapely")
def place():
    """Make one place."""
    from shapely.geometry import Point

    return Point(1, 2)


@animal("xarray", "Dataset", "time 3", "lon 2", "temp float64 (time, lon)", "units K",
        needs="xarray")  # fmt: skip
def climate():
    """Make a data set with coordinates and attributes."""
    import xarray as xr

    temp = (("time", "lon"), np.zeros((3, 2)), {"units": "K"})
    return xr.Dataset({"temp": temp}, coords={"lon": [10.0, 20.0]})


@animal("xarray", "DataArray", "(3, 2) float64", "x 3", "y 2", "name t",
        needs="xarray")  # fmt: skip
def data_array():
    """Make an array with named dimensions."""
    import xarray as xr

    return xr.DataArray(np.zeros((3, 2)), dims=("x", "y"), name="t")


@animal("dask", "DataFrame", "2 partitions", "a int64", "b str", needs="dask",
        never=("10 rows",))  # fmt: skip
def dask_frame():
    """Make a dask frame."""
    import dask.dataframe as dd

    frame = pd.DataFrame({"a": range(10), "b": list("abcdefghij")})
    return dd.from_pandas(frame, npartitions=2)


@animal("dask", "Array", "(100, 100) float64", "4 chunks", "(50, 50)", needs="dask")
def dask_array():
    """Make a dask array."""
    import dask.array as da

    return da.ones((100, 100), chunks=(50, 50)) + 1


@animal("dask", "Bag", "3 partitions", needs="dask")
def bag():
    """Make a bag."""
    import dask.bag as db

    return db.from_sequence(range(9), npartitions=3)


@animal("dask", "Delayed", "load", needs="dask")
def delayed():
    """Delay a call."""
    import dask

    @dask.delayed
    def load(path):
        raise AssertionError(path)

    return load("x.csv")


@animal("duckdb", "DuckDBPyRelation", "2 columns", "id INTEGER", "name VARCHAR",
        needs="duckdb")  # fmt: skip
def relation():
    """Make a relation that was not executed."""
    import duckdb

    return duckdb.connect().sql("select 1 as id, 'a' as name")


@animal("duckdb", "DuckDBPyConnection", needs="duckdb")
def duck():
    """Open a database."""
    import duckdb

    return duckdb.connect()


@animal("sqlalchemy", "Engine", "postgresql", "u:***@db.example:5432/shop",
        needs="sqlalchemy", never=("hunter2pw",))  # fmt: skip
def engine():
    """Make an engine with a password, without a driver."""
    from sqlalchemy import create_mock_engine, engine

    del create_mock_engine
    url = engine.make_url("postgresql://u:hunter2pw@db.example:5432/shop")
    return engine.Engine(None, _dialect(), url)


def _dialect():
    from sqlalchemy.dialects.postgresql.psycopg2 import dialect

    return dialect()


@animal("sqlalchemy", "URL", "u:***@h/db", needs="sqlalchemy", never=("hunter2pw",))
def url():
    """Make an address with a password."""
    from sqlalchemy.engine import make_url

    return make_url("mysql://u:hunter2pw@h/db")


@animal("sqlalchemy", "Table users", "id INTEGER", "email VARCHAR", "primary key id",
        "org_id", "orgs.id", needs="sqlalchemy")  # fmt: skip
def table():
    """Make a table with keys."""
    import sqlalchemy as sa

    meta = sa.MetaData()
    sa.Table("orgs", meta, sa.Column("id", sa.Integer, primary_key=True))
    return sa.Table(
        "users",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("email", sa.String(80)),
        sa.Column("org_id", sa.ForeignKey("orgs.id")),
    )


@animal("sqlalchemy", "class User", "table users", "id INTEGER", "name VARCHAR",
        needs="sqlalchemy")  # fmt: skip
def mapped_class():
    """Map a class."""
    return _mapped()


@animal("sqlalchemy", "User", "name str", "name='a'", needs="sqlalchemy")
def mapped_object():
    """Make an object of it."""
    return _mapped()(id=1, name="a")


def _mapped():
    import sqlalchemy as sa
    from sqlalchemy.orm import declarative_base

    columns = {
        "__tablename__": "users",
        "id": sa.Column(sa.Integer, primary_key=True),
        "name": sa.Column(sa.String),
    }
    return type("User", (declarative_base(),), columns)


@animal("sqlalchemy", "Select", needs="sqlalchemy")
def select():
    """Make a query that was not sent."""
    import sqlalchemy as sa

    return sa.select(sa.literal(1))


@animal("ibis", "Table", "a int64", "b string", needs="ibis")
def ibis_table():
    """Make a table expression on nothing."""
    import ibis

    return ibis.table({"a": "int64", "b": "string"}, name="t")


@animal("pandas", "Categorical 3 values", "[high, low]")
def categorical():
    """Make an array of categories."""
    import pandas as pd

    return pd.Categorical(["low", "high", "low"])


@animal("pandas", "SparseArray 3 values")
def sparse_values():
    """Make a sparse array."""
    import pandas as pd

    return pd.arrays.SparseArray([0, 0, 1])


@animal("pandas", "Styler", "of 2 rows", "price", needs="jinja2")
def styled():
    """Style a frame."""
    import pandas as pd

    return pd.DataFrame({"price": [1.0, 2.0]}).style.format("{:.1f}")
