"""Print what a long conversation costs in the page, beside an empty one.

Run as `python -m tests.measure.scale`: milliseconds from the click to the first
frame, of a key in the composer, and of going to the first message; the heap after a
hundred regenerations; and how long JupyterLab takes to start with and without us.
"""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import SWITCHES
from tests.browser.lab import Lab
from tests.browser.sidebar import Sidebar
from tests.browser.talks import open_talk, write_talk
from tests.stub import StubModel

MANY = 10_000
KEYS = 30
REPLIES = 100
STARTS = 5
LIMIT = 240_000  # milliseconds for anything

FRAME = """() => new Promise(done =>
  requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"""
TYPE = """async field => {
  const set = Object.getOwnPropertyDescriptor(
    HTMLTextAreaElement.prototype, 'value').set;
  const taken = [];
  for (let n = 0; n < %d; n++) {
    const began = performance.now();
    set.call(field, 'x'.repeat(n + 1));
    field.dispatchEvent(new Event('input', { bubbles: true }));
    taken.push(performance.now() - began);
    await new Promise(done => setTimeout(done, 20));
  }
  return taken;
}"""
ACTIVATE = """async () => {
  while (!window.jupyterapp) await new Promise(done => setTimeout(done, 5));
  await window.jupyterapp.restored;
  return performance.now();
}"""


@contextmanager
def served(folder: Path) -> Iterator[tuple[Lab, Browser]]:
    """Start a server and a browser."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with StubModel() as stub, Lab(folder, stub) as lab, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=executable, args=list(SWITCHES))
        yield lab, browser
        browser.close()


def typing(sidebar: Sidebar) -> float:
    """Give the median of milliseconds that a key in the composer takes."""
    sidebar.composer.fill("")
    taken: list[float] = sidebar.composer.evaluate(TYPE % KEYS)
    return statistics.median(taken)


def opening(lab: Lab, browser: Browser, turns: int) -> None:
    """Print what a conversation of *turns* costs, and of one turn."""
    figures = []
    for count in (1, turns):
        title = f"A conversation of {count}?"
        write_talk(lab, count, title)
        sidebar = Sidebar(lab.open(browser, f"talk-{count}", ["x = 1"]))
        began = time.perf_counter()
        open_talk(sidebar, title)
        expect(sidebar.last).to_contain_text(f"Answer {count}.", timeout=LIMIT)
        sidebar.page.evaluate(FRAME)
        opened = (time.perf_counter() - began) * 1000
        sidebar.page.wait_for_timeout(2000)
        key = typing(sidebar)
        began = time.perf_counter()
        sidebar.root.get_by_role("log").press("Home")
        expect(sidebar.turns.first).to_contain_text(title, timeout=LIMIT)
        home = (time.perf_counter() - began) * 1000
        figures.append((opened, key, home, typing(sidebar)))
        nodes = sidebar.root.evaluate("root => root.querySelectorAll('*').length")
        print(
            f"{count:>6} messages: open {opened:.0f} ms, key {key:.2f} ms, "
            f"to the first {home:.0f} ms, key with all loaded {figures[-1][3]:.2f} ms, "
            f"{nodes} elements"
        )
        sidebar.page.context.close()
    ratios = [many / one for one, many in zip(*figures, strict=True)]
    print("   times: " + ", ".join(f"{ratio:.2f}" for ratio in ratios))


def heap(lab: Lab, browser: Browser) -> None:
    """Print how much the heap grows with regenerations, after what is garbage."""
    lab.stub.reply(
        "One.\n\n```python\nx = 1\n```\n\n| a |\n|---|\n| 1 |\n" + "w " * 500
    )
    sidebar = Sidebar(lab.open(browser, "heap", ["x = 1"]))
    sidebar.asked("What is x?", "One.")
    devtools = sidebar.page.context.new_cdp_session(sidebar.page)

    def used() -> float:
        for _ in range(3):
            devtools.send("HeapProfiler.collectGarbage")
        return float(devtools.send("Runtime.getHeapUsage")["usedSize"]) / 1e6

    before = 0.0
    for count in range(1, REPLIES + 11):
        sidebar.button("Regenerate").click()
        expect(sidebar.last).to_contain_text(f"{count + 1}/{count + 1}", timeout=LIMIT)
        sidebar.settled()
        if count == 10:
            before = used()
    print(
        f"heap: {before:.1f} MB, after {REPLIES} regenerations {used() - before:+.2f}"
    )
    sidebar.page.context.close()


def activation(lab: Lab, browser: Browser) -> None:
    """Print how long a page takes to start, with our scripts and without."""
    taken: dict[bool, list[float]] = {True: [], False: []}
    for count in range(2 * STARTS):
        is_ours = count % 2 == 0  # in turn, since the machine may be busy
        page = browser.new_context().new_page()
        if not is_ours:
            page.route("**/extensions/jupyter-ctx/**", lambda route: route.abort())
        page.goto(lab.address("heap"))
        taken[is_ours].append(page.evaluate(ACTIVATE))
        page.context.close()
    for is_ours, all_of in taken.items():
        name = "with jupyter_ctx" if is_ours else "without"
        middle, least = statistics.median(all_of), min(all_of)
        print(f"start {name}: median {middle:.0f} ms, least {least:.0f} ms")


def main() -> None:
    """Print all figures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as (lab, browser),
    ):
        opening(lab, browser, MANY)
        heap(lab, browser)
        activation(lab, browser)


if __name__ == "__main__":
    main()
