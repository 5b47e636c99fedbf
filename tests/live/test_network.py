"""Which hosts are contacted: the configured model's, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live.asking import asking

RECORDER = """
import sys

def note(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        place = arguments[-1 if event == "socket.connect" else 0]
        with open({log!r}, "a") as file:
            file.write(f"{{event}} {{place}}\\n")

sys.addaudithook(note)
"""


@pytest.mark.live
def test_only_the_configured_host_is_contacted(tmp_path):
    """Kernel and worker open connections to loopback alone (A16, N10)."""
    log = tmp_path / "connections.txt"
    (tmp_path / "sitecustomize.py").write_text(RECORDER.format(log=str(log)))
    root = Path(__file__).parents[2]
    with asking(PYTHONPATH=f"{tmp_path}:{root}") as (kernel, stub):
        kernel.run("import pandas as pd\ndf = pd.DataFrame({'a': [1]})")
        assert "ok" in kernel.run("%%assist --no-widget\nwhat is in df?").text
        kernel.run("%ctx show --prompt df")
        kernel.run("%ctx doctor")
    contacted = log.read_text().splitlines()
    assert any(str(stub.port) in line for line in contacted), "the recorder is deaf"
    foreign = [
        line
        for line in contacted
        if "127.0.0.1" not in line and "localhost" not in line and "/" not in line
    ]
    assert foreign == []


@pytest.mark.live
def test_litellm_never_enters_the_kernel():
    """After an answer the kernel has loaded neither litellm nor its friends."""
    with asking() as (kernel, _):
        kernel.run("%%assist --no-widget\nhi")
        kernel.run("%ctx show")
        heavy = kernel.value(
            "sorted({'litellm', 'openai', 'httpx', 'pandas', 'numpy', 'ipywidgets'}"
            " & set(__import__('sys').modules))"
        )
    assert heavy == []
