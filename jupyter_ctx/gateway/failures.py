"""Provider errors as kinds: what happened, whether to retry, and what to do next."""

from __future__ import annotations

import re

import msgspec

KINDS = (
    "auth",
    "not_found",
    "overflow",
    "rate_limit",
    "connect",
    "dns",
    "tls",
    "proxy",
    "timeout",
    "bad_request",
    "server",
    "missing_package",
    "crashed",
    "cancelled",
)

DETAIL_LIMIT = 300  # characters of the provider's own words that are quoted

# Vendors' phrasings of "your input is too long"; no class or code covers them all.
_OVERFLOW = re.compile(
    r"context[_ ]length[_ ]exceeded|context window|maximum context length"
    r"|max(?:imum)? context|exceeds? the (?:available )?context"
    r"|too (?:large|long) for (?:the )?model|prompt is too long|prompt too long"
    r"|input (?:is )?too long|too many (?:input )?tokens|input length and"
    r"|exceeds? (?:the )?(?:configured|maximum|token|input|model'?s?) (?:\w+ )?limit"
    r"|exceed_context_size|reduce the length|request too large|input token count",
    re.IGNORECASE,
)
_NOT_OVERFLOW = re.compile(r"rate limit|tokens per (?:min|day)|quota", re.IGNORECASE)
_DNS = re.compile(
    r"name or service not known|nodename nor servname|name resolution|getaddrinfo",
    re.IGNORECASE,
)
# Not `ssl` alone: aiohttp writes "ssl:default" about every connection.
_TLS = re.compile(r"certificate[ _]verify|\[SSL|handshake fail", re.IGNORECASE)
_REFUSED = re.compile(
    r"connection (?:refused|error|reset|aborted)|connect call failed|cannot connect"
    r"|all connection attempts failed|network is unreachable|server disconnected"
    r"|peer closed|incomplete chunked|stream ended before",
    re.IGNORECASE,
)
# Name and password in an address, also in one that the provider repeats.
_CREDENTIALS = re.compile(r"//[^/\s@]+@")


class Failure(msgspec.Struct, frozen=True):
    """A failed call: *kind* is of `KINDS`, *sentence* is for the user."""

    kind: str
    sentence: str
    retry: bool = False


class Told(msgspec.Struct, frozen=True):
    """What a provider's exception says: class, status, code, its whole text."""

    name: str
    text: str
    status: int | None = None
    code: str = ""


def told(error: BaseException) -> Told:
    """Read an exception and what it was raised from, whatever its library."""
    texts: list[str] = []
    names: list[str] = []
    status, code = None, ""
    link: BaseException | None = error
    while link is not None and len(texts) < 8:  # noqa: PLR2004 - a chain, not a loop
        texts.append(str(link))
        names.append(type(link).__name__)
        # The innermost is the provider's own: litellm makes a 429 of a 413.
        found = getattr(link, "status_code", None)
        status = found if isinstance(found, int) else status
        code = _code(link) or code
        link = link.__cause__ or link.__context__
    return Told(" ".join(names), " | ".join(texts), status, code)


def _code(error: BaseException) -> str:
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error")
        body = inner if isinstance(inner, dict) else body
        return str(body.get("code") or body.get("type") or "")
    return str(getattr(error, "code", None) or "")


def classify(said: Told, *, model: str, host: str) -> Failure:
    """Turn what a provider *said* into a kind and a sentence with a next step."""
    kind = _kind(said)
    detail = _detail(said.text)
    where = host or "the provider"
    sentence = _SENTENCES[kind].format_map(_Plain(model=model, where=where))
    if kind in ("bad_request", "server", "connect", "tls", "proxy", "overflow"):
        sentence = f"{sentence} It said: {detail}"
    sentence = _CREDENTIALS.sub("//", sentence)
    return Failure(kind, sentence, kind in ("rate_limit", "timeout", "server"))


class _Plain(dict[str, str]):
    """Values for our own sentences; nothing of the user's is a template."""


