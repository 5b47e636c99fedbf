"""Descriptions run no code of the user, import nothing and wake nothing (B2, B6)."""

from __future__ import annotations

import sys
import types
from unittest.mock import MagicMock

from jupyter_ctx.kernel.describe.static import module_of, name_of
from jupyter_ctx.kernel.namespace import Snapshot, is_visible, mark
from tests.kernel.hostile import HITS, Hostile, all_hostile
from tests.kernel.looks import see


def test_no_trap_is_touched():
    """Objects with every special method trapped are named without a single call."""
    objects = all_hostile()

    names = {name: see(value, name).type_name for name, value in objects.items()}

    assert HITS == []
    assert names == {
        "hostile": "Hostile",
        "trapped": "Trapped",
        "meta": "class",
        "of_meta": "WithMeta",
        "me": "Me",
        "generator": "generator",
    }
    assert len(list(objects["generator"])) == 3


def test_traps_inside_containers_are_not_touched():
    """A list, dict, attribute or default that holds a trap does not spring it."""
    trap = all_hostile()["hostile"]
    holder = types.SimpleNamespace(inner=trap)
    namespace = {"trap": trap}
    exec("def f(a=trap): ...", namespace)

    for value in ([trap], (trap,), {"k": trap}, holder, namespace["f"]):
        see(value)

    assert HITS == []


def test_marks_and_snapshots_touch_no_trap():
    """Noticing changes asks the objects nothing either."""
    objects = all_hostile()

    for name, value in objects.items():
        mark(value)
        is_visible(name, value, {})
    Snapshot.of(objects).changed_since(Snapshot())

    assert HITS == []


def test_an_exact_type_is_not_faked():
    """A class that lies about its class, name or module is not taken for it."""
    fake = type("DataFrame", (), {"__module__": "pandas", "shape": (1, 1)})
    liar = MagicMock(spec=dict)

    assert see(fake()).kind == "object"
    assert see(liar).type_name == "MagicMock"
    assert see(liar).kind == "object"
    assert module_of(fake) == "pandas"


def test_a_lying_metaclass_is_passed_by():
    """The names of a class are read past its metaclass."""
    assert name_of(Hostile) == "Hostile"
    assert module_of(type("A", (), {"__module__": 3})) == ""


def test_a_lazy_module_stays_asleep():
    """A lazy module is named and not loaded, and nothing is imported."""

    class Lazy(types.ModuleType):
        def __getattr__(self, name: str) -> object:
            HITS.append(name)
            raise AttributeError(name)

    HITS.clear()
    see(Lazy("pandas.lazy"))
    before = set(sys.modules)

    summary = see(Lazy("pandas.lazy"))

    assert (summary.kind, summary.module) == ("module", "pandas.lazy")
    assert HITS == []
    assert set(sys.modules) == before
