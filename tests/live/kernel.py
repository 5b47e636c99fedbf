"""A real ipykernel for tests: own folders, every message kept, nothing faked.

What it costs, in CPU seconds: a kernel 0.4, the first question in it 0.7, a further
one 0.05. Its worker is warm (`tests.warm.workers`); a cold one costs 3 more. So share
a kernel by a fixture of the module where a test adds cells and does not mind those
before it (names and cell ids of its own, `%ctx reset` before its first question), and
start one where the test is about a fresh kernel, its environment, its counts, or
what it has not loaded. Wait with `run`, `until` or `Page.end` for what shall come:
`pump(seconds)` always waits that long, and is only for what must not come.
"""

from __future__ import annotations

import ast
import os
import queue
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import KernelManager

from tests.warm import workers

READY_TIMEOUT = 60.0  # seconds; a cold start on two busy cores takes 10
ROOT = Path(__file__).parents[2]
TEXT_MIMES = ("text/markdown", "text/plain")

Message = dict[str, Any]


@dataclass
class Comm:
    """What the front end knows of one comm; *state* is a widget's, kept current."""

    id: str
    target: str
    state: dict[str, Any]
    messages: list[dict[str, Any]] = field(default_factory=list)
    closed: bool = False


@dataclass
class Ran:
    """One executed cell as the notebook shows it.

    *outputs* are nbformat outputs; later display updates are applied to them in
    place, as a front end does. *payload* is that of the execute reply.
    """

    status: str = "running"
    execution_count: int | None = None
    outputs: list[dict[str, Any]] = field(default_factory=list)
    payload: list[dict[str, Any]] = field(default_factory=list)
    expressions: dict[str, Any] = field(default_factory=dict)
    clear_waits: bool = False

    @property
    def stdout(self) -> str:
        """All text printed to stdout."""
        return self._stream("stdout")

    @property
    def stderr(self) -> str:
        """All text printed to stderr."""
        return self._stream("stderr")

    @property
    def error(self) -> dict[str, Any] | None:
        """The error output (`ename`, `evalue`, `traceback`), None without one."""
        errors = [o for o in self.outputs if o["output_type"] == "error"]
        return errors[-1] if errors else None

    @property
    def text(self) -> str:
        """Streams, markdown, plain text and tracebacks of all outputs, joined."""
        return "\n".join(part for out in self.outputs for part in _texts(out))

    @property
    def next_inputs(self) -> list[str]:
        """The sources that `set_next_input` asked the front end to insert."""
        return [p["text"] for p in self.payload if p.get("source") == "set_next_input"]

    def _stream(self, name: str) -> str:
        streams = [o for o in self.outputs if o["output_type"] == "stream"]
        return "".join(o["text"] for o in streams if o["name"] == name)


def _texts(output: dict[str, Any]) -> list[str]:
    if output["output_type"] == "stream":
        return [output["text"]]
    if output["output_type"] == "error":
        return ["\n".join(output["traceback"])]
    return [str(output["data"][mime]) for mime in TEXT_MIMES if mime in output["data"]]


