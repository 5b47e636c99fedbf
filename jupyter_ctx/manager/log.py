"""The log of the manager: the conversation in memory and on disk, always equal."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterable
from functools import reduce

import msgspec

from jupyter_ctx.core.talk.conversation import Conversation, ReplyId, TurnId, fold
from jupyter_ctx.core.talk.events import Asked, Edited, Event, Replied
from jupyter_ctx.store import Store

FILE = 2**32  # versions of the store for each file that it had


class Read(msgspec.Struct, frozen=True):
    """A conversation as it was read, and the number of the last event of it."""

    conversation: Conversation
    last: int


class Log:
    """Records events of one conversation; `lock` guards a look with its change.

    Other kernels may write to the same conversation. Whoever takes the lock sees what
    they wrote until then; *on_news* is told of the turns that changed by it, while the
    lock is held.
    """

    def __init__(
        self,
        store: Store,
        conversation_id: str,
        on_news: Callable[..., None] = lambda *_: None,
    ) -> None:
        self.lock = _Lock(self.refresh)
        self._store = store
        self._id = conversation_id
        self._on_news = on_news
        self._version = store.version()
        read = self.read(conversation_id)
        self._conversation, self._last = read.conversation, read.last
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
        """The turns of the conversation that this kernel session asked or answered."""
        return frozenset(self._asked & self._conversation.turns.keys())

    @property
    def is_resumed(self) -> bool:
        """Whether the conversation is older than this kernel session."""
        is_born = self._id in self._store.born
        return bool(self._conversation.tip) and not self.asked and not is_born

    def is_ours(self, turn: TurnId) -> bool:
        """Tell whether this kernel session asked or answered *turn*."""
        return turn in self._asked

    def read(self, conversation_id: str) -> Read:
        """Read a conversation from the store."""
        news = self._store.since(conversation_id, 0)
        unsaved = self._store.unsaved(conversation_id)
        return Read(fold((*news.events, *unsaved)), news.last)

    def open(self, conversation_id: str, read: Read, events: Iterable[Event]) -> None:
        """Go on with another conversation, as it was *read*, and add *events* to it.

        Nobody sees it without them: a reply to one of their turns may be in the making.
        """
        with self.lock:
            conversation, last = read.conversation, read.last
            for event in events:
                kept, number = self._store.add(conversation_id, event)
                conversation, last = conversation.apply(kept), number or last
            self._id, self._conversation = conversation_id, conversation
            self._last = last

    @property
    def notice(self) -> str:
        """A sentence for the user if saving does not work, else empty."""
        return self._store.notice

    def record(self, event: Event) -> Conversation:
        """Add *event*; it is masked first, so that shown, saved and sent agree."""
        with self.lock:
            kept, number = self._store.add(self._id, event)
            if isinstance(kept, (Asked, Edited, Replied)):
                self._asked.add(TurnId(kept.turn))
            if number > self._last + 1:
                self._catch_up()  # with ours: another kernel was quicker
            else:
                self._last = number or self._last
                self._conversation = self._conversation.apply(kept)
            return self._conversation

    def refresh(self) -> None:
        """Take in what other kernels wrote, if anything was."""
        version = self._store.version()
        if version >= 0 and self._version // FILE != version // FILE:
            self._version = version
            self._read_again()
        elif version != self._version:
            self._version = version
            self._catch_up()
        if self._store.save_again():
            self._version = self._store.version()
            self._read_again()

    def follow(self) -> bool:
        """Take in what came since the last event; false where all has to be read."""
        if self._version < 0 or self._store.notice:
            return False
        self._catch_up()
        return True

    def _read_again(self) -> None:
        """Read all of it: the file is another one, or has what could not be saved."""
        before, read = self._conversation, self.read(self._id)
        self._conversation, self._last = read.conversation, read.last
        self._on_news(*_changed(before, self._conversation))

    def _catch_up(self) -> None:
        """Fold what came since the last event that is known, whoever wrote it."""
        news = self._store.since(self._id, self._last)
        self._last = news.last
        if news.events:
            before = self._conversation
            self._conversation = reduce(Conversation.apply, news.events, before)
            self._on_news(*_changed(before, self._conversation))


class _Lock:
    """A lock that looks what is new whenever it is taken, by whoever has it not yet."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._lock = threading.RLock()
        self._look = look
        self._depth = 0

    def __enter__(self) -> None:
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            try:
                self._look()
            except BaseException:
                self.__exit__()
                raise

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        self._lock.release()


def _changed(before: Conversation, after: Conversation) -> set[TurnId]:
    """Give the turns that joined or left the branch, or are other ones now."""
    old = {turn.id: turn for turn in before.branch()}
    new = {turn.id: turn for turn in after.branch()}
    return {id_ for id_ in old.keys() | new.keys() if old.get(id_) is not new.get(id_)}


def new_turn() -> TurnId:
    """Give a fresh id."""
    return TurnId(uuid.uuid4().hex)


def new_reply() -> ReplyId:
    """Give a fresh id."""
    return ReplyId(uuid.uuid4().hex)
