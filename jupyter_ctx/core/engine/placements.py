"""Placements as rows: what is sent, what is not, and why, for people to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.head import parts
from jupyter_ctx.core.engine.piece import Item, Piece
from jupyter_ctx.core.engine.prompt import Prompt
from jupyter_ctx.core.engine.selection import Selection
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable


def fixed(frame: Sequence[Message], told: str, counter: Counter) -> list[Item]:
    """List the rules and the turns of *frame*, and how the answer must look."""
    full = Fidelity.FULL.name
    items = list(_head(frame, counter))
    for index, message in enumerate(frame[1:]):
        items.append(
            Item(
                id=f"turn:{index // 2 + 1}:{message.role}",
                kind="turn",
                source="conversation",
                fidelity=full,
                tokens=counter.count_messages([message]),
                why="recent turn of this conversation",
                text=message.content,
            )
        )
    if told:
        items.append(
            Item(
                id="duty",
                kind="rules",
                source="rules",
                fidelity=full,
                tokens=counter.count(told),
                why="how a fix must be answered",
                text=told,
            )
        )
    return items


def _head(frame: Sequence[Message], counter: Counter) -> Iterator[Item]:
    """Give the rules, and what stands below them in blocks of its own."""
    blocks = [part for one in frame[:1] for part in parts(one.content)]
    rows = [
        Item(
            id=name,
            kind=name.partition(":")[0],
            source="memory" if ":" in name else "instructions",
            fidelity=Fidelity.FULL.name,
            tokens=counter.count(text),
            why="in every request",
            text=text,
        )
        for name, text in blocks
    ]
    yield Item(
        id="rules",
        kind="rules",
        source="rules",
        fidelity=Fidelity.FULL.name,
        tokens=counter.count_messages(frame[:1]) - sum(one.tokens for one in rows),
        why="always sent",
        text=_without(frame[0].content if frame else "", rows),
    )
    yield from rows


def _without(text: str, rows: Sequence[Item]) -> str:
    """Give *text* without what the *rows* tell."""
    for row in rows:
        text = text.replace(row.text, "")
    return text.strip("\n")


def question(prompt: str, asked: Prompt, counter: Counter) -> Item:
    """Give the row of the question."""
    return Item(
        id="question",
        kind="question",
        source="prompt",
        fidelity=Fidelity.FULL.name,
        tokens=counter.count(prompt),
        why=asked.why,
        text=prompt,
    )


def placed(selection: Selection, counter: Counter) -> list[Item]:
    """List what was selected, and the roster as one row."""
    items = [
        Item(
            id=sendable(item.piece.id),
            kind=item.piece.kind,
            source=item.piece.source,
            fidelity=item.fidelity.name,
            tokens=item.tokens,
            why=sendable(item.piece.why),
            text=sendable(item.text),
        )
        for item in selection.placed
    ]
    if selection.roster:
        items.append(
            Item(
                id="names",
                kind="names",
                source="variables",
                fidelity=Fidelity.NAME.name,
                tokens=counter.count(selection.roster),
                why="alive, but nothing points to them",
                text=sendable(selection.roster),
            )
        )
    return items


def left_turns(gone: Sequence[Message], counter: Counter) -> list[Item]:
    """List the turns that did not fit their share, the newest as -1."""
    return [
        Item(
            id=f"turn:-{len(gone) - index}:{message.role}",
            kind="turn",
            source="conversation",
            fidelity="NONE",
            tokens=counter.count(message.content),
            why="older than the turns' share of the budget",
            text=sendable(message.content),
        )
        for index, message in enumerate(gone)
    ]


def left_out(pieces: Iterable[Piece]) -> list[Item]:
    """List *pieces* that found no room."""
    return [
        Item(
            id=sendable(piece.id),
            kind=piece.kind,
            source=piece.source,
            fidelity="NONE",
            tokens=0,
            why=sendable(
                f"no room left ({piece.why})" if piece.why else "no room left"
            ),
        )
        for piece in pieces
    ]
