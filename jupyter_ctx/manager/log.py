"""The log of the manager: the conversation in memory and on disk, always equal."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterable

from jupyter_ctx.core.conversation import Conversation, ReplyId, TurnId, fold
from jupyter_ctx.core.events import Asked, Edited, Event, Replied
from jupyter_ctx.store import Store


class Log:
    """Records events of one conversation; `lock` guards a look with its change."""

    def __init__(self, store: Store, conversation_id: str) -> None:
        self.lock = threading.RLock()
        self._store = store
        self._id = conversation_id
        self._conversation = self.read(conversation_id)
        self._asked: set[TurnId] = set()

    @property
    def conversation(self) -> Conversation:
        """The conversation at this moment; a value that does not change."""
        return self._conversation

    @property
    def conversation_id(self) -> str:
        """Under which id it is kept."""
        return self._id

    @property
    def asked(self) -> frozenset[TurnId]:
        """The turns that this kernel session asked or answered."""
        return frozenset(self._asked)

    def read(self, conversation_id: str) -> Conversation:
        """Read a conversation from the store."""
        return fold(self._store.events(conversation_id))

    def open(
        self, conversation_id: str, conversation: Conversation, events: Iterable[Event]
    ) -> None:
        """Go on with another *conversation*, as it was read, and add *events* to it.

        Nobody sees it without them: a reply to one of their turns may be in the making.
        """
        with self.lock:
            for event in events:
                kept = self._store.append(conversation_id, event)
                conversation = conversation.apply(kept)
            self._id, self._conversation = conversation_id, conversation
            self._asked &= conversation.turns.keys()

    @property
    def notice(self) -> str:
        """A sentence for the user if saving does not work, else empty."""
        return self._store.notice

    def record(self, event: Event) -> Conversation:
        """Add *event*; it is masked first, so that shown, saved and sent agree."""
        with self.lock:
            kept = self._store.append(self._id, event)
            if isinstance(kept, (Asked, Edited, Replied)):
                self._asked.add(TurnId(kept.turn))
            self._conversation = self._conversation.apply(kept)
            return self._conversation


def new_turn() -> TurnId:
    """Give a fresh id."""
    return TurnId(uuid.uuid4().hex)


def new_reply() -> ReplyId:
    """Give a fresh id."""
    return ReplyId(uuid.uuid4().hex)
