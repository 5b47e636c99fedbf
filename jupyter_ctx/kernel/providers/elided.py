"""The lines that a text of the context leaves out, found by what it calls them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from jupyter_ctx.core.engine.keeps import find
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.place import here
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.errors import AnchorError
from jupyter_ctx.kernel.providers.history import analyse
from jupyter_ctx.workspace.folder import folder, read

_SPAN = re.compile(r"\b(\d+) lines? @(\d+)\b")


def elided(
    mention: str,
    pieces: Sequence[Piece],
    shown: Mapping[str, str],
    state: KernelState,
    where: Path,
) -> str:
    """Give the lines that `In[3]@12`, `fit@12` or `a.py@12` stands for, as written.

    *shown* tells the fidelity of what is sent of *pieces*, by id: the same name may
    stand for fewer lines at another one. *where* is the notebook's folder.

    Raises:
        AnchorError: Nothing there leaves out lines of this name.

    """
    owner, _, first = mention.rpartition("@")
    anchor = find(owner, pieces)
    piece = next(one for one in pieces if one.id == anchor)
    levels = sorted(piece.ladder, key=lambda one: (one.name != shown.get(anchor), one))
    spans = [dict(map(_numbers, _SPAN.findall(piece.ladder[one]))) for one in levels]
    source = _source(piece, state, where)
    for span in spans:
        if source is not None and first.isdigit() and int(first) in span:
            start = int(first) - 1
            return "\n".join(source.split("\n")[start : start + span[int(first)]])
    known = dict.fromkeys(f"{owner}@{line}" for span in spans for line in span)
    raise AnchorError(mention, known=tuple(known)[:5])


def _numbers(found: tuple[str, str]) -> tuple[int, int]:
    count, first = found
    return int(first), int(count)


def _source(piece: Piece, state: KernelState, where: Path) -> str | None:
    """Give the whole text that the lines of *piece* are counted in."""
    kind, _, name = piece.id.partition(":")
    place = here(state)
    if piece.id == "cell:focus" and place is not None:
        return place.cell.source
    if kind == "cell":
        found = (one.source for one in state.executions if str(one.run) == name)
        return next(found, None)
    if kind == "var":
        bound = analyse(state.executions).bound.get(name)
        return bound.execution.source if bound is not None else None
    if kind == "document" and state.document is not None:
        cell = state.document.find(name)
        return cell.source if cell is not None else None
    return read(folder(where).root, name) if kind == "file" else None
