"""A provider that calls everything too long costs no conversation (cases C2, K4)."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.talk.view import entries
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import ModelCall
from jupyter_ctx.manager.condensing.sentences import IN_VAIN
from tests.manager.talking import WINDOW, answer_with, talk
from tests.manager.test_compaction import compactions, notices

LARGE = replace(WINDOW, window=60_000, budget=50_000)


class Refusing:
    """Answers as long as it does not refuse."""

    is_refusing = False

    def __call__(self, call: ModelCall) -> str | Exception:
        """Answer, or say that it is too long, whatever it is."""
        if self.is_refusing:
            return ModelError("prompt is too long", kind="overflow")
        return answer_with()(call)


def test_what_was_kept_back_in_vain_is_sent_again():
    """Some questions are refused, two requests each at most; then all is sent."""
    model = Refusing()
    with talk(model, LARGE, Ways(notes=False)) as at:
        at.talk(12)
        asked = [turn.prompt for turn in at.manager.conversation.branch()]
        model.is_refusing = True
        failures, calls = [], len(at.gateway.calls)
        while not failures or "Nothing more" not in failures[-1]:
            assert len(failures) < 5
            failures.append(at.reply(at.ask("refused?")).failure)

        assert len(at.gateway.calls) - calls <= 2 * len(failures)
        assert failures[-1].startswith("prompt is too long. Nothing more can be left")
        assert IN_VAIN in notices(at)
        assert compactions(at) == ()
        model.is_refusing = False
        at.ask("and now?")
        sent = [text for role, text in at.sent() if role == "user"]
        assert sent == [*asked, "and now?"]
        assert {one.status for one in entries(at.manager.conversation)} == {
            "sent",
            "failed",
        }
