"""All conversations: listed, found, opened, begun anew, in and out of files."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import msgspec

from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import Asked
from jupyter_ctx.core.talk.export import Exported, ExportForm, export, title_of
from jupyter_ctx.core.talk.importing import read
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.identity import Identity
from jupyter_ctx.manager.manager import Manager
from jupyter_ctx.store import Listed, masked

MOST = 50  # conversations that are listed, and messages that are found


class Kept(msgspec.Struct, frozen=True):
    """A conversation as a list shows it; *excerpt* has the words that were found.

    *at* is when it went on last, in seconds since the epoch; *path* the notebook where
    it was seen last.
    """

    id: str
    title: str
    at: float = 0.0
    turns: int = 0
    path: str = ""
    excerpt: str = ""
    is_open: bool = False


class Conversations:
    """Lists, finds and opens conversations; may be used from any thread."""

    def __init__(
        self,
        manager: Manager,
        identity: Identity,
        mask: Callable[[str], str],
    ) -> None:
        self._manager = manager
        self._identity = identity
        self._store = identity.store
        self._mask = mask

    def listed(self) -> tuple[Kept, ...]:
        """List all that hold a message, the one that went on last first."""
        return tuple(self._kept(one) for one in self._all()[:MOST])

    def search(self, text: str) -> tuple[Kept, ...]:
        """Find the messages of all conversations that hold *text*, the best first."""
        known = {one.id: one for one in self._all()}
        return tuple(
            msgspec.structs.replace(
                self._kept(known[hit.conversation]), excerpt=self._mask(hit.excerpt)
            )
            for hit in self._store.search(text, MOST)
            if hit.conversation in known
        )

    def new(self) -> str:
        """Begin another conversation for the notebook; give its id."""
        fresh = uuid.uuid4().hex
        self._identity.go_on_with(fresh)
        return fresh

    def open(self, conversation: str) -> str:
        """Let the notebook go on with *conversation*; give a sentence that says so.

        That of another notebook is copied, so that neither changes under the other.

        Raises:
            ConversationError: There is no such conversation.

        """
        found = next((one for one in self._all() if one.id == conversation), None)
        if found is None:
            msg = "There is no such conversation; %ctx conversation lists them."
            raise ConversationError(msg)
        kept = self._kept(found)
        if self._identity.is_elsewhere(found.id):
            copy = uuid.uuid4().hex
            self._store.copy(found.id, copy)
            self._identity.go_on_with(copy)
            return (
                f'A copy of "{kept.title}" is open here; the conversation of '
                f"{kept.path} stays as it is."
            )
        self._identity.go_on_with(found.id)
        return f'"{kept.title}" is open, with {_turns(kept.turns)}.'

    def export(self, form: ExportForm) -> Exported:
        """Write the open conversation as a file, secrets masked.

        Raises:
            ConversationError: It holds no message yet.

        """
        conversation = self._manager.conversation
        if not conversation.branch():
            msg = "There is no message yet to export. Ask with %%assist first."
            raise ConversationError(msg)
        events = self._store.events(self._manager.conversation_id)
        # Anew: a secret may be learnt after it was told.
        told = [masked(event, _Mask(self._mask)) for event in events]
        return export(fold(told), told, form)

    def import_(self, text: str) -> str:
        """Read a conversation from the *text* of a file and go on with it.

        Gives a sentence that says what came of it.

        Raises:
            ConversationError: It holds none.

        """
        found = read(text)
        fresh = uuid.uuid4().hex
        self._store.add_all(fresh, found.events)
        self._store.born.add(fresh)
        self._identity.go_on_with(fresh)
        count = len(self._manager.conversation.branch())
        told = f"{_turns(count)} were read" if count != 1 else "1 turn was read"
        return " ".join((f"{told}; the notebook goes on from there.", *found.notices))

    def _all(self) -> tuple[Listed, ...]:
        return self._store.listed()

    def _kept(self, one: Listed) -> Kept:
        title = one.first.prompt if isinstance(one.first, Asked) else ""
        return Kept(
            id=one.id,
            title=title_of(self._mask(title)),
            at=one.at,
            turns=one.turns,
            path=one.place.path,
            is_open=one.id == self._manager.conversation_id,
        )


class _Mask(msgspec.Struct, frozen=True):
    """A function as the store asks for it."""

    mask: Callable[[str], str]


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count:,} turns"
