"""A conversation that is condensed, hidden, pinned, left and come back to."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar
from tests.live.asking import contents

pytestmark = pytest.mark.browser

FACT = "The table of trees has forty oaks and eleven elms in the northern park. "


def talked(open_notebook, stub, turns: int, words: int = 10) -> Sidebar:
    """Open a notebook and ask *turns* questions, answered at length."""
    for n in range(1, turns + 1):
        stub.reply(f"Answer {n}. {FACT * words}End of {n}.")
    sidebar = Sidebar(open_notebook("trees = 51"))
    for n in range(1, turns + 1):
        sidebar.asked(f"Question {n}?", f"Answer {n}.")
    return sidebar


def sent(stub) -> str:
    """Give all that the last request held."""
    return contents(stub.sent())


def test_older_messages_are_condensed_after_a_look_and_come_back(open_notebook, stub):
    """A preview changes nothing; what is compacted says so, and undo restores it."""
    sidebar = talked(open_notebook, stub, 7)
    stub.reply("This is no summary.")

    sidebar.ask("/compact mind the elms")
    dialog = sidebar.part("Summarise older messages")
    expect(sidebar.button("Compact", dialog)).to_be_enabled()
    expect(dialog.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(r"[\d,]+ tokens of messages now, [\d,]+ then")
    )
    expect(dialog).to_contain_text("mind the elms")
    expect(dialog).to_contain_text("messages stay word for word")
    expect(dialog).to_contain_text("No summary was made")
    expect(dialog).not_to_contain_text("<history")
    assert "summarised" not in sidebar.root.inner_text()

    sidebar.button("Compact", dialog).click()
    line = sidebar.root.get_by_role("region", name="Summary of earlier messages")
    expect(line).to_contain_text("earlier messages are summarised")
    expect(dialog).to_have_count(0)
    expect(sidebar.turns.nth(0)).to_contain_text("summarised")
    expect(sidebar.last).not_to_contain_text("summarised")
    stub.reply("Noted.")
    sidebar.asked("And now?", "Noted.")
    assert "<history turns=" in sent(stub)
    assert "mind the elms" in sent(stub)
    assert "End of 1." not in sent(stub)
    assert "End of 7." in sent(stub)

    sidebar.button("Undo", line).press("Enter")
    expect(line).to_have_count(0)
    expect(sidebar.composer).to_be_focused()
    sidebar.asked("Once more?", "Noted.")
    assert "<history turns=" not in sent(stub)
    assert "End of 1." in sent(stub)


def test_a_hidden_message_is_not_sent_until_it_is_shown_again(open_notebook, stub):
    """Hide and pin stand under each message; the mark says what is true."""
    sidebar = talked(open_notebook, stub, 2, words=1)
    first = sidebar.turns.first

    sidebar.button("Hide", first).click()
    expect(first).to_contain_text("hidden: not sent")
    stub.reply("Three.")
    sidebar.asked("third", "Three.")
    assert "Answer 1." not in sent(stub)
    assert "Question 1?" not in sent(stub)
    assert "Answer 2." in sent(stub)

    sidebar.button("Show again", first).click()
    expect(first).not_to_contain_text("hidden: not sent")
    pin = sidebar.button("Pin", first)
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "true")
    sidebar.asked("fourth", "Three.")
    assert "Answer 1." in sent(stub)


def test_the_number_of_tokens_follows_what_is_hidden(open_notebook, stub):
    """It is counted anew, though nothing was asked or written."""
    stub.reply(f"Long: {FACT * 150}")
    sidebar = Sidebar(open_notebook("trees = 51"))
    meter = sidebar.root.get_by_role("button", name=re.compile(r"of [\d,]+ tokens"))
    sidebar.asked("How many?", "Long:")
    # Thousands there are only with the reply; it may not have been counted yet.
    thousands = re.compile(r"^\d,\d+ of")
    expect(meter).to_have_text(thousands)
    before = meter.inner_text()

    sidebar.button("Hide", sidebar.turns.first).click()
    expect(meter).not_to_have_text(thousands)
    sidebar.button("Show again", sidebar.turns.first).click()
    expect(meter).to_have_text(before)


def test_a_standing_instruction_is_a_chip_that_can_be_removed(open_notebook, stub):
    """It stands in the system message for as long as the chip is there."""
    stub.reply("Understood.")
    sidebar = Sidebar(open_notebook("trees = 51"))
    sidebar.asked("From now on, always write code with polars.", "Understood.")
    chips = sidebar.root.get_by_role("list", name="Standing instructions")
    expect(chips).to_contain_text("polars")
    sidebar.asked("next", "Understood.")
    assert "polars" in stub.sent()[0]["content"]

    chips.get_by_role("button").press("Enter")
    expect(chips).to_have_count(0)
    expect(sidebar.composer).to_be_focused()
    sidebar.asked("after that", "Understood.")
    assert "polars" not in stub.sent()[0]["content"]


def test_a_slash_lists_commands_and_a_path_is_a_question(open_notebook, stub):
    """Arrows and Enter complete, Esc closes, a wrong name is told, nothing is sent."""
    stub.reply("It is empty.")
    sidebar = Sidebar(open_notebook("trees = 51"))
    options = sidebar.root.get_by_role("option")
    sidebar.composer.press_sequentially("/")
    expect(options).to_have_count(9)
    sidebar.composer.press("ArrowDown")
    sidebar.composer.press("ArrowDown")
    expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    sidebar.composer.press("ArrowUp")
    sidebar.composer.press("ArrowUp")
    sidebar.composer.press("ArrowUp")
    expect(options.nth(8)).to_be_in_viewport(ratio=0.9)
    for _ in range(3):
        sidebar.composer.press("ArrowDown")
    sidebar.composer.press("Enter")
    expect(sidebar.composer).to_have_value("/plan ")
    expect(options).to_have_count(0)

    sidebar.ask("/help")
    help_ = sidebar.part("Commands")
    expect(help_).to_contain_text("/compact")
    expect(help_).to_be_focused()
    sidebar.button("Close", help_).click()
    expect(sidebar.composer).to_be_focused()
    sidebar.ask("/compcat")
    expect(sidebar.strip).to_contain_text("There is no command /compcat.")
    expect(sidebar.composer).to_have_value("/compcat")
    assert stub.requests == []

    sidebar.asked("/data/trees.csv is empty, why?", "It is empty.")
    assert sent(stub).endswith("/data/trees.csv is empty, why?")


def test_clear_begins_a_task_and_undo_brings_the_messages_back(open_notebook, stub):
    """Nothing of the old task is sent after `/clear`; undo restores it."""
    sidebar = talked(open_notebook, stub, 2, words=1)

    sidebar.ask("/clear")
    expect(sidebar.turns).to_have_count(0)
    sidebar.button("Undo", sidebar.strip).press("Enter")
    expect(sidebar.turns).to_have_count(2)
    expect(sidebar.composer).to_be_focused()
    sidebar.ask("/clear")
    expect(sidebar.turns).to_have_count(0)
    stub.reply("Fresh.")
    sidebar.asked("a new task", "Fresh.")
    assert [one["role"] for one in stub.sent()] == ["system", "user"]
    assert "Answer" not in sent(stub)

    sidebar.notebook.command("jupyter-ctx:undo")
    expect(sidebar.turns).to_have_count(2)
    sidebar.asked("go on", "Fresh.")
    assert "Answer 2." in sent(stub)


def test_another_conversation_is_begun_and_the_old_one_found_again(open_notebook, stub):
    """The list opens and searches; the notebook keeps what it goes on with."""
    stub.reply("Answer 1. A quince stands by the gate.")
    sidebar = Sidebar(open_notebook("trees = 51"))
    sidebar.asked("Which tree is by the gate?", "Answer 1.")
    old = sidebar.notebook.conversation()

    sidebar.notebook.command("jupyter-ctx:new-conversation")
    expect(sidebar.turns).to_have_count(0)
    stub.reply("Another.")
    sidebar.asked("something else", "Another.")
    assert "Answer 1." not in sent(stub)
    new = sidebar.notebook.conversation()
    assert new not in ("", old)

    sidebar.notebook.command("jupyter-ctx:conversations")
    saved = sidebar.part("Conversations")
    search = saved.get_by_role("searchbox")
    expect(search).to_be_focused()
    search.fill("quince gate")
    found = saved.get_by_role("list", name="Found").get_by_role("button")
    expect(found).to_have_count(1)
    found.click()
    expect(sidebar.last).to_contain_text("Answer 1.")
    sidebar.asked("and?", "Another.")
    assert "Answer 1." in sent(stub)
    assert sidebar.notebook.conversation() == old


def test_a_conversation_is_saved_as_a_file(open_notebook, stub):
    """`/export` downloads what is shown; a file is opened, and gone on with."""
    sidebar = talked(open_notebook, stub, 1, words=1)

    with sidebar.page.expect_download() as got:
        sidebar.ask("/export json")
    text = got.value.path().read_text("utf-8")
    assert got.value.suggested_filename.endswith(".json")
    assert "Question 1?" in json.dumps(json.loads(text))
    kept = got.value.path()

    with sidebar.page.expect_download() as got:
        sidebar.ask("/export")
    assert "Answer 1." in got.value.path().read_text("utf-8")
    sidebar.ask("/export pdf")
    expect(sidebar.strip).to_contain_text("Write /export markdown")

    old = sidebar.notebook.conversation()
    sidebar.ask("/clear")
    expect(sidebar.turns).to_have_count(0)
    file = {"name": "kept.json", "mimeType": "", "buffer": kept.read_bytes()}
    with sidebar.page.expect_file_chooser() as chooser:
        sidebar.notebook.command("jupyter-ctx:import-conversation")
    chooser.value.set_files([file | {"name": "no.json", "buffer": b"[1"}])
    expect(sidebar.strip).to_contain_text("There is no message of a user")
    with sidebar.page.expect_file_chooser() as chooser:
        sidebar.notebook.command("jupyter-ctx:import-conversation")
    chooser.value.set_files([file])
    expect(sidebar.last).to_contain_text("Answer 1.")
    assert sidebar.notebook.conversation() != old
    stub.reply("Gone on with.")
    sidebar.asked("and then?", "Gone on with.")
    assert "Answer 1." in sent(stub)


def test_the_memory_file_is_shown_and_edited_in_a_cell(open_notebook, stub, lab):
    """`/memory` shows what goes along; the cell that changes it is inserted."""
    file = lab.notebooks / "JUPYTER_CTX.md"
    file.write_text("# Task\nCount the elms.\n", "utf-8")
    try:
        stub.reply("Yes.")
        sidebar = Sidebar(open_notebook("trees = 51"))
        sidebar.ask("/memory")
        memory = sidebar.part("Memory")
        expect(memory).to_contain_text("Count the elms.")
        sidebar.button("Edit in a cell", memory).click()
        cells = [cell["source"] for cell in sidebar.notebook.cells()]
        assert any("Count the elms." in source for source in cells)
        sidebar.asked("What is the task?", "Yes.")
        assert "Count the elms." in stub.sent()[0]["content"]
    finally:
        file.unlink()


def test_marks_stay_true_after_regenerate_and_edit(open_notebook, stub):
    """Of a stopped reply nothing is sent, of a new one all; the marks say it."""
    stub.reply("word " * 400, chunks=["word "] * 400, delay=0.05)
    stub.reply("Whole.")
    sidebar = Sidebar(open_notebook("trees = 51"))
    sidebar.ask("Tell me.")
    expect(sidebar.last).to_contain_text("word word")
    sidebar.button("Stop", sidebar.root).click()
    expect(sidebar.last).to_contain_text("cancelled: not sent")

    sidebar.button("Regenerate").click()
    expect(sidebar.last).to_contain_text("Whole.")
    sidebar.settled()
    expect(sidebar.last).not_to_contain_text("not sent")
    sidebar.asked("And?", "Whole.")
    roles = ["system", "user", "assistant", "user"]
    assert [one["role"] for one in stub.sent()] == roles
    assert "word word" not in sent(stub)


def test_a_plan_changes_a_cell_only_when_its_step_is_accepted(open_notebook, stub):
    """`/plan` lists the steps; each waits for a click, and then for its diff's."""
    notebook = open_notebook("trees = 51", "print(trees + 1)")
    notebook.run_all()
    sidebar = Sidebar(notebook)

    sidebar.ask("/plan rename trees to elms")
    expect(sidebar.last).to_contain_text("2 steps")
    card = sidebar.root.locator(".jupyter-ctx-plan")
    expect(card).to_contain_text("Plan: rename trees to elms")
    sidebar.button("Confirm").click()
    expect(sidebar.last).to_contain_text("Step 1 of 2")
    sidebar.button("Apply").click()
    expect(sidebar.last).to_contain_text("Step 2 of 2")
    assert notebook.cells()[0]["source"] == "trees = 51"

    notebook.page.get_by_role("button", name="Accept", exact=True).first.click()
    expect(notebook.page.locator(".jp-Cell").first).to_contain_text("elms = 51")
    sidebar.button("Stop").click()
    expect(sidebar.last).to_contain_text("Stopped.")
    sidebar.ask("/plan resume")
    expect(sidebar.last).to_contain_text("Step 2 of 2")
    expect(card).to_be_attached()
    assert [cell["source"] for cell in notebook.cells()] == [
        "elms = 51",
        "print(trees + 1)",
    ]
    assert stub.requests == []
