"""The memory note: summaries of turns that are made between questions, ahead of need.

Each turn is condensed once. What the note tells, a compaction need not ask for.
"""

from __future__ import annotations

import logging

from jupyter_ctx.core.compact.forms import FORMS, NINE
from jupyter_ctx.core.compact.merge import merged
from jupyter_ctx.core.compact.sizes import (
    LEAST_WINDOW,
    NOTE,
    NOTE_START,
    NOTE_STEP,
    NOTE_TURNS,
    SECTION,
    Sizes,
)
from jupyter_ctx.core.talk.conversation import Conversation
from jupyter_ctx.core.talk.events import Noted
from jupyter_ctx.errors import CtxError
from jupyter_ctx.manager.condensing.measuring import WHOLE, Situation
from jupyter_ctx.manager.condensing.summarising import (
    Outcome,
    Stopped,
    Wish,
    can_condense,
)
from jupyter_ctx.manager.jobs import Hold
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.runner import Runner
from jupyter_ctx.manager.services import Occasion

_log = logging.getLogger("jupyter_ctx.manager")


class Noting:
    """Keeps the note on the assist thread, while no question waits."""

    def __init__(self, runner: Runner, log: Log) -> None:
        self._runner = runner
        self._log = log

    def keep(self, hold: Hold, occasion: Occasion) -> None:
        """Bring the note up to date, if enough was said since; a stop changes nothing.

        What fails here is not told: the next question says what is wrong.
        """
        try:
            self._keep(hold, occasion)
        except (Stopped, CtxError):
            return
        except Exception:  # noqa: BLE001 - no note is no harm
            _log.exception("The memory note could not be kept.")

    def _keep(self, hold: Hold, occasion: Occasion) -> None:
        profile, compactor = occasion.profile, self._runner.compactor
        window = min(profile.window, profile.budget + profile.max_tokens)
        is_small = window < LEAST_WINDOW or profile.is_embedded
        if is_small or _new_signs(self._log.conversation) < Sizes(window).of(NOTE_STEP):
            return
        _, request, _ = self._runner.request("", occasion, None, near=WHOLE)
        now = compactor.measuring.situation(request, profile, None)
        now = compactor.measuring.opened(now)
        sizes = Sizes(window)
        missing = compactor.parts_missing(now)
        wish = compactor.wish(now, missing, sizes.of(SECTION))
        if compactor.breaker.is_open or not _is_due(now, wish, sizes):
            return
        outcome = compactor.condense(hold, wish)
        if outcome.parts and not hold.is_closed:
            compactor.tell(self._noted(now, outcome, sizes))

    def _noted(self, now: Situation, outcome: Outcome, sizes: Sizes) -> Noted:
        parts = outcome.parts
        turn, reply = parts[-1].turns[-1]
        ends = now.ends[: now.ends.index((turn, reply)) + 1]
        known = self._log.conversation.condensed.parts_of(ends, now.profile.privacy)
        text = merged(
            FORMS.get(now.ways.form, NINE),
            (*known, *parts),
            now.turns[: len(ends)],
            room=sizes.of(NOTE),
            count=now.request.counter.count,
            section_most=sizes.of(SECTION),
        )
        return Noted(
            turn=turn,
            reply=reply,
            text=text,
            model=now.profile.model,
            parts=parts,
            privacy=now.profile.privacy,
            tokens=outcome.tokens,
            spent=outcome.spent,
        )


def _new_signs(conversation: Conversation) -> int:
    """Count the characters that no part tells: never fewer than their tokens."""
    told = {end for part in conversation.condensed.parts for end in part.turns}
    return sum(
        len(turn.prompt) + (len(turn.reply.text) if turn.reply is not None else 0)
        for turn in conversation.branch()
        if (turn.id, turn.current) not in told
    )


def _is_due(now: Situation, wish: Wish, sizes: Sizes) -> bool:
    """Tell whether enough was said, and enough of it since the last note."""
    if not now.ways.notes or now.ways.strategy != "layers":
        return False
    counter = now.request.counter
    new = sum(one.tokens(counter) for one in wish.turns)
    said = sum(one.tokens(counter) for one in now.turns)
    step = sizes.of(NOTE_STEP)
    is_new = new >= step or (len(wish.turns) >= NOTE_TURNS and 2 * new >= step)
    is_long = said >= sizes.of(NOTE_START)
    return is_new and is_long and can_condense(wish.profile, wish.tokens)
