"""Who shows what is printed: told by the request that runs, and by the streams."""

import io
import sys

import pytest

from jupyter_ctx.ui.terminal import front


class Out(io.StringIO):
    """The stream of a kernel, which publishes what is written."""

    pub_thread = object()


def request(*, metadata=None, allow_stdin=True, username="me"):
    """Give the request to run a cell, as much of it as is read."""
    return {
        "header": {"username": username},
        "metadata": metadata or {},
        "content": {"allow_stdin": allow_stdin},
    }


LAB = {"metadata": {"cellId": "c1"}, "username": ""}
CLASSIC = {"username": "username"}
PROGRAM = {"allow_stdin": False}
SERVED = {"JPY_SESSION_NAME": "a.ipynb"}


@pytest.mark.parametrize(
    ("sender", "environ", "is_console", "is_program"),
    [
        ({}, {}, True, False),
        ({}, SERVED, True, False),  # `jupyter console --existing`
        ({"username": "username"}, {}, True, False),  # no USER in a container
        (LAB, SERVED, False, False),
        (LAB, {}, False, False),
        (CLASSIC, SERVED, False, False),
        ({"metadata": {"other": 1}}, {}, False, False),
        (PROGRAM, {}, False, True),
        (PROGRAM | {"metadata": {"cellId": "c1"}}, {}, False, False),
    ],
)
def test_who_asks_is_told_by_the_request(
    monkeypatch, sender, environ, is_console, is_program
):
    """Consoles get painted text, notebooks outputs, programs no widgets."""
    monkeypatch.setattr(sys, "stdout", Out())
    asked = request(**sender)
    assert front.is_console(asked, environ) == is_console
    assert front.is_program(asked) == is_program


def test_what_is_captured_is_for_no_console(monkeypatch):
    """Inside `%%capture` the output is kept, with its Markdown."""
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not front.is_console(request(), {})


def test_a_list_needs_a_terminal_that_can_draw(monkeypatch):
    """Neither pipes nor dumb or closed terminals get one."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdin", stream)
    monkeypatch.setattr(sys, "stdout", stream)
    assert not front.can_pick({"TERM": "xterm"})
    monkeypatch.setattr(stream, "isatty", lambda: True)
    assert front.can_pick({"TERM": "xterm"})
    assert not front.can_pick({"TERM": "dumb"})
    assert not front.can_pick({})
    stream.close()
    monkeypatch.undo()
    assert not front.is_program({})
