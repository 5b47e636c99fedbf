"""What a provider says becomes a kind and a sentence with a next step."""

from __future__ import annotations

import pytest

from jupyter_ctx.gateway.failures import KINDS, Told, classify, sentence, told


@pytest.mark.parametrize(
    "text",
    [
        "prompt has 9000 tokens, too large for model with 4096 maximum context length",
        "input exceeds configured limit",
        "context_length_exceeded",
        "This model's maximum context length is 4096 tokens",
        "too many tokens in the prompt",
        "request (6031 tokens) exceeds the available context size (2048 tokens)",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "The input token count (99) exceeds the maximum number of tokens allowed (9)",
        "input length and `max_tokens` exceed context limit: 9 + 9 > 9",
        "Input is too long for requested model.",
        "Please reduce the length of the messages or completion.",
    ],
)
@pytest.mark.parametrize("status", [400, 413, 422, 500, None])
def test_a_vendor_says_too_long(text, status):
    """However it says it, with whatever status, also inside a stream (case D1)."""
    assert _kind(text, status) == "overflow"


@pytest.mark.parametrize(
    ("text", "status", "kind"),
    [
        ("invalid temperature", 400, "bad_request"),
        ("Request too large: limit 30000 tokens per min", 429, "rate_limit"),
        ("You exceeded your current quota", 429, "quota"),
        ("You exceeded your current quota. Please retry in 34s", 429, "rate_limit"),
        ("Incorrect API key", 401, "auth"),
        ("The model does not exist", 404, "not_found"),
        ("Proxy Authentication Required", 407, "proxy"),
        ("[Errno -2] Name or service not known", None, "dns"),
        ("[Errno -3] Temporary failure in name resolution", 500, "dns"),
        ("[SSL: CERTIFICATE_VERIFY_FAILED] unable to get issuer", 500, "tls"),
        ("Cannot connect to host h:1 ssl:default [Connection refused]", 500, "connect"),
        ("peer closed connection without sending complete body", None, "connect"),
        ("Gateway timeout", 504, "timeout"),
        ("overloaded", 503, "server"),
    ],
)
def test_other_failures(text, status, kind):
    """Each step between the kernel and the model has its own kind."""
    assert _kind(text, status) == kind


def _kind(text, status):
    return classify(Told("Error", text, status), model="m", host="h").kind


def test_the_code_alone_is_enough():
    """A text in another language with OpenAI's code is an overflow."""
    said = Told("BadRequestError", "zu lang", 400, "context_length_exceeded")

    assert classify(said, model="m", host="h").kind == "overflow"


def test_the_innermost_status_is_the_providers():
    """Wrappers give statuses of their own making."""
    inner, outer = ValueError("too large"), RuntimeError("wrapped")
    inner.status_code, outer.status_code = 413, 429
    inner.body = {"error": {"code": "context_length_exceeded"}}
    outer.__cause__ = inner

    said = told(outer)

    assert said == Told(
        "RuntimeError ValueError",
        "wrapped | too large",
        413,
        "context_length_exceeded",
        body="{'error': {'code': 'context_length_exceeded'}}",
    )


@pytest.mark.parametrize(
    ("text", "status", "kind"),
    [
        ("<html>Request Entity Too Large</html>", 413, "picture"),
        ("too long: 9000 tokens > 4096 maximum", 413, "overflow"),
        ("Invalid image", 400, "picture"),
        ("oops", 500, "server"),
    ],
)
def test_what_is_too_large_with_a_picture_is_tried_without(text, status, kind):
    """Bytes are the picture's, tokens the text's; without one nobody blames it."""
    said = Told("E", text, status, has_pictures=True)
    bare = Told("E", text, status)

    assert classify(said, model="m", host="h").kind == kind
    assert classify(bare, model="m", host="h").kind != "picture"


def test_a_chain_that_is_a_loop_ends():
    """Exceptions may point at each other."""
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first

    assert told(first).text.startswith("a | b")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_a_sentence(kind):
    """Nothing of the user's is taken for a template."""
    text = sentence(kind, model="{x}", host="{0}")

    assert text.endswith(".")
    assert "{model}" not in text


def test_a_long_answer_is_quoted_in_part():
    """A page of HTML does not fill the cell."""
    failure = classify(Told("E", "<p>" * 5_000, 500), model="m", host="h")

    assert len(failure.sentence) < 500
    assert failure.retry


def test_a_password_in_the_address_is_not_told():
    """Neither ours nor one that the server's own words repeat."""
    address = "http://me:hunter2pw@models.example/v1"
    said = Told("E", f"cannot connect to {address}", 500)

    sentence = classify(said, model="m", host=address).sentence

    assert "hunter2pw" not in sentence
    assert "http://models.example/v1" in sentence
