"""What the body of a refused request says, whatever shape a server gives it."""

from __future__ import annotations

from collections.abc import Iterator

_NAMES = ("error", "message", "msg", "detail", "errors", "title", "reason")
DEPTH = 5  # of lists and objects in each other
MOST = 2_000  # characters


def words(body: object) -> str:
    """Give the words of *body*: a text, or what stands in its lists and objects.

    OpenAI's client reads `{"error": {"message": ...}}` alone; others send a text, a
    list of errors, or `{"error": "..."}`.
    """
    return " ".join(dict.fromkeys(_words(body, DEPTH)))[:MOST]


def _words(body: object, depth: int) -> Iterator[str]:
    if isinstance(body, str):
        if body.strip() and not body.lstrip().startswith("<"):  # a page is no sentence
            yield body.strip()
    elif depth and isinstance(body, list):
        for one in body[:DEPTH]:
            yield from _words(one, depth - 1)
    elif depth and isinstance(body, dict):
        for name in _NAMES:
            yield from _words(body.get(name), depth - 1)
        if isinstance(body.get("loc"), list):
            yield ".".join(map(str, body["loc"]))
