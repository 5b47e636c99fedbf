"""The sidebar with kernels that know nothing of it, and without any."""

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.lab import Lab
from tests.browser.sidebar import Sidebar
from tests.live.asking import contents
from tests.stub import StubModel

pytestmark = pytest.mark.browser


def test_a_bash_notebook_gets_answers_from_its_document(open_notebook, stub, lab):
    """One notice, no traceback in a cell, and the source is in what is sent (A22)."""
    stub.reply("It prints one.")
    notebook = open_notebook("echo ONE_FROM_BASH", kernel="bash")
    notebook.run_all()
    expect(notebook.output("ONE_FROM_BASH")).to_be_visible()
    sidebar = Sidebar(notebook)
    expect(sidebar.banner).to_have_count(1)
    expect(sidebar.banner).to_contain_text("bash")

    sidebar.asked("What does it print?", "It prints one.")

    assert "echo ONE_FROM_BASH" in contents(stub.sent())
    kinds = [o["output_type"] for c in notebook.cells() for o in c["outputs"]]
    assert "error" not in kinds
    assert "No such comm target" not in lab.log


def test_a_kernel_without_the_package_is_told_how_to_get_it(open_notebook, stub, lab):
    """The chat works on the document, and says which pip line would do more."""
    stub.reply("Two.")
    notebook = open_notebook("one = 1", "one + 1", kernel="bare")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    expect(sidebar.banner.first).to_contain_text("pip install jupyter_ctx")
    expect(sidebar.banner.first).to_contain_text("bare")

    sidebar.asked("What is the sum?", "Two.")

    assert "one + 1" in contents(stub.sent())
    assert notebook.evaluate("import sys; sys.__dict__.get('last_value')") == ""
    assert "No such comm target" not in lab.log


def test_a_kernel_of_another_protocol_is_told_and_replaced(open_notebook, stub):
    """One banner with the pip line; the chat works on the document (E5)."""
    stub.reply("One.")
    newer = "import jupyter_ctx.protocol.messages as wire; wire.MAJOR = 9"
    notebook = open_notebook(newer, "one = 1")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    expect(sidebar.banner).to_have_count(1)
    expect(sidebar.banner).to_contain_text("pip install")

    sidebar.asked("What is one?", "One.")

    assert "one = 1" in contents(stub.sent())


def test_a_saved_error_is_sent_although_there_is_no_kernel(open_notebook, stub):
    """Name, message and source of the failed cell are in the request (A20)."""
    stub.reply("The column is missing.")
    failed = nbformat.v4.new_code_cell(
        'table["amuont"].sum()',
        execution_count=3,
        outputs=[
            nbformat.v4.new_output(
                "error",
                ename="KeyError",
                evalue="'amuont'",
                traceback=["\x1b[31mKeyError\x1b[39m: 'amuont'"],
            )
        ],
    )
    notebook = open_notebook("table = 1", failed)
    notebook.shut_down_kernel()
    sidebar = Sidebar(notebook)
    notebook.activate(1)

    sidebar.asked("Why did this fail?", "The column is missing.")

    sent = contents(stub.sent())
    assert all(part in sent for part in ("KeyError", "'amuont'", 'table["amuont"]'))
    expect(sidebar.root.locator(".jupyter-ctx-header")).to_contain_text("document only")


def test_it_works_behind_a_hub(browser, tmp_path):
    """A base URL with a space in it changes nothing (A18)."""
    with (
        StubModel() as stub,
        Lab(tmp_path, stub, base="/user/x%20y/") as lab,
    ):
        stub.reply("As anywhere.")
        notebook = lab.open(browser, "hub", ["value = 41"])
        notebook.run_all()
        sidebar = Sidebar(notebook)
        sidebar.asked("What is value?", "As anywhere.")
        assert "value = 41" in contents(stub.sent())
        notebook.close()


def test_another_kernel_is_followed(open_notebook):
    """After a change of kernel the sidebar tells the truth about the new one (E7)."""
    notebook = open_notebook("here = 1")
    notebook.run_all()
    sidebar = Sidebar(notebook)
    header = sidebar.root.locator(".jupyter-ctx-header")
    expect(header).to_contain_text("1 variable")

    notebook.change_kernel("bash")

    expect(header).to_contain_text("document only")
    notebook.change_kernel("python3")
    expect(header).to_contain_text("0 variables")
