"""Marks for the prompt cache of Anthropic's models: on the wire, and to nobody else."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.gateway.caching import wants_marks
from jupyter_ctx.gateway.gateway import Finish, ModelCall, Profile, Usage
from jupyter_ctx.gateway.process import WorkerGateway

CACHED = {"type": "ephemeral"}
TALK = (
    Message("system", "rules"),
    Message("user", "the plan, one ?"),
    Message("assistant", "fine"),
    Message("user", "two ?"),
)
MARKS = ((0, 5), (1, 8), (1, 15), (3, 5))


@pytest.fixture(scope="module")
def gateway():
    """One worker for all tests: litellm takes seconds to import."""
    gateway = WorkerGateway(key_for=lambda _: "sk-ant-test")
    yield gateway
    gateway.close()


@pytest.mark.parametrize(
    ("model", "base", "wants"),
    [
        ("anthropic/claude-sonnet-4-5", None, True),
        ("claude-3-5-haiku-latest", None, True),
        ("anthropic/my-name", "http://127.0.0.1:1", True),
        ("bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0", None, True),
        ("bedrock/eu.anthropic.claude-sonnet-4-20250514-v1:0", None, True),
        ("vertex_ai/claude-sonnet-4@20250514", None, True),
        ("openrouter/anthropic/claude-sonnet-4.5", None, True),
        ("claude-3-5-haiku-latest", "http://127.0.0.1:1/v1", False),
        ("openai/claude-3-5-haiku", "http://127.0.0.1:1/v1", False),
        ("bedrock/amazon.nova-pro-v1:0", None, False),
        ("vertex_ai/gemini-2.5-pro", None, False),
        ("openrouter/openai/gpt-4o", None, False),
        ("gpt-4o", None, False),
        ("ollama/claude-like", None, False),
        ("embedded:0.5b", None, False),
        ("", None, False),
    ],
)
def test_only_models_of_anthropic_get_marks(model, base, wants):
    """A strict server refuses what it does not know, so the provider decides."""
    assert wants_marks(Profile(model, base)) is wants


def test_anthropic_gets_its_marks_where_the_beginnings_end(gateway, stub):
    """Texts are cut at the marks and stay whole; what was cached is read back."""
    usage = {"cache_read_input_tokens": 900, "cache_creation_input_tokens": 30}
    stub.reply("It is fine.", usage=usage)
    base = stub.url.removesuffix("/v1")
    profile = Profile("anthropic/claude-sonnet-4-5", base, max_tokens=50)

    stream = gateway.stream(ModelCall(profile, TALK, marks=MARKS))

    assert "".join(delta.text for delta in stream) == "It is fine."
    body = stub.requests[-1]
    assert stub.paths == ["/v1/messages"]
    assert body["system"] == [_marked("rules")]
    assert body["messages"] == [
        {"role": "user", "content": [_marked("the plan"), _marked(", one ?")]},
        {"role": "assistant", "content": [{"type": "text", "text": "fine"}]},
        {"role": "user", "content": [_marked("two ?")]},
    ]
    finish = stream.finish
    assert finish is not None
    assert finish.usage.cached_tokens == 900


def test_openrouter_gets_the_marks_in_its_own_form(gateway, stub):
    """It speaks OpenAI's protocol and hands the marks on."""
    stub.reply("ok")
    profile = Profile("openrouter/anthropic/claude-sonnet-4.5", stub.url)

    list(gateway.stream(ModelCall(profile, TALK, marks=MARKS)))

    assert stub.sent()[0] == {"role": "system", "content": [_marked("rules")]}
    assert stub.sent()[-1] == {"role": "user", "content": [_marked("two ?")]}


def test_others_get_plain_texts_and_tell_what_they_cached(gateway, stub):
    """Without marks the messages go as they are; OpenAI's report is read."""
    details = {"prompt_tokens_details": {"cached_tokens": 1_024}}
    stub.reply("ok", usage={"prompt_tokens": 1_100, "completion_tokens": 1, **details})

    stream = gateway.stream(ModelCall(Profile("my-llm", stub.url), TALK))
    list(stream)

    assert stub.sent() == [{"role": one.role, "content": one.content} for one in TALK]
    assert stream.finish == Finish("stop", Usage(1_100, 1, 1_024))


def _marked(text: str) -> dict[str, object]:
    return {"type": "text", "text": text, "cache_control": CACHED}
