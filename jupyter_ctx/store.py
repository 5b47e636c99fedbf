"""Conversations on disk: one SQLite file per user, events only ever added.

No WAL: it fails on network homes, and older SQLite releases can damage it.
Every write is one short `BEGIN IMMEDIATE`, so that several kernels share the
file. What cannot be written is kept in memory, with a notice.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec

from jupyter_ctx.core.choice import Choice
from jupyter_ctx.core.events import Event

BUSY_TIMEOUT = 5_000  # milliseconds; a write takes a few
APPLICATION_ID = 0x6A637478  # "jctx": the file is ours
FREE_TEXT = ("prompt", "text", "question", "failure", "label", "value", "detail")

_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Event)


class Masks(Protocol):
    """What the store asks of a masker of secrets."""

    def mask(self, text: str) -> str:
        """Replace the secrets in *text*."""
        ...


def default_path(environ: Mapping[str, str]) -> Path:
    """Give the file: `JUPYTER_CTX_STORE`, else the one in Jupyter's data folder."""
    named = environ.get("JUPYTER_CTX_STORE")
    if named:
        return Path(named)
    # Not needed where the file is named; jupyter_core reads configuration.
    from jupyter_core.paths import jupyter_data_dir  # noqa: PLC0415

    return Path(jupyter_data_dir()) / "jupyter_ctx" / "conversations.sqlite"


def create_events(database: sqlite3.Connection) -> None:
    """Make the log of events, which refuses changes and deletions."""
    database.execute(
        "CREATE TABLE events (conversation TEXT NOT NULL, seq INTEGER NOT NULL,"
        " at REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY (conversation, seq))"
    )
    for verb in ("UPDATE", "DELETE"):
        database.execute(
            f"CREATE TRIGGER events_no_{verb.lower()} BEFORE {verb} ON events "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        )


def create_places(database: sqlite3.Connection) -> None:
    """Make what tells a notebook's conversation: names of kernels, and places."""
    database.execute(
        "CREATE TABLE links (alias TEXT PRIMARY KEY, conversation TEXT NOT NULL)"
    )
    database.execute(
        "CREATE TABLE places (conversation TEXT PRIMARY KEY, server TEXT NOT NULL,"
        " path TEXT NOT NULL, seen REAL NOT NULL)"
    )


def create_levels(database: sqlite3.Connection) -> None:
    """Make what tells the privacy level of a model in a conversation."""
    database.execute(
        "CREATE TABLE levels (conversation TEXT NOT NULL, model TEXT NOT NULL,"
        " level TEXT NOT NULL, PRIMARY KEY (conversation, model))"
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    create_events,
    create_places,
    create_levels,
)
"""In order; the number applied so far is the file's `user_version`."""


class Place(msgspec.Struct, frozen=True):
    """Where a notebook is: the base address of its server, and its path there."""

    server: str = ""
    path: str = ""


