"""The composer: mentions, commands, history, the queue, drops, pictures, the place."""

from __future__ import annotations

import base64
import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import contents
from tests.pixels import png

pytestmark = pytest.mark.browser

FRAME = (
    "import pandas as pd\n"
    'sales = pd.DataFrame({"unit price": [1, 2], "region": ["N", "S"]})'
)
CLEAN = "def clean(frame):\n    return frame.dropna()"

DROP = """([selector, cells]) => {
  const node = document.querySelector(selector);
  const data = new Map(Object.entries(cells));
  const mimeData = { hasData: k => data.has(k), getData: k => data.get(k) };
  for (const type of ['lm-dragenter', 'lm-dragover', 'lm-drop']) {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.assign(event, { mimeData, proposedAction: 'move', dropAction: 'none' });
    node.dispatchEvent(event);
  }
}"""
"""Drops what Lab's own drags bring; the browser tests of Lab do it so, too."""

GIVE = """([selector, type, files]) => {
  const transfer = new DataTransfer();
  for (const [name, mime, data] of files) {
    const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type: mime }));
  }
  const node = document.querySelector(selector);
  const event = type === 'paste'
    ? new ClipboardEvent(type, { clipboardData: transfer, bubbles: true,
        cancelable: true })
    : new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
  node.dispatchEvent(event);
}"""

FIELD = ".jupyter-ctx-composer textarea"


def options(sidebar: Sidebar) -> Locator:
    """Locate what the list over the field offers."""
    return sidebar.root.get_by_role("listbox").get_by_role("option")


def chips(sidebar: Sidebar) -> Locator:
    """Locate what goes along with the next message."""
    return sidebar.root.locator(".jupyter-ctx-tag")


def give(page: Page, how: str, name: str, mime: str, data: bytes) -> None:
    """Paste or drop a file of the desktop."""
    text = base64.b64encode(data).decode()
    page.evaluate(GIVE, [FIELD, how, [[name, mime, text]]])


def test_mentions_are_completed_and_are_in_what_is_sent(open_notebook, stub):
    """A column of two words by keys, an unrun cell by mouse, in a busy kernel too."""
    stub.reply("Yes.")
    notebook = open_notebook(
        FRAME,
        CLEAN,
        "x = [1]",
        "unrun_total = sales.sum()",
        "import time; time.sleep(90)",
    )
    for index in range(3):
        notebook.run_cell(index)
    sidebar = Sidebar(notebook)
    composer = sidebar.composer

    composer.press_sequentially("What is @unit")
    expect(options(sidebar).first).to_contain_text("sales.unit price")
    expect(composer).to_have_attribute("aria-activedescendant", re.compile("-0$"))
    composer.press("Enter")
    expect(composer).to_have_value('What is @sales["unit price"] ')
    expect(options(sidebar)).to_have_count(0)
    expect(chips(sidebar)).to_contain_text(['@sales["unit price"]'])

    notebook.activate(4)
    notebook.command("notebook:run-cell")
    expect(notebook.page.get_by_text("[*]:").last).to_be_visible()
    composer.press("End")
    composer.press_sequentially("in @unrun")
    options(sidebar).filter(has_text="not run").click()
    expect(composer).to_be_focused()
    composer.press_sequentially("and @cle")
    expect(options(sidebar).first).to_contain_text("clean")
    composer.press("Tab")
    prompt = (
        'What is @sales["unit price"] in @cell["unrun_total = sales.sum()"] and @clean '
    )
    expect(composer).to_have_value(prompt)
    composer.press("Enter")

    expect(sidebar.last).to_contain_text("Yes.")
    sent = contents(stub.sent())
    assert sent.rstrip().endswith(prompt.rstrip())
    assert "unrun_total = sales.sum()\n</cell>" in sent
    assert "return frame.dropna()" in sent
    assert "unit price" in sent.removesuffix(prompt)


def test_a_mention_of_nothing_says_what_is_near_and_can_be_removed(open_notebook, stub):
    """The chip says it before, the reply after; nothing is lost of the prompt."""
    stub.reply("Which?")
    notebook = open_notebook(FRAME)
    notebook.run_all()
    sidebar = Sidebar(notebook)

    sidebar.composer.fill("Plot @salse now")
    sidebar.composer.press("Escape")
    chip = chips(sidebar).filter(has_text="There is no @salse here")
    expect(chip).to_contain_text("Did you mean @sales?")
    sidebar.composer.press("Enter")
    expect(sidebar.last).to_contain_text("There is no @salse here")
    sidebar.settled()
    assert contents(stub.sent()).endswith("Plot @salse now")

    sidebar.composer.fill("Plot @salse and @sales now")
    sidebar.button("Remove @salse", chips(sidebar)).click()
    expect(sidebar.composer).to_have_value("Plot and @sales now")
    expect(sidebar.composer).to_be_focused()


