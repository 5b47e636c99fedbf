"""What Python itself brings, and what people make of it."""

from __future__ import annotations

import array
import collections
import dataclasses
import datetime as dt
import enum
import functools
import importlib.util
import math
import re
import tempfile
import types
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tests.kernel.zoo import animal


@animal("builtin", "dict 3 keys", "users list of 40 dict", "name str", "total float")
def nested():
    """Make an answer of a web service."""
    users = [{"id": n, "name": f"u{n}", "tags": ["a"]} for n in range(40)]
    return {"users": users, "total": 40.0, "next": None}


@animal("builtin", "list 200 items", "dict", "id int", "name str")
def records():
    """Make rows as dicts."""
    return [{"id": n, "name": f"u{n}"} for n in range(200)]


@animal("builtin", "list 3 items", "str", "...")
def cyclic():
    """Make a list that holds itself."""
    found = ["a", 1]
    found.append(found)
    return found


@animal("builtin", "dict 300 keys", "k0", "list of 2 int")
def by_key():
    """Make lists by key."""
    return {f"k{n}": [n, n + 1] for n in range(300)}


@animal("builtin", "defaultdict 1 key", "default list", "a list")
def grouped():
    """Make a defaultdict."""
    return collections.defaultdict(list, a=[1])


@animal("builtin", "Counter 2 keys", "a int")
def counted():
    """Make a counter."""
    return collections.Counter("aab")


@animal("builtin", "deque 3 items", "maxlen 3")
def recent():
    """Make a bounded queue."""
    return collections.deque([1, 2, 3, 4], maxlen=3)


@animal("builtin", "ChainMap", "2 maps")
def layered():
    """Make a chain of settings."""
    return collections.ChainMap({"a": 1}, {"b": 2})


@animal("builtin", "mappingproxy", "2 keys", "a int")
def read_only():
    """Make a read-only view of a dict."""
    return types.MappingProxyType({"a": 1, "b": 2})


@animal("builtin", "array", "3 items", "float64")
def machine_array():
    """Make an array of machine numbers."""
    return array.array("d", [1, 2, 3])


@animal("builtin", "memoryview", "4 bytes")
def view():
    """Make a view of bytes."""
    return memoryview(b"abcd")


@animal("builtin", "slice", "slice(1, 5, None)")
def cut():
    """Make a slice."""
    return slice(1, 5)


@animal("builtin", "datetime", "2024-03-01 12:00:00+01:00")
def moment():
    """Make a time with a zone."""
    return dt.datetime(2024, 3, 1, 12, tzinfo=ZoneInfo("Europe/Berlin"))


@animal("builtin", "Pattern", r"'(\\d+)-(?P<tail>\\w+)'", "tail", "IGNORECASE")
def pattern():
    """Make a compiled pattern."""
    found = re.compile(r"(\d+)-(?P<tail>\w+)", re.IGNORECASE)
    re.purge()  # or the cache of `re` would keep it, until others fill it
    return found


@animal("builtin", "Match", "span (0, 3)", "'12-'")
def matched():
    """Make a match."""
    return re.match(r"(\d+)-", "12-a")


class Point(NamedTuple):
    """A place."""

    x: int
    label: str


@animal("record", "Point", "x int", "label str", "'home'")
def named_tuple():
    """Make a NamedTuple."""
    return Point(3, "home")


@animal("record", "class Point", "x", "int", "label", "str")
def named_tuple_class():
    """Give the class of it."""
    return Point


@dataclasses.dataclass
class Order:
    """One order of a customer."""

    number: int
    lines: list[str] = dataclasses.field(default_factory=list)
    paid: bool = False

    def total(self, tax: float = 0.2) -> float:
        """Sum up."""
        return len(self.lines) * (1 + tax)


@animal("record", "Order", "number int", "lines list", "paid bool", "number=7")
def order():
    """Make a dataclass."""
    return Order(7, ["pen"] * 30)


@animal("record", "class Order", "dataclass", "number", "paid", "total", "One order")
def order_class():
    """Give the class of it."""
    return Order


@dataclasses.dataclass(frozen=True, slots=True)
class Slotted:
    """Has no dictionary."""

    left: int
    right: str


@animal("record", "Slotted", "left int", "right str", "left=1")
def slotted():
    """Make a dataclass with slots."""
    return Slotted(1, "r")


class Old:
    """Has slots by hand."""

    __slots__ = ("first", "unset")

    def __init__(self):
        """Set one of two."""
        self.first = 5


