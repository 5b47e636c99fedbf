"""The main job as a person sees it: ask, read, choose, run again, come back."""

import pytest
from playwright.sync_api import expect

from tests.live.asking import CHOICES

pytestmark = pytest.mark.browser

LOAD = "%load_ext jupyter_ctx"
FRAME = (
    "import pandas as pd\n"
    'sales = pd.DataFrame({"region": ["N", "S"], "amount": [10, 20]})'
)
QUESTION = "%%assist\nWhich region of sales sold more?"


def test_an_answer_streams_into_the_cell(open_notebook, stub):
    """The beginning of a reply is read while the rest is still being written."""
    words = [f"word{number} " for number in range(40)]
    stub.reply("".join(words), chunks=words, delay=0.1)
    sent_before = stub.chunks_sent
    notebook = open_notebook(LOAD, FRAME, QUESTION)
    notebook.start_all()

    expect(notebook.output("word3")).to_be_visible()
    assert stub.chunks_sent - sent_before < len(words)
    expect(notebook.output("word39")).to_be_visible()


def test_a_choice_is_made_once_and_the_conversation_goes_on(open_notebook, stub):
    """A double click selects once, the badge says what, the next reply arrives."""
    stub.reply(CHOICES)
    stub.reply("Here is the plot.")
    notebook = open_notebook(LOAD, FRAME, QUESTION)
    notebook.run_all()
    expect(notebook.button("Plot")).to_be_visible()
    expect(notebook.button("Stop")).to_be_visible()
    notebook.photograph("choices-light")

    notebook.button("Plot").dblclick()

    expect(notebook.output("Here is the plot.")).to_be_visible()
    expect(notebook.output("Selected: Plot")).to_be_visible()
    assert len(stub.requests) == 2
    assert [m["role"] for m in stub.requests[-1]["messages"][-3:]] == [
        "user",
        "assistant",
        "user",
    ]
    expect(notebook.button("Plot")).to_have_count(0)
    notebook.photograph("selected-light")


def test_a_choice_can_be_made_by_keyboard_alone(open_notebook, stub):
    """Tab moves between the buttons, Enter selects, letters do not reach Lab."""
    stub.reply(CHOICES)
    stub.reply("Stopped, as you like.")
    notebook = open_notebook(LOAD, FRAME, QUESTION)
    notebook.run_all()
    expect(notebook.button("Plot")).to_be_visible()
    keyboard = notebook.page.keyboard

    notebook.button("Plot").focus()
    for key in ("d", "d", "ArrowDown", "Tab"):
        keyboard.press(key)
    expect(notebook.button("Stop")).to_be_focused()
    assert len(notebook.cells()) == 3
    keyboard.press("Enter")

    expect(notebook.output("Stopped, as you like.")).to_be_visible()
    expect(notebook.output("Selected: Stop")).to_be_visible()
    assert len(stub.requests) == 2


def test_run_all_twice_asks_once(open_notebook, stub):
    """An unchanged question shows its saved reply; nothing is sent again."""
    stub.reply("The south.")
    notebook = open_notebook(LOAD, FRAME, QUESTION)
    notebook.run_all()
    expect(notebook.output("The south.")).to_be_visible()
    first = len(stub.requests)

    notebook.run_all()

    expect(notebook.output("The south.")).to_be_visible()
    assert (first, len(stub.requests)) == (1, 1)


def test_a_fix_is_offered_without_a_model_and_goes_into_the_notebook(open_notebook):
    """`%assist fix` shows the patch; `%assist pick 1` puts it below, and it runs."""
    notebook = open_notebook(
        LOAD, FRAME, 'sales["regoin"].tolist()', "%assist fix", "%assist pick 1"
    )
    for number in range(5):
        notebook.page.evaluate(
            "n => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = n;"
            " return window.jupyterapp.commands.execute('notebook:run-cell'); }",
            number,
        )
        if number == 3:
            notebook.output("regoin").last.scroll_into_view_if_needed()
            notebook.photograph("fix-light")

    sources = [cell["source"] for cell in notebook.cells()]
    assert 'sales["region"].tolist()' in sources[5:]


def test_it_can_be_read_in_the_dark_theme(open_notebook, stub):
    """The reply and its buttons have pictures in both themes."""
    stub.reply("Some **bold** text, `code`, and\n\n```python\nx = 1\n```\n\n" + CHOICES)
    notebook = open_notebook(LOAD, FRAME, QUESTION, has_own_page=True)
    notebook.run_all()
    expect(notebook.button("Plot")).to_be_visible()
    light = notebook.photograph("reply-light")
    notebook.darken()
    dark = notebook.photograph("reply-dark")

    assert light.read_bytes() != dark.read_bytes()
