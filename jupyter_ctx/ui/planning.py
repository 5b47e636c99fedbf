"""`%ctx plan`: how far the plan came, going on with it, and its end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from IPython.core.error import UsageError

from jupyter_ctx.core.planning.accepting import pending
from jupyter_ctx.core.planning.ground import cells_of
from jupyter_ctx.core.planning.plans import plan_lines
from jupyter_ctx.core.talk.events import PlanJudged
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.plans.plans import RESUME
from jupyter_ctx.workspace.writing import masked_digest

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

USAGE = (
    "%ctx plan [show]          how far the plan came\n"
    "%ctx plan resume          go on with it, also in a fresh conversation\n"
    "%ctx plan stop            put it aside; nothing is changed"
)
NONE = "There is no plan here. %%assist --plan, with a goal below it, makes one."


class PlanCommand:
    """Runs them; each refusal is a `CtxError` with its sentence."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def run(self, words: list[str]) -> None:
        """Run the command.

        Raises:
            UsageError: The words are not understood.
            ConversationError: There is no such plan.

        """
        acts = {"show": self._show, "resume": self._resume, "stop": self._stop}
        act = acts.get(" ".join(words) or "show")
        if act is None:
            msg = f"There is no %ctx plan {' '.join(words)}.\n{USAGE}"
            raise UsageError(msg)
        act()

    def _show(self) -> None:
        plan = self._session.manager.conversation.plans.newest
        if plan is None:
            raise ConversationError(NONE)
        digest = masked_digest(self._session.mask)
        waits = pending(plan, cells_of(self._session.state()), digest)
        _say("\n".join(plan_lines(plan, waits)))

    def _resume(self) -> None:
        # The door of questions shows the step, with its buttons.
        self._session.shell.run_line_magic("assist", f"--plan -- {RESUME}")

    def _stop(self) -> None:
        plan = self._session.manager.conversation.plans.open
        if plan is None:
            raise ConversationError(NONE)
        self._session.manager.change(PlanJudged(plan.id, "stopped"))
        _say("The plan is put aside. %ctx plan resume goes on with it.")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
