"""The tables of the store's file, and how an older file is brought up to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

BUSY_TIMEOUT = 5_000  # milliseconds; a write takes a few
APPLICATION_ID = 0x6A637478  # "jctx": the file is ours


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


def connect(path: str, *, is_uri: bool = False) -> sqlite3.Connection:
    """Open *path* for any thread; transactions are ours alone to begin."""
    database = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, uri=is_uri
    )
    database.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")
    return database


class transaction:  # noqa: N801 - reads as a word
    """One write, whole or not at all."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        """Wait for the right to write."""
        self._database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Keep what was written if all went well."""
        try:
            if kind is None:
                self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")


def migrate(database: sqlite3.Connection) -> None:
    """Apply what is missing of `MIGRATIONS`."""
    with transaction(database):
        # Read again inside: another kernel may have been first.
        (version,) = database.execute("PRAGMA user_version").fetchone()
        for migration in MIGRATIONS[version:]:
            migration(database)
        database.execute(f"PRAGMA application_id={APPLICATION_ID}")
        database.execute(f"PRAGMA user_version={len(MIGRATIONS)}")


def prepare(database: sqlite3.Connection) -> bool:
    """Make *database* ready to be written; false for one of a newer version.

    Raises:
        sqlite3.DatabaseError: The file is damaged.

    """
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        database.execute("PRAGMA query_only=ON")
        return False
    (health,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if health != "ok":
        raise sqlite3.DatabaseError(health)
    database.execute("PRAGMA journal_mode=TRUNCATE")
    database.execute("PRAGMA synchronous=FULL")
    if version < len(MIGRATIONS):
        migrate(database)
    return True


def is_damaged(error: Exception) -> bool:
    """Tell whether *error* says that the file itself is not sound.

    Its subclasses say that it is locked, read-only, closed or full.
    """
    return type(error) is sqlite3.DatabaseError


def is_emptied(error: Exception) -> bool:
    """Tell whether *error* says that somebody emptied the file while it was open."""
    return isinstance(error, sqlite3.OperationalError) and "no such table" in str(error)
