"""A page and the outputs of cells: Stop, redraw after a reload, bounded widgets."""

from __future__ import annotations

import time

import pytest

from tests.live.asking import CHOICES, asking, buttons
from tests.live.kernel import Comm, LiveKernel
from tests.live.page import Page
from tests.live.test_sidebar import WORDS, logged
from tests.stub import _Reply

pytestmark = pytest.mark.live

STOP = "jupyter-ctx-stop"
TURN = "jupyter-ctx-turn-"


@pytest.fixture(scope="module")
def pair():
    """Share one kernel and stub among the tests that leave both as they were."""
    with asking() as both:
        yield both


@pytest.fixture
def live(pair):
    """Give the kernel with an empty conversation; nothing may be logged."""
    kernel, stub = pair
    kernel.run("%ctx reset")
    stub._script, stub._is_repeating = [_Reply(text="ok")], True
    stub.requests.clear()
    stub.disconnects = 0
    kernel.messages.clear()
    yield kernel, stub
    kernel.pump()
    assert logged(kernel) == []


def stop_buttons(kernel: LiveKernel) -> list[Comm]:
    """Give the live Stop buttons whose classes have all arrived."""
    found = []
    for widget in kernel.widgets("ButtonModel").values():
        classes = widget.state.get("_dom_classes", ())
        if STOP in classes and any(name.startswith(TURN) for name in classes):
            found.append(widget)
    return found


def turn_of(button: Comm) -> str:
    """Read from the classes of *button* which turn it stops."""
    classes = button.state["_dom_classes"]
    return next(name for name in classes if name.startswith(TURN)).removeprefix(TURN)


def test_a_page_can_stop_a_cell_that_asks(live):
    """The button names its turn; Stop on the comm ends the blocked cell (E3)."""
    kernel, stub = live
    page = Page(kernel)
    stub.reply(chunks=WORDS, delay=0.05)
    message = kernel.send("%%assist\nwrite a lot", cell_id="s1")
    ran = kernel._runs[message]
    page.until(lambda: bool(stop_buttons(kernel)) and "w3" in ran.text, 60)
    assert "press Stop" in ran.text
    (button,) = stop_buttons(kernel)
    stopped = time.monotonic()
    page.ask("stop", turn=turn_of(button))
    assert stub.wait(lambda s: s.disconnects == 1, 5)
    gone = stub.disconnected_at - stopped
    kernel.finish(message)
    page.until(lambda: button.closed)

    assert gone < 1.0
    assert ran.status == "ok"
    assert "Cancelled" in ran.text
    assert {"Regenerate", "Edit", "Delete"} <= set(buttons(kernel))
    page.close()


def test_a_page_that_comes_in_the_middle_gets_a_stop_button(live):
    """Without a page the text says to interrupt the kernel, and no button is there."""
    kernel, stub = live
    stub.reply(chunks=WORDS, delay=0.05)
    message = kernel.send("%%assist\nwrite a lot", cell_id="s2")
    ran = kernel._runs[message]
    deadline = time.monotonic() + 60
    while "w3" not in ran.text:
        assert time.monotonic() < deadline
        kernel.pump(0.02)
    assert "interrupt the kernel" in ran.text
    assert stop_buttons(kernel) == []
    page = Page(kernel)
    page.until(lambda: bool(stop_buttons(kernel)) and "press Stop" in ran.text)
    page.ask("stop")
    kernel.finish(message)
    page.close()


def test_a_background_answer_can_be_stopped_by_its_button(live):
    """Where the main shell is free even the click itself reaches the kernel."""
    kernel, stub = live
    page = Page(kernel)
    stub.reply(chunks=WORDS, delay=0.05)
    ran = kernel.run("%%assist --background\nwrite a lot", cell_id="s3")
    page.until(lambda: bool(stop_buttons(kernel)) and "w3" in ran.text, 60)
    kernel.click(stop_buttons(kernel)[0].id)
    page.until(lambda: "Cancelled" in ran.text)
    page.until(lambda: "Regenerate" in buttons(kernel))
    assert stub.wait(lambda s: s.disconnects == 1)
    page.close()


def test_our_outputs_say_what_they_show(live):
    """A page finds text and buttons of a turn by the metadata, also after updates."""
    kernel, stub = live
    stub.reply(CHOICES)
    ran = kernel.run("%%assist\nwhat next?", cell_id="m1", timeout=120)
    page = Page(kernel)
    turn = page.turns()[-1]["id"]

    assert [output["metadata"] for output in ran.outputs] == [
        {"jupyter_ctx": {"turn": turn, "part": "text"}},
        {"jupyter_ctx": {"turn": turn, "part": "panel"}},
    ]
    page.close()


def test_an_adopted_output_is_kept_up_to_date_by_the_page(live):
    """Its text comes at once, and anew with a selection, which frees widgets (E1)."""
    kernel, stub = live
    stub.reply(CHOICES)
    stub.reply("Plotted.")
    ran = kernel.run("%%assist\nwhat next?", cell_id="a1", timeout=120)
    before = set(buttons(kernel).values())
    page = Page(kernel)
    turn = page.turns()[0]
    page.ask("adopt", roots=[turn["id"], "unknown"])
    (shown,) = page.of("page_changed")
    assert shown["root"] == turn["id"]
    assert shown["markdown"] == ran.outputs[0]["data"]["text/markdown"]
    assert shown["turn"] == turn
    kernel.run("pass")  # what the main loop was to do is done
    assert before <= set(buttons(kernel).values())

    page.ask("choose", turn=turn["id"], reply=turn["reply"]["id"], choice="1")
    last = page.of("page_changed")[-1]
    assert "**Selected: Plot**" in last["markdown"]
    assert "Plotted." in last["markdown"]
    assert last["turn"]["prompt"] == "Plot"
    assert "Plotted." in ran.text
    page.until(lambda: before.isdisjoint(buttons(kernel).values()))
    assert [one["door"] for one in page.turns()] == ["magic", "click"]
    page.close()


