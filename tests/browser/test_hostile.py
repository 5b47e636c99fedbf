"""Hostile text wherever text is shown: it is read, and does nothing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.notebook import Notebook
from tests.browser.sidebar import Sidebar
from tests.browser.trap import ACTIVE, Trap
from tests.ui import hostile

pytestmark = pytest.mark.browser

MORE = (
    "<script>window.pwned=1</script>",
    '<img src="{trap}/i.png" onerror="window.pwned=2">',
    '<img srcset="{trap}/s.png 1x">',
    "<svg onload=window.pwned=3><use href={trap}/u.svg></svg>",
    "<video src={trap}/v autoplay></video><audio src={trap}/a autoplay></audio>",
    "<object data={trap}/o></object><embed src={trap}/e>",
    '<div style="background:url({trap}/b)">x</div>',
    "<input autofocus onfocus=window.pwned=4>",
    "<link rel=stylesheet href={trap}/l.css>",
    "<meta http-equiv=refresh content='0;{trap}/h'>",
    "<a href={trap}/p ping={trap}/ping data-commandlinker-command=notebook:run>x</a>",
    "![x]({trap}/m.png) ![x][r]\n\n[r]: {trap}/r.png",
    "$$\\unicode{{<img src={trap}/x onerror=window.pwned=5>}}$$",
    '```mermaid\n%%{{init: {{"fontFamily":"url({trap}/f)"}}}}%%\ngraph TD\nA\n```',
    "```html\n<img src={trap}/c onerror=window.pwned=6>\n```",
)


def payloads(trap: Trap) -> list[str]:
    """Give all the ways in, each leading to *trap* or to `window.pwned`."""
    own = [one.format(trap=trap.url) for one in MORE]
    taken = [one.replace("https://evil.example", trap.url) for one in hostile.PAYLOADS]
    return own + [one.replace("alert(1)", "window.pwned=9") for one in taken]


def offer(labels: list[str]) -> str:
    """Write choices as a model does."""
    choices = [{"label": one, "value": one} for one in labels]
    return f"```choices\n{json.dumps({'question': labels[0], 'choices': choices})}\n```"


DATA = """import pandas as pd
bad = {bad}
frame = pd.DataFrame({{text: [text] for text in bad}})
globals().update({{text: text for text in bad}})
kept = dict(zip(bad, bad))"""


def test_the_trap_can_be_sprung(browser):
    """Put into a page as HTML, payloads run and ask: the tests below can fail."""
    with Trap() as trap:
        page = browser.new_page()
        trap.watch(page, "about:")
        page.set_content(f"<div id=at>{payloads(trap)[1]}{payloads(trap)[6]}</div>")
        page.wait_for_function("window.pwned === 2")
        assert trap.asked
        assert trap.visits
        assert len(page.evaluate(ACTIVE, "#at")) >= 3
        page.close()


@pytest.fixture
def memory(lab):
    """Give the memory file of all notebooks, which is gone afterwards."""
    file = lab.notebooks / "JUPYTER_CTX.md"
    yield file
    file.unlink(missing_ok=True)


def test_hostile_text_runs_nothing_and_asks_nobody(open_notebook, stub, lab, memory):
    """In replies, choices, names, values, columns, errors, titles, plans and memory.

    In sidebar and cells, after a reload, and in Notebook 7.
    """
    with Trap() as trap:
        bad = payloads(trap)
        assert len(bad) >= 40
        labels = [one[:70] for one in bad if "\n" not in one]
        text = "\n\n".join(bad) + "\n\nThe end of it."
        memory.write_text("# Task\n" + text, "utf-8")
        reply = f"{offer(labels[:6])}\n\n{text}"
        stub.reply(reply, chunks=re.findall(r"(?s).{1,300}", reply))
        notebook = open_notebook(
            "%load_ext jupyter_ctx",
            DATA.format(bad=bad),
            f"%%assist\n{text}",
            "raise ValueError(''.join(bad))",
            name="hostile",
            has_own_page=True,
        )
        server = f"http://127.0.0.1:{lab.port}"
        trap.watch(notebook.page, server)
        notebook.run_all()
        expect(notebook.output("The end of it.").first).to_be_visible()
        sidebar = Sidebar(notebook)
        expect(sidebar.last).to_contain_text("The end of it.")
        expect(sidebar.last).to_contain_text("graph TD")
        trap.check(notebook.page)

        stub.reply(f"{offer(labels[6:12])}\n\n{text}")
        sidebar.asked(text, "The end of it.")
        sidebar.last.locator(".jupyter-ctx-choice, .jupyter-ctx-option").first.click()
        expect(sidebar.turns).to_have_count(3)
        stub.fail(400, {"error": {"message": text}})
        sidebar.settled()
        sidebar.ask("Fail.")
        expect(sidebar.turns).to_have_count(4)
        sidebar.settled()
        trap.check(notebook.page)
        _unfold(sidebar, labels, trap)

        notebook.rename("<img src=x onerror=window.pwned=7>.ipynb")
        expect(sidebar.root.locator(".jupyter-ctx-name")).to_contain_text("onerror")
        trap.check(notebook.page)
        notebook.rename("hostile.ipynb")
        notebook.reload()
        sidebar = Sidebar(notebook)
        expect(sidebar.root).to_contain_text("The end of it.")
        trap.check(notebook.page)

        page = notebook.page.context.new_page()
        trap.watch(page, server)
        page.goto(lab.address7("hostile"))
        seven = Notebook(page, "hostile")
        expect(seven.output("The end of it.").first).to_be_visible()
        sidebar = Sidebar(seven)
        expect(sidebar.root).to_contain_text("The end of it.")
        trap.check(page)
        trap.check(notebook.page)


def _unfold(sidebar: Sidebar, labels: list[str], trap: Trap) -> None:
    """Look at everything that can be unfolded, and at what it shows of *labels*."""
    page = sidebar.page
    sidebar.ask(f"/plan {labels[1]}")
    sidebar.settled()
    sidebar.ask(f"From now on, always write {labels[1]}.")
    sidebar.settled()
    sidebar.ask("/memory")
    expect(sidebar.part("Memory")).to_contain_text("The end of it.")
    trap.check(page)
    sidebar.notebook.command("jupyter-ctx:conversations")
    expect(sidebar.part("Conversations")).to_be_visible()
    trap.check(page)
    sidebar.notebook.command("jupyter-ctx:show-context")
    expect(sidebar.root).to_contain_text("kept")
    trap.check(page)
    sidebar.ask("/compact " + labels[1])
    expect(sidebar.part("Summarise older messages")).to_be_visible()
    trap.check(page)
