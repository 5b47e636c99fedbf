"""A damaged or newer file: a backup is kept, and what can be read is saved."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jupyter_ctx.store.schema import connect, migrate, transaction

MOST_TRIES = 20_000  # reads of ranges; a damaged page costs some twenty
LAST = 2**40  # a row that no file reaches

_EVENTS = "conversation, seq, at, body"
_OTHERS = {
    "links": "alias, conversation",
    "places": "conversation, server, path, seen",
    "levels": "conversation, model, level",
}


def salvage(path: Path) -> tuple[Path, int]:
    """Put a sound file with all readable events in the place of the one at *path*.

    The damaged one stays beside it, byte for byte. Returns its backup, and how many
    events were read from it.

    Raises:
        OSError: There is no room for both, or no right to write.
        sqlite3.Error: The new file cannot be written.

    """
    stamp = time.time_ns()
    backup = path.with_name(f"{path.name}.damaged-{stamp}")
    made = path.with_name(f"{path.name}.salvaged-{stamp}")
    shutil.copyfile(path, backup)
    backup.chmod(0o400)
    saved = _write(made, path)
    journal = path.with_name(f"{path.name}-journal")
    if journal.exists():  # it belongs to the damaged file, and would spoil another
        journal.rename(backup.with_name(f"{backup.name}-journal"))
    # At once: another kernel finds either of them, never an empty place.
    made.replace(path)
    return backup, saved


def back_up_newer(path: Path, version: int) -> Path:
    """Keep a copy of a file of a newer *version*, once.

    Raises:
        OSError: It cannot be written.

    """
    backup = path.with_name(f"{path.name}.newer-{version}")
    if not backup.exists():
        part = backup.with_name(f"{backup.name}-{os.getpid()}")
        shutil.copyfile(path, part)
        part.chmod(0o400)
        part.replace(backup)
    return backup


def _write(made: Path, damaged: Path) -> int:
    """Make the file *made* from what can be read of *damaged*; give how many events."""
    os.close(os.open(made, os.O_RDWR | os.O_CREAT, 0o600))
    new = connect(str(made))
    try:
        migrate(new)
        with transaction(new):
            saved = _copy(damaged, new)
    finally:
        new.close()
    return saved


def _copy(damaged: Path, new: sqlite3.Connection) -> int:
    saved = 0
    with contextlib.suppress(sqlite3.Error):
        # Immutable: nothing is locked, rolled back or written in the damaged file.
        old = connect(f"{damaged.absolute().as_uri()}?immutable=1", is_uri=True)
        # Else a file whose end is missing is refused as a whole.
        old.execute("PRAGMA writable_schema=ON")
        old.text_factory = lambda raw: raw.decode("utf-8", "replace")
        try:
            for row in _readable(old):
                values = "INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?)"
                saved += new.execute(values, row).rowcount
            for table, columns in _OTHERS.items():
                _copy_table(old, new, table, columns)
        finally:
            old.close()
    return saved


def _copy_table(
    old: sqlite3.Connection, new: sqlite3.Connection, table: str, columns: str
) -> None:
    marks = ", ".join("?" * len(columns.split(",")))
    into = f"INSERT OR IGNORE INTO {table} VALUES ({marks})"  # noqa: S608 - our names
    with contextlib.suppress(sqlite3.Error):
        for row in old.execute(f"SELECT {columns} FROM {table}"):  # noqa: S608
            new.execute(into, row)


def _readable(old: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Read every event that stands on a sound page.

    A range of rows that cannot be read to its end is halved, so that one bad page
    costs no other.
    """
    ranges, tries = [(0, LAST)], 0
    while ranges and tries < MOST_TRIES:
        low, high = ranges.pop()
        tries += 1
        read = low
        try:
            for rowid, *row in old.execute(
                f"SELECT rowid, {_EVENTS} FROM events NOT INDEXED "  # noqa: S608
                "WHERE rowid > ? AND rowid <= ? ORDER BY rowid",
                (low, high),
            ):
                read = rowid
                if all(isinstance(value, int | float | str) for value in row):
                    yield tuple(row)
        except sqlite3.DatabaseError:
            if high - read > 1:
                middle = (read + high) // 2
                ranges += [(middle, high), (read, middle)]