def test_the_arrows_walk_through_earlier_messages(open_notebook, stub):
    """To older ones and back to the draft, after a reload too; Alt+↑ edits the last."""
    stub.reply("Yes.")
    notebook = open_notebook(FRAME, has_own_page=True)
    sidebar = Sidebar(notebook)
    sidebar.asked("first", "Yes.")
    sidebar.asked("second\nof two lines", "Yes.")
    notebook.reload()
    sidebar = Sidebar(notebook)
    composer = sidebar.composer

    composer.fill("a draft")
    for key, value in (
        ("ArrowUp", "second\nof two lines"),
        ("ArrowUp", "first"),
        ("ArrowUp", "first"),
        ("ArrowDown", "second\nof two lines"),
        ("ArrowDown", "a draft"),
    ):
        composer.press(key)
        expect(composer).to_have_value(value)
    composer.fill("")
    for value in ("second\nof two lines", "first"):
        composer.press("ArrowUp")
        expect(composer).to_have_value(value)
    composer.press("Enter")
    expect(sidebar.turns).to_have_count(3)
    sidebar.settled()
    assert contents(stub.sent()).endswith("first")

    composer.press("Alt+ArrowUp")
    expect(sidebar.last.get_by_role("textbox")).to_have_value("first")


def test_commands_complete_their_arguments_and_say_what_is_near(open_notebook, stub):
    """`/model` lists the models, a misspelt one is answered, `//` sends it."""
    stub.reply("A command.")
    sidebar = Sidebar(open_notebook(FRAME))
    composer = sidebar.composer

    composer.press_sequentially("/mod")
    composer.press("Enter")
    expect(composer).to_have_value("/model ")
    expect(options(sidebar).first).to_be_visible()
    composer.press("Escape")
    sidebar.ask("/compcat")
    expect(sidebar.strip).to_contain_text(
        "There is no command /compcat. Did you mean /compact?"
    )
    expect(composer).to_have_value("/compcat")
    sidebar.ask("/clear all outputs please")
    expect(sidebar.strip).to_contain_text("/clear takes no words behind it")
    expect(composer).to_have_value("/clear all outputs please")
    sidebar.asked("//compact does what?", "A command.")
    assert contents(stub.sent()).endswith("\n/compact does what?")


def test_fix_and_explain_act_on_the_cell_that_they_name(open_notebook, stub):
    """`/explain` takes the active cell; `/fix` the one with the error."""
    stub.reply("It divides.")
    notebook = open_notebook("a = 1", "a / 0")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    notebook.activate(0)

    sidebar.ask("/explain @In[2]")
    expect(sidebar.last).to_contain_text("It divides.")
    sidebar.settled()
    assert "a / 0" in contents(stub.sent())
    sidebar.ask("/fix")
    expect(sidebar.turns).to_have_count(2)
    expect(sidebar.last).to_contain_text("ZeroDivisionError")


def test_what_is_written_while_a_reply_runs_waits_in_its_order(open_notebook, stub):
    """Edited, moved, removed by keys; a stop pauses it, and it is said why."""
    stub.reply("word " * 2000, chunks=["word "] * 2000, delay=0.05)
    stub.reply("Done.")
    sidebar = Sidebar(open_notebook(FRAME))
    queue = sidebar.part("Messages that wait")
    rows = queue.get_by_role("listitem")
    sidebar.ask("a long one")
    expect(sidebar.last).to_contain_text("word word")

    for text in ("one", "two", "three", "four"):
        sidebar.ask(text)
    expect(rows).to_have_text(["one", "two", "three", "four"], use_inner_text=True)
    assert len(stub.requests) == 1
    sidebar.button("Remove", rows.nth(1)).press("Enter")
    sidebar.button("Edit", rows.nth(0)).press("Enter")
    queue.get_by_role("textbox").fill("the first")
    queue.get_by_role("textbox").press("Enter")
    sidebar.button("Edit", rows.nth(2)).press("Alt+ArrowUp")
    expect(rows).to_have_text(["the first", "four", "three"], use_inner_text=True)

    sidebar.button("Stop", sidebar.root).click()
    expect(queue).to_contain_text("Paused, as the reply was stopped.")
    assert len(stub.requests) == 1
    sidebar.button("Send on", queue).press("Enter")

    expect(sidebar.turns).to_have_count(4)
    expect(sidebar.last).to_contain_text("Done.")
    expect(queue).to_have_count(0)
    expect(sidebar.composer).to_be_focused()
    assert sidebar.state()["prompts"] == ["a long one", "the first", "four", "three"]
    assert contents(stub.sent()).endswith("\nthree")


