"""Hearing standing instructions in what the user asks, as events of the log."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from jupyter_ctx.core.talk.conversation import Turn
from jupyter_ctx.core.talk.events import Instructed, Lifted
from jupyter_ctx.core.talk.instruction_topics import lifted, replaced
from jupyter_ctx.core.talk.instructions import Heard, hear
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.standing.head import active


class Hearing:
    """Hears, in the questions of a log, what shall hold from then on."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._heard: set[str] = set()

    def listen(self, turn: Turn) -> tuple[str, ...]:
        """Record what *turn* and those before it say; give a notice for each.

        Those before it may have been stopped before anything was made of them.
        """
        notices: list[str] = []
        for one in self._unheard(turn):
            is_new = one.reply is None or self._log.is_ours(one.id)
            if is_new and one.id not in self._heard and not one.for_user:
                self._heard.add(one.id)
                for heard in hear(one.prompt) if not self._is_known(one) else ():
                    notices += self._take(one, heard)
        return tuple(notices)

    def _unheard(self, turn: Turn) -> Iterator[Turn]:
        """Give the turns up to *turn* after the last that was heard, oldest first."""
        path = self._log.conversation.path(turn.id)
        heard = (n for n in range(len(path), 0, -1) if path[n - 1].id in self._heard)
        yield from path[next(heard, 0) :]

    def _is_known(self, turn: Turn) -> bool:
        """Tell whether an earlier kernel heard it."""
        events = self._log.conversation.instructions.events
        return any(one.turn == turn.id for one in events)

    def _take(self, turn: Turn, heard: Heard) -> Iterator[str]:
        with self._log.lock:
            holding = active(self._log.conversation)
            texts = [one.text for one in holding]
            find = lifted if heard.is_lift else replaced
            for place in find(heard.text, texts):
                self._log.record(Lifted(holding[place].instruction, turn.id))
                yield f'No longer holds: "{texts[place]}"'
            if heard.is_lift or heard.text in texts:
                return
            self._log.record(Instructed(new_instruction(), heard.text, turn.id))
            place = len(active(self._log.conversation))
        yield (
            f'Holds from now on: "{heard.text}" '
            f"(%ctx instructions remove {place} takes it back)"
        )


def new_instruction() -> str:
    """Give a fresh id."""
    return uuid.uuid4().hex
