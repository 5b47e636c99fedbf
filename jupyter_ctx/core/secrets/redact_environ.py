"""Secrets of the environment, which are looked for wherever they may stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from jupyter_ctx.core.secrets import redact_names

EMBEDDED = 12  # characters from which a value is found inside a word
KEPT = 500  # values looked for; a program may draw a new token every second

Known = tuple[str, str, re.Pattern[str]]
"""A value as it may be written, the name of its variable, and how it is found."""

_promise = lru_cache(maxsize=2_000)(redact_names.promise)


def promising(environ: Mapping[str, str]) -> dict[str, str]:
    """Give the variables whose names promise a secret, with their values."""
    # Another thread may change it meanwhile; a list of names is a copy.
    names = (name for name in sorted(environ) if _promise(name))
    found = ((name, environ.get(name)) for name in names)
    return {name: value for name, value in found if value is not None}


def known(environ: Mapping[str, str], before: tuple[Known, ...]) -> tuple[Known, ...]:
    """List the secret values, the longest first, and those of *before*."""
    found: dict[str, Known] = {}
    for name, value in environ.items():
        if redact_names.is_secret_variable(name, value):
            for spelled in sorted(_spellings(value)):
                found.setdefault(spelled, (spelled, name, _bounded(spelled)))
    for one in before:
        if len(found) < KEPT:
            found.setdefault(one[0], one)
    return tuple(found[key] for key in sorted(found, key=lambda k: (-len(k), k)))


def _spellings(value: str) -> set[str]:
    """Give *value* as it stands in text, in Python, in JSON and in a URL."""
    if value.isalnum():
        return {value}
    from json import dumps  # noqa: PLC0415 - few values need it
    from urllib.parse import quote, quote_plus  # noqa: PLC0415

    json = dumps(value)[1:-1]
    return {value, repr(value)[1:-1], json, quote(value, safe=""), quote_plus(value)}


def _bounded(value: str) -> re.Pattern[str]:
    # A short value may also be a part of an ordinary word.
    if len(value) >= EMBEDDED and not value.isalpha():
        return re.compile(re.escape(value))
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])")
