"""What a prompt names with `@`: files, functions, cells, variables and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from jupyter_ctx.core.engine.keeps import find
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.errors import AnchorError

MOST = 20  # mentions of one prompt; more is a pasted text

# Not in an address of a person, and not a decorator in code.
_MENTION = re.compile(r"(?<![\w@.`/])@(In\s?\[\d{1,6}\]|[\w./\\-]{1,200})")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


def mentioned(prompt: str, pieces: Sequence[Piece]) -> frozenset[AnchorId]:
    """Find what *prompt* names with `@`; what is not there is a word like any other.

    `@df.col` names the frame, `@stats.py` a file wherever it is, `@In[3]` a cell.
    """
    if "@" not in prompt:
        return frozenset()
    named = _MENTION.findall(_FENCE.sub("", prompt))[:MOST]
    return frozenset(anchor for one in named for anchor in _anchors(one, pieces))


def _anchors(mention: str, pieces: Sequence[Piece]) -> Iterator[AnchorId]:
    bare = mention.replace("In [", "In[").replace("\\", "/").rstrip(".-/")
    for tried in dict.fromkeys((bare, bare.partition(".")[0])):
        inside = [one.id for one in pieces if one.id.endswith(f"/{tried}")]
        if inside:
            yield from inside
            return
        try:
            yield find(tried, pieces)
        except AnchorError:
            continue
        return
