"""The inspector in a real kernel: what is counted is what is sent, and is kept so."""

from __future__ import annotations

import pytest

from jupyter_ctx.gateway.prices import price
from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = pytest.mark.live

SECRET = "sk-abcdefghijklmnopqrstuvwx1234567890ABCD"
CELLS = (
    f"OPENAI_API_KEY = {SECRET!r}\nsales = {{'north': 10, 'south': 20}}",
    "rate = 2\ntotal = rate * sum(sales.values())\ntotal",
)


@pytest.fixture
def seen():
    """Give a kernel that ran the cells, its stub, and a page that counted once."""
    with asking() as (kernel, stub):
        for cell in CELLS:
            kernel.run(cell)
        stub.reply("ok")
        page = Page(kernel)
        page.ask("document_changed", cells=[], order=[])
        yield kernel, stub, page


def preview(page, prompt="What is total?", **more):
    """Give what *prompt* would send."""
    assert page.ask("preview", prompt=prompt, **more)["type"] == "done"
    return page.of("context")[-1]


def item(context, name):
    """Give the last row of *name*, sent or left out."""
    rows = [*context["items"], *context["leftOut"]]
    return [one for one in rows if one["id"] == name][-1]


def test_what_is_counted_is_what_is_sent(seen):
    """Word for word, and the sums agree, in the first request and in the next (A23)."""
    _, stub, page = seen
    for _ in range(2):
        told = preview(page, hasMessages=True)
        page.ask("ask", prompt="What is total?")

        assert [m["content"] for m in told["messages"]] == [
            m["content"] for m in stub.sent()
        ]
        assert page.turns()[-1]["reply"]["tokens"] == told["tokens"]
        rows = sum(one["tokens"] for one in told["items"])
        assert rows + told["between"] == told["tokens"]


def test_a_drop_is_seen_in_the_count_and_in_what_is_sent(seen):
    """And taken back it is as before; a pin is told and holds."""
    _, stub, page = seen
    before = preview(page)
    page.ask("keep", item="var:total", way="drop")
    page.ask("keep", item="output:2", way="drop")
    dropped = preview(page)
    page.ask("ask", prompt="What is total?")

    assert dropped["tokens"] < before["tokens"]
    assert item(dropped, "var:total")["kept"] == "dropped"
    assert item(dropped, "output:2")["why"] == "dropped by you"
    assert "int = 60" not in contents(stub.sent())
    assert "<output of=In[2]>" not in contents(stub.sent())
    page.ask("keep", item="var:total", way="free")
    page.ask("keep", item="output:2", way="pin")
    kept = preview(page, "And now?")
    page.ask("ask", prompt="And now?")
    assert item(kept, "output:2")["kept"] == "pinned"
    assert "# int = 60" in stub.sent()[-1]["content"]
    assert "<output of=In[2]>" in contents(stub.sent())


def test_names_of_one_statement_are_freed_together(seen):
    """Whichever of them was dropped: the row is that of their statement."""
    kernel, _, page = seen
    kernel.run("left, right = 1, 2")
    preview(page)
    page.ask("keep", item="var:right", way="drop")
    told = preview(page)
    rows = [*told["items"], *told["leftOut"]]
    dropped = [one["id"] for one in rows if one["kept"] == "dropped"]
    assert dropped

    page.ask("keep", item=dropped[0], way="free")
    told = preview(page)
    rows = [*told["items"], *told["leftOut"]]
    assert [one for one in rows if one["kept"] == "dropped"] == []


def test_the_price_of_a_known_model_is_told(seen):
    """In dollars a million tokens by the list; of another one it is not known."""
    _, stub, page = seen
    assert preview(page)["price"] is None
    page.ask("set_model", model="openai/gpt-4o-mini", apiBase=stub.url)
    told, known = preview(page), price("gpt-4o-mini")

    assert known.input is not None
    assert (told["price"], told["cachedPrice"]) == (known.input, known.cached)
    assert told["outputPrice"] == known.output


def test_what_is_new_and_what_a_cache_covers_is_told(seen):
    """The next request begins with the bytes of the last; a new cell is news."""
    kernel, stub, page = seen
    assert preview(page)["last"] is None
    page.ask("ask", prompt="What is total?")
    first = stub.sent()
    kernel.run("half = total / 2")

    told = preview(page, "And half?", hasMessages=True)

    last, size = told["last"], len(contents(first).replace("\n", "").encode())
    assert last["isWarm"]
    assert last["covered"] <= last["tokens"] <= told["tokens"]
    assert last["size"] == sum(len(m["content"].encode()) for m in first) >= size - 99
    assert item(told, "cell:3")["news"] == "new"
    assert item(told, "cell:2")["news"] == ""
    assert item(told, "turn:1:assistant")["news"] == "new"
    assert item(told, "question")["news"] == "changed"


