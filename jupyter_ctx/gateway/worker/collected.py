"""What a stream of litellm has told so far: its text, its calls, how it ended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec

from jupyter_ctx.gateway.gateway import Delta, Finish, ToolCall, Usage
from jupyter_ctx.gateway.worker.mending import mended

DONE = "[DONE]"  # the last line of OpenAI's streams


class Watched:
    """What the events of a stream told that litellm does not pass on.

    *is_done*: they came to their last line; *has_failed*: the server ended them because
    of an error of its own.
    """

    def __init__(self) -> None:
        self.is_done = False
        self.has_failed = False

    def take(self, event: Any) -> None:  # noqa: ANN401 - the client's own type
        """Look at *event*, and put its data into OpenAI's form."""
        data = str(getattr(event, "data", ""))
        self.is_done |= data.startswith(DONE)
        sound, has_failed = mended(data)
        self.has_failed |= has_failed
        if sound is not data:
            event._data = sound  # noqa: SLF001 - there is no public way


def watch(response: Any) -> Watched:  # noqa: ANN401 - litellm's own type
    """Watch the events of *response*, where it has such.

    litellm tells a stream that broke off from one whose server gave no reason for its
    end by nothing; the client below it sees the difference. Where that is built in
    another way, a stream without a reason counts as broken off.
    """
    seen = Watched()
    raw: Any = getattr(response, "completion_stream", None)
    events: Any = getattr(raw, "_iter_events", None)

    async def watched() -> AsyncIterator[Any]:
        async for event in events():
            seen.take(event)
            yield event

    if callable(events):
        raw._iter_events = watched  # noqa: SLF001 - there is no public way
    return seen


class _Call:
    """A tool call in the making; its arguments come in pieces."""

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.name = ""
        self.arguments = ""

    def add(self, function: Any) -> None:  # noqa: ANN401 - litellm's own type
        self.name = self.name or getattr(function, "name", None) or ""
        self.arguments += getattr(function, "arguments", None) or ""


class _Halves:
    """Joins a sign beyond 16 bits whose halves come in two pieces.

    Servers that cut their text by UTF-16 do that; alone no half can be sent on.
    """

    def __init__(self) -> None:
        self._half = ""

    def join(self, text: str) -> str:
        """Give *text* whole; half a sign at its end waits for the next piece."""
        text, self._half = self._half + text, ""
        if text.isascii():
            return text
        if "\ud800" <= text[-1] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Collected:
    """Takes chunk after chunk; *usage* is litellm's own value, None until one came."""

    def __init__(self) -> None:
        self.usage: Any = None
        self.has_text = False
        self._reason = ""
        self._text, self._reasoning = _Halves(), _Halves()
        self._open: dict[int, _Call] = {}
        self._calls: list[_Call] = []

    def take(self, chunk: Any) -> list[Delta]:  # noqa: ANN401 - litellm's own type
        """Give what of *chunk* is to be shown."""
        self.usage = getattr(chunk, "usage", None) or self.usage
        deltas: list[Delta] = []
        for choice in (chunk.choices or ())[:1]:
            # Only the first word about the end counts, whoever repeats it.
            self._reason = self._reason or choice.finish_reason or ""
            if choice.delta is not None:
                deltas += self._delta(choice.delta)
        return deltas

    def _delta(self, delta: Any) -> list[Delta]:  # noqa: ANN401 - litellm's own type
        reasoning = getattr(delta, "reasoning_content", None)
        for call in getattr(delta, "tool_calls", None) or ():
            self._call(call)
        thought = self._reasoning.join(reasoning) if reasoning else ""
        shown = [Delta(thought, "reasoning")] if thought else []
        if delta.content:
            self.has_text = True
            text = self._text.join(delta.content)
            shown += [Delta(text)] if text else []
        return shown

    def _call(self, call: Any) -> None:  # noqa: ANN401 - litellm's own type
        index = call.index or 0
        known = self._open.get(index)
        # Some servers give every call of theirs the index 0; the id tells them apart.
        if known is None or (call.id and known.id and call.id != known.id):
            known = self._open[index] = _Call(call.id or "")
            self._calls.append(known)
        known.add(call.function)

    def unsaid(self, usage: Usage) -> Finish:
        """Give how it ended where the server gave no reason: as if it were one."""
        return msgspec.structs.replace(self.finish(usage), is_said=False)

    def finish(self, usage: Usage) -> Finish:
        """Give how it ended."""
        calls = tuple(
            ToolCall(one.name, _Halves().join(one.arguments)) for one in self._calls
        )
        if self._reason == "length":
            return Finish("length", usage, calls)
        if self._reason == "content_filter":
            return Finish("content_filter", usage)
        return Finish("tool_calls" if calls else "stop", usage, calls)
