"""A plain scan of the project's files for words, bounded, and what it left out."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

import msgspec

from jupyter_ctx.code.impact import Source
from jupyter_ctx.code.languages import of_path
from jupyter_ctx.workspace import folder
from jupyter_ctx.workspace.folder import Folder, is_secret, read

SEARCHED = ("python", "typescript", "tsx", "javascript", "sql", "prisma")
FILES = 1_000  # files that are read
BYTES = 20_000_000  # characters of them together
TIME_LIMIT = 5.0  # seconds; a plan must forget nothing, and is asked for rarely


class Scan(msgspec.Struct, frozen=True):
    """The files that have one of the words, and in sentences what was not searched."""

    sources: tuple[Source, ...] = ()
    left_out: tuple[str, ...] = ()
    searched: int = 0


def scan(of: Folder, words: Collection[str]) -> Scan:
    """Read the files of the listing, those beside the notebook first.

    What git ignores is not listed; the text of files that are made to hold secrets is
    never read.
    """
    paths = [path for path in of.files if of_path(path) in SEARCHED]
    paths.sort(key=lambda path: path.rpartition("/")[0] != of.here)
    until = time.monotonic() + TIME_LIMIT
    found: list[Source] = []
    unread = size = done = 0
    for path in paths[:FILES]:
        if size > BYTES or time.monotonic() > until:
            break
        done += 1
        text = read(of.root, path)
        if text is None:
            unread += not is_secret(path)
            continue
        size += len(text)
        if _has(text, words):
            found.append(Source(path, text, of_path(path)))
    return Scan(tuple(found), tuple(_limits(of, len(paths) - done, unread)), done)


def _has(text: str, words: Collection[str]) -> bool:
    lowered = text.lower()  # SQL is written in either case
    return any(word.lower() in lowered for word in words)


def _limits(of: Folder, missing: int, unread: int) -> Iterator[str]:
    notebooks = sum(path.endswith(".ipynb") for path in of.files) - 1
    if missing:
        what = _count(missing, "more file")
        yield f"{what} not searched (limit of number, size or time)"
    if unread:
        are, were = ("is", "was") if unread == 1 else ("are", "were")
        files = "1 file" if unread == 1 else f"{unread} files"
        yield f"{files} {are} too large, or no text, and {were} not searched"
    if len(of.files) >= folder.FILES:
        yield f"the folder has more than {folder.FILES:,} files; the rest is not listed"
    if notebooks > 0:
        what = "1 other notebook" if notebooks == 1 else f"{notebooks} other notebooks"
        were = "was" if notebooks == 1 else "were"
        yield f"{what} in the folder {were} not searched"


def _count(number: int, what: str) -> str:
    return f"1 {what} was" if number == 1 else f"{number} {what}s were"
