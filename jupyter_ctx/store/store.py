"""Conversations on disk: one SQLite file per user, events only ever added.

No WAL: it fails on network homes, and older SQLite releases can damage it.
Every write is one short `BEGIN IMMEDIATE`, so that several kernels share the
file. What cannot be written is kept in memory, with a notice.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from jupyter_ctx.core.talk.events import Event
from jupyter_ctx.store.files import Opened, mend, open_file, open_store, stamp_of
from jupyter_ctx.store.masking import Masks, masked
from jupyter_ctx.store.notes import Notes, Place
from jupyter_ctx.store.schema import (
    BUSY_TIMEOUT,
    is_damaged,
    is_emptied,
    transaction,
)
from jupyter_ctx.store.search import Hit, Search
from jupyter_ctx.store.seen import Seen, carry

_LIST = """
SELECT e.conversation, MAX(e.at), COALESCE(p.server, ''), COALESCE(p.path, ''),
  SUM(e.body LIKE '{"event":"asked"%'),
  (SELECT body FROM events WHERE conversation = e.conversation ORDER BY seq LIMIT 1)
FROM events AS e LEFT JOIN places AS p ON p.conversation = e.conversation
GROUP BY e.conversation ORDER BY 2 DESC, 1
"""

_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Event)
UNREAD = "The saved conversations cannot be read now"
READ_AGAIN = "they are read again as soon as that is over."
PAUSE = 20.0  # seconds until a file that took no write is tried again
SHORT = 100  # milliseconds that is waited for a lock which lasted long before
GONE = (
    "The file of the saved conversations was deleted or changed by something else; "
    "what is open here was written into a new one ({count} entries)."
)


def default_path(environ: Mapping[str, str]) -> Path:
    """Give the file: `JUPYTER_CTX_STORE`, else the one in Jupyter's data folder."""
    named = environ.get("JUPYTER_CTX_STORE")
    if named:
        return Path(named)
    # Not needed where the file is named; jupyter_core reads configuration.
    from jupyter_core.paths import jupyter_data_dir  # noqa: PLC0415

    return Path(jupyter_data_dir()) / "jupyter_ctx" / "conversations.sqlite"


class News(msgspec.Struct, frozen=True):
    """Events of a conversation in their order, and the number of the last one."""

    events: tuple[Event, ...]
    last: int


class Listed(msgspec.Struct, frozen=True):
    """A conversation in the file: when it went on last, and where it was seen.

    *first* is its first event, *turns* are those that were ever asked.
    """

    id: str
    at: float = 0.0
    place: Place = Place()
    turns: int = 0
    first: Event | None = None


