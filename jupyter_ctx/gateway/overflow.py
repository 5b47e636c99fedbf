"""How vendors say that a request is too long, and the sizes that they name."""

from __future__ import annotations

import re

import msgspec

# Vendors' phrasings of "your input is too long"; no class or code covers them all.
_OVERFLOW = re.compile(
    r"context[_ ]length[_ ]exceeded|context[_ ]window|model_context_window"
    r"|(?:model'?s?|maximum|max|available|total) context(?:[_ ](?:length|size|limit))?"
    r"|context (?:length|size|limit) of|(?:exceeds?|exceeded|than|overflows?)"
    r" (?:the |its |our )?(?:available |max(?:imum)? |model'?s? )?context"
    r"|too (?:large|long|big) for (?:the |this |requested )?model"
    r"|(?:prompt|input|request|query|message|conversation)s? "
    r"(?:(?!took|takes|taking)\w+ ){0,2}too (?:long|large)(?! to be retried)"
    r"|(?:prompt|input)_too_long"
    r"|too many (?:input |prompt |total )?tokens|input length and"
    r"|exceed(?:s|ed)? (?:the )?(?:configured|max(?:imum)?|token|input|model'?s?)"
    r"(?: \w+){0,2} (?:limit|length)|prompt exceeds|exceed_context_size"
    r"|reduce the length|request (?:entity )?too large|payload too large"
    r"|longer than the (?:maximum )?model|input token count"
    r"|maximum prompt length|prompt token count of"
    r"|number of (?:input )?tokens (?:in the prompt )?(?:\d+ )?(?:cannot )?exceeds?"
    r"|range of input length should be|tokens must be <=|`max_new_tokens` must be <="
    r"|exceed(?:s|ed)? the (?:maximum )?(?:number of )?(?:allowed )?(?:input )?tokens"
    r"|string too long|string_above_max_length|exceeds max length"
    r"|context size has been exceeded|token limit exceeded|max[_ ]seq(?:uence)?[_ ]len"
    r"|sequence length exceeds|more than max tokens allowed|text fields that are too"
    r"|number of tokens .{0,40}must not exceed|must be at least 1, got -\d"
    r"|超(?:过|出).{0,12}(?:长度|上下文|token)|(?:长度|上下文|token|prompt).{0,12}超",
    re.IGNORECASE,
)
_CODES = frozenset(
    (
        "context_length_exceeded",
        "context_window_exceeded",
        "model_context_window_exceeded",
        "exceed_context_size_error",
        "string_above_max_length",
        "request_too_large",
        "prompt_too_long",
        "input_too_long",
        "1261",  # Zhipu's
    )
)
_RATE = re.compile(
    r"rate limit|tokens per (?:min|day)|quota|throttl|please wait", re.IGNORECASE
)
# What is counted in so few is a name, a list or megabytes, not a request.
_SMALL = re.compile(r"(?:length|limit) (?:of )?\d{1,3}(?![\d,._])", re.IGNORECASE)
# The answer asked for is too long, not the request: the parameter is left out.
_ANSWER = re.compile(
    r"completion tokens|max_tokens (?:is too large|must be(?! at least 1, got -))",
    re.IGNORECASE,
)
_LENGTHS = re.compile(r"maximum context|input tokens", re.IGNORECASE)
_OTHER_STATUS = (401, 402, 403, 404, 407, 429)
_TOO_LARGE = 413

