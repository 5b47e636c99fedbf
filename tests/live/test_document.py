"""A page tells its document and where the user is: what the model is sent then."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = pytest.mark.live

FAILED = "total = prices['appel']\nprint(total)"
ERROR = {
    "kind": "error",
    "ename": "KeyError",
    "evalue": "'appel'",
    "traceback": ["Cell In[2], line 1\n----> 1 total = prices['appel']\n"],
}


@pytest.fixture(scope="module")
def world():
    """Start a kernel with a stub model; each test has a page of its own."""
    with asking() as (kernel, stub):
        yield kernel, stub


@pytest.fixture
def told(world):
    """Give a function that asks and gives what was sent and how it ended."""
    _, stub = world

    def ask(page, prompt, **fields):
        stub.reply("ok")
        before = len(stub.requests)
        end = page.ask("ask", prompt=prompt, **fields)
        assert end["type"] == "done", end
        return contents(stub.sent()) if len(stub.requests) > before else ""

    return ask


def cell(identity, source, count=None, *outputs):
    """Make a code cell as the page tells it."""
    return {
        "id": identity,
        "kind": "code",
        "source": source,
        "executionCount": count,
        "outputs": list(outputs),
    }


def test_a_saved_error_reaches_the_model_without_the_notebooks_kernel(world, told):
    """A companion sends name, message and source of the focused failed cell (A20)."""
    kernel, _ = world
    page = Page(kernel, isCompanion=True)
    cells = [
        cell("c1", "prices = load()", 1),
        cell("c2", FAILED, 2, ERROR),
        cell("c3", "1/0", 3, {"kind": "error", "ename": "ZeroDivisionError"}),
    ]
    page.ask("document_changed", cells=cells, order=["c1", "c2", "c3"])

    sent = told(page, "why did this fail?", focus={"cell": "c2"})

    assert "KeyError: 'appel' @ In[2] line 1" in sent
    assert "total = prices['appel']  # <- raised here\nprint(total)" in sent
    assert "ZeroDivisionError" not in sent
    page.close()


def test_a_bash_notebook_is_sent_as_it_is(world, told):
    """The language is told, and the fix shall be in it."""
    kernel, _ = world
    page = Page(kernel, isCompanion=True, language="bash")
    failed = {"kind": "error", "ename": "Error", "evalue": "127"}
    page.ask("document_changed", cells=[cell("c1", "ech hi", 1, failed)], order=["c1"])

    sent = told(page, "Fix it.", kind="fix", focus={"cell": "c1"}, wantsModel=True)

    assert "the notebook's language is bash" in sent
    assert "```bash block: the whole of In[1]" in sent
    page.close()


def test_the_cell_under_the_cursor_is_sent_as_it_is_now(world, told):
    """Edits since the run are changed lines; the kernel's own facts stay."""
    kernel, _ = world
    kernel.run("rate = 0.2\nlimit = 3", cell_id="live")
    page = Page(kernel)
    page.ask(
        "document_changed",
        cells=[cell("live", "rate = 0.25\nlimit = 3", 1)],
        order=["live"],
    )

    focus = {"cell": "live", "line": 0, "column": 7, "selection": "0.25"}
    sent = told(page, "what does this do?", focus=focus)

    assert "status=edited_since cursor=1:8>\nrate = 0.25\nlimit = 3\n</cell>" in sent
    assert "-rate = 0.2\n+rate = 0.25" in sent
    assert "0.25\n</selected>" in sent
    assert "<state>\nrate = 0.2  # float\nlimit = 3  # int\n</state>" in sent
    page.close()


def test_the_focused_failed_cell_is_fixed_though_another_failed_later(world, told):
    """Quick fixes are for the focused cell, and replace it."""
    kernel, _ = world
    kernel.run("prices = {'apple': 3, 'pear': 4}", cell_id="p1")
    kernel.run(FAILED, cell_id="p2")
    kernel.run("1/0", cell_id="p3")
    page = Page(kernel)
    page.ask("document_changed", cells=[cell("p2", FAILED, 2)], order=["p2"])

    sent = told(page, "Fix the error.", kind="fix", focus={"cell": "p2"})

    assert sent == ""
    (first, *_) = page.turns()[-1]["reply"]["choices"]
    assert first["label"] == "Write apple instead of appel"
    right = FAILED.replace("appel", "apple")
    assert first["action"] == {
        "insert": right,
        "replace": right,
        "cell": "p2",
        "base": FAILED,
    }
    page.close()


def test_a_second_round_tells_the_model_and_repeats_no_fix(world, told):
    """What was applied is not offered again; a model hears which round it is."""
    kernel, _ = world
    source = "total = prices['appel']"
    kernel.run("prices = {'apple': 3, 'pear': 4}", cell_id="q1")
    kernel.run(source, cell_id="q2")
    page = Page(kernel)
    page.ask("document_changed", cells=[cell("q2", source, 2)], order=["q2"])
    fix = {"kind": "fix", "focus": {"cell": "q2"}}
    told(page, "Fix the error.", attempt=1, **fix)
    turn = page.turns()[-1]
    page.ask("choose", turn=turn["id"], reply=turn["reply"]["id"], choice="1")

    told(page, "Fix the error.", attempt=2, **fix)
    again = [choice["action"] for choice in page.turns()[-1]["reply"]["choices"]]
    sent = told(page, "Fix the error.", attempt=2, wantsModel=True, **fix)

    assert "total = prices['apple']" not in [action["replace"] for action in again]
    assert again
    assert "Round 2 of 3: an earlier fix of In[" in sent
    page.close()
