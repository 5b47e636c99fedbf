"""Which conversation the notebook has: by its metadata, its kernel, or its cells."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Collection, Mapping

import msgspec

from jupyter_ctx.core.talk.conversation import Turn, TurnId, fold
from jupyter_ctx.manager.keeping import Keeping
from jupyter_ctx.manager.levels import Levels
from jupyter_ctx.manager.manager import Manager
from jupyter_ctx.store import Place, Store


def begin(store: Store, alias: str) -> str:
    """Name the conversation of a kernel that no page has spoken to.

    *alias* stands for the notebook as its server names it; empty without one.
    """
    return (store.link(alias) or alias) if alias else uuid.uuid4().hex


class Notebook(msgspec.Struct, frozen=True):
    """A notebook as its page knows it; *conversation* is empty before a first turn."""

    conversation: str = ""
    place: Place = Place()


class Identity:
    """Opens the notebook's conversation in the manager, and keeps where it was seen.

    The id in the notebook's metadata wins. A notebook without one gets a new id,
    even where another one had the same name before: only what this kernel was
    asked, or the ids of its cells, tell that an older conversation is its own.
    *levels* are the privacy levels that were picked for it, *keeping* has the items
    that are pinned or dropped in it.
    """

    def __init__(self, manager: Manager, store: Store, alias: str) -> None:
        self.levels = Levels(manager, store)
        self.keeping = Keeping(manager)
        self._manager = manager
        self.store = self._store = store
        self._alias = alias
        self._is_known = False  # a page has told which notebook this is
        self._doubtful: str | None = None  # to be judged by the cells: what was before
        self._place = Place()

    def greet(self, notebook: Notebook) -> str:
        """Open the conversation of *notebook*; give another place it was seen at.

        That is empty where there is none. Else it may be a copy: see `settle`.
        """
        manager = self._manager
        before = manager.conversation_id
        if not notebook.conversation:
            self._greet_new(before, notebook.place)
        elif notebook.conversation != before:
            if self._is_known:
                manager.stop()  # what is being made belongs to another notebook
            manager.open(notebook.conversation, carries=not self._is_known)
        else:
            manager.reload()
        if not self._is_known and manager.conversation_id != before:
            self.keeping.carry()
        self._is_known = True
        self._place = notebook.place
        other = self._other_place() if notebook.conversation else ""
        if not other:
            self._keep()
        return other

    def settle(self, *, is_copy: bool) -> None:
        """Fork the conversation for a copied notebook; else the notebook was moved."""
        if is_copy:
            copy = uuid.uuid4().hex
            self._store.copy(self._manager.conversation_id, copy)
            self._manager.open(copy)
        self._keep()

    def move(self, path: str) -> None:
        """Keep that the notebook has another name now."""
        self._place = msgspec.structs.replace(self._place, path=path)
        # A notebook that is made under the old name must not find this conversation.
        self._store.set_link(self._alias, "")
        self._store.set_place(self._manager.conversation_id, self._place)

    def go_on_with(self, conversation: str) -> None:
        """Make *conversation* the one of this notebook from now on."""
        self._doubtful = None
        self._manager.stop()  # what is being made belongs to the one before
        self._manager.open(conversation)
        self._keep()

    def is_elsewhere(self, conversation: str) -> bool:
        """Tell whether *conversation* was seen last in another notebook."""
        seen = self._store.place(conversation)
        return bool(seen.path) and seen != self._place

    def judge(self, cells: Collection[str]) -> bool:
        """Tell by the ids of its *cells* whether an older conversation is its own.

        Asked once for a notebook that came without an id. Returns whether another
        conversation is open now.
        """
        doubtful, self._doubtful = self._doubtful, None
        if doubtful is None:
            return False
        if doubtful == self._manager.conversation_id:
            return self._part_with_strangers(cells)
        older = fold(self._store.events(doubtful)).turns
        if self._manager.asked or not _is_of(older, cells):
            return False
        self._manager.open(self._own(doubtful))
        self.keeping.carry()
        self._keep()
        return True

    def _greet_new(self, before: str, place: Place) -> None:
        """Give a notebook without an id a conversation that it does not share."""
        manager = self._manager
        if self._is_known:
            if place.path != self._place.path:
                manager.stop()  # the kernel was another notebook's
                manager.open(uuid.uuid4().hex)
            return
        if manager.asked:
            # What it was asked is the notebook's; what was there before may not be.
            if before == self._alias:
                manager.open(self._own(before))
            self._doubtful = manager.conversation_id
        elif manager.conversation.turns or before == self._alias:
            self._doubtful = before
            manager.open(uuid.uuid4().hex)
        if self._doubtful is None or not manager.conversation.turns:
            self._doubtful = self._store.seen_at(place) or self._doubtful

    def _own(self, identity: str) -> str:
        """Copy what was kept under the name of the notebook, which others may have."""
        if identity != self._alias:
            return identity
        own = uuid.uuid4().hex
        self._store.copy(identity, own)
        return own

    def _part_with_strangers(self, cells: Collection[str]) -> bool:
        """Leave turns behind that were asked in cells which this notebook has not."""
        manager = self._manager
        asked = manager.asked
        turns = manager.conversation.turns
        older = {turn: turns[turn] for turn in turns if turn not in asked}
        if not _keys(older) or _is_of(older, cells):
            return False
        manager.open(uuid.uuid4().hex, carries=True)
        self._keep()
        return True

    def _other_place(self) -> str:
        seen = self._store.place(self._manager.conversation_id)
        is_here = seen.server != self._place.server or seen.path == self._place.path
        return "" if is_here else seen.path

    def _keep(self) -> None:
        conversation = self._manager.conversation_id
        if self._place.path:
            self._store.set_place(conversation, self._place)
        if self._alias:
            self._store.set_link(self._alias, conversation)


def _keys(turns: Mapping[TurnId, Turn]) -> set[str]:
    """Give the ids of the cells that *turns* were asked in."""
    return {turn.key for turn in turns.values() if turn.key}


def _is_of(turns: Mapping[TurnId, Turn], cells: Collection[str]) -> bool:
    return any(key in cells for key in _keys(turns))


def alias_of(environ: Mapping[str, str]) -> str:
    """Name the notebook as its server told the kernel; empty where it did not."""
    notebook = environ.get("JPY_SESSION_NAME", "")
    if not notebook:
        return ""
    return hashlib.sha256(notebook.encode("utf-8", "replace")).hexdigest()[:32]