_SENTENCES = {
    "auth": "{where} refused the key for {model}. Set a valid one with "
    "`jupyter ctx key set`, or in the environment, and ask again.",
    "not_found": "{where} knows no model {model}. Look at its list of models and "
    "set JUPYTER_CTX_MODEL or `-m NAME`.",
    "overflow": "The request is too long for {model}. Lower the budget "
    "(`-b N`) or set JUPYTER_CTX_WINDOW to the model's real window.",
    "rate_limit": "{where} limits the rate of requests for {model}. Wait a moment "
    "and ask again, or check the plan's quota.",
    "connect": "No answer from {where}. Check that the server runs and that "
    "JUPYTER_CTX_API_BASE is right (`jupyter ctx doctor`).",
    "dns": "The name of {where} cannot be resolved. Check the address and the "
    "network (`jupyter ctx doctor`).",
    "tls": "No secure connection to {where}. Set SSL_CERT_FILE to your "
    "company's certificates (`jupyter ctx doctor`).",
    "proxy": "The proxy did not let the request to {where} through. Check "
    "HTTPS_PROXY and its password, or add the host to NO_PROXY.",
    "timeout": "{where} did not answer in time. Ask again, or choose a faster model.",
    "bad_request": "{where} rejected the request for {model}.",
    "server": "{where} had an error of its own. Ask again in a moment.",
    "missing_package": "A package is missing in the worker's environment. "
    "Install it there: `pip install jupyter_ctx`.",
    "crashed": "The model worker ended unexpectedly. Ask again: it is restarted.",
    "cancelled": "The request was stopped.",
}


def sentence(kind: str, *, model: str = "the model", host: str = "") -> str:
    """Give the sentence for *kind*."""
    return _SENTENCES[kind].format_map(_Plain(model=model, where=host or "The server"))


def _kind(said: Told) -> str:
    for kind, applies in _RULES:
        if applies(said):
            return kind
    return "server" if (said.status or 0) >= 500 else "bad_request"  # noqa: PLR2004


def _is_overflow(said: Told) -> bool:
    if said.status in (401, 403, 404, 407, 429):
        return False
    if "ContextWindowExceeded" in said.name or said.code == "context_length_exceeded":
        return True
    found = _OVERFLOW.search(said.text) or _OVERFLOW.search(said.code)
    return bool(found) and not _NOT_OVERFLOW.search(said.text)


def _has_status(*statuses: int, names: tuple[str, ...] = ()):  # type: ignore[no-untyped-def]  # noqa: ANN202
    def applies(said: Told) -> bool:
        return said.status in statuses or any(name in said.name for name in names)

    return applies


_RULES = (
    ("overflow", _is_overflow),
    (
        "missing_package",
        lambda said: "ModuleNotFoundError" in said.name or "ImportError" in said.name,
    ),
    ("proxy", lambda said: said.status == 407 or "ProxyError" in said.name),  # noqa: PLR2004
    ("dns", lambda said: bool(_DNS.search(said.text))),
    (
        "tls",
        lambda said: (
            "SSL" in said.name
            or "CertificateError" in said.name
            or bool(_TLS.search(said.text))
        ),
    ),
    ("auth", _has_status(401, 403, names=("AuthenticationError", "PermissionDenied"))),
    ("not_found", _has_status(404, names=("NotFoundError",))),
    ("rate_limit", _has_status(429, names=("RateLimitError",))),
    ("timeout", _has_status(408, 504, names=("Timeout",))),
    (
        "connect",
        lambda said: (
            bool(_REFUSED.search(said.text))
            or any(
                n in said.name for n in ("ConnectError", "ReadError", "RemoteProtocol")
            )
        ),
    ),
)


def _detail(text: str) -> str:
    first = " ".join(text.split(" | ", 1)[0].split())
    first = re.sub(r"^litellm\.\w+:\s*(?:\w+ - )?", "", first)
    first = first.partition(" Original exception")[0]
    first = re.sub(r"^(?:litellm\.)?(?:\w+(?:Error|Exception): )+", "", first)
    first = re.sub(r"^\w+Exception - ", "", first)
    return first if len(first) <= DETAIL_LIMIT else first[: DETAIL_LIMIT - 3] + "..."
