"""Choices in a notebook's outputs: buttons, a list, and what must be answered."""

from __future__ import annotations

import json

import pytest

from tests.live.asking import CHOICES, asking, buttons, contents


@pytest.fixture(scope="module")
def pair():
    """Share one kernel and stub."""
    with asking() as both:
        yield both


@pytest.fixture
def live(pair):
    """Give the shared kernel with an empty conversation and an empty script."""
    kernel, stub = pair
    kernel.run("%ctx reset\n%config JupyterCtx.choice_form = 'auto'")
    stub._script, stub._is_repeating = stub._script[-1:], True
    stub.requests.clear()
    return pair


def offer(*labels, question="Which?"):
    """Give a reply that offers *labels*, each with a value of its own."""
    choices = [{"label": label, "value": f"take {label}"} for label in labels]
    block = json.dumps({"question": question, "choices": choices})
    return f"Pick one.\n```choices\n{block}\n```"


MANY = tuple(f"way {number}" for number in range(1, 8))


def test_many_choices_are_a_list_that_is_confirmed(live):
    """Going through the list selects nothing; the button takes what is marked (W3)."""
    kernel, stub = live
    stub.reply(offer(*MANY))
    stub.reply("Went that way.")
    ran = kernel.run("%%assist\nwhich way?", cell_id="list")
    [listed] = kernel.widgets("SelectModel").values()
    assert listed.state["_options_labels"] == [
        f"{n}. way {n}" for n in range(1, len(MANY) + 1)
    ]
    for index in (3, 4):
        update = {"method": "update", "state": {"index": index}, "buffer_paths": []}
        kernel.finish(kernel.send_comm(listed.id, update))
    assert len(stub.requests) == 1
    confirm = buttons(kernel)["Select"]
    kernel.click(confirm)
    kernel.click(confirm)
    assert kernel.until(lambda: "Went that way." in ran.text)
    assert stub.sent()[-1]["content"].endswith("take way 5")
    assert "Selected: way 5" in ran.text
    assert len(stub.requests) == 2


def test_what_must_be_answered_can_be_cancelled(live):
    """Cancel selects nothing, says so in the conversation, and asks nobody (W4)."""
    kernel, stub = live
    kernel.run("%config JupyterCtx.choice_form = 'modal'")
    stub.reply(CHOICES)
    ran = kernel.run("%%assist\nmay I?", cell_id="modal")
    classes = [one.state.get("_dom_classes") for one in kernel.widgets().values()]
    assert ["jupyter-ctx-required"] in classes
    assert {"Plot", "Stop", "Cancel"} <= set(buttons(kernel))
    kernel.click(buttons(kernel)["Cancel"])
    assert kernel.until(lambda: "nothing was selected" in ran.text)
    assert "Selected: Cancel" in ran.text
    assert len(stub.requests) == 1
    assert (
        "was selected already"
        in kernel.run(
            "from jupyter_ctx.extension import active as _a\n"
            "from jupyter_ctx.errors import ChoiceError\n"
            "_m = _a().manager; _t = _m.conversation.branch()[0]\n"
            "try: _m.choose(_t.id, '1', _a().occasion('x'))\n"
            "except ChoiceError as _e: print(_e)"
        ).stdout
    )
    kernel.run("%%assist --no-widget\ngo on", cell_id="after")
    assert "Cancel: none of these." in contents(stub.sent())


def test_clicks_that_waited_for_the_kernel_are_one(live):
    """Two choices and a Regenerate while a cell runs come to one action (E3)."""
    kernel, stub = live
    stub.reply(CHOICES)
    stub.reply("Plotted.")
    ran = kernel.run("%%assist\nwhat next?", cell_id="queue")
    ids = buttons(kernel)
    busy = kernel.send("import time; time.sleep(1)")
    data = {"method": "custom", "content": {"event": "click"}, "buffers": []}
    clicks = [
        kernel.send_comm(ids[name], data) for name in ("Plot", "Plot", "Regenerate")
    ]
    kernel.finish(busy)
    for click in clicks:
        kernel.finish(click)
    assert kernel.until(lambda: "Plotted." in ran.text)
    kernel.run("pass")
    assert len(stub.requests) == 2
    assert "Selected: Plot" in ran.text


def test_what_a_click_prints_is_shown_under_its_cell(live):
    """A message cannot print; what it prints stands with the reply (E2)."""
    kernel, stub = live
    stub.reply("an answer")
    ran = kernel.run("%%assist\nhello", cell_id="print")
    kernel.run(
        "import jupyter_ctx.extension as _e, threading\n"
        "_old = _e.Session.occasion\n"
        "def _loud(*a, **k):\n"
        "    print('printed <b>by a click</b>')\n"
        "    return _old(*a, **k)\n"
        "_e.Session.occasion = _loud"
    )
    kernel.click(buttons(kernel)["Regenerate"])
    assert kernel.until(lambda: "printed" in ran.text)
    assert "<b>" not in ran.outputs[0]["data"]["text/markdown"]
    kernel.run("_e.Session.occasion = _old; del _e, _old, _loud")
    assert kernel.run("print('heard')").stdout == "heard\n"


@pytest.mark.parametrize("form", ["buttons", "listbox", "modal"])
def test_no_form_leaves_widgets_behind(live, form):
    """Running a cell again and again costs as many widgets as one run (E4)."""
    kernel, stub = live
    kernel.run(f"%config JupyterCtx.choice_form = {form!r}")
    stub.reply(CHOICES)
    counts = set()
    for _ in range(4):
        kernel.run("%%assist\nwhich?", cell_id=f"again-{form}")
        counts.add(len(kernel.widgets()))
    assert len(counts) == 1
    assert len(stub.requests) == 1


def test_choices_come_whole_or_not_at_all(live):
    """While the block is written nothing of it is seen; then all of it (W6)."""
    kernel, stub = live
    head, _, block = CHOICES.partition("\n")
    pieces = [f"{head}\n", *(block[at : at + 6] for at in range(0, len(block), 6))]
    stub.reply(chunks=pieces, delay=0.05)
    kernel.messages.clear()
    ran = kernel.run("%%assist\nwhat next?", cell_id="whole")
    shown = [
        str(message["content"]["data"].get("text/markdown", ""))
        for message in kernel.messages
        if "data" in message["content"]
    ]
    growing = [text for text in shown if "The model" in text]
    assert growing
    assert not [text for text in growing if "choices" in text or "Plot" in text]
    assert "1. **Plot**" in ran.text
    assert "2. Stop" in ran.text


def test_two_answers_at_once_are_whole_each_under_its_cell(live):
    """While the user's cells print, no word of either goes astray or is lost (E12)."""
    kernel, stub = live
    texts = [[f"{name}{n} " for n in range(60)] for name in ("red", "blue")]
    for pieces in texts:
        stub.reply(chunks=pieces, delay=0.01)
    asked = [
        kernel.run(f"%%assist --background\nquestion {n}", cell_id=f"at-once-{n}")
        for n in range(len(texts))
    ]
    printed = [kernel.run(f"print('mine', {n})") for n in range(5)]
    whole = ["".join(pieces).strip() for pieces in texts]
    assert kernel.until(
        lambda: all(text in ran.text for text, ran in zip(whole, asked, strict=True))
    )
    assert "blue" not in asked[0].text
    assert "red" not in asked[1].text
    assert [ran.text.strip() for ran in printed] == [f"mine {n}" for n in range(5)]