class LiveKernel:
    """A kernel process with a client; use it as a context manager.

    *env* is added to an environment without any key or setting of this machine;
    *load* runs `%load_ext jupyter_ctx` first, outside the execution counts. Its
    worker has litellm already but where *is_worker_cold*: see `tests.warm.workers`.
    """

    def __init__(
        self,
        env: Mapping[str, str] = {},
        load: bool = True,
        *,
        is_worker_cold: bool = False,
    ) -> None:
        self.comms: dict[str, Comm] = {}
        self.messages: list[Message] = []
        self._env = dict(env)
        self._load = load
        self._is_worker_cold = is_worker_cold
        self._features: list[str] = []
        self._runs: dict[str, Ran] = {}
        self._idle: set[str] = set()
        self._displays: dict[str, list[dict[str, Any]]] = {}
        # ignore_cleanup_errors: the dying kernel may still write its history.
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.home = Path(self._folder.name)
        # Sockets in our folder: no port can collide, nothing is open to others.
        specs = _ThisPython()
        self._manager = KernelManager(kernel_spec_manager=specs, transport="ipc")
        self._manager.connection_file = str(self.home / "connection.json")
        self._client: BlockingKernelClient | None = None

    def __enter__(self) -> Self:
        """Start the kernel and wait until it answers."""
        for name in FOLDERS.values():
            (self.home / name).mkdir(exist_ok=True)
        if not self._is_worker_cold:
            workers.configure(self.home / FOLDERS["IPYTHONDIR"])
        try:
            self._manager.start_kernel(env=self._environment(), cwd=str(self.home))
            self._connect()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End the kernel and remove its folders."""
        if self._client is not None:
            self._client.stop_channels()
        if self._manager.has_kernel:
            self._manager.shutdown_kernel(now=True)
        self._manager.cleanup_resources()
        self._folder.cleanup()

    @property
    def client(self) -> BlockingKernelClient:
        """The client, for what this class does not wrap."""
        assert self._client is not None, "enter the LiveKernel first"
        return self._client

    def run(
        self,
        source: str,
        *,
        cell_id: str | None = None,
        timeout: float = 60,
        silent: bool = False,
    ) -> Ran:
        """Run *source* as a cell and wait until the kernel is idle again.

        Raises:
            TimeoutError: It took longer than *timeout* seconds.

        """
        message = self.send(source, cell_id=cell_id, silent=silent)
        return self.finish(message, timeout=timeout)

    def send(
        self,
        source: str,
        *,
        cell_id: str | None = None,
        silent: bool = False,
        expressions: Mapping[str, str] = {},
        subshell: str = "",
    ) -> str:
        """Start *source* and return its message id at once."""
        content = {
            "code": source,
            "silent": silent,
            "store_history": not silent,
            "user_expressions": dict(expressions),
            "allow_stdin": False,
            "stop_on_error": True,
        }
        metadata = {} if cell_id is None else {"cellId": cell_id}
        return self._send("execute_request", content, metadata, subshell)

    def started(self, message: str) -> Ran:
        """Give what `send` started as far as its outputs were received."""
        return self._runs[message]

    def finish(self, message: str, *, timeout: float = 60) -> Ran:
        """Wait for what `send` or `send_comm` started.

        Raises:
            TimeoutError: It took longer than *timeout* seconds.

        """
        deadline = time.monotonic() + timeout
        ran = self._runs[message]
        while message not in self._idle:
            self._receive_before(deadline, ran)
        if ran.status == "running":
            self._reply(message, ran, deadline)
        return ran

    def value(self, expression: str) -> Any:
        """Evaluate *expression* silently; its `repr` must be a Python literal."""
        wanted = {"value": f"repr({expression})"}
        ran = self.finish(self.send("", silent=True, expressions=wanted))
        answer = ran.expressions["value"]
        assert answer["status"] == "ok", answer
        return ast.literal_eval(ast.literal_eval(answer["data"]["text/plain"]))

    def create_subshell(self) -> str:
        """Make a thread that serves messages while a cell runs; empty without."""
        if "kernel subshells" not in self._features:
            return ""
        session, control = self.client.session, self.client.control_channel
        request = session.msg("create_subshell_request", {})
        control.send(request)
        while True:
            reply = self.client.get_control_msg(timeout=READY_TIMEOUT)
            if reply["parent_header"].get("msg_id") == request["header"]["msg_id"]:
                return str(reply["content"].get("subshell_id", ""))

    def open_comm(
        self, target: str, subshell: str = "", data: Mapping[str, Any] = {}
    ) -> Comm:
        """Open a comm to *target* as a page does, with *data* as first message."""
        comm = Comm(uuid.uuid4().hex, target, {})
        self.comms[comm.id] = comm
        content = {"comm_id": comm.id, "target_name": target, "data": dict(data)}
        self._send("comm_open", content, {}, subshell)
        return comm

    def close_comm(self, comm: Comm, subshell: str = "") -> None:
        """Close *comm* from the page's side."""
        comm.closed = True
        self._send("comm_close", {"comm_id": comm.id, "data": {}}, {}, subshell)

    def send_comm(self, comm_id: str, data: dict[str, Any], subshell: str = "") -> str:
        """Send *data* to a comm as the browser does; returns the message id."""
        content = {"comm_id": comm_id, "data": data}
        message = self._send("comm_msg", content, {}, subshell)
        self._runs[message].status = "ok"  # a comm message has no reply
        return message

    def click(self, model_id: str, *, timeout: float = 60) -> Ran:
        """Click a button widget and wait until its handlers ran."""
        data = {"method": "custom", "content": {"event": "click"}, "buffers": []}
        return self.finish(self.send_comm(model_id, data), timeout=timeout)

    def widgets(self, model_name: str = "") -> dict[str, Comm]:
        """Open widgets by model id, e.g. all of `ButtonModel`."""
        return {
            comm.id: comm
            for comm in self.comms.values()
            if comm.target == "jupyter.widget" and not comm.closed
            if not model_name or comm.state.get("_model_name") == model_name
        }

    def pump(self, seconds: float = 0.2) -> None:
        """Take in what arrives by itself until *seconds* pass without a message."""
        while True:
            try:
                self._take(self.client.get_iopub_msg(timeout=seconds))
            except queue.Empty:
                return

    def until(self, holds: Callable[[], bool], seconds: float = 20) -> bool:
        """Take in what arrives until *holds* does, or *seconds* have passed."""
        deadline = time.monotonic() + seconds
        while not holds() and time.monotonic() < deadline:
            self.pump(0.05)
        return holds()

    def interrupt(self) -> None:
        """Interrupt the running cell, as the Stop button of a notebook does."""
        self._manager.interrupt_kernel()

    def restart(self) -> None:
        """Restart the kernel; what was shown and every comm is forgotten."""
        self.client.stop_channels()
        self._manager.restart_kernel(now=True)
        for kept in (self.comms, self._runs, self._idle, self._displays, self.messages):
            kept.clear()
        self._connect()

    def _environment(self) -> dict[str, str]:
        foreign = ("JUPYTER", "IPYTHON", "OPENAI", "ANTHROPIC", "LITELLM")
        env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(foreign) and not name.endswith(("_KEY", "_TOKEN"))
        }
        env |= {name: str(self.home / folder) for name, folder in FOLDERS.items()}
        env["PYTHONPATH"] = os.pathsep.join(
            filter(None, [str(ROOT), env.get("PYTHONPATH")])
        )
        return env | self._env

    def _connect(self) -> None:
        self._client = self._manager.client()
        self._client.start_channels()
        info = self._wait_until_ready()
        self._features = info["content"].get("supported_features", [])
        if self._load:
            loaded = self.run("%load_ext jupyter_ctx", silent=True)
            assert loaded.status == "ok", loaded.text

    def _wait_until_ready(self) -> Message:
        """Ask until both channels answer; gives what the kernel tells of itself.

        As `wait_for_ready` of the client, which then waits 200 ms for more: here the
        `idle` that ends the answered request says that nothing more will come.
        """
        deadline = time.monotonic() + READY_TIMEOUT
        while time.monotonic() < deadline:
            asked = self.client.kernel_info()
            try:
                # A slow kernel answers what was asked before, too.
                while True:
                    info: Message = self.client.get_shell_msg(timeout=1)
                    if info["parent_header"].get("msg_id") == asked:
                        break
                self._wait_until_idle(asked)
            except queue.Empty:
                assert self._manager.is_alive(), "The kernel died as it started."
            else:
                return info
        msg = f"The kernel did not answer within {READY_TIMEOUT} seconds."
        raise TimeoutError(msg)

    def _wait_until_idle(self, asked: str) -> None:
        # Raises queue.Empty where iopub was not connected yet when it was said.
        while True:
            message = self.client.get_iopub_msg(timeout=0.2)
            is_end = message["content"].get("execution_state") == "idle"
            if is_end and message["parent_header"].get("msg_id") == asked:
                return

    def _send(
        self, kind: str, content: Message, metadata: Message, subshell: str = ""
    ) -> str:
        message = self.client.session.msg(kind, content, metadata=metadata)
        if subshell:
            message["header"]["subshell_id"] = subshell
        message_id: str = message["header"]["msg_id"]
        self._runs[message_id] = Ran()
        self.client.shell_channel.send(message)
        return message_id

    def _receive_before(self, deadline: float, ran: Ran) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            msg = f"The kernel was still busy; it had shown: {ran.text[-2000:]}"
            raise TimeoutError(msg)
        try:
            self._take(self.client.get_iopub_msg(timeout=min(left, 1.0)))
        except queue.Empty:
            assert self._manager.is_alive(), f"The kernel died: {ran.text[-2000:]}"

    def _reply(self, message: str, ran: Ran, deadline: float) -> None:
        while True:
            left = max(0.1, deadline - time.monotonic())
            reply = self.client.get_shell_msg(timeout=left)
            if reply["parent_header"].get("msg_id") == message:
                break
        content = reply["content"]
        ran.status = content["status"]
        ran.execution_count = content.get("execution_count")
        ran.payload = content.get("payload", [])
        ran.expressions = content.get("user_expressions", {})

    def _take(self, message: Message) -> None:
        self.messages.append(message)
        kind = message["header"]["msg_type"]
        parent = message["parent_header"].get("msg_id", "")
        content = message["content"]
        if kind.startswith("comm_"):
            self._take_comm(kind, content)
        elif kind == "status":
            if content["execution_state"] == "idle":
                self._idle.add(parent)
        elif kind == "update_display_data":
            for output in self._displays.get(content["transient"]["display_id"], []):
                output["data"] = content["data"]
                output["metadata"] = content["metadata"]
        elif parent in self._runs:
            self._take_output(kind, content, self._runs[parent])

    def _take_comm(self, kind: str, content: Message) -> None:
        name = content["comm_id"]
        data = content.get("data", {})
        if kind == "comm_open":
            target = content["target_name"]
            self.comms[name] = Comm(name, target, dict(data.get("state", {})))
        elif name not in self.comms:
            return
        elif kind == "comm_close":
            self.comms[name].closed = True
        else:
            self.comms[name].messages.append(data)
            self.comms[name].state.update(data.get("state", {}))

    def _take_output(self, kind: str, content: Message, ran: Ran) -> None:
        if kind == "clear_output":
            ran.clear_waits = content["wait"]
            if not content["wait"]:
                ran.outputs.clear()
            return
        if kind not in ("stream", "display_data", "execute_result", "error"):
            return
        if ran.clear_waits:
            ran.outputs.clear()
            ran.clear_waits = False
        if kind == "stream" and _joins(ran.outputs, content["name"]):
            ran.outputs[-1]["text"] += content["text"]
            return
        output = {"output_type": kind, **content}
        display = output.pop("transient", {}).get("display_id")
        ran.outputs.append(output)
        if display is not None:
            self._displays.setdefault(display, []).append(output)


def _joins(outputs: list[dict[str, Any]], name: str) -> bool:
    if not outputs or outputs[-1]["output_type"] != "stream":
        return False
    return bool(outputs[-1]["name"] == name)


FOLDERS = {
    "HOME": "home",
    "IPYTHONDIR": "ipython",
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
}
"""Environment variables of the kernel and the folders of its temp home."""


class _ThisPython(KernelSpecManager):  # type: ignore[misc]
    """Starts kernels with the Python of the tests, whatever is installed."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Give the one spec there is; *kernel_name* does not matter."""
        command = [
            sys.executable,
            "-m",
            "ipykernel_launcher",
            "-f",
            "{connection_file}",
        ]
        return KernelSpec(argv=command, display_name=kernel_name, language="python")
