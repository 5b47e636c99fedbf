"""The embedded model: llama.cpp inside the worker, through xllamacpp."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from typing import Any

import xllamacpp

from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.failures import Failure, sentence
from jupyter_ctx.gateway.gateway import Delta, Finish, Usage
from jupyter_ctx.gateway.overflow import sizes
from jupyter_ctx.gateway.wire import StreamOrder

BATCH = 512  # tokens read at once

_servers: dict[tuple[str, int], Any] = {}
_loading = threading.Lock()
# One answer at a time: two would share two cores and both crawl.
_turn = asyncio.Lock()


async def stream(order: StreamOrder, send: Callable[[Delta], None]) -> Finish:
    """Stream *order*'s answer to *send*; cancelling ends it at the next token.

    Raises:
        ModelError: The prompt is too long, or the engine failed.

    """
    stop = threading.Event()
    async with _turn:
        running = asyncio.ensure_future(asyncio.to_thread(_run, order, send, stop))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            stop.set()
            with contextlib.suppress(Exception):
                await running
            raise


def _run(
    order: StreamOrder, send: Callable[[Delta], None], stop: threading.Event
) -> Finish:
    server = _server(order.path, order.window)
    told = _Told(send, stop)
    server.handle_chat_completions(_request(order), told)
    return told.finish(order.model)


def _request(order: StreamOrder) -> dict[str, Any]:
    return {
        "messages": [
            {"role": message.role, "content": message.content}
            for message in order.messages
        ],
        "max_tokens": order.max_tokens,
        "temperature": 0.0 if order.temperature is None else order.temperature,
        "stream": True,
        "stream_options": {"include_usage": True},
        "cache_prompt": True,
    }


def _server(path: str, window: int) -> Any:  # noqa: ANN401 - xllamacpp has no types
    with _loading:
        if (path, window) not in _servers:
            _servers.clear()  # one model in memory at a time
            parameters = xllamacpp.CommonParams()
            parameters.model.path = path
            parameters.n_ctx = window
            parameters.n_parallel = 1
            parameters.n_batch = BATCH
            parameters.warmup = False
            # All cores but one: spinning threads starve the user's own work.
            parameters.cpuparams.n_threads = max(1, (os.cpu_count() or 2) - 1)
            parameters.cpuparams_batch.n_threads = max(1, (os.cpu_count() or 2) - 1)
            _servers[path, window] = xllamacpp.Server(parameters)
        return _servers[path, window]


class _Told:
    """The engine's callback: passes text on, and asks it to stop by True."""

    def __init__(self, send: Callable[[Delta], None], stop: threading.Event) -> None:
        self._send = send
        self._stop = stop
        self._reason = "stop"
        self._usage = Usage()
        self._error: dict[str, Any] | None = None

    def __call__(self, event: Any) -> bool:  # noqa: ANN401 - decoded JSON
        for item in event if isinstance(event, list) else [event]:
            if isinstance(item, dict):
                self._take(item)
        return self._stop.is_set()

    def _take(self, event: dict[str, Any]) -> None:
        if "error" in event or "code" in event:
            error = event.get("error", event)
            self._error = error if isinstance(error, dict) else {"message": str(error)}
            return
        usage = event.get("usage")
        if usage:
            tokens = usage["prompt_tokens"], usage["completion_tokens"]
            self._usage = Usage(*tokens, cost=0.0)  # it costs nothing
        for choice in event.get("choices") or ():
            self._reason = choice.get("finish_reason") or self._reason
            text = (choice.get("delta") or {}).get("content")
            if text and not self._stop.is_set():
                self._send(Delta(text))

    def finish(self, model: str) -> Finish:
        if self._error is not None:
            raise _failure(self._error, model)
        if self._stop.is_set():
            return Finish("cancelled", self._usage)
        return Finish("length" if self._reason == "length" else "stop", self._usage)


def _failure(error: dict[str, Any], model: str) -> ModelError:
    kind = str(error.get("type", ""))
    words = str(error.get("message", ""))
    if "exceed_context" in kind or "context" in words:
        over = sizes(f"{words} {error}")
        text = sentence("overflow", model=model)
        return Failure(
            "overflow", text, asked=over.asked, limit=over.limit, gap=over.gap
        ).error()
    text = f"The embedded model failed: {error.get('message')}. Ask again."
    return ModelError(text, kind="server", retry=True)
