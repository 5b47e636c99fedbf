"""What the file knows beside the events: places, names of kernels, privacy levels."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from abc import ABC, abstractmethod

import msgspec

from jupyter_ctx.store.schema import transaction


class Place(msgspec.Struct, frozen=True):
    """Where a notebook is: the base address of its server, and its path there."""

    server: str = ""
    path: str = ""


class Notes(ABC):
    """Good to know, and done without where it cannot be read or written."""

    is_writable: bool
    _lock: threading.RLock
    _database: sqlite3.Connection

    @abstractmethod
    def _follow_file(self) -> None:
        """Go over to the file that stands at the path now."""

    def level(self, conversation: str, model: str) -> str:
        """Give the privacy level that was picked for *model*; empty for none."""
        query = "SELECT level FROM levels WHERE conversation = ? AND model = ?"
        return self._text(query, conversation, model)

    def set_level(self, conversation: str, model: str, level: str) -> None:
        """Keep the privacy level of *model* in *conversation*; empty: as set."""
        row = (conversation, model, level)
        self._note("INSERT OR REPLACE INTO levels VALUES (?, ?, ?)", *row)

    def link(self, alias: str) -> str:
        """Give the conversation of the notebook that its kernel knows as *alias*."""
        query = "SELECT conversation FROM links WHERE alias = ?"
        return self._text(query, alias)

    def set_link(self, alias: str, conversation: str) -> None:
        """Let *alias* lead to *conversation*; to none if that is empty."""
        if conversation:
            self._note(
                "INSERT OR REPLACE INTO links VALUES (?, ?)", alias, conversation
            )
        else:
            self._note("DELETE FROM links WHERE alias = ?", alias)

    def place(self, conversation: str) -> Place:
        """Give where *conversation* was seen last; empty where it never was."""
        of = "FROM places WHERE conversation = ?"
        server = self._text(f"SELECT server {of}", conversation)
        return Place(server, self._text(f"SELECT path {of}", conversation))

    def seen_at(self, place: Place) -> str:
        """Give the conversation that was seen last at *place*; empty for none."""
        query = (
            "SELECT conversation FROM places WHERE server = ? AND path = ? "
            "ORDER BY seen DESC LIMIT 1"
        )
        return self._text(query, place.server, place.path)

    def set_place(self, conversation: str, place: Place) -> None:
        """Keep that *conversation* is at *place* now."""
        row = (conversation, place.server, place.path, time.time())
        self._note("INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?)", *row)

    def _text(self, query: str, *values: str) -> str:
        """Give the one text that *query* finds; empty for none, or without tables."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            found = self._database.execute(query, values).fetchone()
            return str(found[0]) if found is not None else ""
        return ""

    def _note(self, statement: str, *values: str | float) -> None:
        """Write what is good to know; where that is not possible, go without."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if self.is_writable:
                self._follow_file()
                with transaction(self._database):
                    self._database.execute(statement, values)
