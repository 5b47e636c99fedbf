"""What changed in a namespace, told by identity."""

from __future__ import annotations

import random
import sys

import pytest

from jupyter_ctx.kernel import namespace as subject
from jupyter_ctx.kernel.namespace import Snapshot
from tests.kernel.recording import recording


@pytest.fixture(params=["addresses", "ids"], autouse=True)
def reading(request, monkeypatch):
    """Run each test with addresses read at once, and with ids one by one."""
    if request.param == "ids":
        monkeypatch.setattr(subject, "_reader", lambda: None)


def naive(before, after):
    """Compare one name after the other."""
    return {n for n in after if n not in before or after[n] is not before[n]}


def test_new_and_rebound_names_are_found():
    """A new name and one bound to another object have changed; others have not."""
    names = {f"n{at}": object() for at in range(1_000)}
    before = Snapshot.of(names)

    names["n7"], names["n999"], names["new"] = object(), None, 1

    assert Snapshot.of(names).changed_since(before) == ["n7", "n999", "new"]


def test_nothing_changed_in_an_unchanged_namespace():
    """An empty namespace and one that was left alone have no changes."""
    names = {"a": 1, "b": []}

    assert Snapshot.of({}).changed_since(Snapshot()) == []
    assert Snapshot.of(names).changed_since(Snapshot.of(names)) == []


def test_deleted_and_moved_names_do_not_hide_a_change():
    """After `del` and a new binding the places shift; only real changes count."""
    one, two, three = object(), object(), object()
    names = {"alpha": one, "b": two, "c": three}
    before = Snapshot.of(names)

    del names["alpha"]
    names["c"] = one
    names[b"alpha".decode()] = one  # an equal text, but another object

    assert Snapshot.of(names).changed_since(before) == ["c"]
    assert not Snapshot.of(names).appends_to(before)


def test_random_histories_agree_with_a_plain_comparison():
    """A thousand random steps are told as by comparing each name."""
    chance = random.Random(4)  # a seed, no secret
    names = {f"n{at}": object() for at in range(300)}
    for _ in range(1_000):
        before, then = dict(names), Snapshot.of(names)
        for _ in range(chance.randrange(4)):
            name = f"n{chance.randrange(330)}"
            if chance.random() < 0.3:
                names.pop(name, None)
            else:
                names[name] = object()

        assert set(Snapshot.of(names).changed_since(then)) == naive(before, names)


def test_a_snapshot_keeps_no_object():
    """Only names are held: the objects are known by their address."""
    value = object()
    held = sys.getrefcount(value)

    snapshot = Snapshot.of({"value": value})

    assert sys.getrefcount(value) == held
    assert "value" in snapshot.names


def test_a_cell_describes_what_it_changed_and_no_more():
    """Beside 10,000 variables a cell describes as many names as it changes."""
    shell, recorder = recording()
    shell.user_ns.update({f"n{at}": at for at in range(10_000)})
    shell.run_cell("first = 1")
    recorder.state()

    counts = []
    for source in (
        "x = 1",
        "x = 2; n7 = 'b'",
        "1",
        "del n8",
        "n9 = []",
        "n9.append(1)",
    ):
        before = recorder.described
        shell.run_cell(source)
        counts.append(recorder.described - before)

    assert counts == [1, 2, 0, 0, 1, 1]
