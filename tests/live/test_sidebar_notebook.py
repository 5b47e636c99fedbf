"""A page comes to a kernel: silently, at any time, and finds its own conversation."""

from __future__ import annotations

import ast
import time

import pytest

from jupyter_ctx.protocol.messages import MAJOR
from tests.live.asking import asking
from tests.live.kernel import LiveKernel, Ran
from tests.live.page import Page
from tests.live.test_sidebar import Busy, logged

pytestmark = pytest.mark.live

ATTACH = "__import__('jupyter_ctx').attach()"
NOTEBOOK = {"JPY_SESSION_NAME": "/data/analysis one.ipynb"}
HERE = {"server": "http://lab/", "path": "here.ipynb"}
THERE = {"server": "http://lab/", "path": "there.ipynb"}


def attach(kernel: LiveKernel) -> Ran:
    """Load the extension as a page does: silently, on a subshell of its own."""
    subshell = kernel.create_subshell()
    wanted = {"jupyter_ctx": ATTACH}
    sent = kernel.send("", silent=True, expressions=wanted, subshell=subshell)
    return kernel.finish(sent)


def answer(ran: Ran) -> dict[str, str]:
    """Read what `attach` returned."""
    told = ran.expressions["jupyter_ctx"]
    assert told["status"] == "ok", told
    found = ast.literal_eval(told["data"]["text/plain"])
    assert isinstance(found, dict)
    return found


def prompts(page: Page) -> list[str]:
    """List the prompts that the page shows."""
    return [turn["prompt"] for turn in page.turns()]


def test_a_page_loads_us_while_a_cell_runs_and_asks_at_once():
    """Nothing is printed, bound or raised, and %load_ext knows that we are there."""
    names = "sorted(n for n in globals() if not n.startswith('_'))"
    error = "repr(getattr(__import__('sys'), 'last_value', None))"
    with asking(load=False) as (kernel, stub):
        stub.reply("here I am")
        kernel.run("total = 41")
        kernel.run("1 / 0")
        before = kernel.value(names), kernel.value(error)
        count = kernel.run("0").execution_count
        with Busy(kernel):
            ran = attach(kernel)
            assert answer(ran) == {"version": "0.1.0", "major": MAJOR, "problem": ""}
            page = Page(kernel)
            end = page.ask("ask", prompt="what is total?", wait=90)
        assert end["type"] == "done"
        assert ran.outputs == []
        assert (kernel.value(names), kernel.value(error)) == before
        loaded = kernel.run("%load_ext jupyter_ctx")
        assert (loaded.status, loaded.text) == ("ok", "")
        again = kernel.run("0")
        assert again.execution_count == count + 3  # with the busy cell and %load_ext
        assert "total = 41" in stub.sent()[-1]["content"]
        assert logged(kernel) == []


def test_a_second_attach_changes_nothing():
    """Every page attaches; the first one has loaded us."""
    with LiveKernel(load=False) as kernel:
        first = answer(attach(kernel))
        hooks = "len(get_ipython().events.callbacks['pre_run_cell'])"
        before = kernel.value(hooks)
        assert answer(attach(kernel)) == first
        assert kernel.value(hooks) == before


def test_the_conversation_of_the_notebook_survives_the_kernel():
    """By the id in the notebook's metadata; a kernel alone finds it by its name."""
    with asking(**NOTEBOOK) as (kernel, stub):
        page = Page(kernel, **HERE)
        identity = page.welcome["conversation"]
        stub.reply("teal, noted")
        page.ask("ask", prompt="Remember teal", wait=90)
        kernel.restart()
        page = Page(kernel, conversation=identity, **HERE)
        assert page.welcome["otherPath"] == ""
        assert prompts(page) == ["Remember teal"]
        assert page.of("status")[-1]["kernel"]["isRestarted"]
        kernel.restart()
        kernel.run("%%assist --no-widget\nWhich word?", timeout=120)
        assert "teal, noted" in [message["content"] for message in stub.sent()]
        page = Page(kernel, conversation=identity, **HERE)
        assert prompts(page) == ["Remember teal", "Which word?"]


