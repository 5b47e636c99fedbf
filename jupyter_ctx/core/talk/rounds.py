"""The validator for messages as OpenAI writes them, with tool calls and pictures.

A call and its results are one unit: what is cut or missing never leaves half of one.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from jupyter_ctx.core.pictures.pixels import head_of, is_whole
from jupyter_ctx.core.talk.validator import LONGEST
from jupyter_ctx.core.utf8 import sendable

Entry: TypeAlias = dict[str, Any]
Round: TypeAlias = list[Entry]

LARGEST = 3_500_000  # bytes of a picture; the strictest provider takes 5 MB of base64
MOST_DEPTH = 60  # of JSON that is read; what is deeper is told as its text
NO_RESULT = "[This call was stopped and has no result.]"
NO_ANSWER = "[This was not answered.]"
NO_PICTURE = "[A picture was left out: {}.]"
ROLES: Mapping[str, str] = {
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("assistant", "ai", "model", "bot"), "assistant"),
    **dict.fromkeys(("tool", "function"), "tool"),
}

_DATA_URL = re.compile(r"\s*data:([\w/.+-]*);base64,(.*)", re.IGNORECASE | re.DOTALL)


def repair(messages: Iterable[object]) -> tuple[Entry, ...]:
    """Give *messages* as every provider takes them.

    One system message comes first; then user and assistant alternate, beginning with
    the user. Tool results follow their calls, one for each; what is half is made whole
    or dropped. Whatever is given, nothing is raised; doing it twice changes nothing.
    """
    found = [entry for one in messages if (entry := _read(one)) is not None]
    rules = [one for one in found if one["role"] == "system"]
    rest = [one for one in found if one["role"] != "system"]
    head: list[Entry] = []
    for rule in rules:
        head = [_join(head[0], rule)] if head else [rule]
    return (*head, *_alternate(_rounds(rest)))


def faults_in(messages: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Name what a provider would refuse in *messages*; empty means it is valid."""
    found = [
        f"message {n} is empty"
        for n, one in enumerate(messages)
        if not one.get("content") and not one.get("tool_calls")
    ]
    if any(one["role"] == "system" for one in messages[1:]):
        found.append("a system message is not the first one")
    turns = [one for one in messages if one["role"] != "system"]
    if not turns or turns[0]["role"] != "user":
        found.append("it does not start with the user")
    if turns and turns[-1]["role"] == "assistant":
        found.append("it does not end with the user")
    found += [fault for pair in pairwise(turns) for fault in _between(*pair)]
    return (*found, *_unpaired(turns))


