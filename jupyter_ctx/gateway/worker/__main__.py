"""Reads orders from standard input and answers on what was standard output.

Run as `python -m jupyter_ctx.gateway.worker`. It ends when its input closes,
that is with the kernel.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import importlib
import logging
import os
import sys
import threading
from collections.abc import Coroutine
from typing import Any

import msgspec

from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.failures import Failure, classify, told
from jupyter_ctx.gateway.gateway import Delta, Finish
from jupyter_ctx.gateway.wire import (
    AnyAnswer,
    AnyOrder,
    CancelOrder,
    DeltaAnswer,
    FailedAnswer,
    FinishAnswer,
    StreamOrder,
)

_decoder: msgspec.json.Decoder[AnyOrder] = msgspec.json.Decoder(AnyOrder)
_encoder = msgspec.json.Encoder()


class _Out:
    """The line to the kernel: a copy of file 1, which itself leads to stderr.

    Libraries print to standard output when they please; a stray line there
    must never be taken for an answer.
    """

    def __init__(self) -> None:
        self._file = os.dup(1)
        os.dup2(2, 1)
        self._lock = threading.Lock()

    def __call__(self, answer: AnyAnswer) -> None:
        data = _encoder.encode(answer) + b"\n"
        with self._lock:
            view = memoryview(data)
            while view:
                view = view[os.write(self._file, view) :]


class Worker:
    """Runs each stream as one task; a cancelled task closes its HTTP stream."""

    def __init__(self, out: _Out) -> None:
        self._out = out
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def serve(self) -> None:
        """Take orders until the input closes, then end every stream."""
        loop = asyncio.get_running_loop()
        orders: asyncio.Queue[AnyOrder | None] = asyncio.Queue()

        def read() -> None:
            for line in sys.stdin.buffer:
                order = _decoder.decode(line)
                loop.call_soon_threadsafe(orders.put_nowait, order)
            loop.call_soon_threadsafe(orders.put_nowait, None)

        threading.Thread(target=read, daemon=True).start()
        while (order := await orders.get()) is not None:
            self._take(order)
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _take(self, order: AnyOrder) -> None:
        if isinstance(order, CancelOrder):
            task = self._tasks.get(order.id)
            if task is not None:
                task.cancel()
            return
        task = asyncio.create_task(self._stream(order))
        self._tasks[order.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(order.id, None))

    async def _stream(self, order: StreamOrder) -> None:
        def send(delta: Delta) -> None:
            self._out(DeltaAnswer(order.id, delta.text, delta.kind))

        try:
            finish = await _answer(order, send)
        except asyncio.CancelledError:
            finish = Finish("cancelled")
        except ModelError as error:
            self._out(FailedAnswer(order.id, Failure.of(error)))
            return
        except Exception as error:  # noqa: BLE001 - every failure becomes an answer
            self._out(_failed(order, error))
            return
        self._out(FinishAnswer(order.id, finish))


def _answer(order: StreamOrder, send: Any) -> Coroutine[Any, Any, Finish]:  # noqa: ANN401
    # Each engine is imported at its first call: litellm alone costs 3 s.
    if order.path:
        from jupyter_ctx.gateway.worker import embedded  # noqa: PLC0415

        return embedded.stream(order, send)
    _load_litellm()
    from jupyter_ctx.gateway.worker import remote  # noqa: PLC0415

    return remote.stream(order, send)


@functools.cache
def _load_litellm() -> None:
    # A quarter of these seconds would go into looking for garbage.
    gc.disable()
    try:
        importlib.import_module("jupyter_ctx.gateway.worker.remote")
    finally:
        gc.enable()
    gc.freeze()  # what was imported stays, so it is never gone through again


def _failed(order: StreamOrder, error: Exception) -> FailedAnswer:
    logging.getLogger("jupyter_ctx.worker").debug("A stream failed.", exc_info=error)
    said = told(error, has_pictures=bool(order.pictures))
    failure = classify(said, model=order.model, host=order.api_base or "")
    text = failure.sentence
    if order.api_key:
        text = text.replace(order.api_key, "<masked rule=api-key>")
    return FailedAnswer(order.id, msgspec.structs.replace(failure, sentence=text))


def main() -> None:
    """Serve until standard input closes."""
    out = _Out()
    asyncio.run(Worker(out).serve())
    # Engines leave threads behind that would keep the process.
    os._exit(0)


if __name__ == "__main__":
    main()
