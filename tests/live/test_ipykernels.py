"""The door on other versions of ipykernel, with and without subshells."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.live.asking import asking, buttons
from tests.live.page import Page
from tests.live.test_sidebar import SENDS, WORDS, Busy, logged

pytestmark = pytest.mark.live

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".build" / "ipykernel"
FETCH_LIMIT = 120  # seconds


def fetch(version: str) -> Path:
    """Fetch ipykernel *version* into a folder of its own; skip where that fails."""
    kept = KEPT / version
    if kept.exists():
        return kept
    KEPT.mkdir(parents=True, exist_ok=True)
    fresh = tempfile.mkdtemp(dir=KEPT)
    # nest-asyncio is for 6.x; everything else is here with the newest ipykernel.
    wanted = ["--no-deps", "--target", fresh, f"ipykernel=={version}", "nest-asyncio"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", *wanted]
    try:
        done = subprocess.run(
            pip, capture_output=True, text=True, timeout=FETCH_LIMIT, check=False
        )
        problem = done.stderr.strip()[-300:] if done.returncode else ""
    except subprocess.TimeoutExpired:
        problem = f"it took longer than {FETCH_LIMIT} s"
    if problem:
        shutil.rmtree(fresh)
        print(f"ipykernel {version} cannot be fetched: {problem}")
        pytest.skip(f"ipykernel {version} cannot be fetched: {problem}")
    Path(fresh).rename(kept)
    return kept


def path_of(version: str) -> dict[str, str]:
    """Put ipykernel *version* in front of the installed one."""
    return {"PYTHONPATH": os.pathsep.join([str(fetch(version)), str(ROOT)])}


@pytest.mark.parametrize("version", ["7.0.1", "7.1.0", "7.2.0", "7.3.0"])
def test_a_page_is_answered_while_a_cell_runs(version):
    """On every ipykernel with subshells, also after a cell sent on the comm itself."""
    with asking(**path_of(version)) as (kernel, stub):
        assert kernel.value("__import__('ipykernel').__version__") == version
        page = Page(kernel)
        stub.reply("The answer.")
        kernel.run(SENDS)
        with Busy(kernel):
            end = page.ask("ask", prompt="what?", wait=90)
            assert page.of("status")[-1]["kernel"]["hasSubshells"]
        assert end["type"] == "done"
        assert page.turns()[0]["reply"]["text"] == "The answer."
        stub.reply(chunks=WORDS[:20], delay=0.05)
        ran = kernel.run("%%assist --background\nwrite", cell_id="c")
        page.until(lambda: "w19" in ran.text and "Regenerate" in buttons(kernel))
        assert logged(kernel) == []


def test_without_subshells_a_page_is_answered_after_the_cell():
    """The older ipykernel works too, only later, and the page is told so."""
    with asking(**path_of("6.31.0")) as (kernel, stub):
        page = Page(kernel)
        assert page.subshell == ""
        assert not page.of("status")[-1]["kernel"]["hasSubshells"]
        stub.reply("The answer.")
        page.ask("ask", prompt="start the worker", wait=90)
        with Busy(kernel):
            request = page.send("ask", prompt="what?")
            kernel.pump(1)
            assert page._ends(request) == []
        assert page.end(request)["type"] == "done"
        assert page.turns()[-1]["reply"]["text"] == "The answer."
        stub.reply("Again.")
        kernel.run("%%assist\nonce more", cell_id="c")
        page.until(lambda: page.turns()[-1]["prompt"] == "once more")
        assert logged(kernel) == []
