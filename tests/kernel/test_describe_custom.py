"""Descriptions that users and plugins write, limited in time and size."""

from __future__ import annotations

import importlib.metadata
import signal
import sys
import threading
import time
import types

import pytest

from jupyter_ctx.core.engine.render import card, live_line, outline
from jupyter_ctx.core.variable import Field
from jupyter_ctx.kernel.describe import custom
from tests.kernel.hostile import HITS
from tests.kernel.looks import Mask, see
from tests.kernel.recording import recording, variables

SECRET = "sk-" + "a1B2" * 8
# Not by an alarm, which is what is tested here.
pytestmark = pytest.mark.timeout(180, method="thread")
needs_alarm = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this platform has no interval timer"
)


def thing(act):
    """Make an object whose class describes itself by *act*."""
    return type("Thing", (), {"_ctx_describe_": act})()


def test_a_class_says_what_its_objects_are():
    """The first line stands beside the type, further lines are on the card."""
    summary = see(thing(lambda _: "3 wells, depth 40 m\nfield North\nlogged 2024"), "w")

    assert live_line(summary) == "w: Thing 3 wells, depth 40 m"
    assert card(summary) == "w: field North\nw: logged 2024"


def test_a_class_may_list_fields():
    """A dict becomes the outline: names with a text, or with what they hold."""
    summary = see(thing(lambda _: {"wells": [1] * 30, "field": "North sea"}), "w")

    assert summary.fields == (
        Field("wells", "list of 30 int"),
        Field("field", "North sea"),
    )
    assert outline(summary) == "w has: wells list of 30 int, field North sea"


def test_a_subclass_inherits_the_description():
    """The method of a base class counts; one on the object alone does not."""
    base = type(thing(lambda _: "a base"))
    single = types.SimpleNamespace(_ctx_describe_=lambda: HITS.append("single"))
    HITS.clear()

    assert see(type("Sub", (base,), {})()).shape == "a base"
    assert see(single).type_name == "SimpleNamespace"
    assert HITS == []


@needs_alarm
def test_a_slow_description_is_stopped_and_not_tried_again():
    """One that sleeps costs its limit once; then the type stands alone."""

    def act(_):
        HITS.append("asked")
        time.sleep(20)

    slow = thing(act)
    HITS.clear()
    started = time.perf_counter()

    first = see(slow)
    spent = time.perf_counter() - started
    second = see(slow)

    assert first.detail == second.detail == "its _ctx_describe_ takes too long"
    assert HITS == ["asked"]
    assert spent < 10


@needs_alarm
def test_a_description_that_catches_everything_is_stopped():
    """`except Exception` around an endless loop does not keep the kernel."""

    def act(_):
        while True:
            try:
                time.sleep(0.001)
            except Exception:  # noqa: BLE001
                continue

    assert see(thing(act)).detail == "its _ctx_describe_ takes too long"


@needs_alarm
def test_the_alarm_of_the_user_rings_as_set():
    """A timer and a handler of the user are there afterwards, untouched."""
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    try:
        handler = signal.getsignal(signal.SIGALRM)
        see(thing(lambda _: "x"))
        assert signal.getsignal(signal.SIGALRM) is handler
        signal.setitimer(signal.ITIMER_REAL, 30)
        assert see(thing(lambda _: "y")).shape == "y"
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 20
        assert signal.getsignal(signal.SIGALRM) is handler
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert rung == []


def test_without_an_alarm_an_endless_loop_is_stopped_too():
    """On another thread, where no alarm can be set, a loop ends at its next line."""
    found = []

    def act(_):
        while True:
            time.sleep(0.001)

    trace = sys.gettrace()
    worker = threading.Thread(target=lambda: found.append(see(thing(act))))
    worker.start()
    worker.join(30)

    assert not worker.is_alive()
    assert found[0].detail == "its _ctx_describe_ takes too long"
    assert sys.gettrace() is trace


def test_an_error_in_a_description_is_told():
    """The author learns of the error; the variable keeps its name and type."""
    summary = see(thing(lambda _: {}[1]))

    assert summary.type_name == "Thing"
    assert summary.detail == "its _ctx_describe_ failed: KeyError"


@pytest.mark.parametrize("error", [SystemExit, GeneratorExit, RecursionError])
def test_a_description_that_exits_ends_nothing(error):
    """Whatever it raises is told beside what the object stores."""

    def leave(_):
        raise error

    assert see(thing(leave)).detail == f"its _ctx_describe_ failed: {error.__name__}"