_N = r"(?P<%s>\d[\d,_]*)"
_ASKED, _LIMIT, _ANSWERS, _GAP, _TOTAL = (
    _N % name for name in ("asked", "limit", "answer", "gap", "total")
)
# Each reads what its groups name; the first that reads a number counts.
_SIZES = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        # vLLM
        (
            rf"too large: {_ANSWERS}.{{0,60}}?context length is {_LIMIT} tokens"
            rf".{{0,30}}?has {_ASKED} input tokens"
        ),
        # OpenAI, Azure, DeepSeek, OpenRouter, vLLM
        (
            rf"context length (?:is|of) {_LIMIT}.{{0,80}}?requested (?:about )?"
            rf"\d[\d,]* tokens.{{0,4}}?{_ASKED} (?:in|of) (?:the |your )?"
            rf"(?:messages|text input|prompt).{{0,40}}?{_ANSWERS}"
            rf" (?:in|for) the (?:completion|output)"
        ),
        (
            rf"context length (?:is|of) {_LIMIT}.{{0,80}}?"
            rf"(?:resulted in|requested|has) (?:about )?{_ASKED}(?: input)? tokens"
        ),
        rf"\(length {_ASKED}\) is longer than the maximum model length of {_LIMIT}",
        # SGLang
        (
            rf"context length of {_LIMIT} tokens.{{0,60}}?: {_ASKED} tokens from the "
            rf"input.{{0,40}}? {_ANSWERS} tokens for the completion"
        ),
        rf"input \({_ASKED} tokens\) is longer than .{{0,40}}?\({_LIMIT} tokens\)",
        # Anthropic
        rf"{_ASKED} tokens > {_LIMIT}",
        rf"exceed context limit: {_ASKED} \+ {_ANSWERS} > {_LIMIT}",
        # Mistral; AI21
        (
            rf"(?:contains|has) {_ASKED} tokens.{{0,60}}?(?:model with|exceeds max\D*)"
            rf" ?{_LIMIT}"
        ),
        # Gemini
        rf"token count \({_ASKED}\) exceeds .{{0,60}}?\({_LIMIT}\)",
        rf"token count .{{0,10}}?exceeds .{{0,50}}?tokens allowed \(?{_LIMIT}",
        # llama.cpp, llama-cpp-python
        rf"request \({_ASKED} tokens\) exceeds .{{0,60}}?\({_LIMIT} tokens\)",
        rf"tokens \({_ASKED}\) exceed context window of {_LIMIT}",
        rf"n_prompt_tokens\W+{_ASKED}.{{0,20}}?n_ctx\W+{_LIMIT}",
        # Bedrock
        rf"max input tokens: {_LIMIT}, request input token count: {_ASKED}",
        # Cohere
        rf"cannot exceed {_LIMIT} - received {_ASKED}",
        # Groq and OpenAI, where one request is more than a minute's tokens
        rf"limit:? {_LIMIT}, requested:? {_TOTAL}",
        # Text Generation Inference, Together
        rf"must be <= {_LIMIT}\. given: {_ASKED} `inputs` tokens and {_ANSWERS}",
        # xAI; Moonshot; Cerebras; Copilot; watsonx; Fireworks; LM Studio; DashScope
        rf"prompt length is {_LIMIT} but the request contains {_ASKED}",
        rf"token limit: {_LIMIT} \(requested: {_ASKED}\)",
        rf"current length is {_ASKED} while limit is {_LIMIT}",
        # Vertex
        rf"token count is {_ASKED} but model only supports up to {_LIMIT}",
        rf"token count of {_ASKED} exceeds the limit of {_LIMIT}",
        rf"input tokens {_ASKED} cannot exceed the total tokens limit {_LIMIT}",
        rf"too long: {_ASKED}, model maximum context length: {_LIMIT}",
        rf"first {_ASKED} tokens .{{0,90}}?context length of only {_LIMIT}",
        rf"input length should be \[1, {_LIMIT}\]",
        # Ollama
        rf"exceeded max context length by {_GAP} tokens",
        rf"maximum context length (?:is|of)? ?{_LIMIT}",
        rf"{_ASKED} tokens, too large for model with {_LIMIT}",
    )
)


class Over(msgspec.Struct, frozen=True):
    """By how much a request was too long, in tokens; 0 where it was not told.

    *asked* is the provider's count of the input, *limit* the most that it takes with
    the answer that was asked for, *gap* what must go.
    """

    asked: int = 0
    limit: int = 0
    gap: int = 0


NOT_TOLD = Over()


def is_overflow(text: str, status: int | None, code: str, name: str = "") -> bool:
    """Tell whether a failure says that the request is too long, in whatever words."""
    over = sizes(text)
    if over.gap > 0 and _RATE.search(text):
        return True  # more than a minute's tokens at once: no wait helps
    if status in _OTHER_STATUS:
        return False
    if "ContextWindowExceeded" in name or code in _CODES:
        return True
    if _RATE.search(text) or _is_of_another(text, over):
        return False
    return status == _TOO_LARGE or bool(_OVERFLOW.search(text))


def _is_of_another(text: str, over: Over) -> bool:
    """Tell whether the answer asked for is too long, or a name or a list."""
    if _ANSWER.search(text) and not _LENGTHS.search(text):
        return True
    return over == NOT_TOLD and bool(_SMALL.search(text))


def sizes(text: str) -> Over:
    """Read the sizes that *text* names, whoever wrote it."""
    for pattern in _SIZES:
        found = pattern.search(text)
        if found is not None:
            return _over({name: _number(n) for name, n in found.groupdict().items()})
    return NOT_TOLD


def _over(told: dict[str, int]) -> Over:
    asked = told.get("asked", 0)
    limit = max(0, told.get("limit", 0) - told.get("answer", 0))
    # A total has the answer in it, in somebody's guess: no count of the input.
    whole = asked or told.get("total", 0)
    both = whole > 0 and told.get("limit", 0) > 0
    return Over(asked, limit, told.get("gap", 0) or (whole - limit if both else 0))


def _number(text: str | None) -> int:
    return int((text or "0").replace(",", "").replace("_", "")[:12])
