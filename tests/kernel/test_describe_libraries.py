"""Descriptions of frames, arrays and tensors from their metadata."""

from __future__ import annotations

import sys
import time
import types

import numpy as np
import pandas as pd
import pytest

from jupyter_ctx.core.variable import Field
from tests.kernel.hostile import HITS, spy
from tests.kernel.looks import Mask, see


def test_a_frame_shows_columns_nulls_and_rows():
    """A frame is told by shape, dtypes, missing values and two rows."""
    frame = pd.DataFrame({"region": ["N", None, "S"], "amt": [10, 20, 30]})

    summary = see(frame)

    assert summary.kind == "frame"
    assert summary.shape == "3 rows x 2 columns"
    assert [(field.name, field.nulls) for field in summary.fields] == [
        ("region", 1),
        ("amt", 0),
    ]
    assert summary.fields[1] == Field("amt", "int64", nulls=0, sample="10, 20")
    assert summary.rows == ("region='N', amt=10", "region=nan, amt=20")


def test_ten_thousand_columns_are_all_there():
    """A frame of 10,000 columns keeps every name, at the cost of a few milliseconds."""
    wide = pd.DataFrame(np.zeros((5, 10_000)), columns=[f"c{i}" for i in range(10_000)])

    started = time.perf_counter()
    summary = see(wide)
    spent = time.perf_counter() - started

    assert summary.shape == "5 rows x 10000 columns"
    assert summary.fields[7777].name == "c7777"
    assert len(summary.rows[0]) < 1_000
    assert spent < 5  # a repr of it takes longer


def test_frames_of_objects_spring_no_trap():
    """Cells, labels and names of a frame that hold traps are not asked."""
    names = ("__repr__", "__str__", "__len__", "__eq__", "__bool__", "__float__")
    trap = type("Loud", (), {name: spy(name) for name in names})()
    column = np.empty(2, dtype=object)
    column[0], column[1] = trap, "a"
    frame = pd.DataFrame({"o": column})
    HITS.clear()

    summary = see(frame)
    see(frame["o"])

    assert HITS == []
    assert summary.fields[0].sample == "<Loud>, 'a'"


def test_a_subclass_of_a_frame_is_seen_past_its_overrides():
    """A frame class of the user shows its data; what it overrides does not run."""
    traps = {name: property(spy(name)) for name in ("shape", "columns", "dtypes")}
    sub = type("Sub", (pd.DataFrame,), traps | {"__len__": spy("len")})
    frame = sub({"a": [1, 2]})
    HITS.clear()

    summary = see(frame)

    assert HITS == []
    assert (summary.type_name, summary.shape) == ("Sub", "2 rows x 1 column")


def test_odd_columns_have_names():
    """Numbers, tuples and repeated labels are named as people write them."""
    frame = pd.DataFrame([[1, 2, 3]], columns=[0, "a", "a"])
    levels = pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("x", 1)]))

    assert [field.name for field in see(frame).fields] == ["0", "a", "a"]
    assert [field.name for field in see(levels).fields] == ["('x', 1)"] or [
        field.name for field in see(levels).fields
    ] == ["(x, 1)"]


def test_series_and_indexes():
    """A series shows length, dtype, name and how it begins; an index its labels."""
    series = pd.Series([1.5, None], name="amt")

    assert see(series).shape == "2 rows float64"
    assert see(series).detail == "name amt, 1 nulls, begins 1.5, nan"
    assert see(pd.Index(["a", "b"])).detail == "begins a, b"


def test_secrets_in_frames_are_masked():
    """Neither the rows nor the samples of a frame hold a secret."""
    secret = "sk-" + "a1B2" * 8
    frame = pd.DataFrame({"API_KEY": ["hunter2pw"], "note": [secret + "z" * 200]})

    text = repr(see(frame, "df", Mask()))

    assert secret not in text
    assert "hunter2pw" not in text


@pytest.mark.parametrize(
    ("array", "shape", "detail"),
    [
        (np.arange(12, dtype="f4").reshape(3, 4), "(3, 4) float32", "[0.0, 1.0, 2.0"),
        (np.zeros((0, 3)), "(0, 3) float64", ""),
        (np.array([object()]), "(1,) object", ""),
        (np.array(1), "() int64", "[1]"),
    ],
)
def test_arrays(array, shape, detail):
    """An array is told by shape and dtype; plain elements by the first few."""
    summary = see(array)

    assert summary.shape == shape
    assert summary.detail.startswith(detail)


def test_a_large_array_is_told_at_once():
    """Statistics are not computed and nothing is copied."""
    array = np.lib.stride_tricks.as_strided(np.zeros(1), (200_000, 20_000), (0, 0))

    started = time.perf_counter()
    see(array)

    assert time.perf_counter() - started < 0.02


def test_an_array_class_of_the_user_is_not_asked():
    """`__array_finalize__` and `__getitem__` of a subclass do not run."""

    class Mine(np.ndarray):
        def __array_finalize__(self, parent: object) -> None:
            HITS.append("finalize")

        __getitem__ = spy("getitem")

    array = np.zeros(3).view(Mine)
    HITS.clear()

    assert see(array).shape == "(3,) float64"
    assert HITS == []


def test_a_tensor_is_told_by_what_it_stores(monkeypatch):
    """Shape, dtype and device of a tensor are read, its values never (B7)."""
    torch = types.ModuleType("torch")
    tensor = type(
        "Tensor",
        (),
        {"__module__": "torch", "shape": (3, 4), "dtype": "torch.float32"}
        | {"device": "cuda:0"}
        | {name: spy(name) for name in ("item", "cpu", "min", "__repr__", "__len__")},
    )
    torch.Tensor = tensor
    monkeypatch.setitem(sys.modules, "torch", torch)
    HITS.clear()

    summary = see(tensor())

    assert (summary.type_name, summary.shape) == ("Tensor", "(3, 4) float32 cuda:0")
    assert HITS == []


def test_a_module_made_by_hand_is_no_library(monkeypatch):
    """Classes that a cell puts under the name of polars are named, not asked (B2)."""
    polars = types.ModuleType("polars")
    traps = {name: property(spy(name)) for name in ("columns", "schema", "shape")}
    for name in ("LazyFrame", "DataFrame", "Series"):
        setattr(polars, name, type(name, (), traps | {"__module__": "polars"}))
    monkeypatch.setitem(sys.modules, "polars", polars)
    HITS.clear()

    told = {
        see(made()).type_name for made in vars(polars).values() if type(made) is type
    }

    assert told == {"LazyFrame", "DataFrame", "Series"}
    assert HITS == []
