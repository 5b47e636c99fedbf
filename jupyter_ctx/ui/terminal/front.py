"""Which kind of terminal shows what is printed, if any; cheap to ask."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

NAMELESS = ("", "username")  # of front ends that run in a browser
DUMB = ("dumb", "unknown", "")


def is_console(parent: object, environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the request *parent* comes from a console such as `jupyter console`.

    A console prints what it gets, and does not replace what it has printed. It tells
    nothing of a cell, as notebooks do, and would answer `input()`, as programs that run
    notebooks would not; its user has a name, or its kernel was started by no server.
    """
    request: Mapping[str, Any] = parent if isinstance(parent, Mapping) else {}
    if not getattr(sys.stdout, "pub_thread", None):
        return False  # what is printed is captured
    is_named = request.get("header", {}).get("username", "") not in NAMELESS
    is_served = "JPY_SESSION_NAME" in environ
    is_told = bool(request.get("metadata"))
    return _can_answer(request) and not is_told and (is_named or not is_served)


def is_program(request: Mapping[str, Any]) -> bool:
    """Tell whether *request* comes from a program that runs a notebook (`nbconvert`).

    Nobody clicks there, and the widgets would be dead in what it saves.
    """
    return bool(request) and not _has_cell(request) and not _can_answer(request)


def _has_cell(request: Mapping[str, Any]) -> bool:
    return bool(request.get("metadata", {}).get("cellId"))


def _can_answer(request: Mapping[str, Any]) -> bool:
    return bool(request.get("content", {}).get("allow_stdin"))


def is_painted() -> bool:
    """Tell whether a terminal shows what this process prints."""
    return _is_terminal(sys.stdout)


def can_pick(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a list can be drawn here, and keys can come."""
    is_able = environ.get("TERM", "") not in DUMB or os.name == "nt"
    return is_able and _is_terminal(sys.stdin) and _is_terminal(sys.stdout)


def _is_terminal(stream: object) -> bool:
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):  # closed, or nothing of the kind
        return False
