"""The main job in a real kernel: ask, be answered, choose, edit, stop."""

from __future__ import annotations

import json
import os
import signal
import threading
import time

import bpe_openai
import pytest

from jupyter_ctx.gateway.patience import TRIES
from tests.live.asking import CHOICES, asking, buttons, contents


@pytest.fixture(scope="module")
def pair():
    """Share one kernel and stub; tests that need a fresh one make their own."""
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


def test_a_question_about_a_frame_carries_its_columns(live):
    """What the prompt names is in the payload without being asked for (A1)."""
    kernel, stub = live
    kernel.run(
        "import pandas as pd\n"
        'sales_q3 = pd.DataFrame({"region": ["N", "S"], "amt": [10, 20]})'
    )
    stub.reply("The south.")
    ran = kernel.run("%%assist\nwhich region sold more in sales_q3?", cell_id="q1")
    assert ran.status == "ok"
    assert "The south." in ran.text
    last = stub.sent()[-1]["content"]
    for fact in ("sales_q3", "DataFrame 2x2", "region", "amt"):
        assert fact in last


@pytest.mark.parametrize(
    "prompt",
    [
        (
            "why does {k: v for k, v in d.items()} fail? "
            'also {"a": {}} %s ${HOME} {{x}} \\alpha{b}'
        ),
        "cost $5 or $x, {x}, </cell> <error> <names>\n\n  indented\ttab",
        "日本語 emoji \U0001f600 and a ```fence```",
    ],
)
def test_the_prompt_arrives_byte_for_byte(live, prompt):
    """Braces, dollars, tags and white space of the prompt are sent as typed (A2)."""
    kernel, stub = live
    kernel.run("x = 42")
    kernel.run(f"%%assist\n{prompt}")
    assert stub.sent()[-1]["content"].endswith(f"\n{prompt}")
    assert stub.sent()[-1]["role"] == "user"


def test_an_edit_cuts_what_followed(live):
    """After an edit of the first turn neither it nor what followed is sent (A5)."""
    kernel, stub = live
    for prompt, reply, cell in (("u-one", "r-one", "c1"), ("u-two", "r-two", "c2")):
        stub.reply(reply)
        kernel.run(f"%%assist\n{prompt}", cell_id=cell)
    stub.reply("r-new")
    ran = kernel.run("%%assist\nu-new", cell_id="c1")
    assert "1 later turn was cut" in ran.text.replace("&#46;", ".")
    stub.reply("r-three")
    kernel.run("%%assist\nu-three", cell_id="c3")
    sent = stub.sent()
    assert [m["role"] for m in sent] == ["system", "user", "assistant", "user"]
    assert sent[1]["content"].endswith("u-new")
    assert sent[2]["content"] == "r-new"
    for gone in ("u-one", "r-one", "u-two", "r-two"):
        assert gone not in contents(sent)


def test_a_wide_frame_stays_within_the_budget(live):
    """Ten thousand columns are counted, the mentioned one is kept (A7)."""
    kernel, stub = live
    kernel.run(
        "import numpy as np, pandas as pd\n"
        "w = pd.DataFrame(np.zeros((5, 10000)), "
        'columns=[f"c{i}" for i in range(10000)])'
    )
    kernel.run("%%assist -b 2000\nwhat is in c7777?")
    assert len(stub.requests) == 1
    text = contents(stub.sent())
    encoder = bpe_openai.get_encoding("o200k_base")
    assert len(encoder.encode(text)) <= 2_000
    assert "c7777" in text
    assert "x10000 (" in text
    kernel.run("del w")


def test_code_of_a_reply_is_inserted_exactly(live):
    """A fence inside a string does not end the block; prose stays out (A12)."""
    kernel, stub = live
    stub.reply("Sure!\n```python\ns = '''```not a fence'''\n```\nDone")
    kernel.run("%%assist\ngive me s")
    ran = kernel.run("%assist insert 1")
    assert [p["text"] for p in ran.payload] == ["s = '''```not a fence'''"]
    assert not ran.payload[0]["replace"]


def test_a_cut_reply_says_so_and_is_not_inserted(live):
    """A reply that ended at its limit offers Continue, and its code stays out."""
    kernel, stub = live
    stub.reply("```python\nx = 1\n```", finish="length")
    ran = kernel.run("%%assist --no-widget\nwrite a lot")
    assert "Continue" in ran.text
    assert not kernel.run("%assist insert 1").payload