def test_a_description_that_interrupts_does_so_once():
    """Stop may be the user's: it comes out, but the next look does not meet it."""

    def stop(_):
        raise KeyboardInterrupt

    value = thing(stop)
    with pytest.raises(KeyboardInterrupt):
        see(value)

    assert see(value).type_name == "Thing"
    custom.forget()


@pytest.mark.parametrize("found", [3, None, b"x", object()])
def test_a_description_of_another_type_is_refused(found):
    """Only a text or a dict is taken; the author is told."""
    kind = type(found).__name__

    assert see(thing(lambda _: found)).detail == (
        f"its _ctx_describe_ gave {kind}, not str or dict"
    )


def test_a_text_class_of_the_user_is_refused():
    """A subclass of str could run more code."""
    loud = type("Loud", (str,), {})

    assert see(thing(lambda _: loud("x"))).shape == ""


def test_a_description_is_limited_in_size():
    """Whatever is returned, what is kept of it is small."""
    long = see(thing(lambda _: "x" * 10**7 + "\n" + "line\n" * 10**5))
    wide = see(thing(lambda _: {f"k{n}": "v" * 10**5 for n in range(1_000)}))

    assert len(repr(long)) < 3_000
    assert len(repr(wide)) < 20_000


def test_a_description_is_masked():
    """Secrets that the author forgot do not leave."""
    value = thing(lambda _: f"key {SECRET}\nalso {SECRET}")
    fields = thing(lambda _: {"a": SECRET, "API_KEY": "hunter2pw"})

    for one in (value, fields):
        text = repr(see(one, "t", Mask()))
        assert SECRET not in text
        assert "hunter2pw" not in text


def test_what_a_description_prints_stays_out_of_the_cell(capsys):
    """Nothing is written into the output of the user's cell."""
    see(thing(lambda _: print("noise") or print("more", file=sys.stderr) or "x"))

    assert capsys.readouterr() == ("", "")


class Plugins:
    """Stands for the installed packages and what they declare."""

    def __init__(self, monkeypatch, **functions):
        self.scans = self.loads = 0
        self.functions = functions
        monkeypatch.setattr(importlib.metadata, "entry_points", self.entry_points)

    def entry_points(self, *, group):
        """Give what is declared for *group*."""
        self.scans += group == "jupyter_ctx.describers"
        names = self.functions if group == "jupyter_ctx.describers" else ()
        return [
            types.SimpleNamespace(name=name.replace("__", "."), load=self._load(name))
            for name in names
        ]

    def _load(self, name):
        def load():
            self.loads += 1
            found = self.functions[name]
            if isinstance(found, Exception):
                raise found
            return found

        return load


@pytest.fixture
def library(monkeypatch):
    """Load a library `wells` with one class; forget all plugins afterwards."""
    wells = types.ModuleType("wells")
    wells.Well = type("Well", (), {"__module__": "wells"})
    monkeypatch.setitem(sys.modules, "wells", wells)
    custom.forget()
    yield wells
    custom.forget()


def test_a_plugin_describes_the_objects_of_a_library(library, monkeypatch):
    """An entry point named after a class describes it and what is below it."""
    plugins = Plugins(monkeypatch, wells__Well=lambda _: "40 m deep")

    assert custom.load_describers() == {"wells.Well"}
    assert see(library.Well()).shape == "40 m deep"
    assert see(type("Deep", (library.Well,), {})()).shape == "40 m deep"
    assert custom.load_describers() == set()
    assert (plugins.scans, plugins.loads) == (1, 1)


def test_a_plugin_for_a_library_that_is_not_loaded_waits(library, monkeypatch):
    """Nothing is imported for objects that nobody has."""
    plugins = Plugins(monkeypatch, mines__Mine=lambda _: "x")

    assert custom.load_describers() == set()
    assert plugins.loads == 0
    assert see(library.Well()).shape == ""


def test_a_plugin_that_does_not_load_costs_nothing_more(library, monkeypatch, caplog):
    """Its error goes to the log; the object keeps its name and type."""
    Plugins(monkeypatch, wells__Well=ImportError("no wells"))

    assert custom.load_describers() == set()
    assert see(library.Well()).type_name == "Well"
    assert "wells.Well" in caplog.text


def test_plugins_are_scanned_at_the_first_question_not_in_a_cell(library, monkeypatch):
    """Cells never wait for a scan; at the question what is known is told anew."""
    plugins = Plugins(monkeypatch, wells__Well=lambda _: "40 m deep")
    shell, recorder = recording()
    shell.user_ns["Well"] = library.Well

    shell.run_cell("w = Well()")
    silent = plugins.scans
    told = variables(recorder)["w"].shape
    variables(recorder)

    assert (silent, told, plugins.scans) == (0, "40 m deep", 1)
