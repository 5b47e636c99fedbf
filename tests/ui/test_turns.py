"""Messages by their numbers: what hides, shows, pins and lists them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.pruning import Pruning
from jupyter_ctx.ui.turns import commands, listed
from tests.manager.talking import WINDOW, Talk, talk


def session(at: Talk) -> Any:
    """Give what the commands use of a session."""
    return SimpleNamespace(
        manager=at.manager,
        pruning=Pruning(at.manager),
        config=SimpleNamespace(on_interrupt="drop"),
        profile=lambda: WINDOW,
    )


def said(at: Talk, word: str, text: str) -> str:
    """Run a command and give what it tells."""
    told: list[str] = []
    commands(session(at), told.append)[word](text)
    return "\n".join(told)


def statuses(at: Talk) -> list[str]:
    """List the statuses that the list shows of the user's messages."""
    lines = listed(session(at)).split("\n")
    return [line.split("[")[1].split("]")[0] for line in lines if "#" in line[:4]]


def test_several_messages_are_hidden_at_once_or_none():
    """With # or without, with commas or without."""
    with talk() as at:
        at.talk(4, size=8)
        told = said(at, "hide", "1, #2 3")
        assert told.count("is not sent any more") == 3
        assert statuses(at) == ["hidden"] * 3 + ["sent"]
        with pytest.raises(ConversationError, match="no message #9"):
            said(at, "unhide", "1 9")
        assert statuses(at) == ["hidden"] * 3 + ["sent"]


def test_what_a_compaction_left_out_is_not_called_hidden():
    """To show it again is no business of `unhide`, which says so."""
    with talk(ways=Ways("sliding")) as at:
        at.talk(12)
        assert statuses(at)[0] == "left out"
        told = said(at, "unhide", "1")

        assert told.startswith("#1 is not hidden. ")
        assert "%ctx compact --undo" in told
        assert statuses(at)[0] == "left out"
