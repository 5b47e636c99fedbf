"""A kernel in a scratch folder, where a task's history and an answer are run."""

from __future__ import annotations

import ast
import os
import queue
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from jupyter_ctx.bench.tasks.catalogue import Task
from jupyter_ctx.errors import CtxError

START_LIMIT = 120  # seconds that a kernel may take to start on a busy machine
CELL_LIMIT = 60  # seconds that a cell of a history may run
POLL = 0.2  # seconds between two looks whether the kernel is alive

_LOAD = "get_ipython().run_line_magic('load_ext', 'jupyter_ctx')"


class Session:
    """A fresh kernel that has run the cells of *task*; use it as a context manager.

    With *load* the product is loaded first, as a user would.

    Raises:
        CtxError: The kernel does not start, or a cell of the history fails.

    """

    def __init__(self, task: Task, *, load: bool = False) -> None:
        self._task = task
        self._load = load
        # A kernel that dies may still be writing its history.
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._manager: Any = None
        self._client: Any = None

    def __enter__(self) -> Self:
        """Start the kernel and run the history."""
        try:
            self._start()
            self._replay()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the kernel and remove its folder."""
        self.close()

    def close(self) -> None:
        """End the kernel, also one that hangs; may be called twice."""
        if self._client is not None:
            self._client.stop_channels()
            self._client = None
        if self._manager is not None:
            self._manager.shutdown_kernel(now=True)
            self._manager = None
        self._folder.cleanup()

    def run(self, code: str, limit: float = CELL_LIMIT) -> str:
        """Run *code* for at most *limit* seconds; gives how it failed, or nothing."""
        reply = self._reply(self._client.execute(code, allow_stdin=False), limit)
        if reply is None:
            return f"TimeoutError: it did not end within {limit:.0f} s"
        if reply["status"] == "ok":
            return ""
        return f"{reply.get('ename', 'Aborted')}: {reply.get('evalue', '')}"

    def text(self, expression: str) -> str:
        """Give the text that *expression* evaluates to; nothing is recorded.

        Raises:
            CtxError: It failed.

        """
        asked = self._client.execute(
            "",
            silent=True,
            store_history=False,
            user_expressions={"it": expression},
            allow_stdin=False,
        )
        reply = self._reply(asked, CELL_LIMIT) or {}
        answer = reply.get("user_expressions", {}).get("it", {})
        if answer.get("status") != "ok":
            told = f"{answer.get('ename')}: {answer.get('evalue')}"
            msg = f"The kernel could not tell its context ({told}). Run it again."
            raise CtxError(msg)
        return str(ast.literal_eval(answer["data"]["text/plain"]))

    def _start(self) -> None:
        # Only a task needs a kernel, and only then its client.
        from jupyter_client.manager import start_new_kernel  # noqa: PLC0415

        home = Path(self._folder.name)
        for name, text in self._task.files.items():
            (home / name).write_text(text, encoding="utf-8")
        self._manager, self._client = start_new_kernel(
            startup_timeout=START_LIMIT,
            cwd=str(home),
            env={
                **os.environ,
                "IPYTHONDIR": str(home / ".ipython"),
                "JUPYTER_CTX_MODEL": "none",
                "PYTHONHASHSEED": "0",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _replay(self) -> None:
        for cell in ([_LOAD] if self._load else []) + list(self._task.cells):
            why = self.run(cell)
            if why:
                head = cell.strip().partition("\n")[0]
                msg = (
                    f"The notebook {self._task.notebook} does not run here: {why} in "
                    f"the cell `{head}`. Install pandas and numpy beside the kernel."
                )
                raise CtxError(msg)

    def _reply(self, sent: str, limit: float) -> dict[str, Any] | None:
        end = time.monotonic() + limit
        while time.monotonic() < end:
            try:
                reply = self._client.get_shell_msg(timeout=POLL)
            except queue.Empty:
                if not self._manager.is_alive():
                    return {"status": "error", "ename": "DeadKernel", "evalue": ""}
                continue
            if reply["parent_header"].get("msg_id") == sent:
                return dict(reply["content"])
        return None
