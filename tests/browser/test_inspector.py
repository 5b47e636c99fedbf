"""The inspector: what is counted, opened, pinned and dropped is what the model gets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

CELLS = (
    'password = "Vq7-kd93-LmPz"\nsales = {"north": 10, "south": 20}',
    "total = sum(sales.values())\ntotal",
)


def opened(open_notebook, *cells: str) -> tuple[Sidebar, Locator]:
    """Run *cells*, and look at what "What is total?" would send."""
    notebook = open_notebook(*cells)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    sidebar.composer.fill("What is total?")
    notebook.command("jupyter-ctx:show-context")
    grid = sidebar.root.get_by_role("treegrid", name="Sent")
    # Until then it is counted for an empty question.
    expect(row(grid, "question").locator("td").first).to_have_text(re.compile("[1-9]"))
    return sidebar, grid


def row(grid: Locator, key: str) -> Locator:
    """Locate the row of the item *key*."""
    return grid.locator(f"[data-row='{key}']")


def tokens(grid: Locator) -> list[int]:
    """Read the tokens of all rows."""
    cells = grid.locator("[data-row] > td:nth-child(2)").all_inner_texts()
    return [int(text.split()[0].replace(",", "")) for text in cells]


def sums(sidebar: Sidebar) -> tuple[int, int]:
    """Read the line of sums: tokens between the items, and all."""
    line = sidebar.root.get_by_text("tokens between them").inner_text()
    found = re.search(r"items, (-?[\d,]+) tokens .*: ([\d,]+) in all", line)
    assert found is not None
    between, total = (int(one.replace(",", "")) for one in found.groups())
    return between, total


def test_what_is_counted_is_what_is_sent(open_notebook, stub):
    """Items and the rest make the sum, word for word what the stub gets (A5, A23)."""
    usage = {"prompt_tokens": 640, "completion_tokens": 12}
    stub.reply("It is 30.", usage=usage)
    sidebar, grid = opened(open_notebook, *CELLS)
    between, total = sums(sidebar)
    assert sum(tokens(grid)) + between == total
    sidebar.root.get_by_text("Exact payload").click()
    payload = sidebar.root.locator(".jupyter-ctx-message pre")
    expect(payload).to_have_count(2)
    before = payload.evaluate_all("all => all.map(one => one.textContent)")

    # Names and rules of what is masked, and where; never a value.
    secrets = sidebar.root.locator(
        "summary", has_text="Secrets are masked, under 1 name or rule"
    )
    secrets.click()
    place = sidebar.root.get_by_role("listitem").filter(has_text="password (")
    expect(place).to_contain_text("In[1]")
    assert "Vq7-kd93" not in sidebar.root.inner_text()

    sidebar.composer.press("Enter")
    expect(sidebar.last).to_contain_text("It is 30.")
    sidebar.settled()
    assert [one["content"] for one in stub.sent()] == before
    last = sidebar.root.get_by_text("Last reply:")
    expect(last).to_contain_text(f"{total:,} tokens sent")
    expect(last).to_contain_text("12 received")

    # The next one begins with it: what is new stands apart.
    sidebar.composer.fill("And twice that?")
    news = sidebar.root.locator(".jupyter-ctx-news")
    expect(news).to_contain_text("new")
    expect(news).to_contain_text("a cache of the provider can cover them")
    expect(row(grid, "turn:1:assistant")).to_contain_text("new")
    sidebar.root.get_by_label("Show only").select_option(label="New or changed")
    expect(row(grid, "rules")).to_have_count(0)
    expect(row(grid, "question")).to_be_visible()
    sidebar.root.get_by_label("Filter items").fill("reply")
    expect(grid.locator("[data-row]")).to_have_count(1)


def test_items_are_dropped_pinned_and_brought_back(open_notebook, stub):
    """By keyboard and by click; count and request follow at once, undo too."""
    stub.reply("ok")
    sidebar, grid = opened(open_notebook, *CELLS)
    _, before = sums(sidebar)
    output = row(grid, "output:2")
    row(grid, "rules").focus()
    sidebar.page.keyboard.press("End")
    for _ in tokens(grid):
        if output.evaluate("row => row === document.activeElement"):
            break
        sidebar.page.keyboard.press("ArrowUp")
    expect(output).to_be_focused()
    sidebar.page.keyboard.press("d")
    expect(output).to_have_count(0)
    assert sums(sidebar)[1] < before
    expect(grid.locator("[data-row]:focus")).to_have_count(1)

    sidebar.root.get_by_role("button", name="Undo: output In[2]").click()
    expect(output).to_be_visible()
    sidebar.button("Drop output In[2]", output).click()
    expect(output).to_have_count(0)
    sidebar.root.locator("summary", has_text="left out").click()
    left = sidebar.root.get_by_role("treegrid", name="Left out")
    sidebar.button("Send output In[2] again", left).click()
    expect(output).to_be_visible()
    sidebar.button("Pin output In[2]", output).click()
    expect(output).to_contain_text("pinned by you")
    sidebar.asked("What is total?", "ok")
    assert "<output of=In[2]>" in contents(stub.sent())

    output.focus()
    sidebar.page.keyboard.press("d")
    expect(output).to_have_count(0)
    sidebar.asked("And now?", "ok")
    assert "<output of=In[2]>" not in contents(stub.sent())


def test_an_item_opens_to_its_text_and_its_ladder(open_notebook):
    """From the picture or by the arrow key; Esc gives the focus back."""
    sidebar, grid = opened(open_notebook, *CELLS)
    picture = sidebar.root.locator(".jupyter-ctx-map")
    expect(picture).to_have_attribute("aria-label", re.compile(r"Cells \d+ %"))
    tile = picture.get_by_text("In[2]", exact=True).first
    tile.click()

    cell = row(grid, "cell:2")
    expect(cell).to_be_focused()
    expect(cell).to_have_attribute("aria-expanded", "true")
    text = grid.locator(".jupyter-ctx-opened")
    expect(text.get_by_label("What is sent", exact=True)).to_contain_text(CELLS[1])
    expect(text).to_contain_text("How it could be sent")
    expect(text.get_by_text("in full · ")).to_contain_text("now")
    sidebar.page.keyboard.press("ArrowLeft")
    expect(text).to_have_count(0)
    sidebar.root.get_by_label("Sort by").select_option(label="By tokens")
    # Whichever is larger: the tests' folder may hold many files.
    first = re.compile("^(rules|project:tree)$")
    expect(grid.locator("[data-row]").first).to_have_attribute("data-row", first)
    assert tokens(grid) == sorted(tokens(grid), reverse=True)

    sidebar.button("Copy as JSON", sidebar.root).click()
    expect(sidebar.strip).to_contain_text("Copied.")
    copied = sidebar.page.evaluate("() => navigator.clipboard.readText()")
    assert '"id": "cell:2"' in copied
    sidebar.root.get_by_role("searchbox").first.focus()
    sidebar.page.keyboard.press("Escape")
    expect(grid).to_have_count(0)
    sidebar.page.wait_for_function("document.activeElement !== document.body")
