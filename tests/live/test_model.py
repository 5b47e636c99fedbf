"""A real kernel, the real worker and a model server on loopback."""

from __future__ import annotations

import json

import pytest

from jupyter_ctx.ui.cli import main
from tests.live.asking import asking

pytestmark = [pytest.mark.live, pytest.mark.timeout(180)]


def _tokens(kernel):
    shown = kernel.run("%ctx show --format json --prompt again").stdout
    return json.loads(shown)["tokens"]


def test_a_key_counts_without_a_restart(tmp_path, monkeypatch):
    """Asked without a key, then with the one that was just stored (case A15)."""
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    with asking(JUPYTER_CONFIG_DIR=str(tmp_path)) as (kernel, stub):
        kernel.run("%%assist\nfirst")
        monkeypatch.setattr("jupyter_ctx.ui.cli._read_key", lambda _: "sk-stored")
        assert main(["key", "set", "127.0.0.1"]) == 0
        kernel.run("%%assist\nsecond")
        sent = [
            {name.lower(): value for name, value in headers.items()}["authorization"]
            for headers in stub.headers
        ]

    assert sent[0] != sent[1] == "Bearer sk-stored"


def test_usage_corrects_the_next_count():
    """A model that reports 1.7 times our estimate is counted so (case D2)."""
    with asking(JUPYTER_CTX_WINDOW="32000") as (kernel, stub):
        kernel.run("import pandas as pd\ndf = pd.DataFrame({'price': [1, 2]})")
        counted = _tokens(kernel)
        usage = {"prompt_tokens": int(counted * 1.7), "completion_tokens": 1}
        stub.reply("ok", usage={**usage, "total_tokens": 0})
        kernel.run("%%assist --no-widget\nagain")
        kernel.run("%ctx reset")
        after = _tokens(kernel)

    assert after == pytest.approx(1.7 * counted, rel=0.15)


def test_only_the_configured_server_is_contacted_and_litellm_stays_away():
    """Every connection of kernel and worker goes to loopback (case A16)."""
    spy = (
        "import socket, sys\n"
        "_real, _seen = socket.socket.connect, []\n"
        "def _connect(self, address):\n"
        "    _seen.append(str(address)); return _real(self, address)\n"
        "socket.socket.connect = _connect"
    )
    with asking() as (kernel, stub):
        kernel.run(spy)
        asked = kernel.run("%%assist --no-widget\nhello")
        seen = kernel.value("_seen")
        loaded = kernel.value("[m for m in ('litellm', 'pandas') if m in sys.modules]")

    assert asked.status == "ok"
    assert len(stub.requests) == 1
    assert all("127.0.0.1" in place for place in seen)
    assert loaded == []
    assert asked.stderr == ""
