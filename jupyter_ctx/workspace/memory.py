"""The memory files of a project: what the user wrote for every assistant to know.

They are looked for from the notebook's folder up to the project's, the nearest first,
and never above it: what lies in a home folder is of another project, or of another
user. Each is read anew as soon as it changes.
"""

from __future__ import annotations

import codecs
import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from jupyter_ctx.workspace.folder import project_of

OWN = "JUPYTER_CTX.md"
NAMES = (OWN, "AGENTS.md", "CLAUDE.md", "OPENCODE.md")
"""In each folder in this order."""

SIZE_LIMIT = 500_000  # bytes; more is no text that somebody wrote by hand
_HOMES = ("/home", "/Users")
_TRACES = (
    ".bashrc", ".bash_history", ".bash_profile", ".profile", ".zshrc", ".zsh_history",
    ".ssh", ".local", ".cache", ".gnupg", "NTUSER.DAT", "AppData", "Library",
)  # fmt: skip
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class MemoryFile(msgspec.Struct, frozen=True):
    """One memory file: where it is, how it is called from the project's folder.

    *digest* is of the bytes as they were read; *fault* says why it is not used, and is
    empty where it is. *broken* signs of its *text* could not be read.
    """

    where: str
    path: str
    text: str = ""
    digest: str = ""
    fault: str = ""
    broken: int = 0


def files(beside: Path) -> tuple[MemoryFile, ...]:
    """Give the memory files that count for a notebook in *beside*, the nearest first.

    A file with the text of a nearer one is left out. Never raises.
    """
    try:
        start = beside.resolve()
        root = project_of(start)
    except (OSError, RuntimeError):
        return ()
    found: dict[str, MemoryFile] = {}
    for path in _candidates(start, root):
        read = _read(path, root)
        if read is not None:
            found.setdefault(read.digest or read.where, read)
    return tuple(found.values())


def is_own(file: MemoryFile) -> bool:
    """Tell whether *file* is one that we may offer to update."""
    return file.path.rpartition("/")[2] == OWN and not file.fault


def _candidates(start: Path, root: Path) -> Iterator[Path]:
    for folder in (start, *start.parents):
        if folder != start and _is_home(folder):
            return
        yield from (folder / name for name in NAMES)
        if folder == root:
            return


def _is_home(folder: Path) -> bool:
    """Tell whether *folder* is somebody's home, not a project beside homes."""
    above = folder.parent
    is_beside = above == Path.home().parent and above != Path(above.anchor)
    is_among = is_beside or above.as_posix() in _HOMES
    return folder == Path.home() or (is_among and _is_lived_in(folder))


def _is_lived_in(folder: Path) -> bool:
    """Tell a home by its owner, or by what every login leaves there."""
    try:
        is_mine = not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except OSError:
        return True
    # Not `Path.exists`, which raises where nothing may be looked at.
    return not is_mine or any(os.path.exists(folder / one) for one in _TRACES)  # noqa: PTH110


def _read(path: Path, root: Path) -> MemoryFile | None:
    """Read one file, with its fault where it is no text of the project."""
    shown = path.relative_to(root).as_posix()
    try:
        found = path.lstat()
        whole = path.resolve()
        if stat.S_ISLNK(found.st_mode):
            found = whole.stat()
    except FileNotFoundError:
        return None
    except (OSError, RuntimeError) as error:
        return MemoryFile(str(path), shown, fault=_cannot(error))
    fault = _fault(whole, found.st_mode, found.st_size, root)
    if fault:
        return MemoryFile(str(path), shown, fault=fault)
    read = _content(str(whole), found.st_mtime_ns, found.st_size)
    return MemoryFile(str(path), shown, *read)


def _cannot(error: Exception) -> str:
    if not isinstance(error, OSError) or error.errno == errno.ELOOP:
        return "it is a link that leads to itself"
    return f"it cannot be read ({error.strerror})"


def _fault(whole: Path, mode: int, size: int, root: Path) -> str:
    if not whole.is_relative_to(root):
        return "it is a link that leads out of the project"
    if not stat.S_ISREG(mode):
        return "it is no file"
    if size > SIZE_LIMIT:
        return f"it has {size:,} bytes, more than {SIZE_LIMIT:,}"
    return ""


@lru_cache(maxsize=64)
def _content(path: str, changed: int, size: int) -> tuple[str, str, str, int]:
    """Give text, digest, fault and broken signs of a file that is still the same."""
    del changed, size  # make what was read old
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        return "", "", _cannot(error), 0
    text = decoded(content)
    if "\0" in text:
        return "", "", "it is no text", 0
    return text, digest(content), "", _broken(content, text)


def _broken(content: bytes, text: str) -> int:
    """Count the signs that `decoded` had to replace; who writes such is not meant."""
    try:
        content.decode(_encoding(content))
    except UnicodeDecodeError:
        return text.count("\ufffd")
    return 0


def decoded(content: bytes) -> str:
    """Read *content* by its mark of an encoding, else as UTF-8, broken or not."""
    text = content.decode(_encoding(content), "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _encoding(content: bytes) -> str:
    return next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")


def digest(content: bytes) -> str:
    """Name *content*, to tell whether a file is as it was read."""
    return hashlib.sha256(content).hexdigest()[:16]
