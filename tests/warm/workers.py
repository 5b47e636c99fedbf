"""Workers that start in 30 milliseconds, because litellm is imported once for all.

litellm takes three seconds of CPU to import, and each kernel that asks has a worker
of its own. So the setting `worker_python` of the kernels of the tests names a small
program instead of Python. It hands its pipes, environment and folder to a server
(`tests/warm/server.py`) that has imported litellm, and forks; in the child the real
worker module runs from its first line. The program waits, is killed with the worker
or kills it, and ends as it ended: to the kernel it is the worker.

What is the same as ever: one process per kernel, started by the first question, its
messages, HTTP, cancelling, failures and death. What is not: the seconds in which
litellm is imported. A test about these, or about the import itself, asks for
`LiveKernel(is_worker_cold=True)`. All else gets a warm worker without asking:
`LiveKernel`, `asking()`, the kernels of the browser tests and of the demo notebooks.
Where litellm's own settings or a PYTHONPATH of the test's are in the environment, a
worker is started cold by itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from jupyter_ctx.gateway.process import _ENVIRONMENT, _START

ROOT = Path(__file__).parents[2]
CONFIG = Path("profile_default", "ipython_kernel_config.json")

PROGRAM = """\
#!{python} -IS
import json, os, socket, sys

own = {{k: v for k, v in os.environ.items() if k.startswith("LITELLM")}}
path = os.environ.get("PYTHONPATH", "").split(os.pathsep)
further = [one for one in path if one not in ("", {root!r})]
if sys.argv[1:4] != {start!r} or own != {own!r} or further != {further!r}:
    os.execv({python!r}, [{python!r}, *sys.argv[1:]])
order = {{
    "environment": dict(os.environ),
    "folder": os.getcwd(),
    "arguments": sys.argv[4:],
}}
data = json.dumps(order).encode()
server = socket.socket(socket.AF_UNIX)
server.connect({socket!r})
socket.send_fds(server, [b"%d\\n" % len(data)], [0, 1, 2])
server.sendall(data)
for file in range(3):
    os.close(file)  # the worker alone keeps the pipes open
code = int(server.recv(16) or 1)
if code < 0:
    os.kill(os.getpid(), -code)
os._exit(code)
"""


@cache
def program() -> Path:
    """Start the server, once a session; give what to start in place of Python."""
    folder = Path(_folder().name)
    socket, path = folder / "socket", folder / "worker"
    searched = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    further = [one for one in searched if one not in ("", str(ROOT))]
    values = {
        "python": sys.executable,
        "socket": str(socket),
        "start": ["-P", "-c", _START],
        "own": {k: v for k, v in _ENVIRONMENT.items() if k.startswith("LITELLM")},
        "root": str(ROOT),
        "further": further,
    }
    path.write_text(PROGRAM.format(**values), encoding="utf-8")
    path.chmod(0o700)
    # It ends with its standard input, that is with us.
    server = subprocess.Popen(
        [sys.executable, "-P", "-m", "tests.warm.server", str(socket)],
        env=_environment(further),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    _kept.append(server)
    assert server.stdout is not None
    assert server.stdout.readline() == b"listening\n"
    return path


def configure(ipython: Path) -> None:
    """Have the kernels whose IPYTHONDIR is *ipython* start warm workers."""
    file = ipython / CONFIG
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"JupyterCtx": {"worker_python": str(program())}}))


_kept: list[subprocess.Popen[bytes]] = []


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="warm-")


def _environment(further: list[str]) -> dict[str, str]:
    foreign = ("JUPYTER", "IPYTHON", "OPENAI", "ANTHROPIC", "LITELLM")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
    path = os.pathsep.join([str(ROOT), *further])
    return {**kept, **_ENVIRONMENT, "PYTHONPATH": path}
