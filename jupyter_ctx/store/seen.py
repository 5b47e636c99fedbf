"""What was read and written of the open conversations, for when their file is gone."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import Asked, Event, Reset

_OTHERS = ("links", "places", "levels")


class Seen:
    """Keeps each event as it stands in the file, by its number."""

    def __init__(self) -> None:
        self._bodies: dict[str, dict[int, str]] = {}

    def note(self, conversation: str, rows: Iterable[tuple[int, str]]) -> None:
        """Keep *rows*, numbers and events, of *conversation*."""
        self._bodies.setdefault(conversation, {}).update(rows)

    def follow(
        self,
        database: sqlite3.Connection,
        decode: Callable[[str], Event | None],
        encode: Callable[[Event], str],
    ) -> None:
        """Let what was said without *database* go on from the tip of what it has.

        Raises:
            sqlite3.Error: It cannot be read now.

        """
        query = "SELECT body FROM events WHERE conversation = ? ORDER BY seq"
        for conversation, bodies in self._bodies.items():
            rows = database.execute(query, (conversation,))
            there = [one for (body,) in rows if (one := decode(body)) is not None]
            folded = fold(there)
            tip = folded.turns.get(folded.tip)
            for number, body in sorted(bodies.items()) if tip is not None else ():
                event = decode(body)
                if isinstance(event, Reset):
                    break
                if isinstance(event, Asked) and not event.parent and tip is not None:
                    joined = replace(event, parent=tip.id, after=tip.current)
                    bodies[number] = encode(joined)

    def missing(
        self, database: sqlite3.Connection
    ) -> Iterator[tuple[str, dict[int, str]]]:
        """Give what *database* does not have, by conversation and number.

        Raises:
            sqlite3.Error: It cannot be read now.

        """
        query = "SELECT body FROM events WHERE conversation = ?"
        for conversation, bodies in self._bodies.items():
            there = {body for (body,) in database.execute(query, (conversation,))}
            lost = {n: body for n, body in bodies.items() if body not in there}
            if lost:
                yield conversation, lost

    def bring(self, database: sqlite3.Connection) -> int:
        """Write what *database* lacks, each at its old number; give how many.

        One whose number another event has comes last.

        Raises:
            sqlite3.Error: It cannot be written now.

        """
        told = 0
        for conversation, lost in list(self.missing(database)):
            for number, body in sorted(lost.items()):
                place = _free(database, conversation, number)
                row = (conversation, place, time.time(), body)
                database.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
                told += 1
        return told


def _free(database: sqlite3.Connection, conversation: str, number: int) -> int:
    query = (
        "SELECT SUM(seq = ?), COALESCE(MAX(seq), 0) FROM events WHERE conversation = ?"
    )
    taken, last = database.execute(query, (number, conversation)).fetchone()
    return last + 1 if taken else number


def carry(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """Write into *new* what *old* knows beside the events: places, names, levels."""
    for table in _OTHERS:
        with contextlib.suppress(sqlite3.OperationalError):
            rows = old.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
            for row in rows:
                marks = ", ".join("?" * len(row))
                new.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)  # noqa: S608
