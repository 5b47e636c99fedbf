"""`%ctx compact`: what it prints, and what it refuses."""

from __future__ import annotations

import pytest

from jupyter_ctx.errors import ConversationError
from jupyter_ctx.ui.compact import CompactCommand
from tests.manager.talking import Talk, talk


class _Session:
    """What the command asks of a session."""

    def __init__(self, at: Talk) -> None:
        self.manager = at.manager
        self._at = at

    def occasion(self, _: str, *, door: str) -> object:
        """Describe the moment."""
        return self._at.occasion(door=door)


def test_a_preview_a_compaction_and_its_undo_are_told(capsys):
    """The text, the bar and the sentences; a preview changes nothing."""
    with talk() as at:
        at.talk(8)
        command = CompactCommand(_Session(at))
        command.run(["--preview", "--keep", "the", "median"])
        seen = capsys.readouterr().out
        assert at.manager.conversation.condensed.compactions == ()
        command.run(["--keep", "the", "median"])
        done = capsys.readouterr().out
        command.run(["--undo"])
        undone = capsys.readouterr().out

    text = at.manager.conversation.condensed.compactions
    assert text == ()
    assert seen.startswith("<history turns=1-")
    assert "To be kept, in the user's words:\nthe median\n" in seen
    assert "--- word for word ---\nTell me about topic_" in seen
    assert "This is a preview, nothing is changed" in seen
    assert "# history" in seen
    assert seen.partition("\n[#")[0] == done.partition("\n[#")[0]
    assert "older turns condensed to a summary" in done
    assert undone.startswith("Undone: the older turns are sent as they were")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--keep"], "--keep needs a text"),
        (["now"], "now is not understood"),
        (["--undo"], "nothing to undo"),
        ([], "nothing to condense"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(words, told):
    """Nothing is changed, and the text says what to write."""
    with talk() as at, pytest.raises(ConversationError, match=told):
        CompactCommand(_Session(at)).run(words)