class Store(Notes):
    """The log of every conversation; may be used from any thread.

    *notice* is a sentence for the user where it does not work as it should,
    else empty: damaged (a backup was made), newer than this version (read
    only), not writable (in memory). A file that is locked or full takes what is
    in memory once it can be written again. *born* are conversations that came out of
    a file in this kernel session: they are not older than it.
    """

    def __init__(self, path: Path | None, masker: Masks) -> None:
        self.path = path
        self.notice = ""
        self.is_writable = True
        self.born: set[str] = set()
        self._masker = masker
        self._lock = threading.RLock()
        self._unsaved: dict[str, list[Event]] = {}
        self._again_at = 0.0  # when a file that took no write is tried again
        self._passing = ""  # the notice of what may pass: a lock, a full disk
        self._search: Search | None = None
        self._seen = Seen()
        self._is_instead = False  # in memory, for a file that could not be opened
        self._opened = 0  # times 2**32: tells one file from the next in `version`
        self._take(open_store(path))

    def events(self, conversation: str) -> tuple[Event, ...]:
        """Read the log of *conversation*; what cannot be decoded is passed over."""
        with self._lock:
            return (*self.since(conversation, 0).events, *self.unsaved(conversation))

    def unsaved(self, conversation: str) -> tuple[Event, ...]:
        """Give the events of *conversation* that live in memory alone."""
        with self._lock:
            return tuple(self._unsaved.get(conversation, ()))

    def since(self, conversation: str, last: int) -> News:
        """Read what came to *conversation* after the event with the number *last*."""
        with self._lock:
            try:
                rows = self._read(conversation, last)
            except sqlite3.OperationalError as error:
                # Locked, or away: it is read again at the next look.
                if self.is_writable:
                    self._pass(f"{UNREAD} ({error}); {READ_AGAIN}")
                return News((), last)
            if self.is_writable and not self._is_instead:
                self._passed()
            self._seen.note(conversation, rows)
            found = [event for _, row in rows if (event := _decode(row)) is not None]
            if len(found) < len(rows):
                self.notice = (
                    f"{len(rows) - len(found)} entries of this conversation are from "
                    "a newer jupyter_ctx or damaged and are not shown; they are kept."
                )
            return News(tuple(found), rows[-1][0] if rows else last)

    def save_again(self, *, is_last: bool = False) -> bool:
        """Write what is in memory alone, once the file can be written again.

        It is tried now and then, and when it *is_last*; true if all was written, after
        what other kernels wrote meanwhile.
        """
        with self._lock:
            now = time.monotonic()
            if not self._again_at or (now < self._again_at and not is_last):
                return False
            self._again_at = now + PAUSE
            with contextlib.suppress(sqlite3.Error, OSError):
                self._open_at_last() if self._is_instead else self._follow_file()
                with transaction(self._database):
                    for conversation, events in self._unsaved.items():
                        self._put(conversation, [_text(event) for event in events])
                self._unsaved.clear()
                self.is_writable, self._again_at = True, 0.0
                self._passed()
                return True
            return False

    def version(self) -> int:
        """Give a number that is another one once another kernel has written."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._follow_file()
            (version,) = self._database.execute("PRAGMA data_version").fetchone()
            return int(version) + self._opened
        return -1

    def append(self, conversation: str, event: Event) -> Event:
        """Add *event* and give it back as it is kept: with its secrets masked."""
        return self.add(conversation, event)[0]

    def add(self, conversation: str, event: Event) -> tuple[Event, int]:
        """Add *event*; give it as it is kept, and its number: 0 if it is not saved."""
        kept = masked(event, self._masker)
        with self._lock:
            if self.is_writable:
                try:
                    return kept, self._write(conversation, _text(kept))
                except sqlite3.Error as error:
                    self._keep_in_memory(error)
            self._unsaved.setdefault(conversation, []).append(kept)
        return kept, 0

    def add_all(self, conversation: str, events: tuple[Event, ...]) -> None:
        """Add *events* in one write, whole or not at all; in memory where it fails."""
        kept = [masked(event, self._masker) for event in events]
        with self._lock:
            if self.is_writable:
                try:
                    self._write(conversation, *map(_text, kept))
                except sqlite3.Error as error:
                    self._keep_in_memory(error)
                else:
                    return
            self._unsaved.setdefault(conversation, []).extend(kept)

    def copy(self, source: str, target: str) -> None:
        """Begin the conversation *target* with all that happened in *source*."""
        self.add_all(target, self.events(source))
        self._note(
            "INSERT OR REPLACE INTO levels SELECT ?, model, level FROM levels "
            "WHERE conversation = ?",
            target,
            source,
        )

    def listed(self) -> tuple[Listed, ...]:
        """List all conversations, the one that went on last first."""
        found: list[Listed] = []
        with self._lock:
            with contextlib.suppress(sqlite3.Error):
                for name, at, server, path, turns, body in self._database.execute(
                    _LIST
                ):
                    place = Place(server, path)
                    found.append(Listed(name, at, place, turns, _decode(body)))
            known = {one.id for one in found}
            new = [name for name in self._unsaved if name not in known]
            unsaved = [
                Listed(name, time.time(), turns=1, first=self._unsaved[name][0])
                for name in new
            ]
            return (*unsaved, *found)

    def search(self, words: str, most: int = 20) -> tuple[Hit, ...]:
        """Find *words* in what was said in any conversation; the best *most*."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._search = self._search or Search(self._database)
            return self._search.find(words, most)
        return ()

    def close(self) -> None:
        """Close the file; may be called twice. What is in memory is tried once more."""
        with self._lock:
            self.save_again(is_last=True)
            self._database.close()

    def _read(self, conversation: str, last: int) -> list[tuple[int, str]]:
        try:
            return self._rows(conversation, last)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not is_emptied(error):
                raise
            self._replace_damaged(error)
            return self._rows(conversation, last)

    def _rows(self, conversation: str, last: int) -> list[tuple[int, str]]:
        query = (
            "SELECT seq, body FROM events WHERE conversation = ? AND seq > ? "
            "ORDER BY seq"
        )
        return self._database.execute(query, (conversation, last)).fetchall()

    def _write(self, conversation: str, *bodies: str) -> int:
        """Add *bodies* in one write; give the number of the last one."""
        self._follow_file()
        try:
            return self._insert(conversation, bodies)
        except sqlite3.DatabaseError as error:
            if not is_damaged(error) and not is_emptied(error):
                raise
            self._replace_damaged(error)
            return self._insert(conversation, bodies)

    def _insert(self, conversation: str, bodies: Sequence[str]) -> int:
        with transaction(self._database):
            last = self._put(conversation, bodies)
        self._seen.note(conversation, enumerate(bodies, last - len(bodies) + 1))
        return last

    def _put(self, conversation: str, bodies: Sequence[str]) -> int:
        query = "SELECT COALESCE(MAX(seq), 0) FROM events WHERE conversation = ?"
        (before,) = self._database.execute(query, (conversation,)).fetchone()
        self._database.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?)",
            [
                (conversation, number, time.time(), body)
                for number, body in enumerate(bodies, before + 1)
            ],
        )
        return int(before) + len(bodies)

    def _take(self, opened: Opened) -> None:
        self._database = opened.database
        self._stamp = opened.stamp
        self._search = None
        self._opened += 2**32
        self.is_writable = opened.is_writable
        self._is_instead = opened.is_instead
        if opened.is_instead:
            self._passing, self._again_at = opened.notice, time.monotonic() + PAUSE
        self.notice = opened.notice or self.notice

    def _go_over(self, opened: Opened, *, is_changed: bool = True) -> None:
        """Go on with *opened*, and write into it what is open here and not in it.

        Raises:
            sqlite3.Error: That is not possible now; nothing has changed.

        """
        count = 0
        try:
            if opened.is_writable:
                with transaction(opened.database):
                    count = self._seen.bring(opened.database)
            else:
                for conversation, lost in self._seen.missing(opened.database):
                    events = [_decode(lost[number]) for number in sorted(lost)]
                    kept = self._unsaved.setdefault(conversation, [])
                    kept[:0] = [one for one in events if one is not None]
        except BaseException:
            opened.database.close()
            raise
        self._database.close()
        self._take(opened)
        if count and is_changed and not opened.notice:
            self.notice = GONE.format(count=count)

    def _open_at_last(self) -> None:
        """Open the file that could not be opened, and write what memory holds into it.

        Raises:
            sqlite3.Error: It still cannot be opened.
            OSError: So it is.

        """
        if self.path is None:
            return
        opened = open_file(self.path, SHORT)
        if opened.is_writable:
            carry(self._database, opened.database)
            self._seen.follow(opened.database, _decode, _text)
        self._go_over(opened, is_changed=False)

    def _follow_file(self) -> None:
        """Open the file anew where another one is in its place: mended, or removed."""
        if self.path is None or self._stamp is None:
            return
        with contextlib.suppress(OSError):
            if stamp_of(self.path) != self._stamp:
                self._go_over(open_store(self.path))

    def _replace_damaged(self, error: sqlite3.DatabaseError) -> None:
        if self.path is not None and is_emptied(error):
            self._go_over(open_store(self.path))
        elif self.path is not None and is_damaged(error):
            self._go_over(mend(self.path, error))
        else:
            self._go_over(open_store(None), is_changed=False)
            self.notice = f"The saved conversations cannot be read now ({error})."

    def _keep_in_memory(self, error: sqlite3.Error) -> None:
        self.is_writable = False
        self._again_at = time.monotonic() + PAUSE
        self._pass(
            f"The conversation can no longer be saved ({error}); from here on it lives "
            "in memory until the kernel ends, or until it can be saved again."
        )

    def _pass(self, notice: str) -> None:
        """Tell what may pass; nobody waits as long again for it."""
        self._passing = self.notice = notice
        with contextlib.suppress(sqlite3.Error):
            self._database.execute(f"PRAGMA busy_timeout={SHORT}")

    def _passed(self) -> None:
        if self._passing:
            if self.notice == self._passing:
                self.notice = ""
            self._passing = ""
            self._database.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")


def _text(event: Event) -> str:
    return _encode(event).decode()


def _decode(body: str) -> Event | None:
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None
