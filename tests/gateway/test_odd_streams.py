"""Streams that stray from OpenAI's form lose no text and blame nobody wrongly."""

from __future__ import annotations

import os
import signal

import pytest

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import Delta, Finish, ModelCall, Profile, Usage
from jupyter_ctx.gateway.patience import PatientGateway
from jupyter_ctx.gateway.worker.mending import mended

LAST = "data: [DONE]\n\n"


def _call(stub):
    return ModelCall(Profile("my-llm", stub.url), (Message("user", "hi"),))


def _event(content, finish=None, **more):
    choice = {"index": 0, "delta": {"content": content}, "finish_reason": finish}
    return {"choices": [choice], **more}


@pytest.mark.parametrize(
    ("content", "deltas"),
    [
        ([{"type": "text", "text": "he"}, {"type": "text", "text": "y"}], ["hey"]),
        ({"type": "text", "text": "hey"}, ["hey"]),
        (5, ["5"]),
        (
            [
                {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
                {"type": "text", "text": "hey"},
            ],
            ["hm", "hey"],
        ),
    ],
)
def test_content_in_parts_is_text(gateway, stub, content, deltas):
    """Whatever form the parts have; thoughts among them are thoughts."""
    stub.reply(events=[_event(content), _event("", "stop"), LAST])
    stream = gateway.stream(_call(stub))

    assert [delta.text for delta in stream] == deltas
    assert stream.finish == Finish("stop")


def test_an_error_as_the_reason_to_end_keeps_what_was_said(gateway, stub):
    """It is told as the server's own failure, which may pass."""
    stub.reply(events=[_event("par"), _event("", "error"), LAST])
    got = []

    with pytest.raises(ModelError) as caught:
        got.extend(gateway.stream(_call(stub)))

    assert got == [Delta("par")]
    assert (caught.value.kind, caught.value.retry) == ("server", True)
    assert "had an error of its own" in str(caught.value)


@pytest.mark.parametrize(
    ("usage", "told"),
    [
        ({"prompt_tokens": -5, "completion_tokens": "x"}, Usage()),
        ({"prompt_tokens": None, "completion_tokens": None}, Usage()),
        ("none", Usage()),
        ({"prompt_tokens": 9, "completion_tokens": 3}, Usage(9, 3)),
        (
            {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": [1]},
            Usage(9, 3),
        ),
    ],
)
def test_a_broken_report_of_usage_costs_no_answer(gateway, stub, usage, told):
    """It counts as none; what is sound in it counts."""
    stub.reply(events=[_event("fine"), _event("", "stop", usage=usage), LAST])
    stream = gateway.stream(_call(stub))

    assert [delta.text for delta in stream] == ["fine"]
    assert stream.finish == Finish("stop", told)


def test_what_is_in_order_goes_on_as_it_came():
    """Byte for byte, and so does what nobody can read."""
    sound = '{"choices": [{"delta": {"content": "a \\"usage\\": [1] b"}}]}'

    assert mended(sound) == (sound, False)
    assert mended('{"usage": {') == ('{"usage": {', False)


def test_a_worker_that_just_died_is_started_again_unseen(gateway, stub):
    """A question within milliseconds of its death is answered, asked once more."""
    stub.reply("well")
    for _ in range(5):
        list(gateway.stream(_call(stub)))
        os.kill(gateway.pid, signal.SIGKILL)

        told = list(PatientGateway(gateway).stream(_call(stub)))

        assert "".join(delta.text for delta in told if delta.kind == "text") == "well"
