"""The store: one file, events only added, never damaged and never left in silence."""

from __future__ import annotations

import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.events import Asked, Event, Replied
from jupyter_ctx.manager.log import Log
from jupyter_ctx.store import MIGRATIONS, Place, Store, default_path

SECRET = "sk-verysecret"


class Mask:
    """Masks one known secret."""

    def mask(self, text: str) -> str:
        """Replace it wherever it stands."""
        return text.replace(SECRET, "<masked rule=test>")


@pytest.fixture
def path(tmp_path):
    """Name a file in a folder that is not there yet."""
    return tmp_path / "new" / "conversations.sqlite"


@pytest.fixture
def opened():
    """Open stores that are closed when the test is over."""
    stores: list[Store] = []

    def open_store(path: Path | None) -> Store:
        stores.append(Store(path, Mask()))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


def question(number: int = 1) -> Event:
    """Ask something."""
    return Asked(f"t{number}", f"question {number}")


def test_events_come_back_in_order(path, opened):
    """A log that was written is read again after closing, each conversation its own."""
    first = opened(path)
    first.append("one", question(1))
    first.append("two", question(2))
    first.append("one", Replied("t1", "r1", "answer", choices=(Choice("1", "a", "b"),)))
    first.close()

    again = opened(path)
    assert again.events("one") == (
        question(1),
        Replied("t1", "r1", "answer", choices=(Choice("1", "a", "b"),)),
    )
    assert again.events("two") == (question(2),)
    assert again.notice == ""


def test_only_the_owner_can_read_the_file(path, opened):
    """Chats hold what the user works on: mode 0600, in a folder of mode 0700."""
    opened(path).append("one", question())

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_secrets_are_masked_before_they_are_written(path, opened):
    """No free text of an event reaches the disk with a secret in it."""
    store = opened(path)
    action = {"insert": f"key = '{SECRET}'"}
    option = Choice("1", SECRET, SECRET, detail=SECRET, action=action)
    kept = store.append("one", Asked("t1", f"why does {SECRET} fail"))
    store.append(
        "one",
        Replied(
            "t1",
            "r1",
            SECRET,
            question=SECRET,
            choices=(option,),
            failure=SECRET,
            notices=(SECRET,),
        ),
    )
    store.close()

    assert kept == Asked("t1", "why does <masked rule=test> fail")
    assert SECRET.encode() not in path.read_bytes()


def test_text_that_is_no_utf8_is_kept(path, opened):
    """Half an emoji from a broken stream does not stop the saving."""
    store = opened(path)
    store.append("one", Asked("t1", "a\ud83d"))

    assert store.events("one") == (Asked("t1", "a?"),)
    assert store.notice == ""


