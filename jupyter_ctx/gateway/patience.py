"""A gateway that asks again where a failure passes, and waits as it is told to.

Only before the first piece of an answer: what was shown is never shown twice. Every
wait is bounded, told as a delta, and ends at once when the stream is cancelled.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import msgspec

from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import Delta, Finish, Gateway, ModelCall, Stream

TRIES = {
    "rate_limit": 3,
    "server": 3,
    "connect": 2,
    "timeout": 2,
    "unreadable": 2,
    "crashed": 2,  # the worker may have died before it was asked
}
"""How often a request is made in all before it has failed, by the kind of failure."""

MOST_TRIES = max(TRIES.values())
"""Requests of one call at most, one without a refused picture among them."""

MOST_WAIT = 60.0
"""Seconds that one call waits in all; whoever asks for more is not waited for."""

PAUSES = (1.0, 4.0)  # seconds before each further try, where the provider names none
FEW = 1.5  # seconds; shorter waits are not worth a word

_REASONS = {
    "rate_limit": "rate limit",
    "server": "the server had an error",
    "timeout": "the server was too slow",
}


class PatientGateway:
    """Reaches models through *gateway*; *pace* shortens the waits, for tests."""

    def __init__(self, gateway: Gateway, *, pace: float = 1.0) -> None:
        self._gateway = gateway
        self._pace = pace

    def stream(self, call: ModelCall) -> PatientStream:
        """Start *call*; returns before the first delta.

        Raises:
            ModelError: The worker cannot be started, or an embedded model is gone.

        """
        return PatientStream(self._gateway, call, self._pace)

    def close(self) -> None:
        """End the worker and every stream of it."""
        self._gateway.close()


class PatientStream:
    """One answer, whatever it takes; see `gateway.Stream`."""

    def __init__(self, gateway: Gateway, call: ModelCall, pace: float) -> None:
        self._gateway = gateway
        self._call = call
        self._pace = pace
        self._tries = 1
        self._left = MOST_WAIT
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._finish: Finish | None = None
        self._stream: Stream = gateway.stream(call)

    def __iter__(self) -> Iterator[Delta]:
        """Yield deltas until the answer ends; waits and notices among them.

        Raises:
            ModelError: It failed for good.

        """
        while self._finish is None:
            is_shown = False
            try:
                for delta in self._stream:
                    is_shown = True
                    yield delta
            except ModelError as error:
                if self._cancelled.is_set():
                    break
                if is_shown:
                    raise
                yield from self._again(error)
            else:
                self._finish = self._stream.finish
                break
        if self._cancelled.is_set():
            self._finish = Finish("cancelled")

    def _again(self, error: ModelError) -> Iterator[Delta]:
        """Prepare the next try.

        Raises:
            ModelError: There is none.

        """
        if error.kind == "picture" and self._call.pictures:
            yield Delta(f"{PICTURE_LEFT_OUT} {error}", "notice")
            self._call = without_pictures(self._call)
        else:
            yield from self._wait(error)
        self._tries += 1
        with self._lock:
            if not self._cancelled.is_set():
                self._stream = self._gateway.stream(self._call)

    def _wait(self, error: ModelError) -> Iterator[Delta]:
        if not error.retry or self._tries >= TRIES.get(error.kind, 1):
            raise error
        wait = (error.wait or PAUSES[self._tries - 1]) if error.kind in _REASONS else 0
        if wait > self._left:
            raise _too_long(error, wait)
        self._left -= wait
        if wait >= FEW:
            reason = _REASONS[error.kind]
            yield Delta(f"waiting {wait:.0f} s: {reason}", "wait")
        self._cancelled.wait(wait * self._pace)
        yield Delta("", "wait")

    def cancel(self) -> None:
        """End the iteration at once, a wait too, and have the HTTP stream closed."""
        with self._lock:
            self._cancelled.set()
            stream = self._stream
        stream.cancel()

    @property
    def finish(self) -> Finish | None:
        """How it ended; None while it runs."""
        return self._finish


PICTURE_LEFT_OUT = "The picture was left out of the question."


def without_pictures(call: ModelCall) -> ModelCall:
    """Give *call* with its texts alone."""
    messages = tuple(
        msgspec.structs.replace(message, pictures=()) for message in call.messages
    )
    return msgspec.structs.replace(call, messages=messages, pictures={})


def _too_long(error: ModelError, wait: float) -> ModelError:
    """Say how long the provider wants to be left alone."""
    told = time.strftime("%H:%M:%S", time.gmtime(wait)) if wait > MINUTE else ""
    length = told or f"{wait:.0f} s"
    text = f"{error} It asks to wait {length}; ask again then."
    return ModelError(text, kind=error.kind, retry=True, wait=error.wait)


MINUTE = 60.0  # seconds
