"""`%ctx compact` in a real kernel: preview, do, undo, and another way by setting."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.manager.talking import summary

pytestmark = pytest.mark.live

LONG = "It is what it is, and so on. " * 20


def test_older_turns_are_condensed_by_hand_and_by_setting():
    """What the preview shows is what is sent next; undo sends the turns themselves."""
    with asking() as (kernel, stub):
        stub.reply(LONG)
        for n in range(7):
            kernel.run(f"%%assist\nTell me about topic_{n} and why it is so.")
        asked = len(stub.requests)
        stub.reply(summary("The user asked about `topic_1` and `topic_77`."))
        told = summary("The user asked about `topic_1`.")
        stub.reply(told)
        seen = kernel.run("%ctx compact --preview").stdout
        assert "No summary was made: The model's answer stated what was never" in seen
        done = kernel.run("%ctx compact --keep The limit is 12").stdout
        assert len(stub.requests) == asked + 2
        stub.reply("Fine.")
        kernel.run("%%assist\nAnd now?")
        sent = contents(stub.sent())
        undone = kernel.run("%ctx compact --undo").stdout
        kernel.run("%%assist\nAnd without it?")
        again = contents(stub.sent())
        kernel.run("%config JupyterCtx.compaction = 'sliding'")
        stub.reply(LONG * 3)
        shown = [kernel.run(f"%%assist\nGo on, {n}.").text for n in range(9)]

    assert "The limit is 12\n## Intent\n- The user asked about `topic_1`." in done
    assert "older turns condensed to a summary" in done
    assert "<history turns=1-" in sent
    assert "The limit is 12" in sent
    assert "topic_0 and why" not in sent.partition("</history>")[2]
    assert undone.startswith("Undone: ")
    assert "<history turns=" not in again
    assert "Tell me about topic_0 and why it is so." in again
    assert any("not sent any more" in text for text in shown)


def test_an_interrupt_ends_it_with_a_sentence_and_changes_nothing():
    """No traceback of ours; the request is closed, and the next one has all turns.

    The same holds for other commands that ask a model.
    """
    with asking() as (kernel, stub):
        stub.reply(LONG)
        for n in range(7):
            kernel.run(f"%%assist\nTell me about topic_{n} and why it is so.")
        asked = len(stub.requests)
        stub.reply(summary("The user asked about `topic_1`."), first_delay=60.0)
        cell = kernel.send("%ctx compact")
        assert stub.wait(lambda stub: len(stub.requests) > asked)
        kernel.interrupt()
        ran = kernel.finish(cell)
        assert stub.wait(lambda stub: stub.disconnects == 1)
        stub.reply("- [x] all", first_delay=60.0)
        cell = kernel.send("%ctx memory update")
        assert stub.wait(lambda stub: len(stub.requests) > asked + 1)
        kernel.interrupt()
        noted = kernel.finish(cell)
        assert stub.wait(lambda stub: stub.disconnects == 2)
        stub.reply("Fine.")
        kernel.run("%%assist\nAnd now?")
        sent = contents(stub.sent())

    assert noted.text.strip() == "Stopped."
    assert "The compaction was stopped; nothing changed." in ran.text
    assert "Traceback" not in ran.text
    assert "KeyboardInterrupt" not in ran.text
    assert "<history turns=" not in sent
    assert "Tell me about topic_0 and why it is so." in sent