def test_the_log_refuses_changes(path, opened):
    """What was said cannot be changed or taken out, not even by SQL."""
    opened(path).append("one", question())
    database = sqlite3.connect(path)

    for statement in ("UPDATE events SET body = ''", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            database.execute(statement)
    database.close()


def test_the_journal_is_one_that_network_homes_can_bear(path, opened):
    """WAL is never switched on; a finished write has reached the disk."""
    store = opened(path)

    assert store._database.execute("PRAGMA journal_mode").fetchone() == ("truncate",)
    assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert not path.with_name(f"{path.name}-wal").exists()


def test_two_kernels_write_into_one_log(path, opened):
    """No event is lost or overwritten when two stores write at the same time."""
    stores = [opened(path), opened(path)]

    def write(store: Store, start: int) -> None:
        for number in range(start, start + 20):
            store.append("one", question(number))

    threads = [
        threading.Thread(target=write, args=(store, 100 * n))
        for n, store in enumerate(stores)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    kept = [event.turn for event in opened(path).events("one")]
    assert sorted(kept) == sorted(f"t{100 * n + i}" for n in (0, 1) for i in range(20))
    for start in (0, 100):
        own = [turn for turn in kept if int(turn[1:]) // 100 == start // 100]
        assert own == [f"t{start + i}" for i in range(20)]
    assert [store.notice for store in stores] == ["", ""]


@pytest.mark.parametrize("damage", ["all", "tail"])
def test_a_damaged_file_is_put_aside(path, opened, damage):
    """It is kept byte for byte under another name, and the user is told."""
    first = opened(path)
    for number in range(300):
        first.append("one", question(number))
    first.close()
    content = path.read_bytes()
    broken = b"no database" * 500
    if damage == "tail":
        broken = content[:4096] + b"\xff" * (len(content) - 4096)
    path.write_bytes(broken)

    store = opened(path)
    store.append("one", question())

    (backup,) = path.parent.glob("*.damaged-*[0-9]")
    assert backup.read_bytes() == broken
    assert backup.name in store.notice
    assert store.events("one") == (question(),)


def test_a_file_of_a_newer_version_is_only_read(path, opened):
    """Its conversations are shown; what is asked now lives in memory, and we say so."""
    opened(path).append("one", question(1))
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    database.close()
    before = path.read_bytes()

    store = opened(path)
    store.append("one", question(2))

    assert "newer jupyter_ctx" in store.notice
    assert store.events("one") == (question(1), question(2))
    assert path.read_bytes() == before


def test_events_of_a_newer_version_are_passed_over(path, opened):
    """What cannot be understood is kept, counted and named, and nothing else lost."""
    store = opened(path)
    store.append("one", question(1))
    store._write("one", '{"event":"dreamed","turn":"t1"}')
    store.append("one", question(2))

    assert store.events("one") == (question(1), question(2))
    assert store.notice.startswith("1 ent")


def test_where_nothing_can_be_written_it_works_in_memory(tmp_path, opened):
    """A read-only home costs the saving, not the assistant; the notice says so."""
    wall = tmp_path / "file"
    wall.write_text("a file where a folder should be")
    store = opened(wall / "conversations.sqlite")
    store.append("one", question())

    assert store.events("one") == (question(),)
    assert "JUPYTER_CTX_STORE" in store.notice


def test_a_disk_that_fills_up_costs_no_answer(path, opened):
    """From the failing write on the conversation lives in memory, whole."""
    store = opened(path)
    store.append("one", question(1))
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count={pages}")
    long = Asked("t2", "x" * 50_000)
    store.append("one", long)
    store.append("one", question(3))

    assert store.events("one") == (question(1), long, question(3))
    assert "memory" in store.notice


def test_the_file_can_be_named_by_the_environment(tmp_path, monkeypatch):
    """`JUPYTER_CTX_STORE` wins over Jupyter's data folder."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))

    assert default_path({"JUPYTER_CTX_STORE": "here.sqlite"}) == Path("here.sqlite")
    folder = tmp_path / "data" / "jupyter_ctx"
    assert default_path({}) == folder / "conversations.sqlite"


def test_a_notebook_is_found_by_its_kernels_name_and_by_its_place(path, opened):
    """Links and places are kept for the next kernel, and can be taken back."""
    here = Place("/", "here.ipynb")
    first = opened(path)
    first.set_link("alias", "one")
    first.set_place("one", here)
    first.set_place("two", here)
    again = opened(path)

    assert (again.link("alias"), again.link("other")) == ("one", "")
    assert (again.place("one"), again.place("three")) == (here, Place())
    assert again.seen_at(here) == "two"
    again.set_link("alias", "")
    again.set_place("two", Place("/", "moved.ipynb"))
    assert first.link("alias") == ""
    assert first.seen_at(here) == "one"


def test_a_copied_conversation_goes_its_own_way(path, opened):
    """Both have what was asked before, and each what is asked later."""
    store = opened(path)
    store.append("one", question(1))
    store.copy("one", "two")
    store.append("one", question(2))
    store.append("two", question(3))

    assert store.events("one") == (question(1), question(2))
    assert store.events("two") == (question(1), question(3))


def test_a_file_of_the_first_version_is_carried_over(path, opened):
    """Its conversations are there, and places can be kept from then on."""
    opened(path).append("one", question(1))
    database = sqlite3.connect(path)
    database.executescript(
        "DROP TABLE links; DROP TABLE places; DROP TABLE levels; PRAGMA user_version=1"
    )
    database.close()
    store = opened(path)
    store.set_place("one", Place("/", "here.ipynb"))

    assert store.events("one") == (question(1),)
    assert store.place("one").path == "here.ipynb"
    assert store.notice == ""


def test_what_cannot_be_written_down_is_gone_without(path, opened):
    """In a file of a newer version no place is kept, and nothing fails."""
    opened(path)
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    database.close()
    store = opened(path)
    store.set_link("alias", "one")

    assert store.link("alias") == ""


def test_what_a_full_disk_kept_in_memory_is_saved_once_there_is_room(path, opened):
    """It stands behind what another kernel wrote meanwhile, and the notice goes."""
    store, other = opened(path), opened(path)
    store.append("one", question(1))
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count={pages}")
    long = Asked("t2", "x" * 50_000)
    store.append("one", long)
    other.append("one", question(3))
    assert not store.save_again()
    store._database.execute("PRAGMA max_page_count=1000000")
    store._again_at = 1.0  # the pause is over

    assert store.save_again()
    assert other.events("one") == (question(1), question(3), long)
    assert (store.notice, store.is_writable) == ("", True)
    assert not store.save_again()


def test_what_is_in_memory_is_tried_once_more_at_the_end(path, opened):
    """A kernel that ends soon after the disk had room again loses nothing."""
    store = opened(path)
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count={pages}")
    long = Asked("t1", "x" * 50_000)
    store.append("one", long)
    store._database.execute("PRAGMA max_page_count=1000000")
    store.close()
    store.close()

    assert opened(path).events("one") == (long,)


def test_a_long_lock_costs_no_conversation(path, opened, monkeypatch):
    """It cannot be read as long as it lasts, which is said; then all is there again."""
    monkeypatch.setattr("jupyter_ctx.store.schema.BUSY_TIMEOUT", 50)
    store = opened(path)
    store.append("one", question(1))
    locker = sqlite3.connect(path, isolation_level=None)
    locker.execute("BEGIN EXCLUSIVE")
    assert store.events("one") == ()
    assert "read again" in store.notice
    store.append("one", question(2))
    assert store.events("one") == (question(2),)
    assert "memory" in store.notice
    locker.execute("ROLLBACK")
    locker.close()
    store._again_at = 1.0  # the pause is over

    assert store.save_again()
    assert store.notice == ""
    assert opened(path).events("one") == (question(1), question(2))


def test_a_file_that_is_locked_at_opening_takes_the_session_once_it_is_free(
    path, opened, monkeypatch
):
    """What was there comes first, then what was said meanwhile; the notice goes."""
    opened(path).append("one", question(1))
    monkeypatch.setattr("jupyter_ctx.store.schema.BUSY_TIMEOUT", 50)
    locker = sqlite3.connect(path, isolation_level=None)
    locker.execute("BEGIN EXCLUSIVE")
    store = opened(path)
    store.append("new", question(2))
    store.set_level("new", "model", "code")
    assert store.events("new") == (question(2),)
    assert "once the file is free" in store.notice
    store._again_at = 1.0  # the pause is over
    assert not store.save_again()
    locker.execute("ROLLBACK")
    locker.close()
    store._again_at = 1.0

    assert store.save_again()
    assert (store.notice, store.events("one")) == ("", (question(1),))
    other = opened(path)
    assert other.events("new") == (question(2),)
    assert other.level("new", "model") == "code"


@pytest.mark.parametrize("fate", ["deleted", "garbled", "emptied"])
def test_a_file_that_is_lost_in_mid_session_costs_no_turn(path, opened, fate):
    """What is open goes into the new file, which is said; nothing comes twice."""
    store = opened(path)
    for number in (1, 2):
        store.append("one", question(number))
    if fate == "deleted":
        path.unlink()
    else:
        path.write_bytes(b"x" * 9000 if fate == "garbled" else b"")
    store.append("one", question(3))

    told = [question(number) for number in (1, 2, 3)]
    assert list(store.events("one")) == told
    assert list(opened(path).events("one")) == told
    assert ("damaged" if fate == "garbled" else "deleted") in store.notice
    assert not store.save_again()


def test_a_log_goes_on_over_a_deleted_file(path, opened):
    """The conversation in memory and that in the new file are one."""
    store = opened(path)
    log = Log(store, "one")
    log.record(question(1))
    path.unlink()
    with log.lock:
        assert list(log.conversation.turns) == ["t1"]
    log.record(question(2))

    assert log.conversation == Log(opened(path), "one").conversation


def test_what_was_said_without_the_file_goes_on_from_its_tip(path, opened, monkeypatch):
    """The turns of before are on the branch again; what began anew stays apart."""
    opened(path).append("one", question(1))
    monkeypatch.setattr("jupyter_ctx.store.schema.BUSY_TIMEOUT", 50)
    locker = sqlite3.connect(path, isolation_level=None)
    locker.execute("BEGIN EXCLUSIVE")
    store = opened(path)
    log = Log(store, "one")
    log.record(question(2))
    log.record(Replied("t2", "r2", "answer"))
    log.record(Asked("t3", "question 3", "t2"))
    locker.execute("ROLLBACK")
    locker.close()
    store._again_at = 1.0  # the pause is over

    with log.lock:
        branch = [turn.id for turn in log.conversation.branch()]
    assert branch == ["t1", "t2", "t3"]
    assert Log(opened(path), "one").conversation == log.conversation
    log.record(Replied("t3", "r3", "answer"))
    assert [turn.status for turn in log.conversation.branch()][1:] == ["complete"] * 2
