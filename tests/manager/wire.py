"""The desk for long conversations over real HTTP: the stub behind the real worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import Gateway, ModelCall, Stream
from jupyter_ctx.gateway.patience import PatientGateway
from tests.manager.room import PACE
from tests.manager.talking import WINDOW, Answer, Talk, answer_with, talk
from tests.stub import StubModel

OVERFLOW = {"error": {"message": "maximum context length", "code": "string_above_max"}}
STATUSES = {"overflow": 400, "server": 500, "timeout": 504}


class WireGateway:
    """Sends every call by *worker* to *stub*, which answers it by *answer*.

    The calls are those that the manager made; the worker gets them with the address.
    """

    def __init__(self, worker: Gateway, stub: StubModel, answer: Answer) -> None:
        self._patient = PatientGateway(worker, pace=PACE)
        self.stub = stub
        self.answer = answer
        self.calls: list[ModelCall] = []
        self.streams: list[Stream] = []
        stub.answer(self._answered)

    def stream(self, call: ModelCall) -> Stream:
        """Send *call*."""
        self.calls.append(call)
        there = replace(call.profile, model="my-llm", api_base=self.stub.url)
        stream = self._patient.stream(replace(call, profile=there))
        self.streams.append(stream)
        return stream

    def close(self) -> None:
        """Leave the worker to the others."""

    def _answered(self, body: dict[str, Any]) -> str | tuple[int, Any]:
        said = tuple(Message(m["role"], m["content"]) for m in body["messages"])
        made = self.answer(ModelCall(profile=WINDOW, messages=said))
        if not isinstance(made, ModelError):
            return str(made)
        told = OVERFLOW if made.kind == "overflow" else {"error": {"message": "no"}}
        return STATUSES[made.kind], told


@contextmanager
def wired(
    worker: Gateway, answer: Answer | None = None, *settings: Any, **more: Any
) -> Iterator[Talk]:
    """Open a desk for a long conversation over HTTP; *settings* are those of `talk`."""
    with StubModel() as stub:
        gateway = WireGateway(worker, stub, answer or answer_with())
        with talk(None, *settings, gateway=gateway, **more) as at:
            yield at


def received(at: Talk) -> list[tuple[Message, ...]]:
    """Give the messages of each request that came in at the stub."""
    bodies = at.gateway.stub.requests
    return [
        tuple(Message(m["role"], m["content"]) for m in b["messages"]) for b in bodies
    ]
