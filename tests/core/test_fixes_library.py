"""What the loaded libraries tell the fixes, and that nothing of the user is run."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from jupyter_ctx.core.fixes import exports, library, propose
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.testing import FakeShell
from tests.kernel.looks import NoMask

TRAP = """\
touched = []

class Meta(type):
    def __getattribute__(cls, name):
        if armed:
            touched.append(name)
        return type.__getattribute__(cls, name)

class Trap(metaclass=Meta):
    def __getattribute__(self, name):
        if armed and name != "lost":
            touched.append(name)
        return object.__getattribute__(self, name)

armed = False
trap = Trap()
armed = True
"""


def test_signatures_are_those_of_the_loaded_library():
    """Names, those by name alone, and the classes that have them."""
    pytest.importorskip("pandas")
    drop = library.function_named("DataFrame.drop")
    assert library.named(drop)[:2] == ["labels", "axis"]
    assert library.by_name_alone(drop)[0] == "axis"
    frame = library.class_named("DataFrame", "pandas")
    assert frame is sys.modules["pandas"].DataFrame
    assert library.attribute(frame, "sort_values") is not None
    assert library.attribute(frame, "sort_by") is None


def test_home_of_a_member_is_the_outermost_public_module():
    """`norm` is found in `numpy.linalg`, nothing in modules that begin with `_`."""
    pytest.importorskip("numpy.linalg")
    assert list(library.homes("norm", "numpy"))[:1] == ["numpy.linalg"]
    assert list(library.homes("no_such_name", "numpy")) == []


def test_files_of_a_library_tell_what_it_exports():
    """Modules that export a name are found without importing any."""
    pytest.importorskip("sklearn")
    found = exports.exporting("sklearn", "StratifiedShuffleSplit")
    assert found == ("sklearn.model_selection",)
    assert exports.exporting("no_such_library", "anything") == ()


def test_modules_of_a_class_of_their_own_are_not_asked(monkeypatch):
    """A module that answers by code, as lazy ones do, is passed over."""

    class Lazy(ModuleType):
        def __getattribute__(self, name: str) -> object:
            pytest.fail(f"asked for {name}")

    monkeypatch.setitem(sys.modules, "lazy_one", Lazy("lazy_one"))
    assert library.members("lazy_one") == {}
    assert library.class_named("NoSuchClass") is None


@pytest.mark.parametrize(
    "cell",
    [
        "x = trap.lost",
        "x = Trap.lost",
        "x = Trap(zz=1)",
        "x = trap + 1",
        "x = trap['a']",
        "x = len(trap)",
        "x = int(trap)",
        "for i in trap:\n    pass",
    ],
)
def test_objects_of_the_user_are_never_asked(cell):
    """Proposing reads no attribute of the user's objects and classes."""
    shell = FakeShell()
    recorder = Recorder(shell, NoMask)
    recorder.install()
    shell.run_cell(TRAP)
    shell.run_cell(cell)
    state = recorder.state()
    assert state.error is not None
    shell.user_ns["touched"].clear()
    propose(state.error, state)
    assert shell.user_ns["touched"] == []
