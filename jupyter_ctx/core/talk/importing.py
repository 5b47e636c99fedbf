"""A conversation out of a file: ours, or what another program wrote.

Whatever is in it, what comes out can be sent: the validator repairs it on the way.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import (
    Asked,
    Compacted,
    Deleted,
    Edited,
    Event,
    Instructed,
    Kept,
    Lifted,
    Noted,
    Pinned,
    PlanChecked,
    PlanJudged,
    Planned,
    Pruned,
    Regenerated,
    Replied,
    Reset,
    Restored,
    Selected,
    Stepped,
    Switched,
    Trimmed,
    Undone,
)
from jupyter_ctx.core.talk.export import CLOSED, FORMAT, HIDDEN, MARK, unguarded
from jupyter_ctx.core.talk.rounds import NO_ANSWER, repair, text_of
from jupyter_ctx.errors import ConversationError

IMPORTED = "imported"
"""Stands for the model of a reply whose model is not known."""

LARGEST = 50_000_000  # characters of a file
SAID = (
    *(Asked, Edited, Replied, Selected, Regenerated, Deleted, Switched),
    *(Pruned, Pinned, Reset, Undone),
)
"""What is taken from a file of ours: what was said. A file is data: no rule that holds
for every request comes from one, no summary that nobody checked, and no plan whose
steps write files."""
LEFT_OUT: Mapping[str, tuple[type, ...]] = {
    "plans": (Planned, PlanJudged, Stepped, PlanChecked),
    "standing instructions": (Instructed, Lifted),
    "pins and drops": (Kept,),
    "summaries": (Compacted, Noted, Restored, Trimmed),
}
"""What a file of ours may hold beside `SAID`, by the name that the user knows."""

_MARK = re.compile(
    rf"^{MARK}(user|assistant)(?: (\w+))? -->\n(?:##[^\n]*\n\n?)?", re.MULTILINE
)
_HEADING = re.compile(
    r"^(?:#{1,6}[ \t]*|\*\*)(?:\S{1,2}[ \t]+)?(?P<who>you|user|human|prompt|question|me"
    r"|assistant|ai|model|bot|answer|response|chatgpt|claude|gemini)\b[ \t]*(?:said)?"
    r"[:*\s]*$",
    re.IGNORECASE | re.MULTILINE,
)
_USERS = frozenset(("you", "user", "human", "prompt", "question", "me"))


class Imported(msgspec.Struct, frozen=True):
    """What a file holds: *events* for the log of a new conversation, and *notices*."""

    events: tuple[Event, ...]
    notices: tuple[str, ...] = ()


def read(text: str, new_id: Callable[[], str] = lambda: uuid.uuid4().hex) -> Imported:
    """Read the *text* of a file: JSON, JSON lines, a notebook or Markdown.

    Raises:
        ConversationError: It holds no conversation.

    """
    if len(text) > LARGEST:
        msg = f"The file is larger than {LARGEST // 1_000_000} MB; export a part of it."
        raise ConversationError(msg)
    content = _json(text)
    if isinstance(content, dict) and content.get("format") == FORMAT:
        ours = _log(content)
        if ours.events:
            return ours
    given = _messages(content) if content is not None else list(_markdown(text))
    made = _imported(given, new_id)
    if not made.events:
        msg = (
            "There is no message of a user in this file. It can be a Markdown or JSON "
            "export of jupyter_ctx, a notebook, or a list of messages with roles."
        )
        raise ConversationError(msg)
    return made


def _json(text: str) -> object:
    """Give what JSON or JSON lines hold; None where it is neither."""
    start = text.lstrip("\ufeff \t\r\n")
    if not start.startswith(("{", "[")):
        return None
    try:
        return json.loads(start)
    except (ValueError, RecursionError):
        pass
    try:
        lines = [json.loads(line) for line in start.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None
    is_list = all(isinstance(one, dict) and "messages" in one for one in lines)
    return lines[0] if is_list else lines


def _log(content: Mapping[str, Any]) -> Imported:
    """Read our own log, event by event; what cannot be read is told of."""
    given = content.get("events")
    events: list[Event] = []
    bad = 0
    for one in given if isinstance(given, list) else ():
        try:
            events.append(msgspec.convert(one, Event))
        except (msgspec.ValidationError, RecursionError):
            bad += 1
    said = tuple(event for event in events if isinstance(event, SAID))
    told = []
    if bad:
        told.append(f"{bad} entries of the file could not be read and were left out.")
    told += _left_out(events)
    return Imported(said if fold(said).branch() else (), tuple(told))


def _left_out(events: Iterable[Event]) -> Iterator[str]:
    """Say which of the `LEFT_OUT` were among *events*."""
    there = {type(event) for event in events}
    found = [name for name, kinds in LEFT_OUT.items() if there.intersection(kinds)]
    if found:
        *first, last = found
        names = f"{', '.join(first)} and {last}" if first else last
        yield f"Its {names} were left out."


def _messages(content: object) -> list[Any]:
    """Find the list of messages in what other programs write."""
    if isinstance(content, list):
        return content
    if not isinstance(content, dict):
        return []
    if "nbformat" in content or "cells" in content:
        return list(_notebook(content))
    for key in ("messages", "conversation", "history", "chat", "turns"):
        if isinstance(content.get(key), list):
            return list(content[key])
    return []


def _notebook(content: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Put the cells of each message together again; cells of others are no message."""
    number: object = None
    made: dict[str, Any] | None = None
    cells = content.get("cells")
    for cell in cells if isinstance(cells, list) else ():
        ours = _ours(cell)
        if not ours:
            continue
        if made is None or ours.get("message") != number:
            if made is not None:
                yield made
            made = {"role": ours.get("role"), "status": ours.get("status")}
            number = ours.get("message")
        source = cell.get("source")
        source = "".join(source) if isinstance(source, list) else str(source or "")
        if cell.get("cell_type") == "code":
            source = f"```python\n{source}\n```"
        made["content"] = (
            f"{made['content']}\n\n{source}" if "content" in made else source
        )
    if made is not None:
        yield made


