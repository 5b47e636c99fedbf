"""Two kernels on one conversation: each sees the other's, and no event is lost."""

from __future__ import annotations

import threading

import pytest

from jupyter_ctx.core.talk.conversation import TurnId, fold
from jupyter_ctx.core.talk.events import Asked
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.log import Log
from jupyter_ctx.store import Store
from tests.manager.desk import desk
from tests.store.test_store import Mask


@pytest.fixture
def two(tmp_path):
    """Open two desks on one file; both have the same conversation."""
    path = tmp_path / "store.sqlite"
    with desk(Store(path, Mask())) as one, desk(Store(path, Mask())) as other:
        one.gateway.reply("from one")
        other.gateway.reply("from other")
        yield one, other


def test_each_goes_on_from_what_the_other_said(two):
    """The question stands behind the other's reply, in what is sent too."""
    one, other = two
    one.ask("first")
    other.ask("second")
    one.ask("third")

    assert one.sent() == [
        ("user", "first"),
        ("assistant", "from one"),
        ("user", "second"),
        ("assistant", "from other"),
        ("user", "third"),
    ]


def test_doors_are_told_of_what_the_other_did(two):
    """Whoever draws the conversation hears of every turn that came or changed."""
    one, other = two
    told: list[TurnId] = []
    one.manager.subscribe(told.append)
    turn = other.ask("second")
    one.manager.stop()
    with one.manager._log.lock:
        pass

    assert turn in told
    assert one.prompts() == ["second"]


def test_a_change_is_decided_on_what_is_there_now(two):
    """What the other deleted can no longer be edited; the sentence says so."""
    one, other = two
    turn = one.ask("first")
    with other.manager._log.lock:
        other.manager.delete(turn)

    with pytest.raises(ConversationError, match="no longer part"):
        one.manager.edit(turn, "again", one.occasion())
    other.manager.undo()
    one.ended(one.manager.edit(turn, "again", one.occasion()))
    assert one.prompts() == ["again"]


def test_logs_that_write_at_once_agree_in_the_end(tmp_path):
    """Whoever was quicker: both fold the same events in the same order."""
    path = tmp_path / "store.sqlite"
    logs = [Log(Store(path, Mask()), "one") for _ in range(2)]

    def write(name: str, log: Log) -> None:
        for number in range(25):
            tip = log.conversation.tip
            log.record(Asked(f"{name}{number}", "q", tip))

    threads = [
        threading.Thread(target=write, args=(name, log))
        for name, log in zip("ab", logs, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for log in logs:
        log.refresh()

    kept = fold(Store(path, Mask()).events("one"))
    assert len(kept.turns) == 50
    assert [log.conversation for log in logs] == [kept, kept]


def test_only_what_is_new_is_read(tmp_path, monkeypatch):
    """A look costs the other's events, not the whole log; without any, nothing."""
    path = tmp_path / "store.sqlite"
    one, other = (Log(Store(path, Mask()), "one") for _ in range(2))
    for number in range(20):
        one.record(Asked(f"t{number}", "q"))
    other.refresh()
    reads: list[int] = []
    since = Store.since

    def counted(self, conversation, last):
        news = since(self, conversation, last)
        reads.append(len(news.events))
        return news

    monkeypatch.setattr(Store, "since", counted)
    other.refresh()
    one.record(Asked("new", "q"))
    other.record(Asked("ours", "q"))

    assert reads == [1]
    assert list(other.conversation.turns)[-2:] == ["new", "ours"]
