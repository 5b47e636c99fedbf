"""A ticket: closed once, by whoever is first, and deaf from then on."""

from __future__ import annotations

import threading

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import ReplyId, TurnId
from jupyter_ctx.gateway.gateway import Delta
from jupyter_ctx.manager import Occasion, Ticket
from jupyter_ctx.manager.ticket import Condensing
from jupyter_ctx.testing import Script, ScriptedStream
from tests.manager.desk import PROFILE


def ticket() -> Ticket:
    """Make one."""
    return Ticket(TurnId("t"), ReplyId("r"), Occasion(KernelState(), PROFILE))


def test_a_reply_that_is_first_is_not_said_to_wait_for_another():
    """What is done before the model is asked has a name of its own."""
    assert ticket().activity == "preparing"


def test_late_deltas_are_ignored():
    """A provider that goes on after the stop adds nothing to what was shown."""
    stopped = ticket()
    stopped.add(Delta("kept"))
    stopped.close()

    assert not stopped.add(Delta(" late"))
    assert not stopped.add(Delta("late thought", "reasoning"))
    assert (stopped.text, stopped.reasoning) == ("kept", "")


def test_exactly_one_caller_closes_it():
    """A stop and the end of the stream at the same moment make one reply."""
    contested = ticket()
    barrier = threading.Barrier(8)
    won: list[bool] = []

    def close() -> None:
        barrier.wait()
        won.append(contested.close())

    threads = [threading.Thread(target=close) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(won) == [False] * 7 + [True]


def test_a_stream_that_starts_after_the_stop_is_closed_at_once():
    """The stop came while the request was on its way."""
    stopped = ticket()
    stopped.close()
    stream = ScriptedStream(Script(), threading.Event())
    stopped.attach(stream)

    assert stream.is_cancelled
    assert list(stream) == []


def test_waiting_ends_with_the_reply():
    """Nobody is woken by the closing alone, since nothing is recorded yet."""
    closing = ticket()
    closing.close()

    assert not closing.wait(0)
    closing.finish()
    assert closing.wait(0)


def test_a_wait_during_a_summary_is_told_as_a_wait():
    """Why nothing comes is shown; asked again, the summary is what goes on."""
    asked = ticket()
    told: list[str] = []
    hold = Condensing(asked, lambda _: told.append(asked.activity))
    hold.attach(ScriptedStream(Script(), threading.Event()))
    hold.waits("waiting 4 s: too many requests")
    hold.waits("")

    assert told == ["compacting", "waiting 4 s: too many requests", "compacting"]