def test_queue_and_pictures_survive_a_reload(open_notebook, stub):
    """Nothing is sent by itself then; the picture still goes along."""
    stub.reply("word " * 2000, chunks=["word "] * 2000, delay=0.05)
    stub.reply("Done.")
    notebook = open_notebook(FRAME, has_own_page=True)
    sidebar = Sidebar(notebook)
    sidebar.ask("a long one")
    expect(sidebar.last).to_contain_text("word word")
    sidebar.ask("later")
    give(notebook.page, "paste", "shot.png", "image/png", png(64, 32))
    expect(chips(sidebar)).to_contain_text(["shot.png"])

    notebook.reload()
    sidebar = Sidebar(notebook)
    queue = sidebar.part("Messages that wait")
    expect(queue).to_contain_text("Paused, as the page was loaded anew.")
    expect(queue.get_by_role("listitem")).to_have_text("later", use_inner_text=True)
    expect(chips(sidebar).get_by_role("img")).to_have_attribute(
        "alt", "Picture shot.png"
    )
    assert len(stub.requests) == 1


def test_what_is_being_changed_is_kept_and_not_sent_in_its_old_words(
    open_notebook, stub
):
    """A question outlives a reload; a message that waits goes in its new words."""
    stub.reply("First.")
    stub.reply("word " * 2000, chunks=["word "] * 2000, delay=0.05)
    stub.reply("Done.")
    notebook = open_notebook(FRAME, has_own_page=True)
    sidebar = Sidebar(notebook)
    sidebar.asked("a question", "First.")
    sidebar.composer.press("Alt+ArrowUp")
    sidebar.last.get_by_role("textbox").fill("half a change")

    notebook.reload()
    sidebar = Sidebar(notebook)
    field = sidebar.last.get_by_role("textbox")
    expect(field).to_have_value("half a change")
    field.press("Escape")
    expect(field).to_have_count(0)

    sidebar.ask("a long one")
    expect(sidebar.last).to_contain_text("word word")
    sidebar.ask("old words")
    queue = sidebar.part("Messages that wait")
    sidebar.button("Edit", queue).press("Enter")
    queue.get_by_role("textbox").fill("new words")
    sidebar.button("Stop", sidebar.root).click()
    sidebar.button("Send on", queue).press("Enter")
    expect(queue).to_contain_text("Nothing is sent while you change the first message.")
    assert len(stub.requests) == 2
    queue.get_by_role("textbox").press("Enter")
    expect(sidebar.last).to_contain_text("Done.")
    expect(sidebar.composer).to_be_focused()
    assert contents(stub.sent()).endswith("\nnew words")
    assert sidebar.state()["prompts"] == ["a question", "a long one", "new words"]


def test_cells_files_and_tabs_are_dropped_as_mentions(open_notebook, stub, lab):
    """What is dropped is mentioned, and is in the request."""
    stub.reply("Yes.")
    (lab.notebooks / "my data.csv").write_text("a,b\n1,2\n")
    notebook = open_notebook("x = 41 + 1", "never_run = 7")
    notebook.run_cell(0)
    sidebar = Sidebar(notebook)
    ran = {"source": "x = 41 + 1", "execution_count": 1}
    unrun = {"source": "never_run = 7", "execution_count": None}

    sidebar.composer.fill("Compare")
    notebook.page.evaluate(
        DROP, [FIELD, {"application/vnd.jupyter.cells": [ran, unrun]}]
    )
    notebook.page.evaluate(
        DROP, [FIELD, {"application/x-jupyter-icontents": ["my data.csv"]}]
    )
    prompt = 'Compare @In[1] @cell["never_run = 7"] @"my data.csv" '
    expect(sidebar.composer).to_have_value(prompt)
    expect(chips(sidebar)).to_have_count(3)
    sidebar.composer.press("Enter")

    expect(sidebar.last).to_contain_text("Yes.")
    sent = contents(stub.sent())
    assert "x = 41 + 1" in sent
    assert "never_run = 7\n</cell>" in sent
    assert "<file path=my_data.csv>\na,b\n1,2\n</file>" in sent


