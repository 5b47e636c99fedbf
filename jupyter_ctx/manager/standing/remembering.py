"""Changes of the memory file: by the user's cell, or offered and accepted."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Callable
from pathlib import Path

import msgspec

from jupyter_ctx.core.engine.head import Head
from jupyter_ctx.errors import CtxError, FileError
from jupyter_ctx.workspace import writing
from jupyter_ctx.workspace.folder import project_of
from jupyter_ctx.workspace.memory import NAMES, OWN, MemoryFile, is_own

TEMPLATE = (
    "## Task\n\n## Done\n\n## In progress\n\n## Constraints and decisions\n\n"
    "## Next start\n"
)


class Offer(msgspec.Struct, frozen=True):
    """A new text for the file *path*, which had the hash *base* when it was read.

    *diff* shows what would change, *by* who wrote it: a model's name, or nothing.
    """

    path: str
    base: str
    text: str
    diff: str
    by: str = ""


class Written(msgspec.Struct, frozen=True):
    """What was written: the hashes *after* and of the *original*, and the *diff*."""

    path: str
    after: str
    original: str
    diff: str


Draft = Callable[[str], tuple[str, str]]
"""Gives a new text for that of the file, and who wrote it."""


class MemoryDesk:
    """Writes only what was shown, and only on accept; undo brings the old text back.

    *where* gives the notebook's folder, *files* those that are sent, *head* how they
    stand in a request; *originals* is where old texts are kept.
    """

    def __init__(
        self,
        where: Callable[[], Path],
        files: Callable[[], tuple[MemoryFile, ...]],
        head: Callable[[], Head],
        originals: Path,
    ) -> None:
        self._where = where
        self._files = files
        self._head = head
        self._originals = originals
        self._written: list[Written] = []
        self.offered: Offer | None = None

    @property
    def files(self) -> tuple[MemoryFile, ...]:
        """The files that count now, the nearest first."""
        return self._files()

    @property
    def head(self) -> Head:
        """The head of a request that was made now."""
        return self._head()

    @property
    def own(self) -> str:
        """The path of the file that is written: the nearest of ours, there or not."""
        for one in self._files():
            if is_own(one):
                return one.path
        return self._path(OWN)

    def cell(self, path: str = "") -> str:
        """Give the source of a cell that changes *path* when it is run.

        Raises:
            FileError: It is no memory file of this project, or cannot be read.

        """
        path = self._checked(path)
        text, base = self._now(path)
        return f"%%ctx memory {shlex.quote(path)} --was {base[:16]}\n{text or TEMPLATE}"

    def write(self, path: str, text: str, was: str) -> Written:
        """Put *text* into *path*, if that is as it was shown, or as written here.

        Raises:
            FileError: It was changed since, or cannot be written.

        """
        path = self._checked(path)
        before, base = self._now(path)
        mine = [one.after for one in self._written if one.path == path]
        if base[:16] != was[:16] and base not in mine[-1:]:
            msg = (
                f"{path} was changed since this cell was made; nothing was written. "
                "%ctx memory edit makes a new one."
            )
            raise FileError(msg)
        return self._write(path, before, text, base)

    def offer(self, draft: Draft) -> Offer | None:
        """Offer the text that *draft* makes of the file's; None where it is the same.

        Raises:
            FileError: The file cannot be read.

        """
        path = self.own
        text, base = self._now(path)
        made, by = draft(text)
        diff = difference(path, text, made)
        self.offered = Offer(path, base, made, diff, by) if diff else None
        return self.offered

    def accept(self) -> Written:
        """Write what was offered last.

        Raises:
            CtxError: Nothing is offered, or the file was changed since.

        """
        if self.offered is None:
            msg = "Nothing is offered. %ctx memory update makes an offer."
            raise CtxError(msg)
        offer, self.offered = self.offered, None
        before, base = self._now(offer.path)
        if base != offer.base:
            msg = (
                f"{offer.path} was changed since the offer was made; nothing was "
                "written. %ctx memory update offers anew."
            )
            raise FileError(msg)
        return self._write(offer.path, before, offer.text, base)

    def undo(self) -> Written:
        """Put back what the file was before the last writing.

        Raises:
            CtxError: Nothing was written here, or it was changed since.

        """
        if not self._written:
            msg = "Nothing was written to a memory file in this kernel session."
            raise CtxError(msg)
        last = self._written[-1]
        writing.restore(
            self._root, last.path, last.after, last.original, self._originals
        )
        return self._written.pop()

    @property
    def _root(self) -> str:
        return str(project_of(self._where().resolve()))

    def _path(self, name: str) -> str:
        here = self._where().resolve()
        return (here / name).relative_to(project_of(here)).as_posix()

    def _checked(self, path: str) -> str:
        """Give the path from the project's folder; only memory files are written."""
        known = [one.path for one in self._files()]
        if not path or path in known:
            return path or self.own
        if path.rpartition("/")[2] not in NAMES:
            msg = f"{path} is no memory file. These are: {', '.join(NAMES)}."
            raise FileError(msg)
        return path if "/" in path else self._path(path)

    def _now(self, path: str) -> tuple[str, str]:
        whole = writing.place(self._root, path)
        if not whole.exists():
            return "", writing.NEW
        found = writing.look(self._root, path)
        return found.text, found.digest

    def _write(self, path: str, before: str, text: str, base: str) -> Written:
        text = f"{text.rstrip()}\n"
        like = None if base == writing.NEW else writing.look(self._root, path)
        end = "\r" if like is not None and like.newline == "\r\n" else ""
        lines = text.split("\n")
        content = writing.as_bytes([f"{one}{end}" for one in lines[:-1]] + [""], like)
        original = writing.write(self._root, path, content, base, self._originals)
        diff = difference(path, before, text)
        after = writing.digest_of(content)
        written = Written(path, after, original, diff)
        self._written.append(written)
        return written


def difference(path: str, before: str, after: str) -> str:
    """Give the changed lines of *path*; empty where nothing changed."""
    lines = difflib.unified_diff(
        before.rstrip().split("\n"),
        after.rstrip().split("\n"),
        path,
        path,
        "",
        "",
        1,
        "",
    )
    return "\n".join(lines)
