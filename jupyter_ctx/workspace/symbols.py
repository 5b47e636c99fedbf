"""The functions and classes that Python files of the project define at their top."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from jupyter_ctx.workspace.folder import Folder, read

FILES = 400  # files that are looked into
TIME_LIMIT = 0.3  # seconds for reading them; what was read once costs nothing
_DEFINED = re.compile(r"^(?:async )?(def|class) ([^\W\d]\w*)", re.MULTILINE)


class Symbol(msgspec.Struct, frozen=True):
    """One definition: *kind* is `def` or `class`, *line* counts from 1."""

    name: str
    kind: str
    path: str
    line: int


def symbols(of: Folder) -> Iterator[Symbol]:
    """Give the definitions in the files of *of*, those beside the notebook first."""
    until = time.monotonic() + TIME_LIMIT
    paths = [path for path in of.files if path.endswith(".py")]
    paths.sort(key=lambda path: path.rpartition("/")[0] != of.here)
    for path in paths[:FILES]:
        if time.monotonic() > until:
            return
        yield from _in_file(of.root, path)


def _in_file(root: str, path: str) -> tuple[Symbol, ...]:
    try:
        found = Path(root, path).stat()
    except OSError:
        return ()
    return _read(root, path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=2 * FILES)
def _read(root: str, path: str, changed: int, size: int) -> tuple[Symbol, ...]:
    del changed, size  # make what was read old
    text = read(root, path) or ""
    return tuple(
        Symbol(one[2], one[1], path, text.count("\n", 0, one.start()) + 1)
        for one in _DEFINED.finditer(text)
    )
