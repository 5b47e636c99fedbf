"""Live choices in the notebook: Stop, reload, and one conversation with the sidebar."""

import json
import time

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import CHOICES, contents

pytestmark = pytest.mark.browser

LOAD = "%load_ext jupyter_ctx"
QUESTION = "%%assist\nWhat shall we do?"


def drawn_anew(notebook):
    """Locate the button that the page itself draws after a reload."""
    choices = notebook.cell(1).locator(".jupyter-ctx-choices")
    return choices.get_by_role("button", name="Plot", exact=True)


def test_stop_in_the_cell_works_although_the_cell_runs(open_notebook, stub):
    """Stop under `%%assist` ends the request within a second; the kernel lives (E3)."""
    stub.reply("word " * 600, chunks=["word "] * 600, delay=0.05)
    notebook = open_notebook(LOAD, "kept = 1", QUESTION)
    notebook.start_all()
    stop = notebook.page.locator(".jupyter-ctx-stop button, button.jupyter-ctx-stop")
    expect(stop).to_be_visible()
    expect(notebook.output("word word")).to_be_visible()
    gone = stub.disconnects

    pressed = time.monotonic()
    stop.click()

    assert stub.wait(lambda s: s.disconnects > gone, timeout=5)
    assert stub.disconnected_at - pressed < 1.0
    expect(notebook.output("Cancelled:")).to_be_visible()
    expect(notebook.page.get_by_text("[*]:")).to_have_count(0)
    assert notebook.evaluate("kept") == "1"
    assert len(stub.requests) == 1


def test_what_is_picked_in_the_cell_is_seen_in_the_sidebar(open_notebook, stub):
    """Both show one selection and the reply to it; neither can select again."""
    stub.reply(CHOICES)
    stub.reply("Here is the plot.")
    notebook = open_notebook(LOAD, QUESTION)
    notebook.run_all()
    sidebar = Sidebar(notebook)
    expect(sidebar.button("Plot")).to_be_visible()
    expect(notebook.button("Plot")).to_be_visible()

    notebook.button("Plot").click()

    expect(sidebar.last).to_contain_text("Here is the plot.")
    expect(sidebar.turns.first).to_contain_text("Selected: Plot")
    expect(notebook.output("Selected: Plot")).to_be_visible()
    assert len(stub.requests) == 2


def test_after_a_reload_the_buttons_work_again(open_notebook, stub):
    """Text and buttons are there, a click is answered in the same output (E1)."""
    stub.reply(CHOICES)
    stub.reply("Here is the plot.")
    notebook = open_notebook(LOAD, QUESTION, has_own_page=True)
    notebook.run_all()
    expect(notebook.button("Plot")).to_be_visible()

    notebook.reload()

    expect(notebook.output("Pick one.")).to_be_visible()
    drawn_anew(notebook).click()
    expect(notebook.output("Here is the plot.")).to_be_visible()
    expect(notebook.output("Selected: Plot")).to_be_visible()
    assert len(stub.requests) == 2
    assert "model not found" not in notebook.page.content()


def test_after_a_new_kernel_the_saved_buttons_work_again(open_notebook, stub, lab):
    """Saved, shut down and opened anew: the text is there, and the buttons live."""
    stub.reply(CHOICES)
    stub.reply("Here is the plot.")
    notebook = open_notebook(LOAD, QUESTION, has_own_page=True)
    notebook.run_all()
    expect(notebook.button("Plot")).to_be_visible()
    notebook.save()
    saved = nbformat.read(lab.notebooks / f"{notebook.name}.ipynb", 4)
    assert "Pick one." in saved.cells[1].outputs[0]["data"]["text/markdown"]

    notebook.shut_down_kernel()
    notebook.reload()

    expect(notebook.output("Pick one.")).to_be_visible()
    assert "model not found" not in notebook.page.content()
    drawn_anew(notebook).click()
    expect(notebook.output("Here is the plot.")).to_be_visible()
    assert "What shall we do?" in contents(stub.sent())


def test_clicks_while_the_kernel_is_busy_count_once(open_notebook, stub):
    """A choice pressed twice while a cell sleeps is one action afterwards (E3)."""
    stub.reply(CHOICES)
    stub.reply("Here is the plot.")
    notebook = open_notebook(LOAD, QUESTION, "import time; time.sleep(4)")
    notebook.run_cell(0)
    notebook.run_cell(1)
    expect(notebook.button("Plot")).to_be_visible()
    notebook.activate(2)
    notebook.command("notebook:run-cell")
    expect(notebook.page.get_by_text("[*]:")).to_be_visible()

    notebook.button("Plot").click()
    notebook.button("Plot").click()

    expect(notebook.output("Here is the plot.")).to_be_visible()
    notebook.page.wait_for_timeout(500)
    assert len(stub.requests) == 2


RUN_AGAIN = """async times => {
  const { commands, shell } = window.jupyterapp;
  const { content } = shell.currentWidget;
  for (let run = 0; run < times; run++) {
    content.activeCellIndex = 1;
    await commands.execute('notebook:run-cell');
  }
}"""

IN_PAGE = """() => {
  const panel = window.jupyterapp.shell.currentWidget;
  const { kernel } = panel.context.sessionContext.session;
  const comms = [...kernel._comms.values()];
  return {
    widgets: comms.filter(one => one.targetName === 'jupyter.widget').length,
    comms: comms.length,
    views: panel.node.querySelectorAll('.jupyter-ctx-keys').length,
    outputs: panel.content.widgets[1].model.outputs.length
  };
}"""
"""What lives in the page: each model of a widget has a comm of its own."""

IN_KERNEL = "len(__import__('ipywidgets').widgets.widget._instances)"
RUNS = 50


def test_running_a_question_again_and_again_grows_nothing(open_notebook, lab, stub):
    """Fifty runs leave as many models in kernel and page, and as large a file (E4)."""
    stub.reply("Nothing.")
    notebook = open_notebook(LOAD, QUESTION)
    notebook.run_all()
    # Its icon is part of the name, hence not exact.
    keys = notebook.page.locator(".jupyter-ctx-keys")
    expect(keys.get_by_role("button", name="Regenerate")).to_be_visible()
    # The first run asks, and those that follow show what was saved.
    notebook.run_cell(1)
    expect(keys.get_by_role("button", name="Regenerate")).to_be_visible()
    notebook.save()
    file = lab.notebooks / f"{notebook.name}.ipynb"
    alive, size = notebook.evaluate(IN_KERNEL), file.stat().st_size
    shown = notebook.page.evaluate(IN_PAGE)
    assert shown["widgets"] > 0

    notebook.page.evaluate(RUN_AGAIN, RUNS)
    expect(keys.get_by_role("button", name="Regenerate")).to_be_visible()
    notebook.save()

    assert notebook.evaluate(IN_KERNEL) == alive
    notebook.page.wait_for_function(
        f"wanted => JSON.stringify(({IN_PAGE})()) === wanted",
        arg=json.dumps(shown, separators=(",", ":")),
    )
    assert file.stat().st_size < size + 2_000
    assert len(stub.requests) == 1
