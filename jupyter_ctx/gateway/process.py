"""The gateway that keeps a worker process: started late, restarted when it dies."""

from __future__ import annotations

import atexit
import contextlib
import math
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO

import msgspec

from jupyter_ctx.errors import ModelError, SettingError
from jupyter_ctx.gateway.failures import Failure, sentence
from jupyter_ctx.gateway.gateway import Delta, Finish, ModelCall, Profile
from jupyter_ctx.gateway.trust import for_worker
from jupyter_ctx.gateway.wire import (
    AnyAnswer,
    CancelOrder,
    DeltaAnswer,
    FailedAnswer,
    FinishAnswer,
    StreamOrder,
)

IDLE = 120.0  # seconds without a word in the middle of an answer; then it is dead
STDERR_LINES = 40  # of the worker, kept for the log
_ENVIRONMENT = {
    # No price list over HTTP, no .env file, no hub at import; see models.md of litellm.
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_MODE": "PRODUCTION",
    "HF_HUB_OFFLINE": "1",
    # Spinning barriers of OpenMP starve a busy machine.
    "OMP_WAIT_POLICY": "passive",
    "PYTHONUNBUFFERED": "1",
}
# As `python -m jupyter_ctx.gateway.worker`; our own folder comes last, so that
# the worker's environment decides wherever it has a package itself.
_START = (
    "import runpy, sys; sys.path.append(sys.argv[1]); "
    "runpy.run_module('jupyter_ctx.gateway.worker', run_name='__main__')"
)
_PACKAGES = Path(__file__).parents[2]

_decoder: msgspec.json.Decoder[AnyAnswer] = msgspec.json.Decoder(AnyAnswer)
_encoder = msgspec.json.Encoder()


def idle_limit(given: float | None, environ: Mapping[str, str] = os.environ) -> float:
    """Give the longest silence in an answer: environment > *given* > our own.

    In seconds, 0 for none at all.

    Raises:
        SettingError: JUPYTER_CTX_IDLE is no such number.

    """
    text = environ.get("JUPYTER_CTX_IDLE", "").strip()
    try:
        limit = float(text) if text else IDLE if given is None else given
    except ValueError:
        limit = -1.0
    if not 0 <= limit < math.inf:
        msg = (
            "JUPYTER_CTX_IDLE must be a number of seconds, 0 for no limit, "
            f"not {text!r}. Change it."
        )
        raise SettingError(msg)
    return limit