def _between(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[str]:
    roles = (one["role"], two["role"])
    if roles in (("user", "user"), ("assistant", "assistant"), ("tool", "user")):
        return [f"{roles[1]} follows {roles[0]}"]
    return []


def _unpaired(turns: Sequence[Mapping[str, Any]]) -> list[str]:
    """Name calls without a result and results without a call."""
    found: list[str] = []
    due: list[str] = []
    for one in turns:
        if one["role"] == "tool":
            if one.get("tool_call_id") not in due:
                found.append(f"result {one.get('tool_call_id')} has no call")
            due = [name for name in due if name != one.get("tool_call_id")]
            continue
        found += [f"call {name} has no result" for name in due]
        due = [call["id"] for call in one.get("tool_calls") or ()]
    return found + [f"call {name} has no result" for name in due]


def text_of(content: object) -> str:
    """Give the text in the content of a message; pictures are left out."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [one.get("text") for one in content if isinstance(one, dict)]
    return "\n\n".join(text for text in texts if isinstance(text, str))


def _read(message: object) -> Entry | None:
    """Give one message in our form; None where there is nothing to send."""
    if not isinstance(message, Mapping):
        return None
    role = ROLES.get(str(message.get("role") or "").lower(), "")
    content = _content(message.get("content"))
    if role == "assistant":
        calls = _calls(message.get("tool_calls"))
        if calls:
            return {"role": role, "content": content or None, "tool_calls": calls}
    if role == "tool":
        name = sendable(str(message.get("tool_call_id") or ""))
        content = content or NO_RESULT
        return {"role": role, "tool_call_id": name, "content": content}
    return {"role": role, "content": content} if role and content else None


def _calls(given: object) -> list[Entry]:
    """Give the calls that can be named and told apart."""
    found: dict[str, Entry] = {}
    for call in given if isinstance(given, list | tuple) else ():
        what = call.get("function") if isinstance(call, Mapping) else None
        if not isinstance(what, Mapping):
            continue
        name, key = str(what.get("name") or ""), sendable(str(call.get("id") or ""))
        if name and key and key not in found:
            arguments = _arguments(what.get("arguments"))
            function = {"name": sendable(name), "arguments": arguments}
            found[key] = {"id": key, "type": "function", "function": function}
    return list(found.values())


def _arguments(given: object) -> str:
    """Give arguments as JSON of an object, whatever a stop left of them."""
    if isinstance(given, str):
        try:
            read = json.loads(given)
        except (ValueError, RecursionError):
            return json.dumps({"unread": sendable(given)}) if given.strip() else "{}"
        return sendable(given) if isinstance(read, dict) else json.dumps({"": read})
    return _as_json(given) if isinstance(given, Mapping) else "{}"


def _content(given: object) -> str | list[Any]:
    """Give content without what is empty, broken or no UTF-8."""
    if given is None:
        return ""
    if isinstance(given, list | tuple):
        parts = [part for one in given if (part := _part(one)) is not None]
        if all(part.keys() == {"type", "text"} for part in parts) and parts:
            return "\n\n".join(part["text"] for part in parts)
        return parts
    text = sendable(given) if isinstance(given, str) else _as_json(given)
    return text if text.strip() else ""


def _part(given: object) -> Entry | None:
    if isinstance(given, str):
        return {"type": "text", "text": sendable(given)} if given.strip() else None
    if not isinstance(given, Mapping):
        return None
    if given.get("type") == "image_url":
        return _picture(given)
    text = given.get("text")
    if isinstance(text, str):
        return {"type": "text", "text": sendable(text)} if text.strip() else None
    read = _as_json(given)
    return {"type": "text", "text": read} if len(given) else None


def _picture(part: Mapping[str, Any]) -> Entry:
    """Give a picture that a model takes, under its true type; else say why not."""
    image = part.get("image_url")
    url = image.get("url") if isinstance(image, Mapping) else image
    if not isinstance(url, str) or not url.strip():
        return _left_out("it is empty")
    found = _DATA_URL.match(url)
    if found is None:
        return {"type": "image_url", "image_url": {"url": sendable(url)}}
    try:
        data = base64.b64decode(re.sub(r"\s", "", found[2]), validate=True)
    except (binascii.Error, ValueError):
        return _left_out("it cannot be read")
    head = head_of(data)
    if head is None or not is_whole(data):
        return _left_out("it cannot be read")
    if len(data) > LARGEST or max(head.width, head.height) > LONGEST:
        return _left_out("it is too large")
    sound = f"data:{head.mime};base64,{base64.b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": sound}}


def _left_out(why: str) -> Entry:
    return {"type": "text", "text": NO_PICTURE.format(why)}


def _rounds(messages: Sequence[Entry]) -> Iterator[Round]:
    """Put each batch of calls together with its results; drop results of no call."""
    for place, message in enumerate(messages):
        if message["role"] == "tool":
            continue
        calls = message.get("tool_calls")
        if not calls:
            yield [message]
            continue
        results = _results(messages, place + 1)
        if any(call["id"] in results for call in calls):
            yield [message, *(_result(call["id"], results) for call in calls)]
        elif message["content"]:
            yield [{"role": "assistant", "content": message["content"]}]


def _results(messages: Sequence[Entry], start: int) -> dict[str, Entry]:
    """Find the results from *start* to the next message of the assistant, by call."""
    found: dict[str, Entry] = {}
    for place in range(start, len(messages)):
        message = messages[place]
        if message["role"] == "assistant":
            break
        if message["role"] == "tool":
            found.setdefault(message["tool_call_id"], message)
    return found


def _result(call: str, results: Mapping[str, Entry]) -> Entry:
    missing = {"role": "tool", "tool_call_id": call, "content": NO_RESULT}
    return results.get(call, missing)


def _alternate(rounds: Iterable[Round]) -> list[Entry]:
    """Let user and assistant take turns; a batch must be answered before the user."""
    made: list[Entry] = []
    for one in rounds:
        first = one[0]
        last = made[-1]["role"] if made else ""
        if not made and first["role"] == "assistant":
            continue
        if last == first["role"]:
            first = _join(made.pop(), first)
        elif last == "tool" and first["role"] == "user":
            made.append({"role": "assistant", "content": NO_ANSWER})
        made += [first, *one[1:]]
    return made


def _join(one: Entry, two: Entry) -> Entry:
    contents = [each["content"] for each in (one, two) if each["content"]]
    if all(isinstance(each, str) for each in contents):
        return {**two, "content": "\n\n".join(contents) or None}
    return {**two, "content": [part for each in contents for part in _parts(each)]}


def _parts(content: str | list[Any]) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _as_json(value: object) -> str:
    try:
        return sendable(json.dumps(value, ensure_ascii=False, default=str))
    except (TypeError, ValueError, RecursionError):
        return ""