def test_a_choice_is_selected_once_and_the_next_reply_starts(live):
    """A double click makes one selection; the value is sent for the user (W5)."""
    kernel, stub = live
    stub.reply(CHOICES)
    stub.reply("Plotted.")
    ran = kernel.run("%%assist\nwhat next?", cell_id="pick")
    assert "choices" not in ran.outputs[0]["data"]["text/markdown"]
    plot = buttons(kernel)["Plot"]
    kernel.click(plot)
    kernel.click(plot)
    assert stub.wait(lambda s: len(s.requests) == 2)
    kernel.run("%assist show")
    assert kernel.until(lambda: "Plotted." in ran.text)
    assert "Selected: Plot" in ran.text
    assert len(stub.requests) == 2
    assert stub.sent()[-1]["content"].endswith("Plot")
    # The text comes first; the buttons of the old reply go when the new one has ended.
    assert kernel.until(lambda: "Plot" not in buttons(kernel))


def test_numbered_choices_work_by_command(live):
    """Without widgets the options are numbered and `%assist pick` selects (T2)."""
    kernel, stub = live
    stub.reply(CHOICES)
    stub.reply("Fine.")
    ran = kernel.run("%%assist --no-widget\nwhat next?")
    assert len(ran.outputs) == 1
    assert "2. Stop" in ran.outputs[0]["data"]["text/plain"]
    ran = kernel.run("%assist pick 2")
    assert "Fine." in ran.text
    again = kernel.run("%assist pick 9")
    assert again.status == "ok"
    assert "no choices" in again.stdout


def test_a_list_in_prose_never_becomes_buttons(live):
    """Text that looks like a list is text (W1)."""
    kernel, stub = live
    stub.reply("You can:\n1. plot\n2. stop\n- [ ] that")
    kernel.run("%%assist\nwhat next?", cell_id="prose")
    assert set(buttons(kernel)) == {"Regenerate", "Edit", "Delete"}


def test_an_unchanged_cell_shows_its_saved_reply(live):
    """Running all cells again sends nothing; --fresh asks again (N14)."""
    kernel, stub = live
    stub.reply("first")
    stub.reply("second")
    kernel.run("%%assist\nsame question", cell_id="same")
    again = kernel.run("%%assist\nsame question", cell_id="same")
    assert len(stub.requests) == 1
    assert "first" in again.text
    fresh = kernel.run("%%assist --fresh\nsame question", cell_id="same")
    assert len(stub.requests) == 2
    assert "second" in fresh.text


def test_an_interrupt_stops_the_reply_and_keeps_its_beginning(live):
    """Stop closes the HTTP stream within a second; the partial stays (A10, D10)."""
    kernel, stub = live
    stub.reply(chunks=[f"chunk{n} " for n in range(200)], delay=0.05)
    stub.reply("next answer")
    before = stub.disconnects
    stopped = {}
    pid = kernel.value("__import__('os').getpid()")

    def stop():
        stub.wait(lambda s: s.chunks_sent >= 5)
        # As the Interrupt button does; the client belongs to the other thread.
        os.kill(pid, signal.SIGINT)
        stopped["at"] = time.monotonic()

    stub.chunks_sent = 0
    thread = threading.Thread(target=stop)
    thread.start()
    ran = kernel.run("%%assist\ntell me a lot")
    thread.join()
    assert stub.wait(lambda s: s.disconnects == before + 1, timeout=3)
    assert stub.disconnected_at - stopped["at"] < 1
    assert ran.status == "ok"
    assert "chunk0" in ran.text
    assert "Cancelled" in ran.text
    ran = kernel.run("%%assist\nand now?")
    assert "chunk" not in ran.text
    sent = stub.sent()
    assert sent[-1]["content"].endswith("tell me a lot\n\nand now?")
    assert "chunk" not in contents(sent)


def test_a_reset_clears_memory_and_screen_and_can_be_undone(live):
    """The next request knows the talk before; after a reset it does not (A11, C8)."""
    kernel, stub = live
    stub.reply("noted")
    kernel.run("%%assist\nremember the word teal")
    kernel.run("%%assist -m other-llm\nwhich word?")
    assert "teal" in contents(stub.sent())
    assert stub.requests[-1]["model"] == "other-llm"
    kernel.run("%ctx reset")
    kernel.run("%%assist\nwhich word now?")
    assert "teal" not in contents(stub.sent())
    kernel.run("%assist undo")
    kernel.run("%%assist\nand after the undo?")
    assert "teal" in contents(stub.sent())


def test_a_prompt_is_no_cell_history(live):
    """The asking cell is not repeated as history in its own request (B25)."""
    kernel, stub = live
    kernel.run("%%assist\nunique-question-17")
    assert contents(stub.sent()).count("unique-question-17") == 1


def test_wrong_use_gets_help_and_asks_nobody(live):
    """Empty body, unknown option and unknown command explain themselves (B25)."""
    kernel, stub = live
    for source in (
        "%%assist\n",
        "%%assist --nonsense\nhi",
        "%%assist -b many\nhi",
        "%ctx nonsense",
        "%ctx show --format yaml",
    ):
        ran = kernel.run(source)
        assert ran.status == "error"
        assert "UsageError" in ran.stderr
    assert not stub.requests


