"""Models on this machine: servers on loopback, and installed model files."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from jupyter_core.paths import jupyter_data_dir

PROBE_TIMEOUT = 0.2  # seconds; a server on loopback answers in a few milliseconds
PROBE_AGAIN = 30.0  # seconds until servers are looked for anew

# Where well-known servers listen: name, port.
_SERVERS = (
    ("Ollama", 11434),
    ("LM Studio", 1234),
    ("llama.cpp", 8080),
    ("vLLM", 8000),
)
# Best first: what is taken when several are installed.
_NAMES = ("1.5b", "0.5b", "smol")


class Server(msgspec.Struct, frozen=True):
    """A model server that answered on loopback."""

    name: str
    api_base: str
    model: str
    window: int = 0


_last: tuple[float, Server | None] = (float("-inf"), None)


def find_server(environ: Mapping[str, str]) -> Server | None:
    """Look for a model server on 127.0.0.1; remembered for half a minute.

    `JUPYTER_CTX_PROBE=0` switches the look off.
    """
    global _last  # noqa: PLW0603 - one memory for the process
    if environ.get("JUPYTER_CTX_PROBE", "1") in ("0", "false", "no"):
        return None
    now = time.monotonic()
    if now - _last[0] > PROBE_AGAIN:
        with ThreadPoolExecutor(len(_SERVERS)) as pool:
            found = [s for s in pool.map(_probe, _SERVERS) if s is not None]
        _last = (time.monotonic(), found[0] if found else None)
    return _last[1]


def _probe(server: tuple[str, int]) -> Server | None:
    name, port = server
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PROBE_TIMEOUT)
    try:
        connection.request("GET", "/v1/models")
        response = connection.getresponse()
        listed = json.loads(response.read(200_000)) if response.status == 200 else {}  # noqa: PLR2004
        entries = listed.get("data") or []
        chat = [e for e in entries if "embed" not in str(e.get("id"))]
        model = str(chat[0]["id"])
    except (
        OSError,
        ValueError,
        http.client.HTTPException,
        LookupError,
        AttributeError,
    ):
        return None
    finally:
        connection.close()
    window = chat[0].get("max_model_len")
    return Server(
        name,
        f"http://127.0.0.1:{port}/v1",
        model,
        window if isinstance(window, int) else 0,
    )


def models_dir() -> Path:
    """Give the folder of installed model files."""
    return Path(jupyter_data_dir()) / "jupyter_ctx" / "models"


def names() -> tuple[str, ...]:
    """List the names of embedded models that can be installed."""
    return _NAMES


def installed() -> tuple[str, ...]:
    """List the installed models, the one to prefer first."""
    folder = models_dir()
    if not folder.is_dir():
        return ()
    found = {path.stem for path in folder.glob("*.gguf")}
    known = [name for name in _NAMES if name in found]
    return (*known, *sorted(found - set(_NAMES)))


def model_path(name: str) -> str:
    """Give the file of the installed model *name*, or an empty text."""
    plain = name.removeprefix("embedded:")
    path = models_dir() / f"{plain}.gguf"
    # A name is no path: nothing outside of the folder is read or deleted.
    return str(path) if plain == Path(plain).name and path.is_file() else ""
