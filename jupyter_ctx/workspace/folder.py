"""The project's folder: which files it has, and the text of one."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections import deque
from functools import lru_cache
from pathlib import Path

import msgspec

from jupyter_ctx.workspace import notebook

MARKERS = (
    ".git", "pyproject.toml", "setup.py", "package.json", "environment.yml",
    "requirements.txt", "Project.toml", "DESCRIPTION", ".jupyter_ctx",
)  # fmt: skip
"""What the folder of a project holds; the nearest one above the notebook counts."""

SKIPPED = frozenset((
    "node_modules", "__pycache__", "site-packages", "venv", "env", "build", "dist",
    "target", "renv", "htmlcov",
))  # fmt: skip
FILES = 4_000  # files that are listed
FOLDERS = 1_000  # folders that are looked into where git does not list
DEPTH = 8  # folders below the project's
SHALLOW = 2  # below a folder that is no project; none below the user's home
TIME_LIMIT = 0.3  # seconds for a listing; a network home may be slow
SIZE_LIMIT = 200_000  # bytes of a file that is read
NOTEBOOK_LIMIT = 8_000_000  # bytes of a notebook, most of which are outputs
WIDTH = 300  # characters of a line on the average, beyond which text is made by tools
KEPT = 3.0  # seconds that a listing is taken as it was

_SECRET_NAMES = (
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "credentials",
    "keys.json",
)
_SECRET_ENDS = (".pem", ".key", ".pfx", ".p12", ".keystore", ".env", ".netrc")


class Folder(msgspec.Struct, frozen=True):
    """The folder of a project and the paths of its files, sorted, with `/`.

    *here* is the notebook's folder inside of *root*, empty for *root* itself;
    *known* has the same paths as *files*, for questions.
    """

    root: str
    here: str = ""
    files: tuple[str, ...] = ()
    is_git: bool = False
    known: frozenset[str] = frozenset()


def folder(beside: Path) -> Folder:
    """Find the project that has the notebook's folder, and list its files.

    The user's home is no project, nor is the root of the disk or the place for
    temporary files: there it is *beside* alone. Never raises.
    """
    return _listed(str(beside), int(time.monotonic() / KEPT))


@lru_cache(maxsize=8)
def _listed(beside: str, moment: int) -> Folder:
    del moment  # makes a listing old
    start = Path(beside)
    root, depth = _root(start)
    is_git = depth > 0 and any((one / ".git").exists() for one in (root, *root.parents))
    listed = _by_git(root) if is_git else None
    files = tuple(_walked(root, depth) if listed is None else listed)
    here = start.relative_to(root).as_posix()
    return Folder(
        root=str(root),
        here="" if here == "." else here,
        files=files,
        is_git=listed is not None,
        known=frozenset(files),
    )


def project_of(start: Path) -> Path:
    """Give the folder of the project that *start* is in; itself where there is none."""
    return _root(start)[0]


def _root(start: Path) -> tuple[Path, int]:
    """Give the project's folder, and how deep below it files are looked for."""
    closed = {Path.home(), Path(start.anchor), Path(tempfile.gettempdir())}
    if start in closed:
        return start, 0
    for one in (start, *start.parents):
        if one in closed:
            break
        if any((one / marker).exists() for marker in MARKERS):
            return one, DEPTH
    return start, SHALLOW


def _by_git(root: Path) -> list[str] | None:
    """List what git knows and what it does not ignore; None where it cannot."""
    told = git(root, "ls-files", "-z", "-co", "--exclude-standard")
    if told is None:
        return None
    names = sorted(set(told.split("\0")) - {""})
    return names[:FILES]


def git(root: Path, *arguments: str, limit: float = 2.0) -> str | None:
    """Give what git says, None if it fails or needs more than *limit* seconds.

    Nothing that the repository names is run (hooks, filters of diffs, monitors),
    and nothing in it is written.
    """
    safe = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.devnull)
    try:
        done = subprocess.run(  # noqa: S603 - literal arguments, no shell
            ["git", "-C", str(root), *safe, *arguments],  # noqa: S607 - the user's git
            capture_output=True,
            check=False,
            timeout=limit,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def _walked(root: Path, deepest: int) -> list[str]:
    """List the files below *root*, folders near to it first, within the limits."""
    until = time.monotonic() + TIME_LIMIT
    waiting = deque([("", 0)])
    found: list[str] = []
    looked = 0
    while waiting and looked < FOLDERS and time.monotonic() < until:
        inside, depth = waiting.popleft()
        looked += 1
        for entry in _entries(root / inside):
            path = f"{inside}/{entry.name}" if inside else entry.name
            if _is_folder(entry):
                if depth < deepest and entry.name not in SKIPPED:
                    waiting.append((path, depth + 1))
            elif len(found) < FILES:
                found.append(path)
    return sorted(found)


def _entries(path: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(path) as found:
            entries = [entry for entry in found if not entry.name.startswith(".")]
    except OSError:
        return []
    return sorted(entries, key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def is_secret(path: str) -> bool:
    """Tell whether a file is made to hold secrets: its text is never read."""
    name = path.rpartition("/")[2].lower()
    return name.startswith((".env", *_SECRET_NAMES)) or name.endswith(_SECRET_ENDS)


def read(root: str, path: str) -> str | None:
    """Give the text of a file of the project; None for what is no text to show.

    Not read are files that lead out of the project, that hold secrets, that are
    large or binary, or whose lines are so long that a tool made them. Of a notebook
    it is the cells.
    """
    if is_secret(path):
        return None
    try:
        base = Path(root).resolve()
        whole = (base / path).resolve()
        found = whole.stat()
    except (OSError, ValueError):
        return None
    limit = NOTEBOOK_LIMIT if path.endswith(".ipynb") else SIZE_LIMIT
    if not whole.is_relative_to(base) or found.st_size > limit:
        return None
    return _text(str(whole), found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=256)
def _text(path: str, changed: int, size: int) -> str | None:
    del changed, size  # make what was read old
    try:
        content = Path(path).read_bytes()
    except OSError:
        return None
    if path.endswith(".ipynb"):
        return notebook.text_of(content.decode("utf-8", "replace"))
    lines = content.count(b"\n") + 1
    if b"\0" in content or len(content) / lines > WIDTH:
        return None
    return content.decode("utf-8", "replace").replace("\r\n", "\n")
