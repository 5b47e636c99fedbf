"""Search over all conversations: an index in memory, made when it is first asked."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator

import msgspec

AROUND = 60  # characters on each side of what was found
WORDS = 14  # words of an excerpt of the index

_SPACE = re.compile(r"\s+")


class _Said(msgspec.Struct):
    """The texts of an event that was said by somebody."""

    event: str
    prompt: str = ""
    text: str = ""


_decoder = msgspec.json.Decoder(_Said)
_SAYING = ("asked", "edited", "replied")


class Hit(msgspec.Struct, frozen=True):
    """A message that was found: *excerpt* has the words around what was looked for."""

    conversation: str
    excerpt: str
    is_of_user: bool = False


class Search:
    """Finds words in all that was ever said; kept up with what came since.

    The index lives in this connection alone: the file has no table that an SQLite
    without FTS5 could not write.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._read = 0
        self._has_index = self._begin()

    def find(self, words: str, most: int) -> tuple[Hit, ...]:
        """Give the best *most* messages with *words*, or with their beginnings.

        Raises:
            sqlite3.Error: The file cannot be read.

        """
        wanted = _SPACE.sub(" ", words).strip()
        if not wanted:
            return ()
        found: tuple[Hit, ...] = ()
        if self._has_index:
            self._catch_up()
            found = tuple(self._indexed(wanted, most))
        # Languages without spaces, and parts of words, are in no index of words.
        return found or tuple(self._plain(wanted, most))

    def _begin(self) -> bool:
        try:
            self._database.execute("PRAGMA temp_store=MEMORY")
            self._database.execute(
                "CREATE VIRTUAL TABLE IF NOT EXISTS temp.said USING fts5("
                "text, conversation UNINDEXED, is_of_user UNINDEXED)"
            )
        except sqlite3.Error:
            return False
        return True

    def _catch_up(self) -> None:
        rows = self._database.execute(
            "SELECT rowid, conversation, body FROM events WHERE rowid > ? "
            "ORDER BY rowid",
            (self._read,),
        ).fetchall()
        for rowid, conversation, body in rows:
            self._read = rowid
            for said in _said(body):
                values = (said.prompt or said.text, conversation, bool(said.prompt))
                self._database.execute("INSERT INTO temp.said VALUES (?, ?, ?)", values)

    def _indexed(self, wanted: str, most: int) -> Iterator[Hit]:
        quoted = [word.replace('"', '""') for word in wanted.split(" ")]
        query = " ".join(f'"{word}"*' for word in quoted)
        rows = self._database.execute(
            "SELECT conversation, is_of_user, snippet(said, 0, '', '', '…', ?) "
            "FROM temp.said WHERE said MATCH ? ORDER BY rank, rowid DESC LIMIT ?",
            (WORDS, query, most),
        )
        for conversation, is_of_user, excerpt in rows:
            yield Hit(conversation, _line(excerpt), bool(is_of_user))

    def _plain(self, wanted: str, most: int) -> Iterator[Hit]:
        """Look through every message, the newest first."""
        rows = self._database.execute(
            "SELECT conversation, body FROM events ORDER BY rowid DESC"
        )
        left = most
        for conversation, body in rows:
            for said in _said(body):
                text = _line(said.prompt or said.text)
                at = text.casefold().find(wanted.casefold())
                if at >= 0 and left > 0:
                    left -= 1
                    yield Hit(conversation, excerpt(text, at), bool(said.prompt))
            if left <= 0:
                return


def excerpt(text: str, at: int) -> str:
    """Give the words around the character *at* of *text*."""
    start, end = max(0, at - AROUND), at + AROUND
    before = "…" if start else ""
    return f"{before}{text[start:end].strip()}{'…' if end < len(text) else ''}"


def _said(body: str) -> Iterable[_Said]:
    try:
        said = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return ()
    is_said = said.event in _SAYING and (said.prompt or said.text).strip()
    return (said,) if is_said else ()


def _line(text: str) -> str:
    return _SPACE.sub(" ", text).strip()
