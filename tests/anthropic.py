"""The stream of Anthropic's Messages API, as its documentation has it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any


def stream(texts: Sequence[str], usage: Mapping[str, int]) -> bytes:
    """Give the whole stream for *texts*; *usage* as the first event tells it."""
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": [],
        "model": "claude",
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1, **usage},
    }
    block = {"index": 0, "content_block": {"type": "text", "text": ""}}
    end = {"delta": {"stop_reason": "end_turn", "stop_sequence": None}}
    events = [
        _event("message_start", message=message),
        _event("content_block_start", **block),
        *[_event("content_block_delta", index=0, delta=_delta(text)) for text in texts],
        _event("content_block_stop", index=0),
        _event("message_delta", **end, usage={"output_tokens": len(texts)}),
        _event("message_stop"),
    ]
    return b"".join(events)


def _delta(text: str) -> dict[str, str]:
    return {"type": "text_delta", "text": text}


def _event(name: str, **data: Any) -> bytes:
    told = json.dumps({"type": name, **data})
    return f"event: {name}\ndata: {told}\n\n".encode()
