"""The real worker process against a real HTTP server on loopback."""

from __future__ import annotations

import os
import signal
import time

import pytest

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError, SettingError
from jupyter_ctx.gateway.gateway import Finish, ModelCall, Profile, ToolCall, Usage
from jupyter_ctx.gateway.process import IDLE, WorkerGateway, idle_limit
from jupyter_ctx.gateway.wire import StreamOrder
from tests import anthropic
from tests.stub import StubModel

KEY = "sk-test-0123456789abcdef"


@pytest.fixture(scope="module")
def gateway():
    """One worker for all tests: litellm takes seconds to import."""
    gateway = WorkerGateway(key_for=lambda profile: KEY if profile.tools else None)
    yield gateway
    gateway.close()


def _call(stub, text="hi", **more):
    profile = Profile("my-llm", stub.url, max_tokens=77)
    return ModelCall(profile, (Message("user", text),), **more)


def _text(stream):
    return "".join(delta.text for delta in stream)


def test_an_answer_is_streamed_and_its_usage_told(gateway, stub):
    """The deltas join to the answer; a bare name goes as it is (case A17)."""
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
    stub.reply("The mean is 4.2, honestly.", usage=usage)

    stream = gateway.stream(_call(stub, "  höh?\n"))

    assert _text(stream) == "The mean is 4.2, honestly."
    assert stream.finish == Finish("stop", Usage(9, 3, None))
    assert stub.requests == [
        {
            "model": "my-llm",
            "messages": [{"role": "user", "content": "  höh?\n"}],
            "max_tokens": 77,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
    ]
    assert stub.paths == ["/v1/chat/completions"]


def test_nothing_of_litellm_is_printed(gateway, stub, capfd):
    """Neither an answer nor a failure writes into the cell (case D9)."""
    stub.reply("fine")
    stub.fail(400, {"error": {"message": "odd"}})

    _text(gateway.stream(_call(stub)))
    with pytest.raises(ModelError):
        _text(gateway.stream(_call(stub)))

    assert capfd.readouterr() == ("", "")


def test_stop_closes_the_http_stream(gateway, stub):
    """The iteration ends at once and the server notices within a second (D10)."""
    stub.reply(chunks=["x "] * 400, delay=0.05)
    stream = gateway.stream(_call(stub))
    deltas = iter(stream)
    next(deltas)
    started = time.monotonic()

    stream.cancel()
    stream.cancel()

    assert list(deltas) == []
    assert time.monotonic() - started < 0.2
    assert stub.wait(lambda s: s.disconnects == 1, 1.0)
    assert stream.finish == Finish("cancelled")
    assert not [line for line in gateway.stderr if "never retrieved" in line]


def test_stop_before_the_first_delta(gateway, stub):
    """A model that thinks for long can be stopped as well."""
    stub.reply("late", first_delay=20)
    stream = gateway.stream(_call(stub))
    assert stub.wait(lambda s: s.requests)

    stream.cancel()

    assert list(stream) == []
    assert stub.wait(lambda s: s.disconnects == 1, 1.0)


def test_a_call_that_cannot_be_written_is_an_error_and_no_endless_wait(gateway, stub):
    """Half a surrogate pair has no UTF-8 form; the next call goes through."""
    with pytest.raises(ValueError, match="surrogates"):
        gateway.stream(_call(stub, "caf\udce9"))

    assert _text(gateway.stream(_call(stub, "again"))) == "ok"


def test_two_streams_run_at_once(gateway, stub):
    """Neither waits for the other."""
    stub.reply(chunks=["a"] * 20, delay=0.1)
    first, second = gateway.stream(_call(stub)), gateway.stream(_call(stub))
    started = time.monotonic()

    assert (_text(first), _text(second)) == ("a" * 20, "a" * 20)
    assert time.monotonic() - started < 3.5


def test_a_crash_fails_the_stream_and_the_next_call_restarts(gateway, stub):
    """The sentence says to ask again, and asking again works."""
    stub.reply(chunks=["x "] * 400, delay=0.05)
    stub.reply("back")
    stream = gateway.stream(_call(stub))
    deltas = iter(stream)
    next(deltas)
    old = gateway.pid

    os.kill(old, signal.SIGKILL)
    again = gateway.stream(_call(stub))

    with pytest.raises(ModelError) as caught:
        list(deltas)
    assert (caught.value.kind, caught.value.retry) == ("crashed", True)
    with pytest.raises(ModelError):
        list(stream)
    # Started while the kill was under way, it may have met the old worker.
    try:
        answer = _text(again)
    except ModelError:
        answer = _text(gateway.stream(_call(stub)))
    assert answer in ("back", "x " * 400)
    assert gateway.pid not in (None, old)


def test_a_stream_that_breaks_does_not_pass_for_complete(gateway, stub):
    """What came is delivered, and its end is told for what it is."""
    stub.reply("abcdefgh" * 6, fail_after=3)
    stream = gateway.stream(_call(stub))
    got = []

    got.extend(delta.text for delta in stream)

    assert "".join(got) == "abcdefgh" * 3
    assert stream.finish == Finish("unfinished")


def test_a_stream_of_anthropics_that_breaks_does_not_pass_for_complete(gateway, stub):
    """Without its last events; with them and a refusal, that is told."""
    whole = anthropic.stream(["half an "], {}).decode()
    cut = whole[: whole.index("event: content_block_stop")]
    stub.reply(events=[cut])
    stub.reply(events=[whole.replace("end_turn", "refusal")])
    base = stub.url.removesuffix("/v1")
    profile = Profile("anthropic/claude-x", base, tools=True)
    ended = []

    for _ in range(2):
        call = ModelCall(profile, (Message("user", "hi"),))
        stream = gateway.stream(call)
        assert _text(stream) == "half an "
        ended.append(stream.finish.reason)

    assert ended == ["unfinished", "content_filter"]


def test_an_answer_cut_at_its_limit_says_so(gateway, stub):
    """`finish_reason: length` is passed on."""
    stub.reply("half an ans", finish="length")
    stream = gateway.stream(_call(stub))

    _text(stream)

    assert stream.finish.reason == "length"


def test_tool_calls_are_collected(gateway, stub):
    """Name and arguments arrive whole."""
    tool = {"type": "function", "function": {"name": "offer", "parameters": {}}}
    stub.reply(
        tool_calls=[{"name": "offer", "arguments": '{"a": 1}'}], finish="tool_calls"
    )
    stream = gateway.stream(_call(stub, tools=(tool,)))

    _text(stream)

    assert stream.finish.reason == "tool_calls"
    assert stream.finish.tool_calls == (ToolCall("offer", '{"a": 1}'),)
    assert stub.requests[0]["tools"] == [tool]


def test_a_refused_parameter_is_left_out_and_remembered(gateway):
    """First `temperature`, then `max_tokens`: three calls, then one (case D11)."""
    with StubModel() as stub:
        stub.fail(
            400,
            {
                "error": {
                    "message": "Unsupported value: 'temperature' does not support 0.5 "
                    "with this model. Only the default (1) value is supported.",
                    "param": "temperature",
                    "code": "unsupported_value",
                }
            },
        )
        stub.fail(
            400,
            {
                "error": {
                    "message": "Unsupported parameter: 'max_tokens' is not supported "
                    "with this model. Use 'max_completion_tokens' instead.",
                    "param": "max_tokens",
                    "code": "unsupported_parameter",
                }
            },
        )
        stub.reply("there")

        assert _text(gateway.stream(_call(stub, temperature=0.5))) == "there"
        calls = len(stub.requests)
        assert _text(gateway.stream(_call(stub, temperature=0.5))) == "there"

        assert (calls, len(stub.requests)) == (3, 4)
        assert stub.requests[-1]["max_completion_tokens"] == 77
        assert not {"temperature", "max_tokens"} & set(stub.requests[-1])


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Unrecognized request argument supplied: stream_options", "stream_options"),
        ("Extra inputs are not permitted: stream_options", "stream_options"),
        (
            (
                "max_tokens is too large: 77. This model supports at most 16 "
                "completion tokens, whereas you provided 77."
            ),
            "max_tokens",
        ),
        ("my-llm does not support tools", "tools"),
    ],
)
def test_whatever_parameter_is_refused_goes(gateway, stub, message, name):
    """Two calls, then one: what strict servers refuse is not needed (case D11)."""
    tool = {"type": "function", "function": {"name": "offer", "parameters": {}}}
    stub.fail(400, {"error": {"message": message}})
    stub.reply("there")

    assert _text(gateway.stream(_call(stub, tools=(tool,)))) == "there"
    assert _text(gateway.stream(_call(stub, tools=(tool,)))) == "there"

    assert [name in body for body in stub.requests] == [True, False, False]


