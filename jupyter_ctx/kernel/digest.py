"""Fingerprints of values: equal ones have the same, read without any user code."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable
from hashlib import blake2b
from itertools import islice
from math import inf
from sys import getsizeof
from time import perf_counter
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    instance_dict,
    loaded,
    module_dict,
    module_of,
    mro,
    name_of,
    stored,
)

ITEMS = 4_000  # values looked at inside of one: about 4 ms
BYTES = 2_000_000  # of arrays and texts inside of one value: about 3 ms
SCALARS = 50_000  # plain values in one list or column: their repr takes 5 ms
DEPTH = 8  # of containers in containers
TICK = 32  # parts between two looks at the clock
SCALAR = 64  # bytes that Python spends on a scalar beside what is written of it
DIGEST_BYTES = 12
_PLAIN_ARRAYS = "biufcmMSU"  # kinds of dtype without Python objects

_ON_ARRAYS = {
    "BooleanArray": ("_data", "_mask"),
    "Categorical": ("_ndarray",),
    "DatetimeArray": ("_ndarray",),
    "FloatingArray": ("_data", "_mask"),
    "IntegerArray": ("_data", "_mask"),
    "NumpyExtensionArray": ("_ndarray",),
    "PeriodArray": ("_ndarray",),
    "StringArray": ("_ndarray",),
    "StringArrayNumpySemantics": ("_ndarray",),
    "TimedeltaArray": ("_ndarray",),
}
"""Arrays of pandas, and the arrays of numpy that hold all their values."""

# By id, since hashing a class may ask its metaclass.
_SEQUENCES = {id(cls): cls for cls in (list, tuple, deque)}
_DICTS = {id(cls) for cls in (dict, OrderedDict, defaultdict, Counter)}
_SETS = {id(cls): cls for cls in (set, frozenset)}
_SCALARS = {id(cls) for cls in (str, int, float, bool, complex, bytes, type(None))}
_BYTES = {id(cls) for cls in (bytes, bytearray)}


class _UnreadableError(Exception):
    """The value is too large, or of a kind that cannot be read."""


def digest(value: object, deadline: float = inf) -> str:
    """Give the fingerprint of *value*, or '' where not all of it can be read.

    Equal fingerprints mean equal values, not one object. Nothing is kept, and no
    method of the user is called: built-in types, numpy, pandas, functions by their
    code and plain objects of the user's own classes by their attributes. What is
    not read when the clock shows *deadline* (`perf_counter`) cannot be read.
    """
    reader = _Reader(deadline)
    try:
        reader.read(value, 0)
    except _UnreadableError:
        return ""
    except Exception:  # noqa: BLE001 - a thread may change what is being read
        return ""
    return reader.hash.hexdigest()


class _Reader:
    """Feeds one value into a hash, within the limits."""

    def __init__(self, deadline: float) -> None:
        self.hash = blake2b(digest_size=DIGEST_BYTES)
        self.items = 0
        self.bytes = 0
        self._claims = 0
        self._deadline = deadline

    def read(self, value: object, depth: int) -> None:
        """Take in *value* and all that is in it."""
        self.items += 1
        if self.items > ITEMS or depth > DEPTH:
            raise _UnreadableError
        cls = type(value)
        self.hash.update(b"\0" + name_of(cls).encode() + b":")
        if not (self._plain(value, cls) or self._container(value, cls, depth)):
            self._object(value, cls, depth)

    def _feed(self, data: bytes) -> None:
        self._claim(len(data))
        self.bytes += len(data)
        self.hash.update(b"%d:" % len(data))
        self.hash.update(data)

    def _claim(self, size: int) -> None:
        """Refuse *size* more bytes, before they are copied, if too many or too late."""
        self._claims += 1
        is_late = not self._claims % TICK and perf_counter() > self._deadline
        if is_late or self.bytes + size > BYTES:
            raise _UnreadableError

    def _plain(self, value: Foreign, cls: type) -> bool:
        if cls is str:
            self._claim(len(value))
            self._feed(value.encode("utf-8", "surrogatepass"))
        elif cls is int:
            self._claim(value.bit_length() // 4)
            self._feed(hex(value).encode())
        elif id(cls) in _BYTES:
            self._claim(len(value))
            self._feed(bytes(value))
        elif cls is FunctionType:
            self._function(value)
        elif cls is ModuleType:
            self._feed(str(id(module_dict(value))).encode())
        elif cls is BuiltinFunctionType:
            self._feed(str(id(value)).encode())
        else:
            return self._literal(value)
        return True

    def _literal(self, value: object) -> bool:
        text = literal(value)
        if text:
            self._feed(text.encode())
        return bool(text)

    def _container(self, value: Foreign, cls: type, depth: int) -> bool:
        if id(cls) in _SEQUENCES:
            self._all(value, depth)
        elif id(cls) in _DICTS or loaded("sklearn.utils._bunch", "Bunch") is cls:
            self._all(dict.keys(value), depth)
            self._all(dict.values(value), depth)
        elif id(cls) in _SETS:
            self._feed("".join(sorted(map(self._apart, value))).encode())
        elif loaded("numpy", "ndarray") is cls:
            self._array(value, depth)
        elif _is_of_pandas(cls):
            self._pandas(value, depth)
        else:
            return False
        return True

    def _all(self, values: Iterable[object], depth: int) -> None:
        listed = list(islice(values, SCALARS + 1))
        if len(listed) > SCALARS:
            raise _UnreadableError
        if {id(type(value)) for value in listed} <= _SCALARS:
            # Many names of one long text are small until they are written.
            self._claim(sum(map(getsizeof, listed)) - SCALAR * len(listed))
            self._feed(repr(listed).encode("utf-8", "surrogatepass"))
            return
        self._feed(b"[")
        for value in listed:
            self.read(value, depth + 1)
        self._feed(b"]")

    def _apart(self, value: object) -> str:
        """Read a member of a set by itself: their order means nothing."""
        alone = _Reader(self._deadline)
        alone.items, alone.bytes = self.items, self.bytes
        alone.read(value, 0)
        self.items, self.bytes = alone.items, alone.bytes
        return alone.hash.hexdigest()

    def _function(self, function: FunctionType) -> None:
        if function.__closure__:
            raise _UnreadableError
        self._code(function.__code__)
        self.read(function.__defaults__, 1)
        self.read(function.__kwdefaults__, 1)

    def _code(self, code: CodeType) -> None:
        """Read what *code* does, not where it stands."""
        self._feed(code.co_code)
        self._feed(repr((code.co_names, code.co_varnames, code.co_flags)).encode())
        for constant in code.co_consts:
            if type(constant) is CodeType:
                self._code(constant)
            else:
                self.read(constant, 1)

    def _array(self, array: Foreign, depth: int) -> None:
        self._feed(repr((array.dtype.str, array.shape)).encode())
        self._claim(array.nbytes)
        if array.dtype.kind in _PLAIN_ARRAYS:
            self._feed(array.tobytes())
        elif array.dtype.kind == "O" and array.size <= SCALARS:
            self._all(array.ravel().tolist(), depth)
        else:
            raise _UnreadableError

    def _pandas(self, value: Foreign, depth: int) -> None:
        kind = name_of(type(value))
        if kind in ("DataFrame", "Series"):
            own = instance_dict(value) or {}
            self.read(own.get("_name"), depth + 1)
            self._frame(own["_mgr"], depth)
        elif kind.endswith("Index"):
            self._index(value, depth)
        else:
            self._column(value, depth)

    def _frame(self, manager: Foreign, depth: int) -> None:
        for axis in manager.axes:
            self._index(axis, depth)
        for block in manager.blocks:
            self._feed(block.mgr_locs.as_array.tobytes())
            self._column(block.values, depth)

    def _index(self, index: Foreign, depth: int) -> None:
        cls = type(index)
        if loaded("pandas", "RangeIndex") is cls:
            self._feed(repr((index.start, index.stop, index.step)).encode())
        elif loaded("pandas", "MultiIndex") is cls:
            for level, codes in zip(index.levels, index.codes, strict=True):
                self._index(level, depth)
                self._array(codes, depth)
        else:
            self._column((instance_dict(index) or {})["_data"], depth)
        self.read(tuple(index.names), depth + 1)

    def _column(self, values: Foreign, depth: int) -> None:
        """Read an array of numpy, or one that pandas has built on some."""
        if loaded("numpy", "ndarray") is type(values):
            self._array(values, depth)
            return
        kind = name_of(type(values))
        self._feed(str(values.dtype).encode())
        if kind == "Categorical":
            self._index(values.dtype.categories, depth)
        if kind in _ON_ARRAYS:
            for name in _ON_ARRAYS[kind]:
                self._array(stored(values, name), depth)
        else:
            self._arrow(stored(values, "_pa_array"), depth)

    def _arrow(self, chunked: Foreign, depth: int) -> None:
        if module_of(type(chunked)).partition(".")[0] != "pyarrow":
            raise _UnreadableError
        for chunk in chunked.chunks:
            self.read((len(chunk), chunk.offset), depth + 1)
            for buffer in chunk.buffers():
                self._feed(b"" if buffer is None else bytes(buffer[: BYTES + 1]))

    def _object(self, value: object, cls: type, depth: int) -> None:
        """Read an object of a class that the user wrote, by its attributes."""
        own = instance_dict(value)
        if own is None or not all(map(_is_of_user, mro(cls))):
            raise _UnreadableError
        self._feed(str(id(cls)).encode())
        self._all(own.keys(), depth)
        self._all(own.values(), depth)


def _is_of_pandas(cls: type) -> bool:
    """Tell whether *cls* is a known class of pandas, not one that says so."""
    kind = name_of(cls)
    if kind in _ON_ARRAYS:
        return loaded("pandas.arrays", kind) is cls
    is_known = kind in ("DataFrame", "Series") or kind.endswith("Index")
    return is_known and loaded("pandas", kind) is cls


def _is_of_user(base: type) -> bool:
    """Tell whether all that instances hold by *base* is in their dictionary."""
    if base is object:
        return True
    slots = class_attribute(base, "__slots__")
    return module_of(base) == "__main__" and not slots
