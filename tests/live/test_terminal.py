"""The door of terminals, in a real one: painted replies, and a list to pick from."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.live.terminal import ROOT, Terminal
from tests.stub import StubModel
from tests.warm import workers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")


def offer(*labels):
    """Give a reply that offers *labels*, each with a value of its own."""
    choices = [{"label": label, "value": f"take {label}"} for label in labels]
    block = json.dumps({"question": "Which?", "choices": choices})
    return f"Some **bold** text.\n\n```python\nx = 1\n```\n\n```choices\n{block}\n```"


OFFER = offer("Plot", "Table of it", "Kill it")


@pytest.fixture(scope="module")
def ipython(tmp_path_factory):
    """Share one IPython and its stub."""
    folder = tmp_path_factory.mktemp("terminal")
    with StubModel() as stub, Terminal(folder, stub) as terminal:
        yield terminal


@pytest.fixture
def terminal(ipython):
    """Give the shared IPython with an empty conversation and an empty script."""
    ipython.run("%ctx reset")
    ipython.stub._script = ipython.stub._script[-1:]
    ipython.stub._is_repeating = True
    ipython.stub.requests.clear()
    return ipython


def asked(terminal):
    """Ask something that is answered with three options, then with a sentence."""
    terminal.stub.reply(OFFER)
    terminal.stub.reply("So be it.")
    terminal.ask()


PICKS = [
    ("Plot", ["\r"]),
    ("Table of it", ["\x1b[B", "\r"]),
    ("Kill it", ["\x1b[A", "\r"]),
    ("Table of it", ["j", "j", "k", "\r"]),
    ("Kill it", ["3", "\r"]),
    ("Kill it", ["\x1b[F", "\x1b[I", "\x1b[O", "\r"]),
    ("Plot", ["\x0e", "\x0e", "\x10", "\x1b[H", "\r"]),
    ("Table of it", ["t", "a", "b", "\r"]),
    ("Kill it", ["/", "k", "i", "\r"]),
    ("Table of it", ["\x1b[200~table\x1b[201~", "\r"]),
    # Kitty's protocol and modifyOtherKeys, a key that goes up, a modifier alone
    ("Table of it", ["\x1b[106u", "\x1b[106;1:3u", "\x1b[57441;2u", "\x1b[13u"]),
    ("Kill it", ["\x1b[27;5;110~", "\x1b[27;5;110~", "\x1b[27;1;13~"]),
]


@pytest.mark.parametrize(("label", "keys"), PICKS)
def test_a_choice_is_picked_by_keys(terminal, label, keys):
    """Each way leads to one selection, whose value is sent, and the reply comes."""
    asked(terminal)
    terminal.keys(*keys)
    shown = terminal.prompt()
    assert f"Selected: {label}" in shown
    assert "So be it." in shown
    assert len(terminal.stub.requests) == 2
    assert terminal.stub.sent()[-1]["content"].endswith(f"take {label}")
    assert terminal.value("6 * 7") == "42"


def test_a_sequence_that_arrives_in_pieces_is_one_key(terminal):
    """A slow line does not turn an arrow into Escape and letters."""
    asked(terminal)
    terminal.keys(*"\x1b[B", pause=0.1)
    terminal.keys(*"\x1b[1;1:1B", pause=0.05)
    terminal.keys("\r")
    assert "Selected: Kill it" in terminal.prompt()


@pytest.mark.parametrize("key", ["\x1b", "\x03", "\x1b[27u", "\x1b[27;1;27~"])
def test_a_list_that_is_cancelled_selects_nothing(terminal, key):
    """The options stay to be read and picked later; the terminal is as before."""
    before = terminal.run("!stty -a")
    asked(terminal)
    terminal.keys("\x1b[B", key)
    shown = terminal.prompt()
    assert "2. Table of it" in shown
    assert "%assist pick N" in shown
    assert len(terminal.stub.requests) == 1
    assert terminal.run("!stty -a") == before
    picked = terminal.run("%assist pick 2")
    assert "So be it." in picked
    assert terminal.stub.sent()[-1]["content"].endswith("take Table of it")


def test_what_terminals_report_is_never_typed(terminal):
    """Focus, mouse and answers of a terminal reach neither list nor prompt."""
    asked(terminal)
    terminal.keys("\x1b[I\x1b[O", "\x1b[<0;3;4M", "\x1b]11;rgb:0/0/0\x07", "\x1b[?1u")
    terminal.keys("\x1b")
    terminal.prompt()
    assert terminal.value("6 * 7") == "42"


def test_a_reply_is_painted_and_its_end_told(terminal):
    """Markdown is shown with style, code as it is, and once how to go on by command."""
    terminal.stub.reply("Some **bold** text.\n\n```python\nx = 1\n```\nDone.")
    terminal.child.send("%assist show me\r")
    shown = terminal.prompt()
    assert "Some bold text." in shown
    assert "\nx = 1\n" in shown
    assert "[my-llm" in shown
    assert "\x1b[1mbold\x1b[0m" in terminal.child.before
    terminal.stub.reply("Other words.")
    assert "Other words." in terminal.run("%assist regen")
    assert "1 message was deleted" in terminal.run("%assist delete")


def test_ctrl_c_stops_a_reply_and_nothing_else(terminal):
    """The beginning stays, the stream is closed, and the prompt comes back."""
    terminal.stub.reply(chunks=[f"line {n}\n\n" for n in range(400)], delay=0.05)
    terminal.child.send("%assist tell me a lot\r")
    terminal.child.expect("line 3")
    terminal.keys("\x03")
    shown = terminal.prompt()
    assert "Cancelled" in shown
    assert "line 399" not in shown
    assert terminal.value("6 * 7") == "42"


def test_a_window_that_is_resized_keeps_the_list(terminal):
    """In a split of few rows and columns the list is there, and works."""
    asked(terminal)
    try:
        terminal.child.setwinsize(6, 30)
        terminal.child.expect("Plot")
        terminal.keys("\x1b[B", "\r")
        assert "Selected: Table" in terminal.prompt()
    finally:
        terminal.child.setwinsize(24, 80)


def test_a_question_in_a_cell_with_await_can_be_answered(terminal):
    """Where a loop runs already the list is drawn beside it."""
    terminal.stub.reply(OFFER)
    terminal.stub.reply("So be it.")
    code = "import asyncio; await asyncio.sleep(0); get_ipython().run_line_magic"
    terminal.child.send(f"{code}('assist', 'what next?')\r")
    terminal.child.expect("Enter: select")
    terminal.keys("\x1b[B", "\r")
    assert "Selected: Table of it" in terminal.prompt()


def test_without_buttons_or_in_a_dumb_terminal_nothing_waits(tmp_path):
    """The options are printed numbered, and the next prompt comes by itself (T2)."""
    with StubModel() as stub:
        stub.reply(OFFER)
        stub.reply("So be it.")
        with Terminal(tmp_path, stub, TERM="dumb") as terminal:
            shown = terminal.run("%assist what next?")
            assert "3. Kill it" in shown
            assert "\x1b" not in terminal.child.before
            assert "So be it." in terminal.run("%assist pick 3")


def test_the_full_prompt_of_ipython_is_unharmed(tmp_path):
    """After a list, IPython's own line editor reads what is typed."""
    program = ("IPython", "--colors=NoColor", "--no-banner")
    with StubModel() as stub:
        stub.reply(OFFER)
        with Terminal(tmp_path, stub, program) as terminal:
            terminal.ask()
            terminal.keys("\x1b[B", "\x1b")
            terminal.prompt()
            terminal.child.send("print('six', 6 * 7)\r")
            terminal.child.expect("six 42")


def test_a_pipe_gets_plain_lines_and_is_not_waited_for(tmp_path):
    """IPython that reads from a pipe prints the options and goes on (T2)."""
    workers.configure(tmp_path / "ipython")
    lines = ["%load_ext jupyter_ctx", "%assist what next?", "print('went', 'on')"]
    with StubModel() as stub:
        stub.reply(OFFER)
        env = {
            **os.environ,
            "HOME": str(tmp_path),
            "IPYTHONDIR": str(tmp_path / "ipython"),
            "JUPYTER_DATA_DIR": str(tmp_path),
            "JUPYTER_CTX_MODEL": "my-llm",
            "JUPYTER_CTX_API_BASE": stub.url,
            "PYTHONPATH": str(ROOT),
        }
        ran = subprocess.run(
            [sys.executable, "-m", "IPython", "--simple-prompt", "--colors=NoColor"],
            input="\n".join(lines) + "\n",
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert "3. Kill it" in ran.stdout
    assert "went on" in ran.stdout
    assert "\x1b[1mbold" not in ran.stdout
