"""Provider errors as kinds: what happened, whether to retry, and what to do next."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping

import msgspec

from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway import waits
from jupyter_ctx.gateway.bodies import words
from jupyter_ctx.gateway.classes import KIND_OF
from jupyter_ctx.gateway.overflow import NOT_TOLD, is_overflow, sizes

KINDS = (
    "auth",
    "not_found",
    "overflow",
    "rate_limit",
    "quota",
    "content",
    "picture",
    "connect",
    "dns",
    "tls",
    "proxy",
    "timeout",
    "bad_request",
    "provider",
    "unreadable",
    "server",
    "missing_package",
    "crashed",
    "cancelled",
)

_TOO_LARGE = 413
DETAIL_LIMIT = 300  # characters of the provider's own words that are quoted

_DNS = re.compile(
    r"name or service not known|nodename nor servname|name resolution|getaddrinfo",
    re.IGNORECASE,
)
# Not `ssl` alone: aiohttp writes "ssl:default" about every connection.
_TLS = re.compile(r"certificate[ _]verify|\[SSL|handshake fail", re.IGNORECASE)
# The server was there and went away: the same request may work at once.
_RESET = re.compile(
    r"connection (?:reset|aborted|closed|lost)|server disconnected|peer closed"
    r"|incomplete (?:chunked|read)|stream ended before|payload is not completed"
    r"|not enough data to satisfy|broken pipe",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"connection (?:refused|error)|connect call failed|cannot connect"
    r"|all connection attempts failed|(?:network|host) is unreachable",
    re.IGNORECASE,
)
_QUOTA = re.compile(
    r"insufficient[_ ](?:quota|balance|credit|funds)|billing|payment required"
    r"|exceeded your current quota|credit balance is too low|out of credits"
    r"|budget has been exceeded|BudgetExceeded",
    re.IGNORECASE,
)
_CONTENT = re.compile(
    r"content[_ ](?:policy|filter|management)|responsible ?ai|safety (?:system|setting)"
    r"|flagged (?:as|by)|moderation|guardrail|blocked by (?:our|the) (?:safety|policy)",
    re.IGNORECASE,
)
_PICTURE = re.compile(
    r"image[_ ]?(?:url|input|file|data|content|dimension|size|format|media)?"
    r"|picture|vision|multi-?modal|media[_ ]type|pixels",
    re.IGNORECASE,
)
_OVERLOADED = re.compile(
    r"overloaded|at capacity|temporarily unavailable", re.IGNORECASE
)
# Name and password in an address, also in one that the provider repeats.
_CREDENTIALS = re.compile(r"//[^/\s@]+@")


class Failure(msgspec.Struct, frozen=True):
    """A failed call: *kind* is of `KINDS`, *sentence* is for the user.

    *retry* tells whether the same request may work a moment later, *wait* for how many
    seconds the provider asks, 0 where it does not say. Of one that is too long, *asked*
    is the provider's own count of the input, *limit* the most that it takes and *gap*
    what must go, in tokens, 0 where it does not say.
    """

    kind: str
    sentence: str
    retry: bool = False
    wait: float = 0.0
    asked: int = 0
    limit: int = 0
    gap: int = 0

    @classmethod
    def of(cls, error: ModelError) -> Failure:
        """Give the failure that *error* tells of."""
        return cls(
            error.kind,
            str(error),
            error.retry,
            error.wait,
            error.asked,
            error.limit,
            error.gap,
        )

    def error(self) -> ModelError:
        """Give the exception that tells of it."""
        return ModelError(
            self.sentence,
            kind=self.kind,
            retry=self.retry,
            wait=self.wait,
            asked=self.asked,
            limit=self.limit,
            gap=self.gap,
        )


class Told(msgspec.Struct, frozen=True):
    """What a provider's exception says.

    *name* are the classes, *text* what they say, the outermost first; *status*, *code*,
    *body* and *headers* are those of the innermost, which is the provider's own.
    *has_pictures* tells of the request whether it had any.
    """

    name: str
    text: str
    status: int | None = None
    code: str = ""
    headers: dict[str, str] = {}
    body: str = ""
    has_pictures: bool = False


def told(error: BaseException, *, has_pictures: bool = False) -> Told:
    """Read an exception and what it was raised from, whatever its library."""
    links = list(_chain(error))
    # The innermost is the provider's own: litellm makes a 429 of a 413.
    inner = links[::-1]
    return Told(
        " ".join(type(link).__name__ for link in links),
        _said([*map(_text, links)], [getattr(link, "body", None) for link in inner]),
        next((s for link in inner if (s := _status(link)) is not None), None),
        next((c for link in inner if (c := _code(link))), ""),
        next((h for link in inner if (h := _headers(link))), {}),
        next((b for link in inner if (b := _body(link))), ""),
        has_pictures,
    )


def _said(texts: list[str], bodies: list[object]) -> str:
    """Join *texts*, with the words of the first body that says what none of them do."""
    found = next((said for body in bodies if (said := words(body))), "")
    is_new = bool(found) and all(found not in text for text in texts)
    return " | ".join([*texts, found] if is_new else texts)


def _chain(error: BaseException) -> Iterator[BaseException]:
    link: BaseException | None = error
    for _ in range(8):  # a chain, not a loop
        if link is None:
            return
        yield link
        link = link.__cause__ or link.__context__


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - some build their text from what is missing
        return type(error).__name__


def _status(error: BaseException) -> int | None:
    found = getattr(error, "status_code", None)
    return found if isinstance(found, int) else None


def _headers(error: BaseException) -> dict[str, str]:
    response = getattr(error, "response", None)
    found = getattr(response, "headers", None) or getattr(error, "headers", None)
    if not isinstance(found, Mapping):
        return {}
    return {str(name).lower(): str(value) for name, value in found.items()}


def _body(error: BaseException) -> str:
    body = getattr(error, "body", None)
    return str(body)[:2_000] if body else ""


def _code(error: BaseException) -> str:
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error")
        body = inner if isinstance(inner, dict) else body
        return str(body.get("code") or body.get("type") or "")
    return str(getattr(error, "code", None) or "")


def classify(said: Told, *, model: str, host: str, now: float | None = None) -> Failure:
    """Turn what a provider *said* into a kind and a sentence with a next step."""
    kind = _kind(said)
    over = sizes(f"{said.text} {said.body}") if kind == "overflow" else NOT_TOLD
    moment = time.time() if now is None else now
    wait = waits.seconds(said.headers, said.text, moment, said.body)
    return Failure(
        kind,
        _told(kind, said, model, host or "the provider"),
        _is_passing(kind, said),
        wait if kind in _WAITED else 0.0,
        over.asked,
        over.limit,
        over.gap,
    )


_WAITED = ("rate_limit", "server", "timeout")
_QUOTED = frozenset(
    (
        "bad_request",
        "server",
        "connect",
        "tls",
        "proxy",
        "overflow",
        "content",
        "picture",
        "unreadable",
    )
)


def _told(kind: str, said: Told, model: str, where: str) -> str:
    text = _SENTENCES[kind].format_map(_Plain(model=model, where=where))
    if kind in _QUOTED:
        text = f"{text} It said: {_detail(said.text)}"
    return _CREDENTIALS.sub("//", text)


def _is_passing(kind: str, said: Told) -> bool:
    """Tell whether the same request may work a moment later."""
    if kind == "connect":
        return bool(_RESET.search(said.text))
    if kind == "timeout":
        return said.status in (408, 504)  # the server's own; ours was long enough
    return kind in ("rate_limit", "server", "unreadable")


class _Plain(dict[str, str]):
    """Values for our own sentences; nothing of the user's is a template."""


