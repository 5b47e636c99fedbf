"""Objects that lie, raise, sleep or record whenever they are asked anything."""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import sys
import time
import types
from unittest.mock import MagicMock

import numpy as np
import pandas as pd

from tests.kernel.hostile import DUNDERS, HITS, Hostile, Trapped, WithMeta, spy
from tests.kernel.zoo import animal


@animal("hostile", "Hostile")
def every_dunder():
    """Trap every special method."""
    return object.__new__(Hostile)


@animal("hostile", "Trapped")
def every_property():
    """Trap every attribute that a tool asks for, `__class__` too."""
    return object.__new__(Trapped)


@animal("hostile", "class WithMeta")
def metaclass():
    """Trap the class of a class."""
    return WithMeta


@animal("hostile", "WithMeta")
def of_metaclass():
    """Make an object of it."""
    return object.__new__(WithMeta)


@animal("hostile", "Sleepy")
def sleepy():
    """Sleep at every look."""

    def sleep(*_):
        HITS.append("slept")
        time.sleep(5)

    names = ("__len__", "__repr__", "__iter__", "__bool__", "__getattr__")
    return type("Sleepy", (), dict.fromkeys(names, sleep))()


@animal("hostile", "MagicMock", never=("dict",))
def mock():
    """Answer every question."""
    return MagicMock(spec=dict)


@animal("hostile", "Pretender", never=("0 keys",))
def pretender():
    """Claim to be a dict."""
    return type("Pretender", (), {"__class__": property(lambda _: dict)})()


@animal("hostile", "Proxy")
def proxy():
    """Pass every question on."""

    def passed_on(self, name):
        del self
        HITS.append(name)
        return pd.DataFrame

    return type("Proxy", (), {"__getattribute__": passed_on})()


@animal("hostile", "DataFrame", never=("1 row",))
def false_frame():
    """Call itself a DataFrame of pandas."""
    trap = property(spy("shape"))
    return type("DataFrame", (), {"__module__": "pandas", "shape": trap})()


@animal("hostile", "Loud 2 keys")
def loud_dict():
    """Override every method of dict."""
    names = ("keys", "items", "values", "__iter__", "__len__", "__getitem__")
    loud = type("Loud", (dict,), {name: spy(name) for name in names})
    found = dict.__new__(loud)
    dict.__init__(found, a=1, b=2)
    return found


@animal("hostile", "Loud 2 items")
def loud_list():
    """Override every method of list."""
    loud = type("Loud", (list,), {name: spy(name) for name in DUNDERS})
    found = list.__new__(loud)
    list.__init__(found, [1, 2])
    return found


@animal("hostile", "Loud", "'text'")
def loud_text():
    """Override the methods of str."""
    names = ("__len__", "__repr__", "__str__", "__getitem__", "__format__")
    return str.__new__(
        type("Loud", (str,), {name: spy(name) for name in names}), "text"
    )


@animal("hostile", "Loud")
def loud_number():
    """Override the methods of int."""
    names = ("__repr__", "__str__", "__index__", "__bool__", "bit_length")
    return int.__new__(type("Loud", (int,), {name: spy(name) for name in names}), 5)


@animal("hostile", "dict 1 key")
def trapped_key():
    """Use a trap as a key."""
    trap = type("Key", (), {"__repr__": spy("repr"), "__str__": spy("str")})()
    return {trap: 1}


@animal("hostile", "list 2 items", "Hostile")
def list_of_traps():
    """Hold traps in a list."""
    return [object.__new__(Hostile), object.__new__(Trapped)]


@animal("hostile", "DataFrame 2 rows x 1 column", "o object")
def frame_of_traps():
    """Hold traps in a frame."""
    names = ("__repr__", "__str__", "__len__", "__eq__", "__bool__", "__float__")
    column = np.empty(2, dtype=object)
    column[0] = type("Loud", (), {name: spy(name) for name in names})()
    column[1] = "a"
    return pd.DataFrame({"o": column})