def test_a_refusal_of_everything_is_bounded(gateway, stub):
    """A server that refuses parameter after parameter sees three calls, no more."""
    words = "unsupported: temperature, max_tokens, max_completion_tokens, tools"
    stub.fail(400, {"error": {"message": words}})

    with pytest.raises(ModelError) as caught:
        _text(gateway.stream(_call(stub, temperature=0.5)))

    assert caught.value.kind == "bad_request"
    assert len(stub.requests) == 3


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (401, "Incorrect API key provided", "auth"),
        (403, "Not allowed", "auth"),
        (404, "The model `my-llm` does not exist", "not_found"),
        (429, "Rate limit reached for tokens per min", "rate_limit"),
        (503, "overloaded", "server"),
        (400, "invalid temperature: 9", "bad_request"),
        (
            400,
            "9000 tokens, too large for model with 4096 maximum context length",
            "overflow",
        ),
        (413, "Request too large", "overflow"),
        (422, "input exceeds configured limit", "overflow"),
    ],
)
def test_a_failure_is_a_kind_with_a_next_step(gateway, stub, status, message, kind):
    """The kind is right, and litellm tried once."""
    stub.fail(status, {"error": {"message": message}})

    with pytest.raises(ModelError) as caught:
        _text(gateway.stream(_call(stub)))

    assert caught.value.kind == kind
    assert str(caught.value).count(".") >= 1
    assert len(stub.requests) == 1