_SENTENCES = {
    "auth": "{where} refused the key for {model}. Set a valid one with "
    "`jupyter ctx key set`, or in the environment, and ask again.",
    "not_found": "{where} knows no model {model}. Look at its list of models and "
    "choose one in the sidebar, by `-m NAME`, or by JUPYTER_CTX_MODEL.",
    "overflow": "The request is too long for {model}. Lower the budget "
    "(`-b N`) or set JUPYTER_CTX_WINDOW to the model's real window.",
    "rate_limit": "{where} limits the rate of requests for {model}. Wait a moment "
    "and ask again, or check the plan's quota.",
    "quota": "The credit or quota at {where} is used up. Top it up there, or choose "
    "another model (`-m NAME`).",
    "content": "{where} refused the request or its answer by a rule on content. "
    "Reword the question, or take out what it objects to.",
    "picture": "{where} does not take the picture for {model}. Ask without it, or "
    "show it smaller or as PNG.",
    "connect": "No answer from {where}. Check that the server runs and that "
    "JUPYTER_CTX_API_BASE is right (`jupyter ctx doctor`).",
    "dns": "The name of {where} cannot be resolved. Check the address and the "
    "network (`jupyter ctx doctor`).",
    "tls": "No secure connection to {where}. Set SSL_CERT_FILE to your "
    "company's certificates (`jupyter ctx doctor`).",
    "proxy": "The proxy did not let the request to {where} through. Check "
    "HTTPS_PROXY and its password, or add the host to NO_PROXY.",
    "timeout": "{where} did not answer in time. Ask again, or choose a faster model.",
    "bad_request": "{where} rejected the request for {model}. Change what it objects "
    "to, or choose another model (`-m NAME`).",
    "provider": "Nobody is known to serve {model}. Put the provider before it "
    "(`openai/NAME`), or set JUPYTER_CTX_API_BASE to the server's address.",
    "unreadable": "{where} sent an answer that cannot be read. Ask again; if it stays, "
    "check that JUPYTER_CTX_API_BASE is an OpenAI-compatible address.",
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
    # From the innermost class out: litellm wraps whatever it meets.
    known = (KIND_OF.get(name) for name in reversed(said.name.split()))
    found = next((kind for kind in known if kind), "")
    if (said.status or 0) >= 500 and found in ("", "bad_request"):  # noqa: PLR2004
        return "server"
    return found or "bad_request"


def _is_used_up(said: Told) -> bool:
    """Tell whether money ran out; who names a wait means a rate, whatever he says."""
    is_waiting = bool(waits.seconds(said.headers, said.text, 0.0, said.body))
    says = bool(_QUOTA.search(f"{said.text} {said.code} {said.name}"))
    return says and not is_waiting and said.status in (400, 402, 403, 429, None)


def _blames_picture(said: Told) -> bool:
    """Tell whether a request without its pictures may do."""
    if said.status == _TOO_LARGE and sizes(said.text) == NOT_TOLD:
        return True  # of bytes: a picture has most of them
    return (
        said.status in (400, 404, _TOO_LARGE, 415, 422, 500, 501)
        and bool(_PICTURE.search(_detail(said.text)))
        and not is_overflow(said.text, None, said.code)
    )


def _has(*statuses: int) -> Callable[[Told], bool]:
    return lambda said: said.status in statuses


def _names(*names: str) -> Callable[[Told], bool]:
    return lambda said: any(name in said.name for name in names)


def _says(pattern: re.Pattern[str]) -> Callable[[Told], bool]:
    return lambda said: bool(pattern.search(said.text))


# First match counts.
_RULES: tuple[tuple[str, Callable[[Told], bool]], ...] = (
    ("picture", lambda said: said.has_pictures and _blames_picture(said)),
    ("quota", _is_used_up),
    (
        "overflow",
        lambda said: is_overflow(
            f"{said.text} {said.body}", said.status, said.code, said.name
        ),
    ),
    ("missing_package", _names("ModuleNotFoundError", "ImportError")),
    ("proxy", lambda said: _has(407)(said) or "ProxyError" in said.name),
    ("dns", _says(_DNS)),
    ("tls", lambda said: _names("SSL", "CertificateError")(said) or _says(_TLS)(said)),
    (
        "content",
        lambda said: (
            said.status in (400, 403, 422, 451, None)
            and bool(_CONTENT.search(f"{said.text} {said.code}"))
        ),
    ),
    ("auth", _has(401, 403)),
    ("quota", _has(402)),
    ("not_found", _has(404)),
    ("rate_limit", _has(429)),
    ("timeout", _has(408, 504)),
    ("connect", lambda said: _says(_RESET)(said) or _says(_REFUSED)(said)),
    ("connect", _names("ConnectError", "ReadError", "RemoteProtocol")),
    ("server", lambda said: said.status == 529 or _says(_OVERLOADED)(said)),  # noqa: PLR2004
)


def _detail(text: str) -> str:
    """Give the provider's own words, or those of the first that says more than that."""
    parts = [_words(part) for part in text.split(" | ")]
    first = next((part for part in parts if not _EMPTY.fullmatch(part)), parts[0])
    return first if len(first) <= DETAIL_LIMIT else first[: DETAIL_LIMIT - 3] + "..."


_EMPTY = re.compile(
    r"|Connection error\.|Request timed out\.|Error code: \d+"
    r"|(?:Client|Server) error '.*"
)


def _words(text: str) -> str:
    first = " ".join(text.split()).partition(" Original exception")[0]
    first = re.sub(r" ssl:(?:default|True|<[^>]*>)", "", first)  # aiohttp's objects
    first = re.sub(r"^(?:(?:litellm\.)?\w+(?:Error|Exception|Timeout): )+", "", first)
    return re.sub(r"^\w+(?:Exception|Error) - ", "", first)
