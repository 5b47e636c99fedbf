"""`jupyter console`: the kernel is another process, and has no terminal."""

from __future__ import annotations

import pytest

from tests.live.terminal import Terminal
from tests.live.test_terminal import OFFER
from tests.stub import StubModel

pytest.importorskip("jupyter_console", reason="pip install jupyter-console")
PROGRAM = ("jupyter_console", "--simple-prompt")


@pytest.fixture(scope="module")
def console(tmp_path_factory):
    """Share one console with its kernel."""
    folder = tmp_path_factory.mktemp("console")
    with StubModel() as stub, Terminal(folder, stub, PROGRAM) as terminal:
        yield terminal


@pytest.fixture
def terminal(console):
    """Give the shared console with an empty conversation and an empty script."""
    console.run("%ctx reset")
    console.stub._script = console.stub._script[-1:]
    console.stub._is_repeating = True
    console.stub.requests.clear()
    return console


def test_a_reply_is_printed_as_it_grows_and_once(terminal):
    """A console replaces nothing that it has printed, so text is only added."""
    pieces = [f"part {number}.\n\n" for number in range(30)]
    terminal.stub.reply(chunks=pieces, delay=0.05)
    terminal.child.send("%assist tell me\r")
    terminal.child.expect("part 3[.]")
    assert "part 29." not in terminal.child.before
    shown = terminal.prompt()
    assert "part 29." in shown
    assert shown.count("part 7.") == 1
    assert "\x1b[2K" not in terminal.child.before


def test_the_next_line_picks_the_choice_and_nothing_is_waited_for(terminal):
    """The options are numbered; the line that picks one waits at the prompt."""
    terminal.stub.reply(OFFER)
    terminal.stub.reply("So be it.")
    shown = terminal.run("%assist what next?")
    assert "2. Table of it" in shown
    assert "%assist pick N" in shown
    picked = terminal.run("%assist pick 2")
    assert "So be it." in picked
    assert terminal.stub.sent()[-1]["content"].endswith("take Table of it")


def test_ctrl_c_stops_the_reply(terminal):
    """The interrupt reaches the kernel; what was said stays, and work goes on."""
    terminal.stub.reply(chunks=[f"line {n}\n\n" for n in range(400)], delay=0.05)
    terminal.child.send("%assist tell me a lot\r")
    terminal.child.expect("line 3")
    terminal.keys("\x03")
    assert "Cancelled" in terminal.prompt()
    assert terminal.value("6 * 7") == "42"


def test_the_full_prompt_holds_the_line_that_picks(tmp_path):
    """With the line editor Enter alone takes what is recommended."""
    with StubModel() as stub:
        stub.reply(OFFER)
        stub.reply("So be it.")
        with Terminal(tmp_path, stub, ("jupyter_console",)) as terminal:
            terminal.child.send("%assist what next?\r")
            terminal.child.expect("assist pick N")
            terminal.child.expect("pick.*?1")
            terminal.child.send("\r")
            terminal.child.expect("So be it")
    assert stub.sent()[-1]["content"].endswith("take Plot")
