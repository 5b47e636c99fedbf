"""A conversation as a file: Markdown to read, JSON with all of it, or a notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from jupyter_ctx.code.fences import PYTHON, parts
from jupyter_ctx.core.talk.conversation import Conversation, Reply, Turn
from jupyter_ctx.core.talk.events import Event
from jupyter_ctx.core.talk.view import reply_text

ExportForm: TypeAlias = Literal["markdown", "json", "notebook"]

FORMAT = "jupyter_ctx conversation"
VERSION = 1
TITLE = 60  # characters of a title
UNTITLED = "Conversation"
SUFFIXES: Mapping[str, ExportForm] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".json": "json",
    ".ipynb": "notebook",
}
MIMES: Mapping[ExportForm, str] = {
    "markdown": "text/markdown",
    "json": "application/json",
    "notebook": "application/x-ipynb+json",
}
MARK = "<!-- jupyter_ctx "
CLOSED = re.compile(rf"\n[^\n]*\n{MARK}closed -->\Z")
"""What was added to a message that ended inside a block, to be taken away again."""
HIDDEN = "hidden"  # the status of a message that the user keeps out of requests
HEADINGS = {"user": "You", "assistant": "Assistant"}

_FENCE = re.compile(r"([^`~\n]*)(`{3,}|~{3,})")
_SPACE = re.compile(r"\s+")
_UNSAFE = re.compile(r"[^\w.-]+")


class Exported(msgspec.Struct, frozen=True):
    """The *text* of a file, and what it is best called."""

    name: str
    mime: str
    text: str


class Said(msgspec.Struct, frozen=True):
    """One message as it is written to a file."""

    role: Literal["user", "assistant"]
    text: str
    status: str = "complete"


def title_of(prompt: str, most: int = TITLE) -> str:
    """Give the first words of *prompt* as a title."""
    line = _SPACE.sub(" ", prompt).strip()
    if len(line) <= most:
        return line or UNTITLED
    return line[:most].rsplit(" ", 1)[0].rstrip() + "…"


def export(
    conversation: Conversation, events: Sequence[Event], form: ExportForm
) -> Exported:
    """Write the branch of *conversation*; as JSON with its whole log, *events*."""
    branch = conversation.branch()
    title = title_of(branch[0].prompt if branch else "")
    hidden = conversation.condensed.pruned
    said = [one for turn in branch for one in _said(turn, hidden)]
    text = {
        "markdown": lambda: _markdown(title, said),
        "json": lambda: _json(title, said, events),
        "notebook": lambda: _notebook(title, said),
    }[form]()
    suffix = next(end for end, one in SUFFIXES.items() if one == form)
    stem = _UNSAFE.sub("-", title).strip("-.") or UNTITLED
    return Exported(f"{stem}{suffix}", MIMES[form], text)


def _said(turn: Turn, hidden: Collection[str]) -> Iterator[Said]:
    yield Said("user", turn.prompt, HIDDEN if turn.id in hidden else "complete")
    reply = turn.reply
    text = _shown(reply) if reply is not None else ""
    if reply is not None and text.strip():
        yield Said("assistant", text, reply.status)


def _shown(reply: Reply) -> str:
    text = reply_text(reply)
    return text or reply.failure


def _markdown(title: str, said: Iterable[Said]) -> str:
    found = [f"# {title}\n"]
    for one in said:
        how = "" if one.status == "complete" else f" ({_told(one.status)})"
        found.append(
            f"{MARK}{one.role} {one.status} -->\n## {HEADINGS[one.role]}{how}\n\n"
            f"{_closed(_guarded(one.text))}\n"
        )
    return "\n".join(found)


def _told(status: str) -> str:
    return {"cancelled": "stopped", "length": "cut at its limit"}.get(status, status)


def _closed(text: str) -> str:
    """Let a block that a message ends in not swallow the messages after it."""
    last = parts(text)[-1:]
    if not last or last[0].closed:
        return text
    fence = _FENCE.match(text, last[0].start)
    if fence is None:
        return text
    indent = " " * len(fence[1])  # below a list item, the mark of it takes room
    return f"{text}\n{indent}{fence[2]}\n{MARK}closed -->"


def _guarded(text: str) -> str:
    """Let no line of a message look like the mark of the next one."""
    return re.sub(r"<(\\*)!-- jupyter_ctx ", r"<\1\\!-- jupyter_ctx ", text)


def unguarded(text: str) -> str:
    """Give a message as it was before it was written to Markdown."""
    return re.sub(r"<(\\*)\\!-- jupyter_ctx ", r"<\1!-- jupyter_ctx ", text)


def _json(title: str, said: Iterable[Said], events: Sequence[Event]) -> str:
    content = {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "messages": [
            {"role": one.role, "content": one.text, "status": one.status}
            for one in said
        ],
        "events": [msgspec.to_builtins(event) for event in events],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _notebook(title: str, said: Sequence[Said]) -> str:
    cells: list[dict[str, Any]] = [_cell("markdown", f"# {title}", 0, {})]
    for number, one in enumerate(said):
        for kind, source in _pieces(one):
            ours = {"role": one.role, "message": number, "status": one.status}
            cells.append(_cell(kind, source, len(cells), ours))
    content = {
        "cells": cells,
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _pieces(said: Said) -> Iterator[tuple[Literal["markdown", "code"], str]]:
    """Cut a message into cells: whole blocks of Python are code, all else Markdown."""
    prose = ""
    for part in parts(said.text) if said.role == "assistant" else ():
        if part.is_fence and part.closed and part.language in PYTHON:
            if prose.strip():
                yield "markdown", prose.strip("\n")
            prose = ""
            yield "code", part.body.removesuffix("\n")
        else:
            prose += said.text[part.start : part.end]
    prose = said.text if said.role == "user" else prose
    if prose.strip():
        yield "markdown", prose.strip("\n")


def _cell(kind: str, source: str, number: int, ours: dict[str, Any]) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": f"message-{number}",
        "metadata": {"jupyter_ctx": ours} if ours else {},
        "source": source,
    }
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell
