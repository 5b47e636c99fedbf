"""The inbox: requests in order, Stop before them, stale previews out of the way."""

from __future__ import annotations

import threading
from typing import Any

from jupyter_ctx.protocol.messages import Complete, Done, Preview, Request, Stop, Undo
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.inbox import Inbox, Post


class SilentComm:
    """A comm whose page is never reached."""

    comm_id = "silent"

    def send(self, data: dict[str, Any]) -> None:
        """Refuse to send."""
        raise OSError(str(data))

    def close(self) -> None:
        """Refuse to close."""
        raise OSError


PAGE = Connection(SilentComm())


def post(request: Request) -> Post:
    """Let the one page send *request*."""
    return Post(PAGE, request)


def test_requests_come_in_their_order():
    """The first in is the first out, but for what was put in front."""
    inbox = Inbox()
    first, second, stop = post(Undo(id="1")), post(Undo(id="2")), post(Stop(id="3"))
    inbox.put(first)
    inbox.put(second)
    inbox.put_first(stop)

    assert [inbox.take(0), inbox.take(0), inbox.take(0)] == [stop, first, second]
    assert inbox.take(0) is None


def test_many_rings_wake_once():
    """Twenty thousand deltas cost the thread one look."""
    inbox = Inbox()
    for _ in range(20_000):
        inbox.ring()

    assert inbox.take(10) is None
    assert inbox._has_news is False


def test_a_ring_wakes_who_waits():
    """Nothing is noticed only by a time-out."""
    inbox = Inbox()
    woken = threading.Event()

    def wait() -> None:
        inbox.take(60)
        woken.set()

    threading.Thread(target=wait, daemon=True).start()
    inbox.ring()

    assert woken.wait(10)


def test_stop_also_counts_for_what_waits_and_for_what_is_being_begun():
    """A question that Stop overtook shall not start to stream."""
    inbox = Inbox()
    begun, waiting, later = (post(Undo(id=one)) for one in "123")
    inbox.put(begun)
    inbox.put(waiting)
    taken = inbox.take(0)
    inbox.stop_waiting()
    inbox.put(later)

    assert taken is begun
    assert (begun.is_stopped, waiting.is_stopped, later.is_stopped) == (
        True,
        True,
        False,
    )


def test_only_the_newest_preview_is_made():
    """Typing quickly asks for many; words are not mixed up with counts."""
    inbox = Inbox()
    old, words, new = (
        post(Preview(id="1", prompt="a")),
        post(Preview(id="2", prompt="ab", has_messages=True)),
        post(Preview(id="3", prompt="abc")),
    )
    for one in (old, words, new):
        inbox.put(one)
    outdated = [inbox.is_outdated(inbox.take(0) or old) for _ in range(3)]

    assert outdated == [True, False, False]


def test_only_the_newest_completion_is_made():
    """Each key asks anew; a preview in between is another matter."""
    inbox = Inbox()
    for one in (
        Complete(id="1", text="d"),
        Preview(id="2", prompt="@d"),
        Complete(id="3", text="df"),
    ):
        inbox.put(post(one))
    outdated = [inbox.is_outdated(inbox.take(0) or post(Undo(id=""))) for _ in "123"]

    assert outdated == [True, False, False]


def test_a_page_that_is_gone_misses_events_and_harms_nobody():
    """The first failure to send ends the connection."""
    connection = Connection(SilentComm())
    connection.send(Done())
    connection.send(Done())
    connection.close()

    assert not connection.is_open
