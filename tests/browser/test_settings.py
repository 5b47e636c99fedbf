"""Settings, commands, the doctor, the status bar, and the language of the sidebar."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.access import focused
from tests.browser.settings import LANGUAGE, schema, settings
from tests.browser.sidebar import Sidebar

pytestmark = pytest.mark.browser

COMMANDS = """async () => {
  const { commands } = window.jupyterapp;
  const ours = commands.listCommands().filter(id => id.startsWith('jupyter-ctx:'));
  const told = await Promise.all(ours.map(async id => [
    id, commands.label(id), Boolean((await commands.describedBy(id)).args)]));
  return told;
}"""

OFFER = (
    "Which way?\n```choices\n"
    '{"question": "How shall it be shown?", "choices": ['
    '{"label": "A chart"}, {"label": "A table"}]}\n```'
)


def sent(stub) -> str:
    """Give all that the last request held."""
    return " ".join(one["content"] for one in stub.requests[-1]["messages"])


def test_settings_of_the_sidebar_act_at_once(open_notebook, stub):
    """Size of text, Enter, asking before a deletion, the status bar."""
    stub.reply("One.")
    notebook = open_notebook("x = 1")
    sidebar = Sidebar(notebook)
    status = notebook.page.locator(".jupyter-ctx-status-button")
    expect(status).to_contain_text("my-llm")

    with settings(notebook.page, fontSize=19, showStatus=False, enterSends=False):
        expect(sidebar.root).to_have_css("font-size", "19px")
        expect(status).to_be_hidden()
        sidebar.composer.fill("First line")
        sidebar.composer.press("Enter")
        sidebar.composer.press_sequentially("second")
        expect(sidebar.composer).to_have_value("First line\nsecond")
        sidebar.composer.press("Control+Enter")
        expect(sidebar.last).to_contain_text("One.")
        sidebar.settled()
    expect(sidebar.root).not_to_have_css("font-size", "19px")
    expect(status).to_be_visible()

    with settings(notebook.page, confirmDelete=True):
        sidebar.button("Delete").click()
        asked = sidebar.root.get_by_role("alertdialog")
        expect(asked).to_contain_text("This deletes the message.")
        asked.get_by_role("button", name="Cancel").click()
    sidebar.button("Delete").click()
    expect(sidebar.turns).to_have_count(0)


def test_settings_reach_the_kernel_and_tell_what_outranks_them(open_notebook, stub):
    """Budget and privacy count in the next request; the environment's model wins."""
    stub.reply("Yes.")
    notebook = open_notebook("word = 'zanzibar'")
    notebook.run_all()
    sidebar = Sidebar(notebook)

    with settings(notebook.page, budget=1900, privacy="code", model="of-lab"):
        line = sidebar.root.locator(".jupyter-ctx-privacy-line")
        expect(line).to_contain_text("Code only")
        sidebar.composer.fill("What is it?")
        expect(sidebar.root).to_contain_text("of 1,900 tokens")
        sidebar.composer.press("Enter")
        expect(sidebar.last).to_contain_text("Yes.")
        sidebar.settled()
        assert "word = 'zanzibar'" in sent(stub)
        assert "str" not in sent(stub).partition("<variables")[2]
        assert stub.requests[-1]["model"] == "my-llm"

        notebook.command("jupyter-ctx:pick-model")
        told = sidebar.root.get_by_role("list", name="Settings that do not count")
        expect(told).to_contain_text("“Model” does not count: JUPYTER_CTX_MODEL comes")
    expect(line).to_contain_text("Everything")


def test_without_connecting_at_sight_the_first_question_connects(open_notebook, stub):
    """The kernel is left alone until something is asked."""
    stub.reply("Now.")
    notebook = open_notebook("x = 1")
    with settings(notebook.page, autoLoad=False):
        sidebar = Sidebar(notebook, is_ready=False)
        notebook.run_all()
        assert (
            notebook.evaluate("'jupyter_ctx' in __import__('sys').modules") == "False"
        )
        sidebar.ask("Are you there?")
        expect(sidebar.last).to_contain_text("Now.")


def test_every_command_says_what_it_takes_and_can_be_reached(open_notebook):
    """By palette, menus and keys; the help lists the keys, also from the composer."""
    notebook = open_notebook("x = 1")
    sidebar = Sidebar(notebook)
    found = notebook.page.evaluate(COMMANDS)

    assert [told for told in found if not (told[1] and told[2])] == []
    assert len(found) >= 35
    sidebar.composer.press("Control+Alt+Shift+H")
    help_ = sidebar.root.get_by_role("region", name="Commands")
    expect(help_).to_contain_text("Ctrl+Alt+Shift+S")
    expect(help_).to_contain_text("Stop the Assistant")
    expect(help_).to_be_focused()
    notebook.page.keyboard.press("Escape")
    expect(sidebar.composer).to_be_focused()
    for menu, item in (("Run", "Ask the Assistant…"), ("Help", "Doctor")):
        notebook.page.get_by_role("menuitem", name=menu, exact=True).click()
        entry = notebook.page.locator(".lm-Menu-item").filter(has_text=item)
        expect(entry.first).to_be_visible()
        notebook.page.keyboard.press("Escape")


def test_the_doctor_tells_each_step_and_what_to_do(open_notebook, stub):
    """All is well; then a model that is not there; the report can be copied."""
    notebook = open_notebook("x = 1")
    sidebar = Sidebar(notebook)
    sidebar.composer.focus()
    notebook.command("jupyter-ctx:doctor")
    doctor = sidebar.root.get_by_role("region", name="Doctor")
    expect(doctor).to_contain_text("All steps work.")
    expect(doctor).to_be_focused()
    assert "/v1/models" in stub.paths

    doctor.press("Escape")
    expect(sidebar.composer).to_be_focused()
    sidebar.composer.fill("/model other")
    sidebar.composer.press("Enter")
    expect(sidebar.strip).to_contain_text("other answers from now on.")
    notebook.command("jupyter-ctx:doctor")
    expect(doctor).to_contain_text("1 step does not work")
    failed = doctor.locator(".jupyter-ctx-mod-failed")
    expect(failed).to_contain_text("List of models does not work no other there")
    expect(failed).to_contain_text("Pick in the sidebar one of: my-llm.")
    doctor.get_by_role("button", name="Copy report").click()
    expect(sidebar.strip).to_contain_text("Copied.")
    report = notebook.page.evaluate("navigator.clipboard.readText()")
    assert "List of models: does not work (no other there)\n" in report


def test_a_standing_instruction_is_written_by_hand(open_notebook, stub):
    """It goes with the next message, word for word, until it is taken back."""
    stub.reply("Ja.")
    notebook = open_notebook("x = 1")
    sidebar = Sidebar(notebook)
    sidebar.composer.focus()
    notebook.command("jupyter-ctx:instruct")
    field = sidebar.root.get_by_role("textbox", name="New instruction")
    expect(field).to_be_focused()
    field.fill("Answer in German.")
    field.press("Enter")
    expect(sidebar.composer).to_be_focused()

    sidebar.asked("Is it so?", "Ja.")
    assert "Answer in German." in sent(stub)


def test_the_status_bar_follows_the_current_document(open_notebook):
    """Model and tokens; a click opens the sidebar; only while a notebook is current."""
    notebook = open_notebook("x = 1")
    sidebar = Sidebar(notebook)
    item = notebook.page.locator(".jupyter-ctx-status-button")
    sidebar.composer.fill("What is x?")
    expect(item).to_contain_text("my-llm · ")
    expect(item).to_contain_text(" / ")
    notebook.command("application:toggle-right-area")
    expect(sidebar.root).to_be_hidden()
    item.click()
    expect(sidebar.composer).to_be_focused()

    notebook.page.evaluate(
        "() => window.jupyterapp.commands.execute('launcher:create').then(() => true)"
    )
    expect(item).to_be_hidden()
    notebook.focus_panel(f"{notebook.name}.ipynb")
    expect(item).to_be_visible()


def test_the_sidebar_speaks_chinese_where_jupyterlab_does(open_notebook, stub):
    """Sidebar, choices, what is sent, the doctor, and the settings."""
    stub.reply(OFFER)
    notebook = open_notebook("x = 1", has_own_page=True)
    with settings(notebook.page, LANGUAGE, locale="zh_CN"):
        notebook.reload()
        sidebar = Sidebar(notebook, is_ready=False)
        expect(sidebar.composer).to_have_attribute(
            "placeholder", "询问有关此笔记本的问题"
        )
        sidebar.ask("怎么显示")
        expect(sidebar.last.get_by_role("button", name="A table")).to_be_visible()
        expect(sidebar.root.get_by_role("status").first).to_have_text(
            re.compile("回复完成.有 2 个选项。")
        )
        sidebar.last.get_by_role("button", name="A table").click()
        expect(sidebar.root).to_contain_text("已选择")
        notebook.command("jupyter-ctx:show-context")
        expect(sidebar.root.get_by_role("region", name="发送的内容")).to_be_visible()
        notebook.command("jupyter-ctx:doctor")
        expect(sidebar.root.get_by_role("region", name="诊断")).to_contain_text(
            "所有步骤均正常。"
        )
        properties = schema(notebook.page)["properties"]
        assert properties["enterSends"]["title"] == "Enter 发送"
        assert focused(notebook.page) != ""
