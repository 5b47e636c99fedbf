"""Every test runs in folders of its own, and says why it was skipped."""

from __future__ import annotations

import os
import shutil

import pytest

# What a person's environment may hold that would change a result.
FOREIGN = ("JUPYTER_CTX_", "JUPYTER", "IPYTHON", "OPENAI_", "ANTHROPIC_", "LITELLM_")
KEPT = frozenset({"JUPYTER_CTX_TEST_MODELS"})
# Where a test module imports litellm itself: no price list is fetched at that.
os.environ |= {
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_MODE": "PRODUCTION",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory, monkeypatch):
    """Give each test a HOME, so that none reads or writes a person's files."""
    for name in list(os.environ):
        if name.startswith(FOREIGN) and name not in KEPT:
            monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    folders = {
        "HOME": home,
        "USERPROFILE": home,
        "IPYTHONDIR": home / "ipython",
        "JUPYTER_CONFIG_DIR": home / "jupyter" / "config",
        "JUPYTER_DATA_DIR": home / "jupyter" / "data",
        "JUPYTER_RUNTIME_DIR": home / "jupyter" / "runtime",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_CONFIG_HOME": home / "config",
        "XDG_DATA_HOME": home / "share",
    }
    for name, folder in folders.items():
        monkeypatch.setenv(name, str(folder))
    return home


@pytest.fixture(scope="session")
def chromium():
    """Find the browser, or skip with the way to get one."""
    named = os.environ.get("CHROMIUM", "")
    for name in (named, *BROWSERS):
        if name and (path := shutil.which(name)):
            return path
    return pytest.skip("No chromium was found; scripts/chromium.sh tells how to get it")


def pytest_collection_modifyitems(config, items):
    """Leave the long campaigns to `make soak`, which asks for them by marker."""
    if "soak" in config.getoption("markexpr"):
        return
    chosen = [item for item in items if "soak" not in item.keywords]
    config.hook.pytest_deselected(items=[i for i in items if i not in set(chosen)])
    items[:] = chosen
