"""Where a missing file may be: the same name in folders close to the working one."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterator
from pathlib import PurePath

DEPTH = 3  # folders below the working one
FOLDERS = 200  # looked into
ENTRIES = 5_000  # looked at
FOUND = 3  # files told
TIME_LIMIT = 0.05  # seconds; a network home may be slow
SKIPPED = frozenset((
    "node_modules", "__pycache__", "site-packages", "venv", "env", "build", "dist",
))  # fmt: skip


def nearby(wanted: str) -> tuple[str, ...]:
    """List paths of files called as *wanted*, below the working folder or above it.

    The end of *wanted* that is the longest counts most: of `raw/x.csv` a file in
    some `raw` is told before one elsewhere. Hidden folders are not looked into.
    """
    parts = PurePath(wanted).parts
    name = parts[-1].casefold() if parts else ""
    found = [path for path in _files() if PurePath(path).name.casefold() == name]
    ranked = sorted(found, key=lambda path: (-_shared(path, parts), len(path), path))
    return tuple(ranked[:FOUND])


def _shared(path: str, parts: tuple[str, ...]) -> int:
    pairs = zip(reversed(PurePath(path).parts), reversed(parts), strict=False)
    count = 0
    for one, other in pairs:
        if one.casefold() != other.casefold():
            break
        count += 1
    return count


def _files() -> Iterator[str]:
    until = time.monotonic() + TIME_LIMIT
    waiting = deque([("", 0), ("..", DEPTH)])
    folders = entries = 0
    while waiting and folders < FOLDERS and time.monotonic() < until:
        folder, depth = waiting.popleft()
        folders += 1
        for entry in _entries(folder or "."):
            entries += 1
            if entries > ENTRIES:
                return
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_file():
                yield path
            elif depth < DEPTH and _is_open(entry):
                waiting.append((path, depth + 1))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_open(entry: os.DirEntry[str]) -> bool:
    name = entry.name
    if name.startswith(".") or name in SKIPPED:
        return False
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
