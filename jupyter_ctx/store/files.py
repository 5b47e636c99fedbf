"""Opening the store's file: made at need, mended if damaged, only read if newer."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import msgspec

from jupyter_ctx.store.salvage import back_up_newer, salvage
from jupyter_ctx.store.schema import (
    BUSY_TIMEOUT,
    connect,
    is_damaged,
    migrate,
    prepare,
)

Stamp = tuple[int, int]
"""Which file a path leads to, whatever its name."""


class Opened(msgspec.Struct):
    """A database, whether it can be written, and what the user must know of it.

    *is_instead* tells that it stands in memory for a file which may be there later.
    """

    database: sqlite3.Connection
    is_writable: bool = True
    notice: str = ""
    stamp: Stamp | None = None
    is_instead: bool = False


def open_store(path: Path | None) -> Opened:
    """Open the file at *path*, whatever it takes; without one, in memory."""
    if path is None:
        return in_memory()
    try:
        return open_file(path)
    except sqlite3.DatabaseError as error:
        return mend(path, error) if is_damaged(error) else _instead(error)
    except OSError as error:
        return _instead(error)


def _instead(error: Exception) -> Opened:
    """Open one in memory until the file can be opened, which is tried again."""
    opened = in_memory(error)
    opened.is_instead = True
    if "locked" in str(error):
        opened.notice = (
            f"The saved conversations cannot be opened now ({error}); this one lives "
            "in memory, and is saved once the file is free."
        )
    return opened


def in_memory(error: Exception | None = None) -> Opened:
    """Open a database that ends with the kernel, because of *error*."""
    database = connect(":memory:")
    migrate(database)
    if error is None:
        return Opened(database)
    notice = (
        f"Conversations cannot be saved here ({error}); this one lives in memory until "
        "the kernel ends. Set JUPYTER_CTX_STORE to a file that can be written."
    )
    return Opened(database, notice=notice)


def mend(path: Path, error: Exception) -> Opened:
    """Save what can be read of the damaged file, keep it as a backup, and go on."""
    try:
        backup, saved = salvage(path)
        opened = open_file(path)
    except (OSError, sqlite3.Error):
        return in_memory(error)
    told = f"{saved} entries could be saved" if saved else "nothing could be read"
    opened.notice = (
        f"The saved conversations were damaged ({error}): {told}, and the damaged file "
        f"is kept as {backup.name} beside the new one."
    )
    return opened


def stamp_of(path: Path) -> Stamp | None:
    """Tell which file is at *path* now; None for none.

    Raises:
        OSError: Nobody can tell at this moment, as on a network home that is away.

    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def open_file(path: Path, wait: int = BUSY_TIMEOUT) -> Opened:
    """Open the file at *path*, made where it is missing; *wait* ms for a lock.

    Raises:
        sqlite3.Error: It is locked or damaged.
        OSError: There is no way to it.

    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        # Created by us, so that no other user can read it even for a moment.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if not os.access(path, os.W_OK):
        return _only_read(path)
    path.chmod(0o600)
    database = connect(str(path))
    try:
        if wait != BUSY_TIMEOUT:
            database.execute(f"PRAGMA busy_timeout={wait}")
        is_writable = prepare(database)
    except BaseException:
        database.close()
        raise
    notice = "" if is_writable else _newer(path, database)
    return Opened(database, is_writable, notice, stamp_of(path))


def _newer(path: Path, database: sqlite3.Connection) -> str:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    try:
        kept = f" A copy is kept as {back_up_newer(path, version).name}."
    except OSError:
        kept = ""
    return (
        "The saved conversations are from a newer jupyter_ctx; they are shown but not "
        f"changed, and what you ask now is not saved.{kept} Upgrade the package in "
        "this environment."
    )


def _only_read(path: Path) -> Opened:
    """Open a file that we may not write: its conversations are shown all the same."""
    database = connect(f"{path.absolute().as_uri()}?mode=ro", is_uri=True)
    try:
        database.execute("SELECT 1 FROM events LIMIT 1").fetchall()
    except BaseException:
        database.close()
        raise
    notice = (
        f"The saved conversations can be read but not changed: {path} is write-"
        "protected. What you ask now is not saved; set JUPYTER_CTX_STORE to a file "
        "that can be written."
    )
    return Opened(database, is_writable=False, notice=notice, stamp=stamp_of(path))
