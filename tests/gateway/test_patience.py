"""A failure that passes is asked again, within bounds, before the first piece alone."""

from __future__ import annotations

import threading
import time

import pytest

from jupyter_ctx.core.pictures.picture import Attached
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.failures import KINDS
from jupyter_ctx.gateway.gateway import Delta, Finish, ModelCall, Profile
from jupyter_ctx.gateway.patience import MOST_TRIES, MOST_WAIT, TRIES, PatientGateway
from jupyter_ctx.testing import ScriptedGateway

PACE = 0.001  # of the waits
CALL = ModelCall(Profile("my-llm"), (Message("user", "hi"),))


def _failing(kind="server", *, retry=True, wait=0.0, times=9):
    """Give a gateway that fails so often, then answers."""
    scripted = ScriptedGateway()
    for _ in range(times):
        error = ModelError("It failed.", kind=kind, retry=retry, wait=wait)
        scripted.fail_with(error)
    scripted.reply("there")
    return scripted


def _deltas(scripted, call=CALL, pace=PACE):
    return list(PatientGateway(scripted, pace=pace).stream(call))


@pytest.mark.parametrize("kind", KINDS)
def test_the_bound_on_the_calls_holds_for_every_kind(kind):
    """Each is asked as often as the table says, once where it says nothing."""
    scripted = _failing(kind)

    with pytest.raises(ModelError, match=r"It failed\."):
        _deltas(scripted)

    assert len(scripted.calls) == TRIES.get(kind, 1) <= MOST_TRIES == 3


@pytest.mark.parametrize("kind", KINDS)
def test_what_does_not_pass_is_never_asked_again(kind):
    """Neither an overflow (case C22) nor a wrong key."""
    scripted = _failing(kind, retry=False)

    with pytest.raises(ModelError):
        _deltas(scripted)

    assert len(scripted.calls) == 1


def test_the_wait_of_the_provider_is_told_and_kept():
    """The reader sees for how long and why; then the answer comes."""
    scripted = _failing("rate_limit", wait=6.2, times=1)
    stream = PatientGateway(scripted, pace=PACE).stream(CALL)

    deltas = list(stream)

    assert deltas == [
        Delta("waiting 6 s: rate limit", "wait"),
        Delta("", "wait"),
        Delta("there"),
    ]
    assert stream.finish == Finish("stop")


def test_a_wait_beyond_the_bound_is_not_waited_for():
    """It is told with the failure, at once."""
    scripted = _failing("rate_limit", wait=MOST_WAIT + 1)

    with pytest.raises(ModelError, match=r"It asks to wait 00:01:01; ask again then"):
        _deltas(scripted, pace=1.0)

    assert len(scripted.calls) == 1


def test_the_waits_of_one_call_are_bounded_together():
    """Two waits of 40 seconds are more than a minute."""
    scripted = _failing("rate_limit", wait=40)

    with pytest.raises(ModelError, match="asks to wait 40 s"):
        _deltas(scripted)

    assert len(scripted.calls) == 2


def test_nothing_is_asked_again_once_a_piece_was_shown():
    """What was read is never shown twice."""
    scripted = ScriptedGateway()
    scripted.fail_with(ModelError("Lost.", kind="connect", retry=True), "half")
    scripted.reply("whole")
    got = []

    with pytest.raises(ModelError, match="Lost"):
        got.extend(PatientGateway(scripted, pace=PACE).stream(CALL))

    assert got == [Delta("half")]
    assert len(scripted.calls) == 1


def test_a_wait_is_stoppable_at_once():
    """A cancel while it waits ends it, and nothing is sent any more."""
    scripted = _failing("rate_limit", wait=50)
    stream = PatientGateway(scripted, pace=1.0).stream(CALL)
    deltas = iter(stream)
    assert next(deltas).kind == "wait"
    threading.Timer(0.05, stream.cancel).start()
    started = time.monotonic()

    assert [one for one in deltas if one.kind == "text"] == []
    assert time.monotonic() - started < 1
    assert stream.finish == Finish("cancelled")
    assert len(scripted.calls) == 1


def _with_picture():
    picture = Attached("p1", "image/png", 40, 30, 9)
    message = Message("user", "what is it?", (picture,))
    return ModelCall(Profile("my-llm"), (message,), pictures={"p1": b"PNG"})


def test_a_refused_picture_is_left_out_once_and_the_text_is_kept():
    """The answer comes without it, and says so (case C8)."""
    scripted = _failing("picture", retry=False, times=1)

    notice, text = _deltas(scripted, _with_picture())

    sent = scripted.calls[-1]
    assert (sent.messages, sent.pictures) == ((Message("user", "what is it?"),), {})
    assert len(scripted.calls) == 2
    assert notice == Delta(
        "The picture was left out of the question. It failed.", "notice"
    )
    assert text == Delta("there")


def test_a_picture_is_left_out_only_once():
    """A server that goes on about pictures does not get a third request."""
    scripted = _failing("picture", retry=False)

    with pytest.raises(ModelError):
        _deltas(scripted, _with_picture())

    assert len(scripted.calls) == 2
