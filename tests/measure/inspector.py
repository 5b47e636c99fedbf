"""Print what the inspector and the list of variables cost in a large notebook.

Run `python -m tests.measure.inspector`: 200 cells and 1,000 names, then 10,000; times
are of a busy machine, bytes are exact.
"""

from __future__ import annotations

import json
import statistics
import time

from tests.live.asking import asking
from tests.live.page import Page

ROUNDS = 7


def main() -> None:
    """Print milliseconds of a preview and bytes of what a page is sent."""
    with asking() as (kernel, stub):
        stub.reply("ok")
        for n in range(200):
            names = "; ".join(f"v{n}_{k} = {k}" for k in range(5))
            kernel.run(f"{names}\nprint(v{n}_0)")
        page = Page(kernel)
        page.ask("document_changed", cells=[], order=[])
        _preview(page, "first preview")
        page.ask("ask", prompt="What is v3_1?")
        _preview(page, "preview against the last request")
        page.ask("watch_variables", isOn=True)
        page.until(lambda: bool(page.of("variables")))
        _told(page, "all names")
        _run(kernel, page, "v3_1 = 7", "after one of 1,000 names changed")
        many = "for n in range(9_000): globals()[f'w{n}'] = n"
        _run(kernel, page, many, "after 9,000 names came")
        _run(kernel, page, "v3_1 = 8", "after one of 10,000 changed")


def _preview(page: Page, name: str) -> None:
    times = []
    for n in range(ROUNDS):
        began = time.perf_counter()
        page.ask("preview", prompt=f"What is v3_{n % 5}?")
        times.append(1000 * (time.perf_counter() - began))
    size = len(json.dumps(page.of("context")[-1]))
    print(f"{name}: {statistics.median(times):.0f} ms, {size:,} bytes")


def _run(kernel, page: Page, source: str, name: str) -> None:
    before = len(page.of("variables"))
    kernel.run(source)
    began = time.perf_counter()
    page.until(lambda: len(page.of("variables")) > before)
    _told(page, f"{name} ({1000 * (time.perf_counter() - began):.0f} ms later)")


def _told(page: Page, name: str) -> None:
    event = page.of("variables")[-1]
    size = len(json.dumps(event))
    told = f"{name}: {len(event['changed']):,} rows of {event['total']:,}"
    print(f"{told}, {size:,} bytes")


if __name__ == "__main__":
    main()
