"""Cases B2, B6, B8 from the field, for every library that has a describer."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path

import pytest

import jupyter_ctx.kernel.describe as rooms
from jupyter_ctx.kernel.describe.registry import LIBRARIES
from jupyter_ctx.kernel.digest import digest
from jupyter_ctx.kernel.namespace import mark
from tests.kernel.hostile import DUNDERS, HITS, spy
from tests.kernel.looks import see

_PLACE = re.compile(r'"((?:\w+\.)+)([A-Z]\w*|ndarray|ufunc)"')
_PAIR = re.compile(r'loaded\("([\w.]+)", "(\w+)"\)')
WORDS = [
    "shape",
    "columns",
    "dtype",
    "dtypes",
    "index",
    "name",
    "names",
    "schema",
    "device",
    "values",
    "array",
    "size",
    "nlevels",
    "freq",
    "graph",
    "npartitions",
    "divisions",
    "engine",
    "nodes",
    "edges",
    "title",
    "data",
    "aval",
    "types",
    "plan",
    "key",
    "args",
    "fields",
    "crs",
    "num_rows",
    "null_count",
    "type",
    "_jdf",
    "_mgr",
    "_meta",
    "_data",
    "sharding",
    "requires_grad",
    "bit_generator",
    "nin",
    "number_of_nodes",
]
OF_STDLIB = set(sys.stdlib_module_names)


def places() -> list[tuple[str, str]]:
    """Find the full names of all classes that describers know."""
    found = {("pandas", name) for name in ("DataFrame", "Series", "Index", "Timestamp")}
    found |= {("polars", name) for name in ("DataFrame", "Series", "LazyFrame")}
    for file in Path(rooms.__path__[0]).glob("*.py"):
        text = file.read_text()
        found |= {(module[:-1], name) for module, name in _PLACE.findall(text)}
        found |= set(_PAIR.findall(text))
    known = set(LIBRARIES) - OF_STDLIB
    return sorted(one for one in found if one[0].split(".")[0] in known)


def double(monkeypatch, module: str, name: str) -> object:
    """Make a trapped object of the class *name* of a module made by hand."""
    parent = None
    parts = module.split(".")
    for at in range(len(parts)):
        path = ".".join(parts[: at + 1])
        made = types.ModuleType(path)
        monkeypatch.setitem(sys.modules, path, made)
        if parent is not None:
            setattr(parent, parts[at], made)
        parent = made
    traps = {word: spy(word) for word in DUNDERS if word != "__getattribute__"}
    traps |= {word: property(spy(word)) for word in WORDS}
    cls = type(name, (), traps | {"__module__": module})
    setattr(parent, name, cls)
    return object.__new__(cls)


def test_b6_enough_classes_are_known():
    """B6: the search finds the classes: the test below tries something."""
    assert len(places()) > 40


@pytest.mark.parametrize(("module", "name"), places())
def test_b6_a_stand_in_for_a_library_is_never_asked(monkeypatch, module, name):
    """B2, B6, B8: no look at a class of a module made by hand springs a trap."""
    value = double(monkeypatch, module, name)
    HITS.clear()

    told = see(value)
    for held in ([value], {"k": value}, (value, [value])):
        see(held)
    mark(value)
    digest(value)

    assert HITS == []
    assert told.type_name == name