class Store:
    """The log of every conversation; may be used from any thread.

    *notice* is a sentence for the user where it does not work as it should,
    else empty: damaged (a backup was made), newer than this version (read
    only), not writable (in memory).
    """

    def __init__(self, path: Path | None, masker: Masks) -> None:
        self.path = path
        self.notice = ""
        self.is_writable = True
        self._masker = masker
        self._lock = threading.Lock()
        self._unsaved: dict[str, list[Event]] = {}
        self._database = self._open()

    def events(self, conversation: str) -> tuple[Event, ...]:
        """Read the log of *conversation*; what cannot be decoded is passed over."""
        with self._lock:
            try:
                rows = self._rows(conversation)
            except sqlite3.DatabaseError as error:
                self._replace_damaged(error)
                rows = []
            found = [event for row in rows if (event := _decode(row)) is not None]
            if len(found) < len(rows):
                self.notice = (
                    f"{len(rows) - len(found)} entries of this conversation are from "
                    "a newer jupyter_ctx or damaged and are not shown; they are kept."
                )
            return (*found, *self._unsaved.get(conversation, ()))

    def append(self, conversation: str, event: Event) -> Event:
        """Add *event* and give it back as it is kept: with its secrets masked."""
        kept = masked(event, self._masker)
        with self._lock:
            if not self.is_writable:
                self._unsaved.setdefault(conversation, []).append(kept)
                return kept
            try:
                self._write(conversation, _encode(kept).decode())
            except sqlite3.Error as error:
                self._keep_in_memory(error)
                self._unsaved.setdefault(conversation, []).append(kept)
        return kept

    def copy(self, source: str, target: str) -> None:
        """Begin the conversation *target* with all that happened in *source*."""
        for event in self.events(source):
            self.append(target, event)
        self._note(
            "INSERT OR REPLACE INTO levels SELECT ?, model, level FROM levels "
            "WHERE conversation = ?",
            target,
            source,
        )

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

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            self._database.close()

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
                with _transaction(self._database):
                    self._database.execute(statement, values)

    def _rows(self, conversation: str) -> list[str]:
        query = "SELECT body FROM events WHERE conversation = ? ORDER BY seq"
        return [body for (body,) in self._database.execute(query, (conversation,))]

    def _write(self, conversation: str, body: str) -> None:
        with _transaction(self._database):
            self._database.execute(
                "INSERT INTO events SELECT ?, 1 + COALESCE(MAX(seq), 0), ?, ? "
                "FROM events WHERE conversation = ?",
                (conversation, time.time(), body, conversation),
            )

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            return self._in_memory()
        try:
            return self._open_file(self.path)
        except sqlite3.DatabaseError as error:
            if not _is_damaged(error):
                return self._in_memory(error)
            return self._start_anew(self.path, error)
        except (OSError, sqlite3.Error) as error:
            return self._in_memory(error)

    def _open_file(self, path: Path) -> sqlite3.Connection:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Created by us, so that no other user can read it even for a moment.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
        database = _connect(str(path))
        try:
            self._prepare(database)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            self.is_writable = False
            self.notice = (
                "The saved conversations are from a newer jupyter_ctx; they are shown "
                "but not changed, and what you ask now is not saved. Upgrade the "
                "package in this environment."
            )
            return
        (health,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise sqlite3.DatabaseError(health)
        database.execute("PRAGMA journal_mode=TRUNCATE")
        database.execute("PRAGMA synchronous=FULL")
        if version < len(MIGRATIONS):
            _migrate(database)

    def _in_memory(self, error: Exception | None = None) -> sqlite3.Connection:
        if error is not None:
            self.notice = (
                f"Conversations cannot be saved here ({error}); this one lives in "
                "memory until the kernel ends. Set JUPYTER_CTX_STORE to a file that "
                "can be written."
            )
        database = _connect(":memory:")
        _migrate(database)
        return database

    def _start_anew(self, path: Path, error: Exception) -> sqlite3.Connection:
        """Put the damaged file aside and begin an empty one."""
        backup = path.with_name(f"{path.name}.damaged-{time.time_ns()}")
        try:
            path.rename(backup)
            journal = path.with_name(f"{path.name}-journal")
            if journal.exists():
                journal.rename(backup.with_name(f"{backup.name}-journal"))
            database = self._open_file(path)
        except (OSError, sqlite3.Error):
            return self._in_memory(error)
        self.notice = (
            f"The saved conversations were damaged ({error}); they were put aside as "
            f"{backup.name} and a new file was begun."
        )
        return database

    def _replace_damaged(self, error: sqlite3.DatabaseError) -> None:
        self._database.close()
        if self.path is None or not _is_damaged(error):
            self._database = self._in_memory(error)
        else:
            self._database = self._start_anew(self.path, error)

    def _keep_in_memory(self, error: sqlite3.Error) -> None:
        self.is_writable = False
        self.notice = (
            f"The conversation can no longer be saved ({error}); from here on it lives "
            "in memory until the kernel ends."
        )


def masked(event: Event, masker: Masks) -> Event:
    """Give *event* with the secrets in its free texts masked; ids stay."""
    changes: dict[str, object] = {
        name: masker.mask(_sound(value))
        for name in FREE_TEXT
        if isinstance(value := getattr(event, name, None), str)
    }
    notices: tuple[str, ...] = getattr(event, "notices", ())
    if notices:
        changes["notices"] = tuple(masker.mask(_sound(notice)) for notice in notices)
    choices: tuple[Choice, ...] = getattr(event, "choices", ())
    if choices:
        changes["choices"] = tuple(_mask_choice(choice, masker) for choice in choices)
    return msgspec.structs.replace(event, **changes) if changes else event


def _mask_choice(choice: Choice, masker: Masks) -> Choice:
    return msgspec.structs.replace(
        choice,
        label=masker.mask(_sound(choice.label)),
        value=masker.mask(_sound(choice.value)),
        detail=masker.mask(_sound(choice.detail)),
        action={key: masker.mask(_sound(text)) for key, text in choice.action.items()},
    )


def _sound(text: str) -> str:
    """Replace what UTF-8 cannot hold, e.g. half of a pair of surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _decode(body: str) -> Event | None:
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None


def _connect(path: str) -> sqlite3.Connection:
    # isolation_level None: transactions are ours alone to begin.
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    database.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")
    return database


class _transaction:  # noqa: N801 - reads as a word
    """One write, whole or not at all."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")


def _migrate(database: sqlite3.Connection) -> None:
    with _transaction(database):
        # Read again inside: another kernel may have been first.
        (version,) = database.execute("PRAGMA user_version").fetchone()
        for migration in MIGRATIONS[version:]:
            migration(database)
        database.execute(f"PRAGMA application_id={APPLICATION_ID}")
        database.execute(f"PRAGMA user_version={len(MIGRATIONS)}")


def _is_damaged(error: sqlite3.DatabaseError) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return False  # locked, read-only, disk full: the file itself is sound
    return isinstance(error, sqlite3.DatabaseError)