def test_dry_run_and_show_give_the_payload_without_sending(live):
    """The preview is what would be sent: messages, tokens, items (A5)."""
    kernel, stub = live
    kernel.run("rate = 0.25")
    ran = kernel.run('%ctx show --prompt "what is rate?" --format json')
    made = json.loads(ran.stdout)
    assert set(made) >= {"messages", "tokens", "budget", "model", "items", "left_out"}
    assert made["tokens"] <= made["budget"]
    assert set(made["items"][0]) == {
        "id",
        "kind",
        "source",
        "fidelity",
        "tokens",
        "why",
    }
    assert not stub.requests
    shown = kernel.run("%%assist --dry-run\nwhat is rate?")
    assert not stub.requests
    kernel.run("%%assist\nwhat is rate?")
    assert stub.sent() == made["messages"]
    assert stub.sent()[-1]["content"] in shown.stdout


@pytest.mark.parametrize("status", [401, 404, 500])
def test_a_provider_error_is_a_sentence(live, status):
    """An error of the provider says what to do; nothing else is printed (D9)."""
    kernel, stub = live
    for _ in range(TRIES["server"] if status == 500 else 1):
        stub.fail(status, {"error": {"message": "no way"}})
    stub.reply("fine again")
    ran = kernel.run("%%assist\nhi")
    assert ran.status == "ok"
    assert "No reply" in ran.text
    assert not ran.stdout
    assert not ran.stderr
    kernel.run("%ctx reset")
    assert "fine again" in kernel.run("%%assist\nhi again").text


def test_overflow_is_retried_once_with_less(live):
    """A provider's "too long" leads to exactly one smaller request."""
    kernel, stub = live
    kernel.run("\n".join(f"name_{n} = {n}" for n in range(400)))
    stub.fail(400, {"error": {"message": "too many tokens"}})
    stub.reply("made it")
    ran = kernel.run("%%assist\nhi")
    assert "made it" in ran.text
    assert len(stub.requests) == 2
    assert len(contents(stub.sent(-1))) <= len(contents(stub.sent(-2)))


def test_widgets_do_not_pile_up(live):
    """Regenerating many times leaves a constant number of live widgets (E4)."""
    kernel, stub = live
    kernel.run("%%assist\nagain and again", cell_id="many")
    counts = []
    for _ in range(6):
        kernel.click(buttons(kernel)["Regenerate"])
        expected = len(stub.requests) + 0
        stub.wait(lambda s, n=expected: len(s.requests) >= n)
        deadline = time.monotonic() + 10
        while "Regenerate" not in buttons(kernel) and time.monotonic() < deadline:
            kernel.pump(0.1)
        kernel.pump(0.3)
        counts.append(
            kernel.value(
                "len(__import__('ipywidgets').widgets.widget._instances)"
                " if '_instances' in vars(__import__('ipywidgets').widgets.widget)"
                " else 0"
            )
        )
    assert counts[-1] <= counts[0] + 2


def test_nothing_of_ours_is_left_after_off(live):
    """`%ctx off` takes magics and hooks out; loading brings them back."""
    kernel, _ = live
    names = kernel.value("sorted(n for n in globals() if 'ctx' in n.lower())")
    assert names == []
    kernel.run("%ctx off")
    assert kernel.run("%%assist\nhi").status == "error"
    assert kernel.run("%load_ext jupyter_ctx").text == ""
    assert "%ctx" in kernel.run("%ctx help").stdout


def test_an_edit_far_back_restores_what_came_before(live):
    """Going back to an early turn sends the original turns before it (C6)."""
    kernel, stub = live
    for number in range(1, 9):
        stub.reply(f"reply-{number}.")
        kernel.run(f"%%assist --no-widget\nask-{number}.", cell_id=f"far{number}")
    kernel.run("%%assist --no-widget\nask-3-anew", cell_id="far3")
    sent = stub.sent()
    assert [m["role"] for m in sent] == ["system", *["user", "assistant"] * 2, "user"]
    assert sent[-1]["content"].endswith("ask-3-anew")
    text = contents(sent)
    for kept in ("ask-1.", "reply-1.", "ask-2.", "reply-2."):
        assert kept in text
    for gone in ("ask-3.", "reply-3.", "ask-8.", "reply-8."):
        assert gone not in text


def test_the_first_question_can_be_interrupted_while_the_worker_starts():
    """Stop works while litellm is still imported; the next question works (D6)."""
    with asking(is_worker_cold=True) as (kernel, stub):
        pid = kernel.value("__import__('os').getpid()")
        timer = threading.Timer(1.0, os.kill, (pid, signal.SIGINT))
        timer.start()
        ran = kernel.run("%%assist --no-widget\nfirst")
        timer.join()
        assert ran.status == "ok"
        assert "Cancelled" in ran.text
        stub.reply("here I am")
        assert "here I am" in kernel.run("%%assist --no-widget\nsecond").text