def test_a_second_page_leaves_the_buttons_of_the_first_alone(live):
    """Also a question half written in them; a change by the other hands it over."""
    kernel, stub = live
    stub.reply(CHOICES)
    kernel.run("%%assist\nwhat next?", cell_id="a3", timeout=120)
    first = Page(kernel)
    before = buttons(kernel)
    kernel.click(before["Edit"])
    (field,) = kernel.widgets("TextareaModel").values()
    state = {"value": "half written"}
    update = {"method": "update", "state": state, "buffer_paths": []}
    kernel.finish(kernel.send_comm(field.id, update))
    second = Page(kernel)
    (turn,) = second.turns()
    second.ask("adopt", roots=[turn["id"]])
    kernel.run("pass")
    assert before.items() <= buttons(kernel).items()

    second.ask("regenerate", turn=turn["id"])
    second.until(lambda: field.id not in kernel.widgets())
    second.until(lambda: bool(kernel.widgets("TextareaModel")))
    (other,) = kernel.widgets("TextareaModel").values()
    assert other.state["value"] == "half written"
    kernel.click(buttons(kernel)["Cancel"])
    kernel.click(buttons(kernel)["Edit"])
    kernel.click(buttons(kernel)["Ask this instead"])
    second.until(lambda: second.turns()[0]["prompt"] == "half written")
    second.until(lambda: not kernel.widgets("TextareaModel"))
    first.close()
    second.close()


def test_an_adopted_question_can_be_edited_and_undone(live):
    """The output shows what stands in its place, and the old text after an undo."""
    kernel, stub = live
    stub.reply("old answer")
    stub.reply("new answer")
    ran = kernel.run("%%assist\nold question", cell_id="a2", timeout=120)
    page = Page(kernel)
    root = page.turns()[0]["id"]
    page.ask("adopt", roots=[root])
    page.ask("edit", turn=root, prompt="new question")

    def text() -> str:
        last = page.of("page_changed")[-1]
        assert last["root"] == root
        return last["markdown"]

    assert "new answer" in text()
    assert "old answer" not in text()
    page.until(lambda: "new answer" in ran.text)
    page.ask("undo")
    page.until(lambda: "old answer" in text() and "old answer" in ran.text)
    page.ask("delete", turn=root)
    page.until(lambda: "Cut: not part" in text())
    page.close()


def test_a_restart_leaves_the_outputs_to_the_page():
    """With a new kernel the text is there, and a choice of it can be made (W7)."""
    with asking() as (kernel, stub):
        stub.reply(CHOICES)
        stub.reply("Plotted.")
        page = Page(kernel, conversation="nb-1", path="a.ipynb")
        kernel.run("%%assist\nwhat next?", cell_id="r1", timeout=120)
        kernel.restart()
        page = Page(kernel, conversation="nb-1", path="a.ipynb")
        (turn,) = page.turns()
        page.ask("adopt", roots=[turn["id"]])
        assert "Which?" in page.of("page_changed")[-1]["markdown"]
        page.ask("choose", turn=turn["id"], reply=turn["reply"]["id"], choice="1")

        assert "Plotted." in page.of("page_changed")[-1]["markdown"]
        assert logged(kernel) == []


def test_a_selection_in_the_sidebar_shows_in_the_cell(live):
    """The cell's buttons go, its text follows, and both views hold the same."""
    kernel, stub = live
    stub.reply(CHOICES)
    stub.reply("Plotted.")
    ran = kernel.run("%%assist\nwhat next?", cell_id="v1", timeout=120)
    choice = buttons(kernel)["Plot"]
    page = Page(kernel)
    (turn,) = page.turns()
    page.ask("choose", turn=turn["id"], reply=turn["reply"]["id"], choice="1")
    page.until(lambda: choice not in kernel.widgets() and "Plotted." in ran.text)

    assert len(stub.requests) == 2
    page.close()


def test_fifty_runs_and_twenty_replies_cost_no_widgets(live):
    """The widgets of ours are as many after fifty runs of a cell as after one (E4)."""
    kernel, stub = live
    page = Page(kernel)
    stub.reply(CHOICES)
    source = "%%assist\nwhich?"
    kernel.run(source, cell_id="w1", timeout=120)
    kernel.pump(0.5)
    alive = len(kernel.widgets())
    for _ in range(49):
        kernel.run(source, cell_id="w1")
    kernel.pump(0.5)
    assert len(kernel.widgets()) == alive
    for _ in range(20):
        turn = page.turns()[-1]
        assert page.ask("regenerate", turn=turn["id"])["type"] == "done"
    kernel.pump(0.5)

    assert len(kernel.widgets()) == alive
    assert len(stub.requests) == 21
    page.close()