def test_nobody_listens(gateway):
    """A server that does not run is told as that, with the doctor as next step."""
    with StubModel() as stub:
        call = _call(stub)

    with pytest.raises(ModelError) as caught:
        _text(gateway.stream(call))

    assert caught.value.kind == "connect"
    assert "doctor" in str(caught.value)


def test_the_key_travels_in_the_header_and_is_never_told(gateway, stub):
    """A server that repeats the key in its error does not put it into the cell."""
    stub.fail(400, {"error": {"message": f"what is {KEY}?"}})
    profile = Profile("my-llm", stub.url, tools=True)

    with pytest.raises(ModelError) as caught:
        _text(gateway.stream(ModelCall(profile, (Message("user", "hi"),))))

    sent = {name.lower(): value for name, value in stub.headers[0].items()}
    assert sent["authorization"] == f"Bearer {KEY}"
    assert KEY not in str(caught.value)
    assert not [line for line in gateway.stderr if KEY in line]


def test_an_order_does_not_show_its_key():
    """Whoever logs or formats an order finds no secret in it."""
    order = StreamOrder(1, "my-llm", (Message("user", "hi"),), 9, api_key=KEY)

    assert KEY not in f"{order} {order!r} {[order]}"


def test_an_interrupt_of_the_kernel_does_not_reach_the_worker(gateway, stub):
    """The worker runs in a process group of its own."""
    stub.reply("ok")
    _text(gateway.stream(_call(stub)))

    assert os.getpgid(gateway.pid) != os.getpgrp()


def test_no_worker_is_started_before_a_call_and_close_ends_it(stub):
    """The kernel pays for no process until it asks; none is left behind."""
    gateway = WorkerGateway()
    assert gateway.pid is None
    # An embedded model without a file would import nothing heavy.
    gateway.stream(_call(stub)).cancel()
    pid = gateway.pid

    gateway.close()
    gateway.close()

    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_an_interpreter_that_is_not_there(stub):
    """The error names it."""
    gateway = WorkerGateway("/no/such/python")

    with pytest.raises(ModelError, match="/no/such/python") as caught:
        gateway.stream(_call(stub))

    assert caught.value.kind == "crashed"


def test_files_beside_the_notebook_are_not_imported(tmp_path, monkeypatch, stub):
    """A user's own `asyncio.py` does not break the worker."""
    (tmp_path / "asyncio.py").write_text("raise SystemExit('taken')")
    monkeypatch.chdir(tmp_path)
    stub.reply("well")
    gateway = WorkerGateway()

    try:
        assert _text(gateway.stream(_call(stub))) == "well"
    finally:
        gateway.close()


def test_the_worker_contacts_only_the_configured_server(tmp_path, monkeypatch, stub):
    """No price list, no hub, no telemetry: every address is the stub's (case A16)."""
    log = tmp_path / "addresses"
    (tmp_path / "sitecustomize.py").write_text(
        "import socket, sys\n"
        "def hook(event, args):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo'):\n"
        f"        print(event, args, file=open({str(log)!r}, 'a'))\n"
        "sys.addaudithook(hook)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    gateway = WorkerGateway()

    try:
        _text(gateway.stream(_call(stub)))
    finally:
        gateway.close()

    lines = log.read_text().splitlines()
    assert lines
    assert all("127.0.0.1" in line for line in lines)


def test_the_limit_on_silence_is_a_setting(monkeypatch):
    """Environment before the setting; what is no number of seconds is said so."""
    monkeypatch.delenv("JUPYTER_CTX_IDLE", raising=False)
    known = [idle_limit(None), idle_limit(5.0), idle_limit(0.0)]
    told = idle_limit(5.0, {"JUPYTER_CTX_IDLE": " 2.5 "})

    assert (known, told) == ([IDLE, 5.0, 0.0], 2.5)
    for wrong in ("soon", "-1", "inf", "nan"):
        with pytest.raises(SettingError, match="JUPYTER_CTX_IDLE must be a number"):
            idle_limit(None, {"JUPYTER_CTX_IDLE": wrong})
