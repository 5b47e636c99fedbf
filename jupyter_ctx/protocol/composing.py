"""The values of messages about what is being written: mentions, files, timings."""

from __future__ import annotations

import msgspec


class Enclosed(msgspec.Struct, frozen=True, rename="camel"):
    """A picture or file beside a question, by the *key* that its page gave it.

    *size* is in bytes.
    """

    key: str
    name: str
    mime: str = ""
    size: int = 0


class Met(msgspec.Struct, frozen=True, rename="camel"):
    """What became of a mention: its fidelity and tokens, or the *problem* with it."""

    mention: str
    kind: str = ""
    fidelity: str = ""
    tokens: int = 0
    problem: str = ""


class Completion(msgspec.Struct, frozen=True, rename="camel"):
    """One thing that can be mentioned; *mention* is what is written for it.

    *kind* is `error`, `variable`, `column`, `cell`, `symbol` or `file`.
    """

    mention: str
    label: str
    kind: str
    detail: str = ""


class Timing(msgspec.Struct, frozen=True, rename="camel"):
    """How long one provider of context took for it; *failure* names what it raised."""

    source: str
    milliseconds: float
    pieces: int
    failure: str = ""