def test_what_is_masked_is_told_by_name_and_place_and_never_by_value(seen):
    """Nothing that a page is sent holds the secret, opened items included (N6)."""
    _, _, page = seen
    told = preview(page)
    page.ask("watch_variables", isOn=True)
    page.until(lambda: bool(page.of("variables")))
    for one in told["items"]:
        page.ask("show_item", item=one["id"])
    page.ask("columns", name="sales")

    name = "OPENAI_API_KEY (openai-key)"
    assert told["masked"] == [name]
    assert item(told, "cell:1")["masked"] == [name]
    assert item(told, "cell:2")["masked"] == []
    assert len(page.of("item_shown")) == len(told["items"])
    assert SECRET[4:] not in repr(page.events)


def test_an_item_opens_to_its_text_and_its_ladder(seen):
    """As `%ctx show WHAT` tells it; what is not there is refused in a sentence."""
    _, _, page = seen
    told = preview(page, hasMessages=True)
    page.ask("show_item", item="cell:2")
    shown = page.of("item_shown")[-1]

    assert CELLS[1] in shown["text"]
    assert shown["text"].strip("\n") in told["messages"][-1]["content"]
    assert [rung["fidelity"] for rung in shown["rungs"]][-1] == "FULL"
    assert shown["rungs"][-1]["tokens"] > 0
    end = page.ask("show_item", item="cell:99")
    assert end["type"] == "failed"
    assert "There is no cell:99" in end["message"]


def test_a_message_that_is_hidden_is_among_what_is_left_out(seen):
    """With its turn, so that it can be sent again from there."""
    _, _, page = seen
    page.ask("ask", prompt="What is total?")
    row = item(preview(page, "And now?"), "turn:1:user")
    page.ask("prune", turn=row["turn"])
    told = preview(page, "And now?")

    hidden = item(told, f"turn:{row['turn']}")
    assert (hidden["kept"], hidden["why"]) == ("dropped", "hidden by you")
    assert not [one for one in told["items"] if one["kind"] == "turn"]


def test_live_names_are_told_as_they_change(seen):
    """One row for one change; a name that went is told too, and others are not."""
    kernel, _, page = seen
    page.ask("watch_variables", isOn=True)
    page.until(lambda: bool(page.of("variables")))
    first = {row["name"]: row for row in page.of("variables")[-1]["changed"]}
    assert first["total"]["value"] == "60"
    assert (first["total"]["label"], first["total"]["changed"]) == ("In[2]", 2)

    kernel.run("rate = 3\ndel sales")
    page.until(lambda: bool(page.of("variables")[-1]["gone"]))

    told = page.of("variables")[-1]
    rows = {row["name"]: row for row in told["changed"]}
    assert (rows["rate"]["value"], told["gone"], told["total"]) == ("3", ["sales"], 3)
    assert "OPENAI_API_KEY" not in rows
    count = len(page.of("variables"))
    page.ask("watch_variables", isOn=False)
    kernel.run("rate = 4")
    page.ask("preview", prompt="now?")
    assert len(page.of("variables")) == count


def test_a_drop_holds_after_a_restart(tmp_path):
    """It is the conversation's, not the kernel's: what was kept here stays here."""
    store = str(tmp_path / "conversations.sqlite")
    with asking(JUPYTER_CTX_STORE=store) as (kernel, stub):
        kernel.run("salaries = [48211, 52307]")
        page = Page(kernel)
        page.ask("ask", prompt="hello")
        conversation = page.of("transcript")[-1]["conversation"]
        page.ask("preview", prompt="what are salaries?")
        page.ask("keep", item="var:salaries", way="drop")
        page.ask("keep", item="cell:1", way="drop")
        kernel.restart()
        kernel.run("%load_ext jupyter_ctx")
        kernel.run("salaries = [48211, 52307]")
        again = Page(kernel, conversation=conversation)
        stub.requests.clear()
        again.ask("ask", prompt="what are salaries?")

        assert "48211" not in contents(stub.sent())
