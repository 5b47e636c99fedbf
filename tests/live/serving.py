"""A real Jupyter server with one kernel, for tests that end it the hard way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jupyter_client.blocking.client import BlockingKernelClient

from tests.live.kernel import ROOT

TOKEN = "token-of-a-test"
WAIT = 60  # seconds


class ServedKernel:
    """A kernel that the server started; cells run by its connection file."""

    def __init__(self, connection: Path) -> None:
        self.client = BlockingKernelClient(connection_file=str(connection))
        self.client.load_connection_file()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=WAIT)

    def run(self, source: str) -> None:
        """Run *source* to its end."""
        reply = self.client.execute_interactive(
            source, timeout=WAIT, output_hook=lambda _: None
        )
        assert reply["content"]["status"] == "ok"

    def send(self, source: str) -> None:
        """Run *source* and do not wait."""
        self.client.execute(source)


@contextmanager
def serving(store: Path) -> Iterator[tuple[subprocess.Popen[bytes], ServedKernel]]:
    """Start a server and a kernel without a model, on the store at *store*."""
    home = store.with_suffix("")
    home.mkdir()
    port_file = home / "runtime"
    env = {
        **os.environ,
        "HOME": str(home),
        "JUPYTER_RUNTIME_DIR": str(port_file),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CTX_STORE": str(store),
        "JUPYTER_CTX_MODEL": "none",
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--port=0"]
    command += [f"--IdentityProvider.token={TOKEN}", "--allow-root"]
    process = subprocess.Popen(
        command, cwd=home, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    kernel: ServedKernel | None = None
    try:
        info = _info(port_file)
        started = _post(f"{info['url']}api/kernels")
        connection = port_file / f"kernel-{started['id']}.json"
        kernel = ServedKernel(_wait_for(connection))
        kernel.run("%load_ext jupyter_ctx\nimport os")
        yield process, kernel
        _wait_until_gone(kernel)
    finally:
        if kernel is not None:
            kernel.client.stop_channels()
        process.kill()
        process.wait()


def _info(folder: Path) -> dict[str, str]:
    """Read what the server tells of itself once it listens."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        for path in folder.glob("jpserver-*.json"):
            text = path.read_text()
            if text.endswith("}"):
                return dict(json.loads(text))
        time.sleep(0.05)
    msg = "The server did not start."
    raise TimeoutError(msg)


def _post(url: str) -> dict[str, str]:
    request = urllib.request.Request(
        url,
        data=b"{}",
        headers={
            "Authorization": f"token {TOKEN}",
            "Content-Type": "application/json",
        },
    )
    end = time.monotonic() + WAIT
    while True:
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:
                return dict(json.loads(answer.read()))
        except urllib.error.URLError:
            # It tells of itself a moment before it listens.
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def _wait_for(path: Path) -> Path:
    end = time.monotonic() + WAIT
    while not path.exists() or not path.read_text().strip():
        assert time.monotonic() < end, path
        time.sleep(0.05)
    return path


def _wait_until_gone(kernel: ServedKernel) -> None:
    """Wait until the kernel has noticed that its server is gone, and ended."""
    end = time.monotonic() + WAIT
    while kernel.client.is_alive() and time.monotonic() < end:
        time.sleep(0.1)
