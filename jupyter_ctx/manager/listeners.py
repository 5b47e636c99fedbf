"""Who wants to know when a turn changes, and how they are told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from jupyter_ctx.core.talk.conversation import Conversation, TurnId

_log = logging.getLogger("jupyter_ctx.manager")

Listener = Callable[[TurnId], None]
"""Called from any thread when a turn changed; must return at once."""


class Listeners:
    """Tells every listener, whatever another one does."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def add(self, listener: Listener) -> Callable[[], None]:
        """Tell *listener* from now on; returns how to stop that."""
        self._listeners.append(listener)

        def remove() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return remove

    def tell(self, turns: Iterable[TurnId]) -> None:
        """Tell that *turns* have changed."""
        for turn in turns:
            for listener in list(self._listeners):
                try:
                    listener(turn)
                except Exception:  # noqa: BLE001 - it may be a third party's
                    # A door that cannot draw must not end the reply.
                    _log.exception("A door did not take in a change.")

    def clear(self) -> None:
        """Tell nobody any more."""
        self._listeners.clear()


def moved(before: Conversation, after: Conversation) -> frozenset[TurnId]:
    """Give the turns that joined the branch or left it; mostly one, at the tip."""
    if before.tip == after.tip:
        return frozenset()
    tip = after.turns.get(after.tip)
    if tip is not None and before.tip and tip.parent == before.tip:
        return frozenset((tip.id,))
    old, new = ({turn.id for turn in one.branch()} for one in (before, after))
    return frozenset(old ^ new)