def test_a_pasted_picture_goes_to_a_model_that_sees(open_notebook, stub):
    """A thumbnail that can be removed; at a narrow level it stays here and says so."""
    stub.reply("A grey one.")
    notebook = open_notebook(
        "import os; os.environ['JUPYTER_CTX_VISION'] = '1'", "%load_ext jupyter_ctx"
    )
    notebook.run_all()
    sidebar = Sidebar(notebook)
    page = notebook.page
    give(page, "paste", "one.png", "image/png", png(640, 480))
    give(page, "drop", "two.png", "image/png", png(64, 48))
    expect(chips(sidebar)).to_have_count(2)
    sidebar.button("Remove two.png", chips(sidebar)).click()
    expect(chips(sidebar).get_by_role("img")).to_have_attribute(
        "alt", "Picture one.png"
    )

    sidebar.ask("What is on it?")
    expect(sidebar.last).to_contain_text("A grey one.")
    sidebar.settled()
    content = stub.sent()[-1]["content"]
    assert [part["type"] for part in content].count("image_url") == 1
    assert "data:image/png;base64," in json.dumps(content)
    expect(chips(sidebar)).to_have_count(0)
    sidebar.asked("And now?", "A grey one.")
    assert "image_url" not in json.dumps(stub.sent())

    sidebar.pick_level("Schema only")
    give(page, "paste", "three.png", "image/png", png(64, 48))
    expect(chips(sidebar)).to_contain_text(["stays here at this privacy level"])
    sidebar.asked("And this?", "A grey one.")
    assert "image_url" not in json.dumps(stub.sent())
    expect(sidebar.last).to_contain_text("three.png stayed here")


def test_a_dropped_text_goes_along_and_what_cannot_is_refused(open_notebook, stub):
    """The text stands in the context; a zip file is told what to do with it."""
    stub.reply("Line 3.")
    notebook = open_notebook(FRAME)
    sidebar = Sidebar(notebook)
    page = notebook.page

    give(page, "drop", "a.zip", "application/zip", b"PK\0\0")
    expect(sidebar.strip).to_contain_text("a.zip cannot be added")
    expect(chips(sidebar)).to_have_count(0)
    give(page, "drop", "run.log", "text/plain", b"one\ntwo\nthree failed\n")
    expect(chips(sidebar)).to_contain_text(["run.log"])
    sidebar.asked("Where is it?", "Line 3.")

    sent = contents(stub.sent())
    assert "<file enclosed=run.log>\none\ntwo\nthree failed\n</file>" in sent
    assert sent.endswith("Where is it?")

    stub.reply("It has no column x.")
    notebook.write(0, "regoin")
    notebook.run_all()
    give(page, "drop", "new.log", "text/plain", b"four\n")
    expect(chips(sidebar)).to_contain_text(["new.log"])
    sidebar.ask("/fix")
    expect(sidebar.last).to_contain_text("It has no column x.")
    expect(chips(sidebar)).to_have_count(0)
    assert "<file enclosed=new.log>\nfour\n</file>" in contents(stub.sent())


GIT = """import os, subprocess, sys
def git(*what):
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *who, *what], check=True)
def write(first, second):
    with open("tool.py", "w") as file:
        file.write(f"def run():\\n    return {first}\\n\\n\\n")
        file.write(f"def other():\\n    return {second}\\n")
os.makedirs("place", exist_ok=True)
os.chdir("place")
git("init", "-q")
write(1, 1); git("add", "."); git("commit", "-qm", "x")
write(2, 1); git("add", ".")
write(2, 3)
os.environ.pop("JPY_SESSION_NAME", None)
sys.path.insert(0, "")
"""
"""A project whose file has a change that is staged and one that is not."""


def test_ctrl_enter_takes_the_place_of_the_user_along(open_notebook, stub):
    """P8: cell, cursor, change since its run, git diff of used files, last error."""
    stub.reply("I see.")
    notebook = open_notebook(
        GIT,
        "import tool\ntotal = tool.run()",
        "ratio = total + 0\nratio / 0",
    )
    notebook.run_all()
    expect(notebook.output("ZeroDivisionError").first).to_be_visible()
    notebook.write(2, "ratio = total + 5\nratio / 0")
    sidebar = Sidebar(notebook)
    notebook.activate(2)
    notebook.page.evaluate(
        "() => { const cell = window.jupyterapp.shell.currentWidget.content.activeCell;"
        " cell.editor.setCursorPosition({ line: 1, column: 5 }); }"
    )

    sidebar.ask("Why?", key="Control+Enter")

    expect(sidebar.last).to_contain_text("I see.")
    sent = contents(stub.sent())
    assert re.search(r"<cell id=In\[3\] status=failed_edited_since cursor=2:6", sent)
    assert "<change of=In[3]>" in sent
    assert "+ratio = total + 5" in sent
    assert "ZeroDivisionError: division by zero" in sent
    (diff,) = re.findall(r"<change of=\S*tool\.py>.*?</change>", sent, re.DOTALL)
    assert "return 2" in diff
    assert "return 3" in diff
    assert sent.endswith("Why?")
