"""After the end nobody waits in vain: whatever is asked then is answered at once."""

from __future__ import annotations

import pytest

from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.jobs import CLOSED
from jupyter_ctx.store import Store
from tests.manager.talking import Talk, talk
from tests.store.test_store import Mask

WAIT = 10  # seconds


@pytest.fixture(params=["in memory", "in a file"])
def at(request, tmp_path) -> Talk:
    """Give a desk whose manager was closed, after a question or before any."""
    path = tmp_path / "store.db" if request.param == "in a file" else None
    with talk(store=Store(path, Mask())) as opened:
        opened.ask("hello")
        opened.manager.close()
        yield opened


def test_a_question_after_the_end_fails_with_a_sentence(at):
    """The ticket ends, and nothing is sent; also where it is asked in place of one."""
    turn = at.manager.conversation.tip
    for start in (
        lambda: at.start("and now?"),
        lambda: at.manager.regenerate(at.manager.conversation.tip, at.occasion()),
        lambda: at.manager.edit(turn, "else?", at.occasion()),
    ):
        ticket = start()
        assert ticket.wait(WAIT)
        assert at.reply(ticket.turn).failure == CLOSED
    assert len(at.gateway.calls) == 1
    assert at.manager.running() == ()


def test_a_compaction_after_the_end_is_refused(at):
    """Neither the look nor the deed waits."""
    for act in (at.manager.compaction.preview, at.manager.compaction.compact):
        with pytest.raises(ConversationError, match="was unloaded"):
            act(at.occasion())


def test_a_manager_that_was_never_asked_is_closed_all_the_same():
    """Its thread was never started, and none is."""
    with talk() as at:
        at.manager.close()
        ticket = at.start("hello?")
        assert ticket.wait(WAIT)
        assert at.reply(ticket.turn).failure == CLOSED
