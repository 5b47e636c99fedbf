"""Contents of values, fed into a hash: built-in types, numpy and pandas."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable
from hashlib import blake2b
from itertools import islice
from sys import getsizeof
from time import thread_time
from types import BuiltinFunctionType
from typing import Self

from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    instance_dict,
    loaded,
    module_of,
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
SAMPLE = 2_000  # values read of an array, list or text that is too large
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


class UnreadableError(Exception):
    """The value is too large, or of a kind that cannot be read."""


class Contents:
    """Feeds one value into a hash, within the limits."""

    def __init__(self, deadline: float) -> None:
        self.hash = blake2b(digest_size=DIGEST_BYTES)
        self.items = 0
        self.bytes = 0
        self.is_sample = False  # not all of it was read
        self.is_guess = False  # objects of libraries are in it
        self._claims = 0
        self.deadline = deadline

    def read(self, value: object, depth: int) -> None:
        """Take in *value* and all that is in it."""
        self.items += 1
        is_late = not self.items % TICK and thread_time() > self.deadline
        if is_late or self.items > ITEMS or depth > DEPTH:
            raise UnreadableError
        cls = type(value)
        self.hash.update(b"\0" + name_of(cls).encode() + b":")
        if not (self._plain(value, cls) or self._container(value, cls, depth)):
            self.other(value, cls, depth)

    def other(self, value: Foreign, cls: type, depth: int) -> None:  # noqa: ARG002
        """Take in *value* of a class that is neither built in nor of numpy."""
        raise UnreadableError

    def another(self) -> Self:
        """Make a reader that shares what this one knows, and reads by itself."""
        return type(self)(self.deadline)

    def _feed(self, data: bytes) -> None:
        self._claim(len(data))
        self.bytes += len(data)
        self.hash.update(b"%d:" % len(data))
        self.hash.update(data)

    def _claim(self, size: int) -> None:
        """Refuse *size* more bytes, before they are copied, if too many or too late."""
        self._claims += 1
        is_late = not self._claims % TICK and thread_time() > self.deadline
        if is_late or self.bytes + size > BYTES:
            raise UnreadableError

    def _plain(self, value: Foreign, cls: type) -> bool:
        if cls is str:
            text = self._text(value)
            self._feed(text.encode("utf-8", "surrogatepass"))
        elif cls is int:
            self._claim(value.bit_length() // 4)
            self._feed(hex(value).encode())
        elif id(cls) in _BYTES:
            self._feed(bytes(self._text(value)))
        elif cls is BuiltinFunctionType:
            self._feed(str(id(value)).encode())
        else:
            return self._literal(value)
        return True

    def _text(self, value: Foreign) -> Foreign:
        """Take a sample of a text that is too long."""
        if len(value) <= BYTES - self.bytes:
            return value
        self.is_sample = True
        self._feed(str(len(value)).encode())
        parts = value[: SAMPLE * 4], value[:: len(value) // SAMPLE], value[-SAMPLE:]
        return "".join(parts) if type(value) is str else b"".join(map(bytes, parts))

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
        listed = list(islice(self._part(values), SCALARS + 1))
        if len(listed) > SCALARS:
            raise UnreadableError
        if {id(type(value)) for value in listed} <= _SCALARS:
            # Many names of one long text are small until they are written.
            self._claim(sum(map(getsizeof, listed)) - SCALAR * len(listed))
            self._feed(repr(listed).encode("utf-8", "surrogatepass"))
            return
        self._feed(b"[")
        for value in listed:
            self.read(value, depth + 1)
        self._feed(b"]")

    def _part(self, values: Foreign) -> Iterable[object]:
        """Take a sample of a list or tuple that is too long."""
        is_list = type(values) is list or type(values) is tuple
        if not is_list or len(values) <= SCALARS:
            return values  # type: ignore[no-any-return]
        self.is_sample = True
        self._feed(str(len(values)).encode())
        return (*values[:: len(values) // SAMPLE], *values[-SAMPLE:])

    def _apart(self, value: object) -> str:
        """Read a member of a set by itself: their order means nothing."""
        alone = self.another()
        alone.items, alone.bytes = self.items, self.bytes
        try:
            alone.read(value, 0)
        finally:
            self.items, self.bytes = alone.items, alone.bytes
        self.is_sample |= alone.is_sample
        self.is_guess |= alone.is_guess
        return alone.hash.hexdigest()

    def _array(self, array: Foreign, depth: int) -> None:
        self._feed(repr((array.dtype.str, array.shape)).encode())
        if array.nbytes > BYTES - self.bytes:
            array = self._some(array)
        if array.dtype.kind in _PLAIN_ARRAYS:
            self._claim(array.nbytes)
            self._feed(array.tobytes())
        elif array.dtype.kind == "O" and array.size <= SCALARS:
            self._all(array.ravel().tolist(), depth)
        else:
            raise UnreadableError

    def _some(self, array: Foreign) -> Foreign:
        """Take a sample of an array that is too large."""
        self.is_sample = True
        rows = array if array.shape[-1] > SAMPLE or array.ndim == 1 else array.T
        step = max(1, rows.shape[-1] // SAMPLE)
        some = rows[..., ::step]
        return some.flat[:: max(1, some.size // (SAMPLE * 16))]

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
            if len(manager.axes) > 1:  # a series has one block, and all rows in it
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
            raise UnreadableError
        for chunk in chunked.chunks:
            self.read((len(chunk), chunk.offset), depth + 1)
            for buffer in chunk.buffers():
                if buffer is not None:
                    # A view is cut without a copy of what is cut away.
                    self._feed(bytes(self._text(memoryview(buffer))))
                self._feed(b"|")


def _is_of_pandas(cls: type) -> bool:
    """Tell whether *cls* is a known class of pandas, not one that says so."""
    kind = name_of(cls)
    if kind in _ON_ARRAYS:
        return loaded("pandas.arrays", kind) is cls
    is_known = kind in ("DataFrame", "Series") or kind.endswith("Index")
    return is_known and loaded("pandas", kind) is cls
