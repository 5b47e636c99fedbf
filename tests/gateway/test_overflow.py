"""Every vendor's "too long" is recognised, and the sizes that it names are read."""

from __future__ import annotations

import pytest

from jupyter_ctx.gateway.failures import Told, classify
from jupyter_ctx.gateway.overflow import Over, sizes

# Who says it, how, with which status, and what it names: asked, limit, gap.
VENDORS = [
    (
        "openai",
        (
            "This model's maximum context length is 4097 tokens. However, you "
            "requested 9000 tokens (8000 in the messages, 1000 in the "
            "completion). Please reduce the length of the messages or "
            "completion."
        ),
        (8000, 3097, 4903),
    ),
    (
        "azure",
        (
            "This model's maximum context length is 8192 tokens. However, your "
            "messages resulted in 9000 tokens. Please reduce the length of the "
            "messages."
        ),
        (9000, 8192, 808),
    ),
    (
        "openai responses",
        (
            "Your input exceeds the context window of this model. Please adjust"
            " your input and try again."
        ),
        (0, 0, 0),
    ),
    (
        "anthropic",
        "prompt is too long: 210000 tokens > 200000 maximum",
        (210000, 200000, 10000),
    ),
    (
        "anthropic with answer",
        (
            "input length and `max_tokens` exceed context limit: 190000 + 20000"
            " > 200000, decrease input length or `max_tokens` and try again"
        ),
        (190000, 180000, 10000),
    ),
    (
        "mistral",
        (
            "Prompt contains 9000 tokens and 0 draft tokens, too large for "
            "model with 4096 maximum context length"
        ),
        (9000, 4096, 4904),
    ),
    (
        "mistral, as in D1",
        (
            "prompt has 9000 tokens, too large for model with 4096 maximum "
            "context length"
        ),
        (9000, 4096, 4904),
    ),
    (
        "gemini",
        (
            "The input token count (1200000) exceeds the maximum number of "
            "tokens allowed (1048576)."
        ),
        (1200000, 1048576, 151424),
    ),
    (
        "vertex",
        ("The input token count exceeds the maximum number of tokens allowed 1048576."),
        (0, 1048576, 0),
    ),
    (
        "llama.cpp",
        (
            "request (6031 tokens) exceeds the available context size (2048 "
            "tokens), try increasing it"
        ),
        (6031, 2048, 3983),
    ),
    (
        "llama.cpp before",
        (
            "the request exceeds the available context size. try increasing the"
            " context size or enable context shift"
        ),
        (0, 0, 0),
    ),
    (
        "llama-cpp-python",
        "Requested tokens (9000) exceed context window of 4096",
        (9000, 4096, 4904),
    ),
    (
        "ollama",
        "prompt too long; exceeded max context length by 123 tokens",
        (0, 0, 123),
    ),
    (
        "ollama embedding",
        "the input length exceeds the context length",
        (0, 0, 0),
    ),
    (
        "vllm",
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 1000. This "
            "model's maximum context length is 4096 tokens and your request has"
            " 3500 input tokens (1000 > 4096 - 3500). None"
        ),
        (3500, 3096, 404),
    ),
    (
        "vllm prompt",
        (
            "The decoder prompt (length 9000) is longer than the maximum model "
            "length of 4096. Make sure that `max_model_len` is no smaller than "
            "the number of text tokens."
        ),
        (9000, 4096, 4904),
    ),
    (
        "sglang",
        (
            "Requested token count exceeds the model's maximum context length "
            "of 4096 tokens. You requested a total of 9000 tokens: 8000 tokens "
            "from the input messages and 1000 tokens for the completion."
        ),
        (8000, 3096, 4904),
    ),
    (
        "sglang input",
        (
            "The input (9000 tokens) is longer than the model's context length "
            "(4096 tokens)."
        ),
        (9000, 4096, 4904),
    ),
    (
        "bedrock",
        "Input is too long for requested model.",
        (0, 0, 0),
    ),
    (
        "bedrock titan",
        (
            "400 Bad Request: Too many input tokens. Max input tokens: 8192, "
            "request input token count: 9000"
        ),
        (9000, 8192, 808),
    ),
    (
        "cohere",
        (
            "too many tokens: total number of tokens in the prompt cannot "
            "exceed 4081 - received 4292. Try using a shorter prompt."
        ),
        (4292, 4081, 211),
    ),
    (
        "groq",
        "Please reduce the length of the messages or completion.",
        (0, 0, 0),
    ),
    (
        "cerebras",
        (
            "Please reduce the length of the messages or completion. Current "
            "length is 9000 while limit is 8192"
        ),
        (9000, 8192, 808),
    ),
    (
        "tgi, together",
        (
            "Input validation error: `inputs` tokens + `max_new_tokens` must be"
            " <= 4096. Given: 8000 `inputs` tokens and 1000 `max_new_tokens`"
        ),
        (8000, 3096, 4904),
    ),
    (
        "openrouter",
        (
            "This endpoint's maximum context length is 131072 tokens. However, "
            "you requested about 150000 tokens (149000 of text input, 1000 in "
            "the output)."
        ),
        (149000, 130072, 18928),
    ),
    (
        "xai",
        (
            "This model's maximum prompt length is 131072 but the request "
            "contains 150000 tokens."
        ),
        (150000, 131072, 18928),
    ),
    (
        "moonshot",
        (
            "Invalid request: Your request exceeded model token limit: 8192 "
            "(requested: 9000)"
        ),
        (9000, 8192, 808),
    ),
    (
        "dashscope",
        "Range of input length should be [1, 30720]",
        (0, 30720, 0),
    ),
    (
        "minimax",
        "invalid params, context window exceeds limit (2013)",
        (0, 0, 0),
    ),
    (
        "zhipu",
        "Prompt exceeds max length",
        (0, 0, 0),
    ),
    (
        "copilot",
        "prompt token count of 9000 exceeds the limit of 8000",
        (9000, 8000, 1000),
    ),
    (
        "watsonx",
        (
            "the number of input tokens 9000 cannot exceed the total tokens "
            "limit 4096 for this model"
        ),
        (9000, 4096, 4904),
    ),
    (
        "fireworks",
        "The prompt is too long: 9000, model maximum context length: 4096",
        (9000, 4096, 4904),
    ),
    (
        "lm studio",
        (
            "Trying to keep the first 9000 tokens when context the overflows. "
            "However, the model is loaded with context length of only 4096 "
            "tokens, which is not enough."
        ),
        (9000, 4096, 4904),
    ),
    (
        "deepseek",
        (
            "This model's maximum context length is 65536 tokens. However, you "
            "requested 70000 tokens (69000 in the messages, 1000 in the "
            "completion)."
        ),
        (69000, 64536, 4464),
    ),
    (
        "configured",
        "input exceeds configured limit",
        (0, 0, 0),
    ),
    (
        "with separators",
        "prompt is too long: 210,000 tokens > 200,000 maximum",
        None,
    ),
    ("lm studio, without sizes", "Context size has been exceeded.", (0, 0, 0)),
    ("vllm, nothing left", "max_tokens must be at least 1, got -233.", (0, 0, 0)),
    (
        "text generation inference",
        "Total number of tokens (prompt + max_new_tokens) must not exceed 4096",
        (0, 0, 0),
    ),
    ("chinese, the length first", "请求的上下文长度超过模型限制", (0, 0, 0)),
    ("a sequence", "Sequence length exceeds max_seq_len 8192", (0, 0, 0)),
    (
        "vertex",
        (
            "Unable to submit request because the input token count is 40000 but "
            "model only supports up to 32768. Reduce the input token count."
        ),
        (40000, 32768, 7232),
    ),
]


