"""A stub model: a real HTTP server on loopback that speaks OpenAI's protocol."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests import anthropic


class _Reply:
    """One scripted answer."""

    def __init__(self, **script: Any) -> None:
        self.text: str = script.get("text", "")
        self.chunks: list[str] | None = script.get("chunks")
        self.delay: float = script.get("delay", 0.0)
        self.first_delay: float = script.get("first_delay", 0.0)
        self.finish: str = script.get("finish", "stop")
        self.tool_calls: list[dict[str, str]] = script.get("tool_calls") or []
        self.usage: dict[str, int] | None = script.get("usage")
        self.status: int = script.get("status", 200)
        self.body: Any = script.get("body")
        self.fail_after: int | None = script.get("fail_after")
        self.reasoning: str = script.get("reasoning", "")
        self.headers: dict[str, str] = script.get("headers") or {}
        self.events: list[Any] | None = script.get("events")
        self.is_reset: bool = script.get("reset", False)

    def pieces(self) -> list[str]:
        """Split the text into the chunks that are streamed."""
        if self.chunks is not None:
            return self.chunks
        return [self.text[i : i + 8] for i in range(0, len(self.text), 8)]


class StubModel:
    """Answers `/v1/chat/completions`, streamed or whole, with scripted replies.

    Replies are used in order and the last one repeats. *requests* holds the
    bodies received, *headers* their headers, *disconnects* counts streams that
    the client closed before their end.
    """

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.disconnects = 0
        self.disconnected_at: float | None = None
        self.chunks_sent = 0
        self._script: list[_Reply] = [_Reply(text="ok")]
        self._is_repeating = True
        self._make: Callable[[dict[str, Any]], str | tuple[int, Any]] | None = None
        self._lock = threading.Lock()
        stub = self

        class Handler(_Handler):
            model = stub

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        """Start to listen."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop and free the port."""
        self._server.shutdown()
        self._server.server_close()

    def reply(self, text: str = "", **script: Any) -> None:
        """Queue an answer.

        *script*: `chunks`, `delay` (seconds between chunks), `first_delay`,
        `finish`, `tool_calls` ([{name, arguments}]), `usage`, `reasoning`,
        `fail_after` (break the stream after so many chunks), `reset` (close the
        connection before the first byte), `events` (what is streamed in place of
        all that, in order: a dict as one event, a string as it is, a number as
        seconds to wait).
        """
        self._add(_Reply(text=text, **script))

    def answer(self, make: Callable[[dict[str, Any]], str | tuple[int, Any]]) -> None:
        """Answer each request by *make*: a text, or status and body of a failure."""
        self._make = make

    def fail(self, status: int, body: Any, **headers: str) -> None:
        """Queue a failure: *body* is sent as JSON, or as text if it is a string.

        *headers* have underscores where the wire has hyphens.
        """
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._add(_Reply(status=status, body=body, headers=named))

    def _add(self, reply: _Reply) -> None:
        with self._lock:
            if self._is_repeating:
                self._script, self._is_repeating = [], False
            self._script.append(reply)

    def next(self, body: dict[str, Any]) -> _Reply:
        """Take the next scripted answer, or make the one to *body*."""
        if self._make is not None:
            made = self._make(body)
            if isinstance(made, str):
                return _Reply(text=made, chunks=[made])
            return _Reply(status=made[0], body=made[1])
        with self._lock:
            if len(self._script) > 1:
                return self._script.pop(0)
            # The last one answers until another is queued.
            self._is_repeating = True
            return self._script[0]

    def sent(self, index: int = -1) -> list[dict[str, Any]]:
        """Give the messages of one received request."""
        return list(self.requests[index]["messages"])

    def wait(self, condition: Any, timeout: float = 60.0) -> bool:
        """Wait until *condition* (called with the stub) is true."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if condition(self):
                return True
            time.sleep(0.01)
        return bool(condition(self))


class _Handler(BaseHTTPRequestHandler):
    model: StubModel
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Stay silent."""

    def do_GET(self) -> None:
        """List the one model."""
        self.model.paths.append(self.path)
        self._json(200, {"object": "list", "data": [{"id": "my-llm"}]})

    def do_POST(self) -> None:
        """Answer one chat completion."""
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        self.model.paths.append(self.path)
        self.model.headers.append(dict(self.headers.items()))
        self.model.requests.append(body)
        reply = self.model.next(body)
        if reply.is_reset:
            self._reset()
        elif reply.status != 200:
            self._json(reply.status, reply.body, reply.headers)
        elif body.get("stream"):
            self._stream(body, reply)
        else:
            self._json(200, _whole(body, reply))

    def _reset(self) -> None:
        self.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )
        self.close_connection = True

    def _json(
        self, status: int, body: Any, headers: dict[str, str] | None = None
    ) -> None:
        data = body if isinstance(body, str) else json.dumps(body)
        raw = data.encode()
        self.send_response(status)
        kind = "text/plain" if isinstance(body, str) else "application/json"
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(raw)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def _stream(self, body: dict[str, Any], reply: _Reply) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        is_anthropic = self.path.endswith("/messages")
        try:
            if reply.events is not None:
                self._scripted(reply.events)
            elif is_anthropic:
                self.wfile.write(anthropic.stream(reply.pieces(), reply.usage or {}))
            else:
                self._events(body, reply)
        except (BrokenPipeError, ConnectionResetError):
            self.model.disconnects += 1
            self.model.disconnected_at = time.monotonic()

    def _events(self, body: dict[str, Any], reply: _Reply) -> None:
        self._pause(reply.first_delay)
        if reply.reasoning:
            self._event(body, {"reasoning_content": reply.reasoning})
        for number, piece in enumerate(reply.pieces()):
            if reply.fail_after is not None and number >= reply.fail_after:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self._event(body, {"role": "assistant", "content": piece})
            self.model.chunks_sent += 1
            self._pause(reply.delay)
        for index, call in enumerate(reply.tool_calls):
            self._event(body, {"tool_calls": [_tool(index, call)]})
        self._event(body, {}, finish=reply.finish)
        if reply.usage is not None:
            self._raw({**_frame(body), "choices": [], "usage": reply.usage})
        self.wfile.write(b"data: [DONE]\n\n")
        self.wfile.flush()

    def _scripted(self, events: list[Any]) -> None:
        for event in events:
            if isinstance(event, dict):
                self._raw({**_frame({}), **event})
            elif isinstance(event, str):
                self.wfile.write(event.encode())
                self.wfile.flush()
            else:
                self._pause(event)

    def _pause(self, seconds: float) -> None:
        """Wait, and notice a client that has gone meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, 0.02))
            self._look_for_close()

    def _look_for_close(self) -> None:
        self.connection.settimeout(0.0)
        try:
            if self.connection.recv(1, socket.MSG_PEEK) == b"":
                raise BrokenPipeError
        except (BlockingIOError, TimeoutError):
            pass
        finally:
            self.connection.settimeout(None)

    def _event(
        self, body: dict[str, Any], delta: dict[str, Any], finish: str | None = None
    ) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        self._raw({**_frame(body), "choices": [choice]})

    def _raw(self, event: dict[str, Any]) -> None:
        self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()


def _frame(body: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "stub",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": body.get("model", "stub"),
    }


def _tool(index: int, call: dict[str, str]) -> dict[str, Any]:
    return {
        "index": index,
        "id": f"call_{index}",
        "type": "function",
        "function": {"name": call["name"], "arguments": call["arguments"]},
    }


def _whole(body: dict[str, Any], reply: _Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": "".join(reply.pieces())}
    if reply.tool_calls:
        message["tool_calls"] = [_tool(i, c) for i, c in enumerate(reply.tool_calls)]
    choice = {"index": 0, "message": message, "finish_reason": reply.finish}
    usage = reply.usage or {"prompt_tokens": 1, "completion_tokens": 1}
    return {
        **_frame(body),
        "object": "chat.completion",
        "choices": [choice],
        "usage": usage,
    }
