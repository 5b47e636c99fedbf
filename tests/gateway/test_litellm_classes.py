"""Every exception that litellm can raise has a kind, checked against its own list."""

from __future__ import annotations

import json

import httpx
import litellm
import openai
import pytest

from jupyter_ctx.gateway.classes import KIND_OF
from jupyter_ctx.gateway.failures import KINDS, classify, sentence, told


def _classes():
    """List all that it names, and whatever else its module holds."""
    found = {
        one
        for one in list(vars(litellm.exceptions).values())
        if isinstance(one, type) and issubclass(one, Exception)
    }
    named = {*found, *litellm.exceptions.LITELLM_EXCEPTION_TYPES}
    return sorted(named, key=lambda one: one.__name__)


CLASSES = _classes()


def _bare(raised):
    """Make one without its arguments: only the class tells something."""
    error = raised.__new__(raised)
    error.args = ("odd",)
    error.message = "odd"
    return error


def test_the_list_is_that_of_the_installed_version():
    """None is forgotten when litellm adds one."""
    names = {one.__name__ for one in CLASSES}

    assert len(names) >= 30
    assert names - set(KIND_OF) == set()
    assert set(KIND_OF.values()) <= set(KINDS)


@pytest.mark.parametrize("raised", CLASSES, ids=lambda one: one.__name__)
def test_each_class_has_its_kind_and_a_sentence_with_a_next_step(raised):
    """Also where its text says nothing and it was built from nothing."""
    failure = classify(told(_bare(raised)), model="m", host="h")

    expected = KIND_OF[raised.__name__]
    assert failure.kind == expected
    assert failure.sentence.startswith(sentence(expected, model="m", host="h"))


def _raised(name, message, status, body=None, headers=None):
    """Make one as litellm does: from the client's error with the real response."""
    request = httpx.Request("POST", "http://h/v1/chat/completions")
    response = httpx.Response(
        status, request=request, headers=headers, text=json.dumps(body or {})
    )
    inner = openai.APIStatusError(message, response=response, body=body)
    outer = getattr(litellm.exceptions, name)(
        message=message, llm_provider="openai", model="m", response=response
    )
    outer.__cause__ = inner
    return outer


@pytest.mark.parametrize(
    ("name", "status", "message", "kind", "retry"),
    [
        ("AuthenticationError", 401, "Incorrect API key", "auth", False),
        ("PermissionDeniedError", 403, "Not allowed", "auth", False),
        ("NotFoundError", 404, "no such model", "not_found", False),
        ("BadRequestError", 400, "odd", "bad_request", False),
        ("BadRequestError", 400, "prompt is too long", "overflow", False),
        ("RateLimitError", 429, "slow down", "rate_limit", True),
        ("RateLimitError", 429, "You have insufficient_quota", "quota", False),
        ("PaymentRequiredError", 402, "pay first", "quota", False),
        ("ContentPolicyViolationError", 400, "content_policy", "content", False),
        ("InternalServerError", 500, "oops", "server", True),
        ("ServiceUnavailableError", 503, "busy", "server", True),
        ("BadGatewayError", 502, "bad gateway", "server", True),
    ],
)
def test_as_litellm_raises_them(name, status, message, kind, retry):
    """With response, status and text, wrapped around the client's own error."""
    failure = classify(told(_raised(name, message, status)), model="m", host="h")

    assert (failure.kind, failure.retry) == (kind, retry)


def test_the_wait_is_read_from_the_real_response():
    """The error of litellm has a response of its own making; the inner one counts."""
    error = _raised("RateLimitError", "slow", 429, headers={"Retry-After": "7"})

    assert classify(told(error), model="m", host="h").wait == 7