class WorkerStream:
    """One streaming answer of the worker; see `gateway.Stream`."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        self._answers: queue.SimpleQueue[AnyAnswer | None] = queue.SimpleQueue()
        self._send_cancel = cancel
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._finish: Finish | None = None

    def __iter__(self) -> Iterator[Delta]:
        """Yield deltas until the answer ends.

        Raises:
            ModelError: The model failed, or the worker ended.

        """
        while self._finish is None:
            answer = self._answers.get()
            if self._is_cancelled or answer is None:
                self._finish = Finish("cancelled")
            elif isinstance(answer, DeltaAnswer):
                yield Delta(answer.text, answer.kind)
            elif isinstance(answer, FinishAnswer):
                self._finish = answer.finish
            else:
                # Whoever iterates again is told again, and never waits in vain.
                self._answers.put(answer)
                raise answer.failure.error()

    def cancel(self) -> None:
        """End the iteration at once and have the HTTP stream closed."""
        with self._lock:
            if self._is_cancelled or self._finish is not None:
                return
            self._is_cancelled = True
        self._answers.put(None)
        self._send_cancel()

    @property
    def finish(self) -> Finish | None:
        """How it ended; None while it runs."""
        return self._finish

    def take(self, answer: AnyAnswer) -> None:
        """Queue what the worker reports."""
        self._answers.put(answer)


class WorkerGateway:
    """Reaches models through `python -m jupyter_ctx.gateway.worker`.

    *python* names the interpreter of the worker's environment; *key_for* gives
    the key for a profile at the moment of the call; *path_for* the file of an
    embedded model; *idle* the longest silence in seconds between two pieces of an
    answer, 0 for none at all.
    """

    def __init__(
        self,
        python: str = "",
        *,
        key_for: Callable[[Profile], str | None] = lambda _: None,
        path_for: Callable[[str], str] = lambda _: "",
        idle: Callable[[], float] = lambda: IDLE,
    ) -> None:
        self._python = python or sys.executable
        self._key_for = key_for
        self._path_for = path_for
        self._idle = idle
        self._process: subprocess.Popen[bytes] | None = None
        # With each stream the process that owes its answer.
        self._streams: dict[int, tuple[subprocess.Popen[bytes], WorkerStream]] = {}
        self._secrets: set[str] = set()
        self._lock = threading.Lock()
        self._last_id = 0
        self.stderr: deque[str] = deque(maxlen=STDERR_LINES)
        atexit.register(self.close)

    @property
    def pid(self) -> int | None:
        """The worker's process id; None while there is none."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def stream(self, call: ModelCall) -> WorkerStream:
        """Start *call*; a worker is started first where none is alive.

        Raises:
            ModelError: The worker cannot be started, or an embedded model is gone.
            ValueError: *call* holds text that is no UTF-8; nothing was started.

        """
        order = self._order(call)
        line = _encoder.encode(order)
        cancel = _encoder.encode(CancelOrder(order.id))
        stream = WorkerStream(lambda: self._send(cancel))
        with self._lock:
            self._streams[order.id] = self._start(), stream
            if order.api_key:
                self._secrets.add(order.api_key)
        self._send(line)
        return stream

    def close(self) -> None:
        """End the worker and every stream of it."""
        with self._lock:
            process, self._process = self._process, None
        atexit.unregister(self.close)
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _order(self, call: ModelCall) -> StreamOrder:
        profile = call.profile
        with self._lock:
            self._last_id += 1
            identity = self._last_id
        embedded = profile.is_embedded
        path = self._path_for(profile.model) if embedded else ""
        if embedded and not path:
            name = profile.model.removeprefix("embedded:")
            msg = (
                f"The embedded model {name} is not installed any more. Run "
                f"`jupyter ctx model install {name}`."
            )
            raise ModelError(msg, kind="not_found")
        return StreamOrder(
            id=identity,
            model=profile.model,
            messages=call.messages,
            max_tokens=call.max_tokens or profile.max_tokens,
            api_base=profile.api_base,
            api_key=None if embedded else self._key_for(profile),
            temperature=call.temperature,
            tools=call.tools,
            path=path,
            window=profile.window,
            pictures=call.pictures,
            marks=call.marks,
            idle=self._idle(),
        )

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.stderr.clear()
        try:
            self._process = process = subprocess.Popen(  # noqa: S603 - our own module
                # -P: a `json.py` beside the notebook must not be imported.
                [self._python, "-P", "-c", _START, str(_PACKAGES)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **for_worker(), **_ENVIRONMENT},
                # An interrupt of the kernel must not reach the worker.
                start_new_session=True,
            )
        except OSError as error:
            msg = f"The model worker cannot be started with {self._python}: {error}"
            raise ModelError(msg, kind="crashed") from error
        for target in (self._read, self._read_stderr):
            threading.Thread(target=target, args=(process,), daemon=True).start()
        return process

    def _send(self, line: bytes) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        # A worker that has just died is noticed by its reader; its pipe may be closed.
        with contextlib.suppress(OSError, ValueError), self._lock:
            process.stdin.write(line + b"\n")
            process.stdin.flush()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Hand answers to their streams; tell all of them when the worker ends."""
        for line in _lines(process.stdout):
            try:
                answer = _decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                # Whose answer this was is not to be known: all are told.
                process.kill()
                break
            with self._lock:
                _, stream = self._streams.get(answer.id, (None, None))
                if not isinstance(answer, DeltaAnswer):
                    self._streams.pop(answer.id, None)
            if stream is not None:
                stream.take(answer)
        process.wait()
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        for identity, stream in self._take_orphans(process):
            stream.take(FailedAnswer(identity, self._why_it_ended()))

    def _take_orphans(
        self, process: subprocess.Popen[bytes]
    ) -> list[tuple[int, WorkerStream]]:
        """Forget the streams of *process*; a new worker may run others already."""
        with self._lock:
            mine = [(i, s) for i, (p, s) in self._streams.items() if p is process]
            for identity, _ in mine:
                del self._streams[identity]
        return mine

    def _why_it_ended(self) -> Failure:
        missing = next((x for x in self.stderr if "ModuleNotFoundError" in x), "")
        if missing:
            text = f"{sentence('missing_package')} {missing}"
            return Failure("missing_package", text)
        return Failure("crashed", sentence("crashed"), retry=True)

    def _read_stderr(self, process: subprocess.Popen[bytes]) -> None:
        for line in _lines(process.stderr):
            text = line.decode("utf-8", "replace").rstrip()
            for secret in self._secrets:
                text = text.replace(secret, "<masked rule=api-key>")
            self.stderr.append(text)


def _lines(pipe: IO[bytes] | None) -> Iterator[bytes]:
    if pipe is not None:
        with pipe:
            yield from pipe
