"""Describing in the life of a kernel: reloads, threads, sizes (B1, B7, B19, B21)."""

from __future__ import annotations

import gc
import importlib
import sys
import threading
import weakref

import pytest

from tests.kernel.hostile import HITS, spy
from tests.kernel.looks import see
from tests.kernel.recording import recording, variables


def test_b21_a_reloaded_class_is_known_by_name_and_the_old_one_dies(
    tmp_path, monkeypatch
):
    """After a reload nothing of ours holds the old class or module (B21)."""
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "wells_b21.py"
    file.write_text("class Well:\n    depth: int = 40\n")
    module = importlib.import_module("wells_b21")
    shell, recorder = recording()
    shell.user_ns.update(wells_b21=module)
    shell.run_cell("w = wells_b21.Well()\nWell = wells_b21.Well")
    first = variables(recorder)
    old = weakref.ref(module.Well)

    file.write_text("class Well:\n    depth: int = 40\n    name: str = 'x'\n")
    importlib.invalidate_caches()
    sys.modules.pop("wells_b21")
    fresh = importlib.import_module("wells_b21")
    shell.user_ns.update(wells_b21=fresh)
    del module
    shell.run_cell("w = wells_b21.Well()\nWell = wells_b21.Well")
    second = variables(recorder)
    gc.collect()

    assert (first["w"].type_name, second["w"].type_name) == ("Well", "Well")
    assert [field.name for field in first["Well"].fields] == ["depth"]
    assert [field.name for field in second["Well"].fields] == ["depth", "name"]
    assert old() is None
    sys.modules.pop("wells_b21")


def test_b1_a_look_at_big_things_touches_few_elements():
    """A huge list, dict or deque is looked at no further than a few elements (B1)."""
    looked = []

    class Counting(list):
        def __iter__(self):
            looked.append("iter")
            return list.__iter__(self)

    big = Counting(["x" * 100] * 500_000)
    many = {at: [at] for at in range(50_000)}

    assert see(big).shape == "500,000 items"
    assert see(big).detail == "holds str ..."
    assert see(many).shape == "50,000 keys"
    assert len(see(many).fields) == 500
    assert looked == []


def test_b7_a_poisoned_device_is_not_woken(monkeypatch):
    """Tensors whose every method raises are told, alone and inside others (B7)."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    names = ("item", "cpu", "min", "max", "__repr__", "__bool__", "numel", "tolist")
    for name in names:
        monkeypatch.setattr(torch.Tensor, name, spy(name))
    tensor = torch.zeros(3, 4, device="meta")
    network = torch.nn.Linear(3, 4, device="meta")
    HITS.clear()

    assert see(tensor).shape == "(3, 4) float32 meta"
    assert see({"weights": [tensor]}).fields[0].dtype == ("list of 1 Tensor (3, 4)")
    assert see(network).shape == "16 parameters, float32 meta, training"
    assert HITS == []


def test_b19_a_container_that_a_thread_changes_is_named_at_least():
    """A dict and a list that grow and shrink while they are looked at (B19)."""
    busy: dict = {}
    row: list = []
    stop = threading.Event()

    def change():
        while not stop.is_set():
            for at in range(100):
                busy[at] = at
                row.append(at)
            busy.clear()
            row.clear()

    worker = threading.Thread(target=change)
    worker.start()
    try:
        names = {see(value).type_name for value in (busy, row) for _ in range(300)}
    finally:
        stop.set()
        worker.join()

    assert names == {"dict", "list"}


def test_b8_a_look_leaves_no_trace_in_an_index():
    """The range of a frame's dates is found without filling its caches (B8)."""
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    index = pandas.date_range("2024-01-01", periods=50, name="day")
    frame = pandas.DataFrame({"n": range(50), "t": index}, index=index)
    kept = dict(index._cache)

    summary = see(frame)

    assert summary.detail == (
        "index DatetimeIndex day, 2024-01-01 to 2024-02-19, freq D, "
        "t 2024-01-01 to 2024-02-19"
    )
    assert dict(index._cache) == kept