def test_what_was_asked_before_the_page_came_is_not_lost():
    """It joins the notebook's conversation, and the cell goes on being updated."""
    with asking(**NOTEBOOK) as (kernel, stub):
        stub.reply("the first answer")
        ran = kernel.run("%%assist\nfirst", cell_id="c1", timeout=120)
        page = Page(kernel, conversation="from-the-metadata", **HERE)
        assert page.welcome["conversation"] == "from-the-metadata"
        (turn,) = page.turns()
        assert (turn["prompt"], turn["cell"]) == ("first", "c1")
        stub.reply("another answer")
        page.ask("regenerate", turn=turn["id"])
        page.until(lambda: "another answer" in ran.text)
        saved = kernel.run("%%assist\nfirst", cell_id="c1")
        assert "Saved reply" in saved.text
        assert len(stub.requests) == 2


def test_a_copied_notebook_gets_its_own_conversation():
    """The page finds out that it is a copy, and is told the new id (A14)."""
    with asking() as (kernel, _):
        page = Page(kernel, conversation="original", **HERE)
        page.ask("ask", prompt="asked in the original", wait=90)
        page.close()
        copy = Page(kernel, conversation="original", **THERE)
        assert copy.welcome["otherPath"] == "here.ipynb"
        end = copy.ask("settle", isCopy=True)
        assert end["type"] == "done"
        forked = copy.welcome["conversation"]
        assert forked != "original"
        copy.ask("ask", prompt="asked in the copy")
        copy.close()
        page = Page(kernel, conversation="original", **HERE)
        assert prompts(page) == ["asked in the original"]
        page.close()
        copy = Page(kernel, conversation=forked, **THERE)
        assert prompts(copy) == ["asked in the original", "asked in the copy"]
        assert copy.welcome["otherPath"] == ""


def test_a_renamed_notebook_is_no_copy():
    """A move while it is open is kept, so that the next Hello asks nothing."""
    with asking() as (kernel, _):
        page = Page(kernel, conversation="one", **HERE)
        page.ask("moved", path="there.ipynb")
        page.close()
        page = Page(kernel, conversation="one", **THERE)
        assert page.welcome["otherPath"] == ""
        page.close()
        moved = Page(kernel, conversation="one", **HERE)
        assert moved.welcome["otherPath"] == "there.ipynb"
        moved.ask("settle", isCopy=False)
        assert moved.greet(conversation="one", **HERE)["type"] == "done"
        assert moved.welcome["otherPath"] == ""


def test_a_kernel_serves_one_notebook_at_a_time():
    """A second notebook on it is told what to do, and mixes nothing up."""
    with asking() as (kernel, _):
        page = Page(kernel, conversation="one", **HERE)
        refused = Page(kernel, conversation="two", **THERE)
        assert refused.hello["type"] == "failed"
        assert "here.ipynb" in refused.hello["message"]
        page.close()
        kernel.pump()
        assert refused.greet(conversation="two", **THERE)["type"] == "done"
        assert refused.welcome["conversation"] == "two"


def test_an_unsaved_notebook_is_known_by_its_cells():
    """Its page tells the cells, and is then told the conversation that is theirs."""
    with asking() as (kernel, _):
        page = Page(kernel, **HERE)
        identity = page.welcome["conversation"]
        page.ask("ask", prompt="one", focus={"cell": "cell-1"}, wait=90)
        kernel.restart()
        page = Page(kernel, **HERE)
        assert page.welcome["conversation"] != identity
        cell = {"id": "cell-1", "kind": "code", "source": "x"}
        page.ask("document_changed", cells=[cell], order=["cell-1"])
        assert page.welcome["conversation"] == identity
        assert prompts(page) == ["one"]


def test_hello_is_quick_also_at_the_first_time():
    """The store and all that comes with it are loaded on our own thread."""
    with LiveKernel() as kernel:
        started = time.monotonic()
        Page(kernel)
        print(f"first Hello: {time.monotonic() - started:.2f} s")
        again = time.monotonic()
        Page(kernel)
        print(f"second Hello: {time.monotonic() - again:.2f} s")
        ran = kernel.run("print('free')")
        assert ran.stdout == "free\n"
