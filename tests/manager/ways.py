"""Ways in which a model's server fails, as scripts for the stub."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its lines
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.stub import StubModel

DONE = "data: [DONE]\n\n"
ONCE, TWICE, THRICE = 1, 2, 3


@dataclass(frozen=True)
class Way:
    """A failure: how it is scripted, and what must come of it.

    *calls* is the bound on the requests that the server may see, and is reached but
    for an overflow: the same request is not sent again where nothing of it can go.
    *said* stands in the failure or a notice; *text* is what is kept of the answer.
    """

    name: str
    script: Callable[[StubModel], None]
    calls: int
    status: str = "failed"
    said: str = ""
    text: str = ""
    is_overflow: bool = False


def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    """Give one event of a stream."""
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def text(words: str) -> dict[str, Any]:
    """Give an event with a piece of text."""
    return chunk({"role": "assistant", "content": words})


STOP = chunk({}, "stop")


def call(index: int, arguments: str, name: str = "", identity: str = "") -> Any:
    """Give an event with a piece of a tool call."""
    function = {"arguments": arguments, **({"name": name} if name else {})}
    one: dict[str, Any] = {"index": index, "function": function}
    if identity:
        one |= {"id": identity, "type": "function"}
    return chunk({"tool_calls": [one]})


def _fails(status: int, message: Any, **more: Any) -> Callable[[StubModel], None]:
    body = message if isinstance(message, str) else {"error": message}
    return lambda stub: stub.fail(status, body, **more)


def _says(message: str, **more: Any) -> dict[str, Any]:
    return {"message": message, **more}


def _streams(*events: Any) -> Callable[[StubModel], None]:
    return lambda stub: stub.reply(events=list(events))


def _replies(*args: Any, **script: Any) -> Callable[[StubModel], None]:
    return lambda stub: stub.reply(*args, **script)


# A shorter request is tried once, whoever says that it is too long.
_TOO_LONG = [
    ("mistral", "prompt has 9000 tokens, too large for model with 4096 maximum context length"),
    ("openai", "This model's maximum context length is 4096 tokens."),
    ("anthropic", "prompt is too long: 210000 tokens > 200000 maximum"),
    ("llama.cpp", "request (6031 tokens) exceeds the available context size (2048 tokens)"),
    ("cohere", "too many tokens: the prompt cannot exceed 4081 - received 4292."),
    ("gemini", "The input token count (9000) exceeds the maximum number of tokens allowed (4096)."),
    ("bedrock", "Input is too long for requested model."),
    ("sglang", "The input (9000 tokens) is longer than the model's context length (4096 tokens)."),
]  # fmt: skip

WAYS = [
    *(
        Way(f"400: {who}", _fails(400, _says(words)), TWICE, said="too long", is_overflow=True)
        for who, words in _TOO_LONG
    ),
    Way("400: a code alone", _fails(400, _says("zu lang", code="context_length_exceeded")), TWICE, said="too long", is_overflow=True),
    Way("413", _fails(413, "<html>Payload Too Large</html>"), TWICE, said="too long", is_overflow=True),
    Way("too long, in a 200", _streams({"error": _says("prompt is too long: 9 tokens > 4 maximum")}, DONE), TWICE, said="too long", is_overflow=True),
    Way("400: unrelated", _fails(400, _says("invalid temperature")), ONCE, said="invalid temperature"),
    Way("401", _fails(401, _says("Incorrect API key")), ONCE, said="key set"),
    Way("402", _fails(402, _says("pay first")), ONCE, said="used up"),
    Way("403", _fails(403, _says("not allowed")), ONCE, said="key set"),
    Way("404", _fails(404, _says("no such model")), ONCE, said="list of models"),
    Way("400: content", _fails(400, _says("refused", code="content_policy_violation")), ONCE, said="Reword"),
    Way("429 with a wait in its header", _fails(429, _says("slow down"), retry_after="7"), THRICE, said="Wait a moment"),
    Way("429 with a wait in its text", _fails(429, _says("Please try again in 6.2s.")), THRICE, said="Wait a moment"),
    Way("429 without a wait", _fails(429, _says("Too many requests")), THRICE, said="Wait a moment"),
    Way("429 for an hour", _fails(429, _says("slow down"), retry_after="3600"), ONCE, said="asks to wait 01:00:00"),
    Way("429: no money", _fails(429, _says("quota", code="insufficient_quota")), ONCE, said="used up"),
    Way("500", _fails(500, _says("oops")), THRICE, said="error of its own"),
    Way("502 as HTML", _fails(502, "<html>Bad Gateway</html>"), THRICE, said="error of its own"),
    Way("503", _fails(503, _says("overloaded")), THRICE, said="error of its own"),
    Way("504", _fails(504, _says("gateway timeout")), TWICE, said="in time"),
    Way("504 that took too long", _fails(504, _says("the request took too long")), TWICE, said="in time"),
    Way("400 of a proxy, as a text", _fails(400, "blocked here, ask the help desk"), ONCE, said="It said: blocked here, ask the help desk"),
    Way("400 in a list", _fails(400, [_says("a strange parameter")]), ONCE, said="It said: a strange parameter"),
    Way("400 that names a long name", _fails(400, _says("tool name exceeds the maximum length of 64")), ONCE, said="maximum length of 64"),
    Way("reset before the first byte", _replies(reset=True), TWICE, said="doctor"),
    Way("reset in the middle", _replies("abcdefgh" * 3, fail_after=2), ONCE, "length", "broke in the middle", "abcdefgh" * 2),
    Way("an error first in a 200", _streams({"error": _says("oops", code=500)}, DONE), THRICE, said="error of its own"),
    Way("an error after some text", _streams(text("half"), {"error": _says("oops", code=500)}, DONE), ONCE, "length", "oops", "half"),
    Way("too long, after some text", _streams(text("half"), {"error": _says("context_length_exceeded")}, DONE), ONCE, "length", "too long", "half"),
    Way("malformed JSON", _streams('data: {"choices": [{"ind\n\n', DONE), TWICE, said="cannot be read"),
    Way("malformed JSON after some text", _streams(text("half"), 'data: {"choi\n\n', DONE), ONCE, "length", "cannot be read", "half"),
    Way("a page in place of a stream", _streams("<html>Log in</html>"), TWICE, said="cannot be read"),
    Way("a stream of nothing", _streams(DONE), TWICE, said="cannot be read"),
    Way("empty chunks", _streams({"choices": []}, chunk({}), chunk({"content": ""}), chunk({"content": None}), text("yes"), STOP, DONE), ONCE, "complete", "", "yes"),
    Way("empty chunks alone", _streams({"choices": []}, chunk({}), STOP, DONE), ONCE, "complete", "no answer"),
    Way("no finish reason", _streams(text("yes"), DONE), ONCE, "complete", "did not say", "yes"),
    Way("no finish reason and no end", _streams(text("yes")), ONCE, "length", "broke in the middle", "yes"),
    Way("a sign in two halves", _streams(text("\ud83d"), text("\ude00 yes \ud83d"), text("x"), STOP, DONE), ONCE, "complete", "", "\U0001f600 yes \ufffdx"),
    Way("two finish reasons", _streams(text("yes"), STOP, chunk({}, "length"), DONE), ONCE, "complete", "", "yes"),
    Way("a finish reason of its own", _streams(text("yes"), chunk({}, "weird"), DONE), ONCE, "complete", "", "yes"),
    Way("cut by a filter", _streams(text("half"), chunk({}, "content_filter"), DONE), ONCE, "length", "Reword", "half"),
    Way("filtered whole", _streams(chunk({}, "content_filter"), DONE), ONCE, said="Reword"),
    Way("slow-loris", _streams(text("half"), 30.0), ONCE, "length", "JUPYTER_CTX_IDLE", "half"),
    Way("reasoning only", _streams(chunk({"reasoning_content": "hm"}), STOP, DONE), ONCE, "complete", "no answer"),
    Way("an unknown tool", _streams(call(0, "{}", "launch", "a"), chunk({}, "tool_calls"), DONE), ONCE, "complete", "no answer"),
    Way("a tool call that is no JSON", _streams(text("yes"), call(0, '{"opt', "offer_choices", "a"), chunk({}, "tool_calls"), DONE), ONCE, "complete", "", "yes"),
    Way("a usage of null", _streams(text("yes"), STOP, {"choices": [], "usage": None}, DONE), ONCE, "complete", "", "yes"),
    Way("choices of null", _streams('data: {"choices": null}\n\n', text("yes"), STOP, DONE), ONCE, "complete", "", "yes"),
]  # fmt: skip
"""All of them."""
