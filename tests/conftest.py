"""What all tests share: folders of their own, so that nobody's data are touched."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    """Give each test its own Jupyter folders and no settings from outside."""
    for name in ("CONFIG", "DATA", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{name}_DIR", str(tmp_path / name.lower()))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    # A server that happens to run here must not answer the tests.
    monkeypatch.setenv("JUPYTER_CTX_PROBE", "0")
    for name in (
        "JUPYTER_CTX_MODEL",
        "JUPYTER_CTX_API_BASE",
        "JUPYTER_CTX_API_KEY",
        "JUPYTER_CTX_WINDOW",
        "JUPYTER_CTX_BUDGET",
        "JUPYTER_CTX_MAX_TOKENS",
        "JPY_SESSION_NAME",
    ):
        monkeypatch.delenv(name, raising=False)
