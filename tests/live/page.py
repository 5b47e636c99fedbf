"""A page of JupyterLab as the kernel sees it: a comm on a subshell, real messages."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any

from jupyter_ctx.protocol.codec import read_event
from jupyter_ctx.protocol.messages import MAJOR, MINOR, TARGET
from tests.live.kernel import LiveKernel

WAIT = 30.0  # seconds; generous, because both cores may be busy
HELLO = {"major": MAJOR, "minor": MINOR, "version": "test", "page": "p"}
ENDS = ("done", "failed", "cancelled")

Event = dict[str, Any]


class Page:
    """Sends requests and keeps every event; numbers must rise without a gap."""

    def __init__(self, kernel: LiveKernel, **hello: Any) -> None:
        self.kernel = kernel
        self.subshell = kernel.create_subshell()
        said = {"type": "hello", "id": uuid.uuid4().hex, **HELLO, **hello}
        self.comm = kernel.open_comm(TARGET, self.subshell, said)
        self.hello = self.end(said["id"])

    @property
    def welcome(self) -> Event:
        """The last answer to Hello."""
        return self.of("welcome")[-1]

    @property
    def events(self) -> list[Event]:
        """Everything that has arrived so far."""
        sent = [one for one in self.comm.messages if "seq" in one]
        for number, event in enumerate(sent):
            assert event["seq"] == number
            read_event(event)
        return sent

    def greet(self, **hello: Any) -> Event:
        """Say Hello again; gives its end."""
        return self.ask("hello", **HELLO, **hello)

    def send(self, kind: str, /, **fields: Any) -> str:
        """Send a request; gives its id."""
        identity = uuid.uuid4().hex
        data = {"type": kind, "id": identity, **fields}
        self.kernel.send_comm(self.comm.id, data, self.subshell)
        return identity

    def ask(self, kind: str, /, *, wait: float = WAIT, **fields: Any) -> Event:
        """Send a request and wait for its end."""
        return self.end(self.send(kind, **fields), wait=wait)

    def end(self, request: str, *, wait: float = WAIT) -> Event:
        """Wait for the end of *request*, of which there must be one."""
        self.until(lambda: bool(self._ends(request)), wait)
        (end,) = self._ends(request)
        return end

    def until(self, condition: Callable[[], bool], wait: float = WAIT) -> None:
        """Take in messages until *condition* is true."""
        deadline = time.monotonic() + wait
        while not condition():
            assert time.monotonic() < deadline, self.comm.messages[-5:]
            self.kernel.pump(0.02)

    def of(self, *kinds: str) -> list[Event]:
        """Give the events of these types, in order."""
        return [event for event in self.events if event["type"] in kinds]

    def turns(self) -> list[Event]:
        """Give the turns as a page shows them after all that has arrived."""
        shown: dict[str, Event] = {}
        for event in self.events:
            if event["type"] == "transcript":
                shown = {turn["id"]: turn for turn in event["turns"]}
            elif event["type"] == "turn_changed":
                shown[event["turn"]["id"]] = event["turn"]
                for place, turn in enumerate(reversed(shown.values())):
                    turn["later"] = place
            elif event["type"] == "reply_delta":
                shown[event["turn"]] = _grown(shown[event["turn"]], event)
        return list(shown.values())

    def close(self) -> None:
        """Close the comm, as a page does that is left."""
        if not self.comm.closed:
            self.kernel.close_comm(self.comm, self.subshell)

    def _ends(self, request: str) -> list[Event]:
        return [one for one in self.of(*ENDS) if one["requestId"] == request]


def _grown(turn: Event, delta: Event) -> Event:
    live = turn["live"]
    assert live["reply"] == delta["reply"]
    return {
        **turn,
        "live": {
            **live,
            "text": live["text"] + delta["text"],
            "reasoning": live["reasoning"] + delta["reasoning"],
            "activity": delta["activity"],
        },
    }