@pytest.mark.parametrize(
    ("who", "text", "named"), VENDORS, ids=[vendor[0] for vendor in VENDORS]
)
@pytest.mark.parametrize("status", [400, 413, 422, 500, None])
def test_a_vendor_says_too_long(who, text, named, status):
    """As a plain 400, with another status, or inside a stream (case D1)."""
    failure = classify(Told("BadRequestError", text, status), model="m", host=who)

    expected = named or (210000, 200000, 10000)
    assert failure.kind == "overflow"
    assert (failure.asked, failure.limit, failure.gap) == expected
    assert not failure.retry


@pytest.mark.parametrize(
    "text",
    [
        "invalid temperature",
        (
            "max_tokens is too large: 99999. This model supports at most 4096 "
            "completion tokens, whereas you provided 99999."
        ),
        "Invalid 'messages[0].content': expected a string",
        "temperature must be <= 2",
        "The model `gpt-9` does not exist",
        "tools[0].function.description is too long",
        "Rate limit reached: 30000 tokens per min",
        "Timeout: the request took too long",
        "tool name exceeds the maximum length of 64",
        "upload size exceeds the maximum limit of 20 MB",
        "Invalid 'user': string too long. Expected maximum length 64, got length 90",
        "ThrottlingException: Too many tokens, please wait before trying again.",
    ],
)
def test_another_refusal_is_no_overflow(text):
    """An unrelated 400 is shown as it is (case D1)."""
    assert classify(Told("E", text, 400), model="m", host="h").kind != "overflow"


@pytest.mark.parametrize("status", [413, 429])
def test_more_than_a_minutes_tokens_at_once_is_an_overflow(status):
    """No wait helps there: only a shorter request does."""
    text = (
        "Request too large for model `llama` on tokens per minute (TPM): Limit 6000, "
        "Requested 9000, please reduce your message size and try again."
    )

    failure = classify(Told("RateLimitError", text, status), model="m", host="h")

    assert (failure.kind, failure.gap, failure.asked) == ("overflow", 3000, 0)


def test_a_minutes_tokens_used_up_by_earlier_requests_is_a_rate():
    """This one would fit: waiting helps."""
    text = (
        "Rate limit reached on tokens per min (TPM): Limit 6000, Used 5000, Requested "
        "2000. Please try again in 6.2s."
    )

    failure = classify(Told("RateLimitError", text, 429), model="m", host="h")

    assert (failure.kind, failure.wait, failure.retry) == ("rate_limit", 6.2, True)


def test_sizes_in_the_body_alone_are_read():
    """llama.cpp's server names them beside its text."""
    body = "{'error': {'n_prompt_tokens': 9000, 'n_ctx': 4096}}"
    said = Told("E", "exceeds the available context size", 400, body=body)

    failure = classify(said, model="m", host="h")

    assert (failure.asked, failure.limit, failure.gap) == (9000, 4096, 4904)


def test_a_text_without_sizes_names_none():
    """Nothing is made up."""
    assert sizes("prompt is too long") == Over()
