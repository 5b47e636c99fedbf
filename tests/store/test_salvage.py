"""Damaged and newer files: what can be read is saved, and a backup is kept."""

from __future__ import annotations

import sqlite3
import stat

import pytest

from jupyter_ctx.core.talk.events import Asked
from jupyter_ctx.store import MIGRATIONS, Place, Store
from tests.store.test_store import Mask

PAGE = 4_096  # bytes; SQLite's default


@pytest.fixture
def path(tmp_path):
    """Name the file."""
    return tmp_path / "conversations.sqlite"


def write(path, events: int = 300) -> None:
    """Fill a store with *events* that take many pages."""
    store = Store(path, Mask())
    for number in range(events):
        store.append("one", Asked(f"t{number}", f"question {number} " + "x" * 300))
    store.set_place("one", Place("/", "here.ipynb"))
    store.close()


def spoil(path, page: int) -> bytes:
    """Overwrite one page; give the file as it is then."""
    content = bytearray(path.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    path.write_bytes(content)
    return bytes(content)


def test_one_bad_page_costs_no_other(path):
    """The damaged file is kept byte for byte; nearly all events are in the new one."""
    write(path)
    broken = spoil(path, path.stat().st_size // PAGE // 2)
    store = Store(path, Mask())
    turns = [event.turn for event in store.events("one")]

    (backup,) = path.parent.glob("*.damaged-*[0-9]")
    assert backup.read_bytes() == broken
    assert stat.S_IMODE(backup.stat().st_mode) == 0o400
    assert backup.name in store.notice
    assert f"{len(turns)} entries could be saved" in store.notice
    assert 270 <= len(turns) < 300
    assert turns == sorted(turns, key=lambda turn: int(turn[1:]))
    assert store.place("one") == Place("/", "here.ipynb")
    store.append("one", Asked("new", "goes on"))
    assert store.events("one")[-1].turn == "new"
    store.close()
    again = Store(path, Mask())
    assert again.notice == ""
    assert len(again.events("one")) == len(turns) + 1
    again.close()


def test_every_page_may_be_the_bad_one(path):
    """Whichever it is, the store opens, says so, and takes the next event."""
    write(path, 60)
    sound = path.read_bytes()
    for page in range(1, len(sound) // PAGE + 1):
        path.write_bytes(sound)
        spoil(path, page)
        store = Store(path, Mask())
        before = len(store.events("one"))
        store.append("one", Asked("new", "goes on"))

        assert len(store.events("one")) == before + 1
        assert "damaged" in store.notice or before == 60
        store.close()


def test_a_kernel_that_has_the_damaged_file_open_goes_on_in_the_new_one(path):
    """No event goes into the backup, where nobody would find it."""
    write(path)
    first = Store(path, Mask())
    spoil(path, 20)
    second = Store(path, Mask())
    first.append("two", Asked("late", "question"))

    assert second.events("two") == (Asked("late", "question"),)
    first.close()
    second.close()


def test_a_file_that_is_removed_is_made_anew(path):
    """What is asked after it is saved again."""
    write(path, 3)
    store = Store(path, Mask())
    path.unlink()
    store.append("one", Asked("new", "question"))
    store.close()

    again = Store(path, Mask())
    assert again.events("one") == (Asked("new", "question"),)
    again.close()


def test_a_newer_file_is_copied_once_and_only_read(path):
    """The copy is of the first time; not a byte of the file itself is changed."""
    write(path, 3)
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    database.close()
    content = path.read_bytes()
    for _ in range(2):
        store = Store(path, Mask())
        store.append("one", Asked("new", "question"))
        assert len(store.events("one")) == 4
        store.close()

    (backup,) = path.parent.glob("*.newer-*")
    assert backup.read_bytes() == path.read_bytes() == content
    assert backup.name in store.notice


def test_a_write_after_the_end_does_not_take_the_file_for_damaged(path):
    """A reply that comes as the kernel ends costs no copy of the whole store."""
    write(path, 3)
    store = Store(path, Mask())
    store.close()
    store.append("one", Asked("late", "question"))
    store.events("one")

    assert list(path.parent.glob("*.damaged*")) == []


def test_a_file_whose_end_is_missing_keeps_its_beginning(path):
    """As after a copy or a synchronisation that broke off."""
    write(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2 // PAGE * PAGE])
    store = Store(path, Mask())
    turns = [event.turn for event in store.events("one")]

    assert 100 < len(turns) < 200
    assert turns[0] == "t0"
    assert f"{len(turns)} entries could be saved" in store.notice
    store.close()
