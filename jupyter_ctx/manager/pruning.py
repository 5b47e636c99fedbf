"""Pruning and pinning: turns that are not sent any more, and turns that stay."""

from __future__ import annotations

from jupyter_ctx.core.talk.conversation import Turn, TurnId
from jupyter_ctx.core.talk.events import Pinned, Pruned
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.checks import check_branch
from jupyter_ctx.manager.manager import Manager


class Pruning:
    """Prunes and pins turns by hand; may be used from any thread."""

    def __init__(self, manager: Manager) -> None:
        self._manager = manager

    def turn(self, number: int) -> Turn:
        """Give the turn with the *number* that the conversation lists, from 1.

        Raises:
            ConversationError: There is none.

        """
        branch = self._manager.conversation.branch()
        if not 1 <= number <= len(branch):
            has = f"has {len(branch)} messages" if branch else "has no message yet"
            msg = f"There is no message #{number}: the conversation {has}."
            raise ConversationError(msg)
        return branch[number - 1]

    def prune(self, turn: TurnId) -> None:
        """Send *turn* with its reply no more; it stays where it is.

        Raises:
            ConversationError: *turn* is not on the branch.

        """
        self._change(turn, Pruned(turn))

    def unprune(self, turn: TurnId) -> None:
        """Send *turn* again.

        Raises:
            ConversationError: *turn* is not on the branch.

        """
        self._change(turn, Pruned(turn, is_hidden=False))

    def pin(self, turn: TurnId) -> None:
        """Keep *turn* word for word, whatever is compacted.

        Raises:
            ConversationError: *turn* is not on the branch.

        """
        self._change(turn, Pinned(turn))

    def unpin(self, turn: TurnId) -> None:
        """Let *turn* be compacted like others.

        Raises:
            ConversationError: *turn* is not on the branch.

        """
        self._change(turn, Pinned(turn, is_pinned=False))

    def _change(self, turn: TurnId, event: Pruned | Pinned) -> None:
        check_branch(self._manager.conversation, turn)
        self._manager.change(event)
