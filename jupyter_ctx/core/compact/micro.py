"""Micro-compaction: bulky parts of old messages as one-line stubs, by their kind.

No model is asked. A stub says what it was, how large, and how to see it again. It is
made from the turns up to the same one alone, so it stays the same byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

LEAST_LINES = 6  # of a block; a shorter one costs little more than its stub

_FENCE = re.compile(
    r"^(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[^\s`]*)[^\n]*\n"
    r"(?P<body>.*?)\n?^(?P=mark)[ \t]*$\n?",
    re.MULTILINE | re.DOTALL,
)
_DEFINED = re.compile(
    r"^(?:async\s+)?(?:def|class)\s+(\w+)|^(\w+)\s*=[^=]", re.MULTILINE
)
_LOGS = frozenset(("", "text", "log", "logs", "console", "output", "traceback", "txt"))
_DIFFS = frozenset(("diff", "patch"))


class Said(msgspec.Struct, frozen=True):
    """One turn: its *place* on the branch, the *key* of its cell, and what was said."""

    place: int
    key: str
    prompt: str
    reply: str


class _Block(msgspec.Struct, frozen=True):
    """A fenced block: where it stands, and what it is."""

    turn: Said
    is_of_user: bool
    language: str
    body: str
    is_superseded: bool = False


def _is_log(block: _Block) -> bool:
    return block.language in _LOGS


def _is_patch(block: _Block) -> bool:
    return block.language in _DIFFS and not block.is_of_user


def _is_superseded(block: _Block) -> bool:
    return block.is_superseded and not block.is_of_user


KINDS: tuple[tuple[str, Callable[[_Block], bool]], ...] = (
    ("pasted output", _is_log),
    ("an edit that was offered", _is_patch),
    ("code that was replaced later", _is_superseded),
)
"""What becomes a stub: how it is named, and how it is known. Old outputs, logs and
what checks printed are blocks without a language of code; an edit and an earlier
attempt are told by what came of them."""


def trim(turns: Sequence[Said]) -> tuple[Said, ...]:
    """Give *turns* with stubs in place of what is bulky and out of use."""
    later: set[str] = set()
    keys: set[str] = set()
    found: list[Said] = []
    for turn in reversed(turns):
        found.append(_trimmed(turn, later, is_retried=turn.key in keys))
        later |= _names(turn.reply)
        if turn.key and _FENCE.search(turn.reply):
            keys.add(turn.key)
    return tuple(reversed(found))


def _trimmed(turn: Said, later: set[str], *, is_retried: bool) -> Said:
    def user(match: re.Match[str]) -> str:
        return _stub(_block(turn, match, is_of_user=True), match[0])

    def reply(match: re.Match[str]) -> str:
        block = _block(turn, match, is_of_user=False)
        names = _defined(block.body)
        is_old = is_retried or (bool(names) and names <= later)
        return _stub(replace(block, is_superseded=is_old), match[0])

    return replace(
        turn,
        prompt=_FENCE.sub(user, turn.prompt),
        reply=_FENCE.sub(reply, turn.reply),
    )


def _block(turn: Said, match: re.Match[str], *, is_of_user: bool) -> _Block:
    return _Block(turn, is_of_user, match["language"].lower(), match["body"])


def _stub(block: _Block, whole: str) -> str:
    """Give the stub of *block*, or its *whole* text where it stays."""
    lines = block.body.count("\n") + 1
    kind = next((name for name, applies in KINDS if applies(block)), "")
    if not kind or lines < LEAST_LINES:
        return whole
    where = f"%ctx show turn:{block.turn.place}"
    return f"[{kind}, {lines:,} lines; {where} shows it]\n"


def _names(text: str) -> set[str]:
    return {name for match in _FENCE.finditer(text) for name in _defined(match["body"])}


def _defined(body: str) -> set[str]:
    return set(_found(body))


def _found(body: str) -> Iterator[str]:
    for match in _DEFINED.finditer(body):
        yield match[1] or match[2]
