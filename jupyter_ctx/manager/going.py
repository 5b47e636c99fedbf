"""Which request a turn can go on from: those of the turns before it on its branch."""

from __future__ import annotations

from collections import OrderedDict

from jupyter_ctx.core.engine.sent import Sent
from jupyter_ctx.core.talk.conversation import Conversation, TurnId

REMEMBERED = 64  # newest requests; each shares its texts with the one before


class Going:
    """Remembers what was sent with each turn; for any thread.

    It lives as long as the kernel: after a restart nothing that was told holds.
    """

    def __init__(self) -> None:
        self._sent: OrderedDict[TurnId, Sent] = OrderedDict()

    def before(self, conversation: Conversation, turn: TurnId | None) -> list[Sent]:
        """List what was sent with the turns before *turn*, the newest first.

        Without *turn* it is one that will stand at the tip.
        """
        end = conversation.turn(turn).parent if turn else conversation.tip
        path = conversation.path(end)
        found: list[Sent] = []
        for one in reversed(path):
            if len(found) == len(self._sent):
                break  # the turns before were forgotten
            if one.id in self._sent:
                found.append(self._sent[one.id])
        return found

    def keep(self, turn: TurnId, sent: Sent | None) -> None:
        """Remember what was *sent* with *turn*; None if nobody can go on from it."""
        self._sent.pop(turn, None)
        if sent is not None:
            self._sent[turn] = sent
        while len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)
