"""The doors where they are used: other shells, restarts, clicks, no widgets."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import nbclient
import nbformat
import pytest

from jupyter_ctx.ui.screen import FLOW
from tests.live.asking import CHOICES, asking, buttons, contents
from tests.live.kernel import LiveKernel
from tests.stub import StubModel
from tests.warm import workers

NOTEBOOK = {"JPY_SESSION_NAME": "/data/analysis one.ipynb"}


@pytest.fixture(scope="module")
def pair():
    """Share one kernel and stub among the tests that leave both as they were."""
    with asking() as both:
        yield both


@pytest.fixture
def live(pair):
    """Give the shared kernel with an empty conversation and an empty script."""
    kernel, stub = pair
    kernel.run("%ctx reset")
    stub._script, stub._is_repeating = stub._script[-1:], True
    stub.requests.clear()
    return pair


def _until(kernel, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        kernel.pump(0.1)
    assert condition()


def test_edits_hold_after_a_restart():
    """What was cut is neither shown nor sent by the next kernel (A5, A9)."""
    with asking(**NOTEBOOK) as (kernel, stub):
        kernel.run("a = 1")
        for prompt, cell in (("u-one", "c1"), ("u-two", "c2"), ("u-new", "c1")):
            stub.reply(f"r-{prompt}")
            kernel.run(f"%%assist\n{prompt}", cell_id=cell)
        kernel.restart()
        saved = kernel.run("%%assist\nu-new", cell_id="c1")
        assert "r-u-new" in saved.text
        assert len(stub.requests) == 3
        stub.reply("r-three")
        kernel.run("%%assist\nu-three", cell_id="c3")
        text = contents(stub.sent())
        assert "u-new" in text
        assert "restarted" in text
        for gone in ("u-one", "r-u-one", "u-two", "r-u-two"):
            assert gone not in text


def test_a_stopped_partial_is_there_after_a_restart():
    """The beginning of a stopped reply stays visible, and the next call works (C10)."""
    with asking(**NOTEBOOK) as (kernel, stub):
        stub.reply(chunks=["```python\n", "x = 1\n", *["y\n"] * 200], delay=0.05)
        ran = kernel.run("%%assist --background\nslow one")
        _until(kernel, lambda: "x = 1" in ran.text)
        kernel.run("%assist stop")
        kernel.restart()
        assert "x = 1" in kernel.run("%assist show").stdout
        assert not kernel.run("%assist insert 1").payload
        stub.reply("fine")
        assert "fine" in kernel.run("%%assist\nnext").text
        assert stub.sent()[-1]["content"].endswith("slow one\n\nnext")


def test_a_stop_before_the_first_word_sends_no_empty_message(live):
    """Nothing visible means no message of the assistant later (C10, A6)."""
    kernel, stub = live
    stub.reply(chunks=["late"] * 100, delay=0.5)
    kernel.run("%%assist --background\nfirst")
    assert stub.wait(lambda s: len(s.requests) == 1)
    assert "1 stopped" in kernel.run("%assist stop").stdout
    stub.reply("answer")
    kernel.run("%%assist\nsecond")
    sent = stub.sent()
    assert [m["role"] for m in sent] == ["system", "user"]
    assert all(m["content"].strip() for m in sent)


def test_background_replies_reach_their_own_cells(live):
    """Two answers at once and other cells: each text is under its own (E12)."""
    kernel, stub = live
    stub.reply(chunks=[f"one{n} " for n in range(15)], delay=0.02)
    stub.reply(chunks=[f"two{n} " for n in range(15)], delay=0.02)
    first = kernel.run("%%assist --background\nfirst")
    second = kernel.run("%%assist --background\nsecond")
    other = kernel.run("print('mine')")
    _until(kernel, lambda: "one14" in first.text and "two14" in second.text)
    assert "two" not in first.text
    assert "one" not in second.text
    assert other.text.strip() == "mine"


def test_a_stream_sends_few_messages(live):
    """Two thousand deltas become at most ten updates a second (E11).

    Each holds all of the text, so a long one is sent less often: what goes over the
    wire grows with the time, not with the square of the length.
    """
    kernel, stub = live
    chunks = [f"{n:019} " for n in range(2_000)]
    stub.reply(chunks=chunks)
    kernel.messages.clear()
    start = time.monotonic()
    ran = kernel.run("%%assist --no-widget\ncount")
    seconds = time.monotonic() - start
    kinds = [m["header"]["msg_type"] for m in kernel.messages]
    updates = kinds.count("update_display_data") + kinds.count("display_data")
    assert updates <= 10 * seconds + 3
    sizes = [
        sum(map(len, m["content"]["data"].values()))
        for m in kernel.messages
        if "display_data" in m["header"]["msg_type"]
    ]
    print(f"{updates} updates, {sum(sizes):,} characters in {seconds:.1f} s")
    assert sum(sizes) <= FLOW * seconds + 3 * sizes[-1]
    assert "".join(chunks).strip() in ran.outputs[0]["data"]["text/plain"]
    assert len(ran.outputs) == 1


def test_an_error_in_a_click_is_shown_under_the_cell(live):
    """A handler that fails says so, and the buttons work again (E2)."""
    kernel, stub = live
    stub.reply("an answer")
    ran = kernel.run("%%assist\nhello", cell_id="e2")
    kernel.run(
        "import jupyter_ctx.extension as _e\n"
        "_old = _e.Session.occasion\n"
        "def _fail(*a, **k): raise RuntimeError('<b>broken handler</b>')\n"
        "_e.Session.occasion = _fail"
    )
    kernel.click(buttons(kernel)["Regenerate"])
    _until(kernel, lambda: "broken handler" in ran.text)
    assert "<b>" not in ran.outputs[0]["data"]["text/markdown"]
    kernel.run("_e.Session.occasion = _old; del _e, _old, _fail")
    stub.reply("another answer")
    kernel.click(buttons(kernel)["Regenerate"])
    _until(kernel, lambda: "another answer" in ran.text)
    assert "broken handler" not in ran.text


def test_running_a_cell_again_and_again_costs_no_widgets(live):
    """Twenty runs of one cell leave as many live buttons as one (E4)."""
    kernel, stub = live
    stub.reply(CHOICES)
    for _ in range(3):
        kernel.run("%%assist\nwhich?", cell_id="e4")
    live_at_first = len(kernel.widgets())
    for _ in range(17):
        kernel.run("%%assist\nwhich?", cell_id="e4")
    assert len(kernel.widgets()) <= live_at_first
    assert len(stub.requests) == 1


def test_deleting_by_click_marks_the_page_and_undo_brings_it_back(live):
    """A cut message says that it is not sent; the mark goes with the undo (C4)."""
    kernel, stub = live
    stub.reply("an answer")
    ran = kernel.run("%%assist\nto be deleted", cell_id="del")
    button = buttons(kernel)["Delete"]
    kernel.click(button)
    _until(kernel, lambda: "Cut: not part" in ran.text)
    _until(kernel, lambda: button not in kernel.widgets())
    kernel.run("%assist undo")
    _until(kernel, lambda: "Cut: not part" not in ran.text)


def test_a_pick_that_is_run_again_sends_nothing(live):
    """Run All selects nothing twice: the pick shows its saved reply (N14)."""
    kernel, stub = live
    stub.reply(CHOICES)
    stub.reply("Plotted.")
    kernel.run("%%assist --no-widget\nwhat next?", cell_id="ask")
    kernel.run("%assist pick 1", cell_id="pick")
    again = kernel.run("%assist pick 1", cell_id="pick")
    assert "Plotted." in again.text
    assert len(stub.requests) == 2


@pytest.mark.parametrize("above", ["%%time", "%%capture caught"])
def test_a_magic_above_assist_is_no_obstacle(live, above):
    """`%%time` and `%%capture` around the question work (B25)."""
    kernel, stub = live
    stub.reply("the answer")
    ran = kernel.run(f"{above}\n%%assist\nunique-question-23")
    assert ran.status == "ok"
    assert len(stub.requests) == 1
    assert contents(stub.sent()).count("unique-question-23") == 1
    if "capture" in above:
        assert "the answer" in kernel.run("caught.show()").text
        assert kernel.value("caught.stdout + caught.stderr") == ""


def test_a_question_in_async_code_leaves_the_loop_alone(live):
    """Asking inside a coroutine works, and tasks of the user finish (D13, B24)."""
    kernel, stub = live
    stub.reply("from async")
    ran = kernel.run(
        "import asyncio\n"
        "loop = id(asyncio.get_running_loop())\n"
        "task = asyncio.create_task(asyncio.sleep(0.2, 'slept'))\n"
        "async def ask():\n"
        "    get_ipython().run_line_magic('assist', 'hi there')\n"
        "await ask()\n"
        "print(await task, loop == id(asyncio.get_running_loop()))"
    )
    assert ran.status == "ok"
    assert "from async" in ran.text
    assert "slept True" in ran.stdout


def test_a_misspelt_command_is_not_asked(live):
    """One word that looks like a command gets a hint; a sentence is a question."""
    kernel, stub = live
    for source in ("%assist regne", "%assist pikc 2"):
        assert "Did you mean" in kernel.run(source).stderr
    assert not stub.requests
    stub.reply("the columns are")
    kernel.run('%assist show me the columns of it\'s "df"')
    assert stub.sent()[-1]["content"].endswith('show me the columns of it\'s "df"')


def test_settings_can_be_changed_while_it_runs(live):
    """`%config JupyterCtx.budget` counts for the next question."""
    kernel, _ = live
    kernel.run("%config JupyterCtx.budget = 777")
    assert "budget 777" in kernel.run("%ctx model").stdout
    kernel.run("%config JupyterCtx.budget = 0")


def test_without_a_model_a_fix_is_offered_picked_and_inserted():
    """The whole way of a quick fix, with neither model nor widgets (N4, T2)."""
    with LiveKernel(env={"JUPYTER_CTX_MODEL": "none"}) as kernel:
        kernel.run("total_amount = 3")
        kernel.run("print(total_amuont)", cell_id="bad")
        ran = kernel.run("%assist fix")
        assert "total_amount" in ran.text
        picked = kernel.run("%assist pick 1")
        assert picked.next_inputs == ["print(total_amount)"]
        fixed = kernel.run(picked.next_inputs[0], cell_id="bad")
        assert fixed.stdout == "3\n"
        answer = kernel.run("%%assist\nwhat is total_amount?")
        assert "No model is set up" in answer.text
        assert "total_amount" in answer.text


def test_a_kernel_without_ipywidgets_answers_in_text():
    """Where ipywidgets cannot be imported the commands do it all (E9)."""
    with asking() as (kernel, stub):
        kernel.run("import sys; sys.modules['ipywidgets'] = None")
        stub.reply(CHOICES)
        stub.reply("Plotted.")
        ran = kernel.run("%%assist\nwhat next?")
        assert ran.status == "ok"
        assert "1. " in ran.text
        assert not ran.stderr
        assert "Plotted." in kernel.run("%assist pick 1").text


def test_a_plain_ipython_prints_the_answer(tmp_path):
    """In a terminal's IPython the reply is text, printed once (D13, T2)."""
    script = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "shell.run_line_magic('load_ext', 'jupyter_ctx')\n"
        "shell.run_cell('%%assist\\nhello')\n"
        "shell.run_cell('%assist pick 1')\n"
    )
    with StubModel() as stub:
        stub.reply(CHOICES)
        stub.reply("Plotted.")
        env = {
            **os.environ,
            "JUPYTER_CTX_MODEL": "my-llm",
            "JUPYTER_CTX_API_BASE": stub.url,
            "JUPYTER_DATA_DIR": str(tmp_path),
        }
        ran = subprocess.run(
            [sys.executable, "-c", script],
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    assert ran.stdout.count("Pick one.") == 1
    assert "1. Plot" in ran.stdout
    assert ran.stdout.count("Plotted.") == 1
    assert "Traceback" not in ran.stdout + ran.stderr


def test_an_executed_notebook_holds_the_answer(monkeypatch, own_folders):
    """`nbclient` runs %%assist like any cell; the text is in the file (D13, W7)."""
    workers.configure(own_folders / "ipython")
    with StubModel() as stub:
        stub.reply(CHOICES)
        monkeypatch.setenv("JUPYTER_CTX_MODEL", "my-llm")
        monkeypatch.setenv("JUPYTER_CTX_API_BASE", stub.url)
        cells = ["%load_ext jupyter_ctx", "%%assist\nwhat next?"]
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source) for source in cells]
        )
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    output = notebook.cells[1].outputs[0]
    assert "Which?" in output["data"]["text/markdown"]
    assert "Plot" in output["data"]["text/markdown"]
    assert "widget-view" not in str(output["data"])
