"""Events of a stream that stray from OpenAI's form, put into it: no answer is lost."""

from __future__ import annotations

import json
import re
from typing import Any

ERROR = "error"
"""A reason to end that some servers give where they failed in the middle."""

# What is looked at; all other events go on as they came, unread.
_ODD = re.compile(
    r'"(?:reasoning_)?content"\s*:\s*[\[{\d]|"usage"\s*:\s*[^n\s]'
    r'|"finish_reason"\s*:\s*"error"',
    re.IGNORECASE,
)
_COUNTS = ("prompt_tokens", "completion_tokens")
_DETAILS = ("prompt_tokens_details", "completion_tokens_details")


def mended(data: str) -> tuple[str, bool]:
    """Give the event *data* in OpenAI's form, and whether it tells of a failure."""
    if not _ODD.search(data):
        return data, False
    try:
        event = json.loads(data)
    except ValueError:
        return data, False
    if not isinstance(event, dict) or event.get("error"):
        return data, False
    has_failed = False
    choices = event.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, dict):
            has_failed |= _choice(choice)
    if "usage" in event:
        event["usage"] = _usage(event["usage"])
    return json.dumps(event), has_failed


def _choice(choice: dict[str, Any]) -> bool:
    delta = choice.get("delta")
    if isinstance(delta, dict):
        _delta(delta)
    has_failed = str(choice.get("finish_reason")).lower() == ERROR
    if has_failed:
        choice["finish_reason"] = "stop"
    return has_failed


def _delta(delta: dict[str, Any]) -> None:
    content = delta.get("content")
    if isinstance(content, (list, dict, int, float)):
        delta["content"] = text_of(content)
        thought = _thought(content)
        if thought:
            delta["reasoning_content"] = thought
    reasoning = delta.get("reasoning_content")
    if reasoning is not None and not isinstance(reasoning, str):
        delta["reasoning_content"] = text_of(reasoning)


def text_of(content: object) -> str:
    """Join the text of *content*: parts, one part, or what was to be a string."""
    if isinstance(content, list):
        return "".join(map(text_of, content))
    if isinstance(content, dict):
        text = content.get("text")
        return text_of(text) if text is not None else ""
    is_said = isinstance(content, (str, int, float)) and not isinstance(content, bool)
    return str(content) if is_said else ""


def _thought(content: object) -> str:
    parts = content if isinstance(content, list) else [content]
    found = (one.get("thinking") for one in parts if isinstance(one, dict))
    return "".join(text_of(one) for one in found if one)


def _usage(usage: object) -> dict[str, Any] | None:
    """Give *usage* where it counts both ways, without details that are none."""
    if not isinstance(usage, dict) or not all(_is_count(usage.get(n)) for n in _COUNTS):
        return None
    sound = dict(usage)
    for name in _COUNTS:
        sound[name] = int(usage[name])
    if not _is_count(usage.get("total_tokens")):
        sound["total_tokens"] = sum(sound[name] for name in _COUNTS)
    for name in _DETAILS:
        if not _are_counts(usage.get(name)):
            sound.pop(name, None)
    return sound


def _is_count(value: object) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and value >= 0 and value == value // 1  # type: ignore[operator]


def _are_counts(details: object) -> bool:
    return isinstance(details, dict) and all(
        one is None or _is_count(one) for one in details.values()
    )