def _ours(cell: object) -> Mapping[str, Any]:
    metadata = cell.get("metadata") if isinstance(cell, dict) else None
    ours = metadata.get("jupyter_ctx") if isinstance(metadata, dict) else None
    return ours if isinstance(ours, dict) and ours.get("role") else {}


def _markdown(text: str) -> Iterator[dict[str, Any]]:
    """Cut Markdown at our marks, or else at headings that name who speaks."""
    text = text.replace("\r\n", "\n")
    marks = list(_MARK.finditer(text))
    starts = marks or list(_HEADING.finditer(text))
    for place, start in enumerate(starts):
        is_last = place + 1 == len(starts)
        body = text[start.end() : len(text) if is_last else starts[place + 1].start()]
        if marks:
            body = body.removesuffix("\n" if is_last else "\n\n")
            body = CLOSED.sub("", body)
            yield {"role": start[1], "status": start[2], "content": unguarded(body)}
        else:
            is_user = start["who"].lower() in _USERS
            role = "user" if is_user else "assistant"
            yield {"role": role, "content": body.strip("\n")}


def _imported(given: Iterable[Any], new_id: Callable[[], str]) -> Imported:
    messages = list(given)
    statuses = _statuses(messages)
    hidden = _statuses(messages, (HIDDEN,))
    repaired = repair(messages)
    events: list[Event] = []
    parent, turn, prompt = "", "", ""
    text: list[str] = []
    for one in (*repaired, {"role": "user", "content": ""}):
        if one["role"] != "user":
            text += [_said(one)] if one["role"] != "system" else []
            continue
        if turn:
            events += _reply(turn, new_id(), text, statuses)
            events += [Pruned(turn)] if prompt in hidden else []
            parent = turn
        text = []
        prompt = text_of(one["content"]) or ("[A picture.]" if one["content"] else "")
        turn = new_id() if prompt else ""
        if turn:
            events.append(Asked(turn, prompt, parent, door="line"))
    notices = _notices(repaired)
    return Imported(tuple(events), notices)


def _reply(
    turn: str, reply: str, text: list[str], statuses: Mapping[str, str]
) -> list[Event]:
    told = "\n\n".join(one for one in text if one.strip())
    if not told or told == NO_ANSWER:
        return []
    status: Any = statuses.get(told, "complete")
    failure = told if status == "failed" else ""
    made = Replied(turn, reply, "" if failure else told, status, failure=failure)
    return [msgspec.structs.replace(made, model=IMPORTED)]


def _statuses(
    messages: Iterable[Any], known: tuple[str, ...] = ("cancelled", "failed", "length")
) -> dict[str, str]:
    """Give the statuses that our own files tell, by the text of the message."""
    return {
        str(one.get("content")): one["status"]
        for one in messages
        if isinstance(one, dict) and one.get("status") in known
    }


def _said(message: Mapping[str, Any]) -> str:
    """Write what the assistant said and did, and what its tools answered, as text."""
    text = text_of(message["content"])
    if message["role"] == "tool":
        return f"```text\n{text}\n```" if "```" not in text else text
    calls = [
        f"Called `{call['function']['name']}` with `{call['function']['arguments']}`."
        for call in message.get("tool_calls") or ()
    ]
    return "\n\n".join(part for part in (text, *calls) if part.strip())


def _notices(repaired: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    roles = {one["role"] for one in repaired}
    told = []
    if "system" in roles:
        told.append("Its rules (system messages) were left out; ours hold.")
    if "tool" in roles:
        told.append("Calls of tools and their results are kept as text.")
    return tuple(told)