@animal("hostile", "Sub 2 rows x 1 column", "a int64")
def false_sub_frame():
    """Override what a frame says of itself."""
    traps = {name: property(spy(name)) for name in ("shape", "columns", "dtypes")}
    return type("Sub", (pd.DataFrame,), traps | {"__len__": spy("len")})({"a": [1, 2]})


@animal("hostile", "Mine (3,) float64")
def false_array():
    """Override what an array says of itself."""

    class Mine(np.ndarray):
        def __array_finalize__(self, parent):
            if parent is not None and type(parent) is Mine:
                HITS.append("finalize")

        shape = property(spy("shape"))
        __getitem__ = spy("getitem")
        __len__ = spy("len")

    return np.zeros(3).view(Mine)


@animal("hostile", "def loud(a=...)")
def trapped_default():
    """Use a trap as a default."""
    trap = object.__new__(Hostile)

    def loud(a=trap):
        return a

    return loud


@animal("hostile", "partial")
def trapped_partial():
    """Fix a trap."""
    return functools.partial(print, object.__new__(Hostile))


@animal("hostile", "Lazy", "x int")
def lazy_attributes():
    """Compute attributes when asked."""

    class Lazy:
        def __init__(self):
            self.x = 1

        @functools.cached_property
        def costly(self):
            HITS.append("costly")
            return time.sleep(5)

    return Lazy()


@animal("hostile", "Holder", "inner Hostile")
def trapped_field():
    """Hold a trap in a dataclass."""

    @dataclasses.dataclass
    class Holder:
        inner: object

    return Holder(object.__new__(Hostile))


@animal("hostile", "Odd.A")
def odd_enum():
    """Override what members say of themselves."""

    class Odd(enum.Enum):
        A = 1

        def __repr__(self):
            HITS.append("repr")
            return "?"

        __str__ = __repr__

        @property
        def value(self):
            HITS.append("value")
            return 2

        name = value

    return Odd.A


@animal("hostile", "module numpy.lazy")
def lazy_module():
    """Load when asked."""

    class Lazy(types.ModuleType):
        def __getattr__(self, name):
            HITS.append(name)
            raise AttributeError(name)

    return Lazy("numpy.lazy")


@animal("hostile", "LazyModule", never=("json",))
def lazy_loader():
    """Import when asked."""

    def load(self, name):
        del self
        HITS.append(name)
        __import__("this")

    return type("LazyModule", (), {"__getattr__": load})()


@animal("hostile", "Loud", "x int")
def loud_tuple():
    """Override the methods of a named tuple."""
    base = collections.namedtuple("Base", "x")  # noqa: PYI024
    names = ("__getitem__", "__iter__", "__len__", "__repr__", "_asdict")
    return type("Loud", (base,), {name: spy(name) for name in names})(1)


@animal("hostile", "Model", needs="sklearn")
def loud_estimator():
    """Override what an estimator says of itself."""
    from sklearn.base import BaseEstimator

    names = ("get_params", "__repr__", "__sklearn_is_fitted__", "__getattr__")
    return type("Model", (BaseEstimator,), {name: spy(name) for name in names})()


@animal("hostile", "Loud ('quiet')")
def loud_exception():
    """Print when written."""
    return type("Loud", (Exception,), {"__str__": spy("str"), "__repr__": spy("repr")})(
        "quiet"
    )


@animal("hostile", "Chain")
def deep_chain():
    """Hold itself a thousand times."""

    class Chain:
        def __init__(self, inner):
            self.inner = inner

    found = Chain(None)
    for _ in range(sys.getrecursionlimit() * 2):
        found = Chain(found)
    return found


@animal("hostile", "list 1 item")
def deep_list():
    """Nest lists beyond the limit of recursion."""
    found: list = []
    for _ in range(sys.getrecursionlimit() * 2):
        found = [found]
    return found


@animal("hostile", "object")
def plain_object():
    """Make an object with nothing on it."""
    return object()