@animal("record", "Old", "first int", never=("unset int",))
def slots_by_hand():
    """Make an object whose second slot is empty."""
    return Old()


class Color(enum.Enum):
    """Colors of a plot."""

    RED = 1
    BLUE = "b"


@animal("record", "Color.RED", "1")
def member():
    """Give a member of an enumeration."""
    return Color.RED


@animal("record", "class Color(Enum)", "RED = 1", "BLUE = 'b'", "Colors of a plot")
def enumeration():
    """Give an enumeration."""
    return Color


@animal("record", "Perm", "READ|WRITE", "3")
def flags():
    """Make a combination of flags."""
    perm = enum.Flag("Perm", "READ WRITE")
    return perm.READ | perm.WRITE


@animal(
    "record", "Account", "name str", "balance float", "balance=2.5", needs="pydantic"
)
def model():
    """Make a pydantic model."""
    import pydantic

    fields = {"name": (str, ...), "balance": (float, 0.0)}
    return pydantic.create_model("Account", **fields)(name="a", balance=2.5)


@animal("record", "class Account", "name", "str", "balance", "float", needs="pydantic")
def model_class():
    """Make a pydantic class."""
    import pydantic

    fields = {"name": (str, ...), "balance": (float, 0.0)}
    return pydantic.create_model("Account", **fields)


@animal("record", "SimpleNamespace", "a int", "b str", "a=1")
def simple_namespace():
    """Make a bag of attributes."""
    return types.SimpleNamespace(a=1, b="x")


@animal("function", "def scale(x, by=2)", "Scale it.", "factor closure int", "factor=3")
def closure():
    """Make a function that closes over a number and a frame-like list."""
    factor, table = 3, [1] * 100

    def scale(x, by=2):
        """Scale it."""
        return x * by * factor + len(table)

    return scale


@animal("function", "def fetch(url: str, *, retries: int = 3) -> bytes", "async")
def coroutine_function():
    """Make an async function."""
    space: dict = {}
    source = "async def fetch(url: str, *, retries: int = 3) -> bytes: ..."
    exec(compile(source, "cell", "exec", dont_inherit=True), space)
    return space["fetch"]


@animal("function", "lambda a, b=1")
def anonymous():
    """Make a lambda."""
    return lambda a, b=1: a + b


@animal("function", "total(self, tax", "method of Order")
def bound():
    """Bind a method."""
    return Order(1).total


@animal("function", "append(object, /)", "list")
def built_in_method():
    """Bind a built-in method."""
    return [1, 2].append


@animal("function", "sqrt(x, /)", "math")
def built_in():
    """Give a built-in function."""
    return math.sqrt


@animal("function", "partial", "of def pow_(base, exponent)", "exponent=2")
def part():
    """Fix an argument."""

    def pow_(base, exponent):
        return base**exponent

    return functools.partial(pow_, exponent=2)


@animal("function", "slow(n)", "cached", "Compute.")
def cached():
    """Cache a function."""

    @functools.lru_cache(maxsize=10)
    def slow(n):
        """Compute."""
        return n

    return slow


@animal("function", "ufunc", "add(x1, x2)", needs="numpy")
def universal():
    """Give a universal function."""
    import numpy as np

    return np.add


@animal("class", "class Base", "run (self)", "static (a)", "size", "A base.")
def plain_class():
    """Make a class with a bit of everything."""

    class Base:
        """A base."""

        limit = 3

        def run(self):
            """Go."""

        @staticmethod
        def static(a):
            """Take one."""

        @property
        def size(self):
            """Tell the size."""

    return Base


@animal("class", "class int", "builtins")
def built_in_class():
    """Give a built-in class."""
    return int


@animal("module", "numpy", needs="numpy")
def module():
    """Give a module."""
    import numpy as np

    return np


@animal("module", "json.decoder")
def submodule():
    """Give a module of a package."""
    import json.decoder

    return json.decoder


@animal("module", "helpers_of_zoo", "load (path, sep=',')", "Shop class", "LIMIT int")
def own_module():
    """Import a module of one's own."""
    place = Path(tempfile.mkdtemp()) / "helpers_of_zoo.py"
    place.write_text("def load(path, sep=','): ...\nclass Shop: ...\nLIMIT = 3\n")
    spec = importlib.util.spec_from_file_location("helpers_of_zoo", place)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@animal("builtin", "list[int]")
def generic_alias():
    """Give a type for annotations."""
    return list[int]


@animal("builtin", "ValueError", "'no rows'")
def caught():
    """Give an exception that was kept."""
    return ValueError("no rows")
