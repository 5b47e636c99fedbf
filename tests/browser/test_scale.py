"""The sidebar with ten thousand messages, and with a reply of twenty thousand parts."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.sidebar import Sidebar
from tests.browser.talks import open_talk, write_talk

pytestmark = pytest.mark.browser

MANY = 10_000
MOST_ROWS = 60
MOST_NODES = 4_000
LOAD_LIMIT = 120_000  # milliseconds until all messages are in the page
TITLE = "Where do the elms stand?"

NODES = "box => box.querySelectorAll('*').length"


def few_are_drawn(box: Locator) -> bool:
    """Tell whether the page holds no more than what is in view, and around it."""
    rows = box.get_by_role("article").count()
    nodes: int = box.evaluate(NODES)
    return 0 < rows < MOST_ROWS and nodes < MOST_NODES


def test_ten_thousand_messages_are_a_page_of_them(lab, open_notebook):
    """Few are drawn; all are searched, and reached by keyboard."""
    write_talk(lab, MANY, TITLE)
    sidebar = Sidebar(open_notebook("trees = 51"))
    open_talk(sidebar, TITLE)
    box = sidebar.root.get_by_role("log")

    expect(sidebar.last).to_contain_text(f"Answer {MANY}.")
    expect(sidebar.last).to_have_attribute("aria-posinset", str(MANY))
    expect(sidebar.last).to_have_attribute("aria-setsize", str(MANY))
    assert few_are_drawn(box)

    box.press("Control+f")
    search = sidebar.root.get_by_role("search")
    field = search.get_by_role("searchbox")
    expect(field).to_be_focused()
    field.fill("answer 5000.")
    # All are loaded first, and only then it is said what was found.
    expect(search.get_by_role("status")).to_have_text(
        re.compile("^(searching…|1 of 1|)$")
    )
    expect(search).to_contain_text("1 of 1", timeout=LOAD_LIMIT)
    expect(sidebar.root.locator("[aria-posinset='5000']")).to_be_in_viewport()
    field.fill("ANSWER 77")
    expect(search).to_contain_text("of 111")
    before = search.get_by_role("status").inner_text()
    field.press("Enter")
    expect(search.get_by_role("status")).not_to_have_text(before)
    field.press("Shift+Enter")
    expect(search.get_by_role("status")).to_have_text(before)
    field.press("Escape")
    expect(search).to_have_count(0)

    box.focus()
    box.press("Home")
    first = sidebar.turns.first
    expect(first).to_contain_text(TITLE)
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    expect(first).to_have_attribute("aria-posinset", "1")
    first.press("Alt+ArrowDown")
    expect(sidebar.turns.nth(1)).to_be_focused()
    sidebar.turns.nth(1).press("Alt+ArrowUp")
    expect(first).to_be_focused()

    box.press("End")
    expect(sidebar.last).to_contain_text(f"Answer {MANY}.")
    expect(sidebar.last).to_be_in_viewport()
    assert few_are_drawn(box)


PLACE = """box => {
  const top = box.getBoundingClientRect().top;
  const row = [...box.querySelectorAll('[data-row]')]
    .find(one => one.getBoundingClientRect().bottom > top);
  return [row.querySelector('article').getAttribute('aria-posinset'),
          Math.round(row.getBoundingClientRect().top - top)];
}"""


def test_the_readers_place_stays_while_what_is_above_is_drawn(lab, open_notebook, stub):
    """Going up by wheel shows each message once; a new reply does not move it."""
    write_talk(lab, 300, "Which trees are old?")
    sidebar = Sidebar(open_notebook("trees = 51"))
    open_talk(sidebar, "Which trees are old?")
    expect(sidebar.last).to_contain_text("Answer 300.")
    box = sidebar.root.get_by_role("log")
    box.hover()

    places = [box.evaluate(PLACE)]
    for _ in range(25):
        sidebar.page.mouse.wheel(0, -300)
        box.evaluate("() => new Promise(done => requestAnimationFrame(() =>"
                     " requestAnimationFrame(done)))")  # fmt: skip
        places.append(box.evaluate(PLACE))
    seen = [int(number) for number, _ in places]
    assert seen == sorted(seen, reverse=True)
    assert max(one - next_ for one, next_ in pairwise(seen)) <= 3

    place = box.evaluate(PLACE)
    sidebar.page.evaluate(
        "() => { const { shell } = window.jupyterapp;"
        " shell.collapseRight(); shell.expandRight(); }"
    )
    expect(box).to_be_visible()
    assert box.evaluate(PLACE) == place
    stub.reply("The oaks.", delay=0.02)
    sidebar.button("To the newest", sidebar.root).wait_for()
    sidebar.page.evaluate(
        "() => window.jupyterapp.commands.execute('jupyter-ctx:ask', {prompt: 'New?'})"
    )
    assert box.evaluate(PLACE) == place
    sidebar.button("To the newest", sidebar.root).click()
    expect(sidebar.last).to_contain_text("The oaks.")
    expect(sidebar.last).to_be_in_viewport()


COUNT = """box => {
  window.ctxUpdates = new Set();
  new MutationObserver(() => window.ctxUpdates.add(document.timeline.currentTime))
    .observe(box, { childList: true, characterData: true, subtree: true });
}"""


def test_a_reply_of_twenty_thousand_parts_is_drawn_ten_times_a_second(
    open_notebook, stub
):
    """However fast the parts come; at its end the text is all there (E11)."""
    words = [f"w{n} " if n % 40 else f"w{n}.\n\n" for n in range(20_000)]
    stub.reply("".join(words), chunks=words)
    sidebar = Sidebar(open_notebook("trees = 51"))
    box = sidebar.root.get_by_role("log")
    box.evaluate(COUNT)
    began = time.monotonic()

    sidebar.ask("Tell me everything.")
    expect(sidebar.last).to_contain_text("w19999", timeout=LOAD_LIMIT)
    sidebar.settled()

    seconds = time.monotonic() - began
    text = sidebar.last.locator(".jupyter-ctx-content").inner_text()
    assert text.split() == "".join(words).split()
    updates: int = sidebar.page.evaluate("() => window.ctxUpdates.size")
    # One frame for the state and one for the text that Lab renders by then.
    assert updates <= 2 * 10 * seconds + 20
    blocks = sidebar.last.locator(".jupyter-ctx-block")
    assert blocks.count() == len("".join(words).split("\n\n"))


def counters(sidebar: Sidebar) -> dict[str, int]:
    """Count nodes and listeners of the page, after what is garbage is gone."""
    devtools = sidebar.page.context.new_cdp_session(sidebar.page)
    devtools.send("HeapProfiler.collectGarbage")
    found: dict[str, int] = devtools.send("Memory.getDOMCounters")
    devtools.detach()
    return found


def test_ten_regenerations_leave_as_many_nodes_and_listeners(open_notebook, stub):
    """What a reply replaced is gone, with its tools and what they listened to."""
    stub.reply("One.\n\n```python\nx = 1\n```\n\n| a |\n|---|\n| 1 |\n")
    sidebar = Sidebar(open_notebook("trees = 51"))
    sidebar.asked("What is x?", "One.")
    seen = []
    for count in range(1, 13):
        sidebar.button("Regenerate").click()
        expect(sidebar.last).to_contain_text(f"{count + 1}/{count + 1}")
        sidebar.settled()
        seen.append(counters(sidebar))

    nodes = [one["nodes"] for one in seen]
    listeners = [one["jsEventListeners"] for one in seen]
    assert max(nodes[6:]) - min(nodes[:6]) < 100, nodes
    assert max(listeners[6:]) - min(listeners[:6]) < 30, listeners
