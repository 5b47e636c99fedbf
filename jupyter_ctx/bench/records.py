"""Records of a long run, a line of JSON each: written at once, read when it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from jupyter_ctx.errors import SettingError

Record = TypeVar("Record", bound=msgspec.Struct)


class Records(Generic[Record]):
    """The records of *file*, by what *fields* of theirs say; "" keeps them in memory.

    A run that was stopped goes on where it ended; a line that was cut is left out.

    Raises:
        SettingError: The file cannot be written.

    """

    def __init__(self, file: str, kind: type[Record], fields: tuple[str, ...]) -> None:
        self._file = Path(file) if file else None
        self._kind = kind
        self._fields = fields
        self._found = {self._key(one): one for one in self._read()}

    def get(self, *key: object) -> Record | None:
        """Give the record whose fields are *key*."""
        return self._found.get(key)

    def add(self, record: Record) -> Record:
        """Keep *record*, on disk at once."""
        self._found[self._key(record)] = record
        self._append(msgspec.json.encode(record) + b"\n")
        return record

    def _append(self, line: bytes) -> None:
        if self._file is None:
            return
        try:
            with self._file.open("ab") as out:
                out.write(line)
        except OSError as error:
            msg = f"{self._file} cannot be written ({error}). Name another file."
            raise SettingError(msg) from error

    def _key(self, record: Record) -> tuple[object, ...]:
        values = msgspec.structs.asdict(record)
        return tuple(values[name] for name in self._fields)

    def _read(self) -> Iterator[Record]:
        if self._file is None or not self._file.is_file():
            return
        data = self._file.read_bytes()
        if data and not data.endswith(b"\n"):
            # The line that was being written when the run was stopped.
            self._append(b"\n")
        for line in data.splitlines():
            try:
                yield msgspec.json.decode(line, type=self._kind)
            except msgspec.DecodeError:
                continue
