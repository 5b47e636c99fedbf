"""What must hold for any context, judged by its text and a counter of others."""

from __future__ import annotations

import random
import re
from typing import Any

import bpe_openai

from jupyter_ctx.core.engine import assembly
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.engine.roster import SMALLEST
from jupyter_ctx.core.engine.tags import TAGS
from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.errors import BudgetError
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.unrun import wanted_of
from jupyter_ctx.testing import render
from jupyter_ctx.tokens import counter_named

ENCODING = "cl100k_base"
BUDGETS = (40, 60, 90, 200, 500, 1_000, 4_000)
TAGS_MARGIN = 8  # tokens that tags may seem to cost more before they are joined
ENOUGH = 60  # tokens, from which on the number of the names always fits

_COUNTER = counter_named(ENCODING)
_ORACLE = bpe_openai.get_encoding(ENCODING)
_BLOCKS = [tag for tag in TAGS if tag != "masked"]  # that one stands inside lines
_TAG = re.compile(rf"</?(?:{'|'.join(_BLOCKS)})\b", re.IGNORECASE)
_OPENING = re.compile(rf"<({'|'.join(_BLOCKS)})(?: [^<>\n]*)?>")
_COUNTED = re.compile(r"^(?:(\d+) more names?|.+: (\d+) \w+)$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d]\w*")


def check(request: dict[str, Any], dice: random.Random) -> bool:
    """Render *request* at a budget by *dice* and judge the text; tell if it fitted."""
    request = request | {"budget": dice.choice(BUDGETS), "encoding": ENCODING}
    try:
        text = render(request)
    except BudgetError:
        assert request["budget"] < ENOUGH
        return False
    assert len(_ORACLE.encode(text, disallowed_special=())) <= request["budget"]
    assert text.encode("utf-8").decode("utf-8") == text
    assert render(request) == text
    pieces = offered(request)
    dice.shuffle(pieces)  # the order in which they are offered changes no byte
    assert assembly.render(pieces, request["budget"], _COUNTER) == text
    assert_whole(text)
    assert_accounted(request, text)
    assert_error_told(pieces, request["budget"], text)
    return True


def offered(request: dict[str, Any]) -> list[Piece]:
    """Give the pieces that a request chooses from."""
    wanted = wanted_of(
        request["cells"],
        str(request["query"]),
        request["state"],
        is_failed=request["mode"] == "fix",
    )
    return list(offer(wanted))


def assert_whole(text: str) -> None:
    """Every tag is ours: a line of its own, in pairs, and none inside another.

    So whatever looks like a tag in the data stands there escaped.
    """
    open_tag = ""
    for line in text.split("\n"):
        if found := _OPENING.fullmatch(line):
            assert not open_tag, line
            open_tag = found[1]
        elif open_tag and line == f"</{open_tag}>":
            open_tag = ""
        else:
            assert not _TAG.search(line), line
    assert not open_tag


def assert_accounted(request: dict[str, Any], text: str) -> None:
    """Each live name is in the text, or counted with those that have no line."""
    state = request["state"]
    if state is None:
        return
    told = words(text)
    missing = [
        name
        for name in state
        # What Python takes for a letter is not always a letter of a word.
        if name.isidentifier() and name not in (told if name.isascii() else text)
    ]
    counted = sum(int(one or other) for one, other in _COUNTED.findall(text))
    assert len(missing) <= counted


def words(text: str) -> set[str]:
    """Give the words of *text*."""
    return set(_WORD.findall(text))


def assert_error_told(pieces: list[Piece], budget: int, text: str) -> None:
    """See that the open error is there wherever it fits beside the folded names."""
    for piece in pieces:
        if piece.kind == "error":
            least = sendable(piece.ladder[min(piece.ladder)])
            is_feasible = _COUNTER.count(SMALLEST + least) + TAGS_MARGIN < budget
            shown = any(sendable(level) in text for level in piece.ladder.values())
            assert shown or not is_feasible
