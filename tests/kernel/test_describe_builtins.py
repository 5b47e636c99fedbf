"""Descriptions of what Python itself brings."""

from __future__ import annotations

import datetime as dt
import decimal
import pathlib
import sys
import time
from collections import Counter, defaultdict, deque, namedtuple

import pytest

from jupyter_ctx.core.variable import Field
from tests.kernel.looks import Mask, see

SECRET = "sk-" + "a1B2" * 8


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (7, "7"),
        (2.5, "2.5"),
        (True, "True"),
        (None, "None"),
        ("a'b", '"a\'b"'),
        (b"xy", "b'xy'"),
        (range(3), "range(0, 3)"),
        ([1, "a", None], "[1, 'a', None]"),
        ((1,), "(1,)"),
        (set(), "set()"),
        ({"a": 1}, "{'a': 1}"),
        (dt.date(2020, 1, 2), "datetime.date(2020, 1, 2)"),
        (decimal.Decimal("1.5"), "Decimal('1.5')"),
        (pathlib.PurePosixPath("a/b"), "PurePosixPath('a/b')"),
    ],
)
def test_small_values_are_told_exactly(value, expected):
    """A small value is given as the literal that makes it again."""
    assert see(value).value == expected


def test_huge_values_cost_nothing():
    """A list of five million items and a text of 200 MB are told by size at once."""
    many = list(range(5_000_000))
    text = "z" * 200_000_000

    started = time.perf_counter()
    shapes = [see(many).shape, see(text).shape, see(10**5_000).shape]
    spent = time.perf_counter() - started

    assert shapes == ["5,000,000 items", "200,000,000 characters", "16,610 bits"]
    assert spent < 0.05


def test_subclasses_are_told_by_their_base_and_own_name():
    """A dict or list of another class shows its keys or size and its own name."""
    point = namedtuple("Point", "x y")(1, "k")  # noqa: PYI024  # the untyped one

    assert see(Counter("aab")).type_name == "Counter"
    assert see(defaultdict(list, {1: [2]})).detail == "default list"
    assert see(deque([1, 2])).shape == "2 items"
    assert see(point).fields == (
        Field(name="x", dtype="int", sample="1"),
        Field(name="y", dtype="str", sample="'k'"),
    )


def test_dicts_list_their_keys_with_types():
    """The keys of a dict are its fields; odd keys appear as literals or types."""
    value = {"rows": [1] * 50, 3: 2.5, (1, "a"): None, object: object()}

    names = [(field.name, field.dtype) for field in see(value).fields]

    assert names == [
        ("rows", "list of 50 int"),
        ("3", "float"),
        ("(1, 'a')", "NoneType"),
        ("<type>", "object"),
    ]


def test_secrets_are_masked_in_values_keys_and_attributes():
    """No description holds a secret, wherever the object keeps it."""

    class Client:
        def __init__(self) -> None:
            self.API_KEY = "hunter2pw"
            self.token = SECRET

    seen = [
        see(SECRET, "key", Mask()),
        see({"API_KEY": "hunter2pw", "b": SECRET}, "d", Mask()),
        see([SECRET], "l", Mask()),
        see(Client(), "client", Mask()),
        see("x" * 60 + SECRET + "y" * 500, "long", Mask()),
    ]

    for summary in seen:
        assert SECRET not in repr(summary)
        assert "hunter2pw" not in repr(summary)


def test_functions_show_parameters_doc_and_closure():
    """A function is told by its signature, written from its code object."""
    factor = 3

    def scale(a: int, /, b: str = "x", *rest, c: list[int] | None = None, **more):
        """Scale all.

        Slowly.
        """
        return a, b, rest, c, more, factor

    summary = see(scale)

    assert summary.signature.startswith("def scale(a")
    assert "/, b" in summary.signature
    assert summary.signature.endswith(", **more)")
    assert summary.doc == "Scale all."
    assert summary.fields == (Field(name="factor", dtype="closure int", sample="3"),)


def test_annotations_and_defaults_never_run_code():
    """Defaults and annotations of unknown types are left out, not printed."""
    namespace: dict = {}
    source = "def f(a: int, b=object(), *, c: 'Frame' = 2) -> bool: ..."
    exec(compile(source, "cell", "exec", dont_inherit=True), namespace)

    signature = see(namespace["f"]).signature

    assert signature == "def f(a: int, b=..., *, c: Frame = 2) -> bool"


def test_classes_show_bases_attributes_and_methods():
    """A class is told by its bases, annotated attributes and own methods."""

    class Base: ...

    class Order(Base):
        """One order."""

        total: float

        def __init__(self, lines, tax=0.2): ...

        @classmethod
        def read(cls, path): ...

        @property
        def net(self): ...

        def _hidden(self): ...

    summary = see(Order)

    assert summary.signature == "class Order(Base)"
    assert summary.doc == "One order."
    assert [(field.name, field.dtype) for field in summary.fields][1:] == [
        ("__init__", "(self, lines, tax=0.2)"),
        ("read", "(cls, path)"),
        ("net", "property"),
    ]


def test_objects_show_what_they_store():
    """An object of the user is told by the public attributes it stores."""

    class Model:
        def __init__(self) -> None:
            self.layers = [1] * 100
            self.rate = 0.5
            self._cache = {}

    assert see(Model()).fields == (
        Field(name="layers", dtype="list of 100 int"),
        Field(name="rate", dtype="float", sample="0.5"),
    )


def test_modules_show_name_and_version():
    """A module is told by its full name, a package of note with its version."""
    import msgspec

    assert see(sys).module == "sys"
    assert see(msgspec).detail == f"msgspec {msgspec.__version__}"
