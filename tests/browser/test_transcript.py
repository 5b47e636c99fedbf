"""What a reply shows and what can be done with it: tables, pictures, other models."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk"
    "+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC"
)
WIDE = " | ".join(f"column number {n}" for n in range(12))
LINE = "total = sum_of_all_the_trees(northern_park, southern_park, eastern_park)"
RICH = (
    "See [the list][l].\n\n"
    f"| region | {WIDE} |\n|{'---|' * 13}\n| north |{' 1 |' * 12}\n\n"
    f"![a dot]({DOT})\n\n![far](http://127.0.0.1:9/far.png)\n\n"
    f"```python\n{LINE}\n```\n\n"
    "\\[ \\sum_{i=0}^{n} x_i \\]\n\n1. one\n\n2. two\n\n"
    "[l]: https://example.org/list\n"
)
OVERFLOW = "node => node.scrollWidth > node.clientWidth"


def test_a_reply_with_all_kinds_of_content(open_notebook, stub):
    """A wide table scrolls in its box, code wraps on request, nothing far is loaded."""
    stub.reply(RICH, chunks=[RICH[i : i + 40] for i in range(0, len(RICH), 40)])
    sidebar = Sidebar(open_notebook("trees = 51"))
    asked: list[str] = []
    sidebar.page.on("request", lambda request: asked.append(request.url))
    sidebar.asked("Show me all.", "two")
    reply = sidebar.last

    table = reply.locator(".jupyter-ctx-wide")
    assert table.evaluate(OVERFLOW)
    expect(table).to_have_attribute("tabindex", "0")
    assert not sidebar.root.get_by_role("log").evaluate(OVERFLOW)
    expect(reply.get_by_role("table")).to_be_attached()
    expect(reply.get_by_role("img", name="a dot")).to_be_attached()
    expect(reply).to_contain_text("(picture not loaded: far)")
    assert not [url for url in asked if "far.png" in url]
    expect(reply.get_by_role("link", name="the list")).to_have_attribute(
        "href", "https://example.org/list"
    )
    expect(reply.locator("mjx-container")).to_be_attached()
    expect(reply.locator("ol > li")).to_have_count(2)

    code = reply.locator("pre")
    assert code.evaluate(OVERFLOW)
    wrap = sidebar.button("Wrap")
    wrap.click()
    expect(wrap).to_have_attribute("aria-pressed", "true")
    assert not code.evaluate(OVERFLOW)
    sidebar.button("Copy").click()
    expect(sidebar.strip).to_contain_text("Copied.")
    assert sidebar.page.evaluate("() => navigator.clipboard.readText()") == LINE
    sidebar.button("Copy reply").click()
    sidebar.page.wait_for_function(
        "async text => (await navigator.clipboard.readText()) === text",
        arg=RICH.strip(),
    )


def test_another_model_answers_once_and_the_reply_says_so(open_notebook, stub):
    """The request names it; the next one goes to the model that was set."""
    for text in ("By mine.", "By another.", "By mine again."):
        stub.reply(text)
    sidebar = Sidebar(open_notebook("trees = 51"))
    sidebar.asked("Who are you?", "By mine.")

    opener = sidebar.button("Regenerate with another model")
    opener.click()
    menu = sidebar.last.get_by_role("menu", name="Models")
    item = menu.get_by_role("menuitem")
    expect(item.first).to_be_focused()
    item.first.press("ArrowDown")
    expect(item.nth(1)).to_be_focused()
    item.nth(1).press("Escape")
    expect(menu).to_have_count(0)
    expect(opener).to_be_focused()
    opener.press("Enter")
    field = sidebar.last.get_by_role("textbox", name="Another model")
    field.fill("other-llm")
    field.press("Enter")
    expect(sidebar.last).to_contain_text("By another.")
    sidebar.settled()
    expect(sidebar.last).to_contain_text(re.compile(r"other-llm · sent .* tokens"))
    sidebar.asked("And now?", "By mine again.")

    models = [request["model"] for request in stub.requests]
    assert models == ["my-llm", "other-llm", "my-llm"]
    sidebar.button("Previous version of the reply", sidebar.turns.first).click()
    expect(sidebar.turns.first).to_contain_text("By mine.")


def test_a_cut_reply_goes_on_where_it_ended(open_notebook, stub):
    """Continue is offered; the next request holds the beginning."""
    stub.reply("It begins", finish="length")
    stub.reply(" and it ends.")
    sidebar = Sidebar(open_notebook("trees = 51"))
    sidebar.ask("Tell me.")
    expect(sidebar.last).to_contain_text("Cut at the output limit.")

    sidebar.button("Continue").click()

    expect(sidebar.last).to_contain_text("and it ends.")
    assert len(stub.requests) == 2
    assert "It begins" in contents(stub.sent())


def test_what_is_cut_is_said_first_and_nothing_is_cut_by_cancel(open_notebook, stub):
    """Regenerate and delete ask where messages follow; Esc leaves all as it was."""
    for text in ("One.", "Two.", "Other."):
        stub.reply(text)
    sidebar = Sidebar(open_notebook("trees = 51"))
    sidebar.asked("first", "One.")
    sidebar.asked("second", "Two.")
    first = sidebar.turns.first

    sidebar.button("Delete", first).click()
    dialog = first.get_by_role("alertdialog")
    expect(dialog).to_contain_text("1 later one")
    sidebar.button("Delete", dialog).press("Escape")
    expect(sidebar.turns).to_have_count(2)
    expect(sidebar.button("Delete", first)).to_be_focused()

    sidebar.button("Regenerate", first).click()
    expect(dialog).to_contain_text("This cuts the message after it.")
    sidebar.button("Regenerate", dialog).click()
    expect(sidebar.turns).to_have_count(1)
    expect(sidebar.last).to_contain_text("Other.")
    assert "second" not in contents(stub.sent())
