"""Files of the project as bytes: read, written and put back, each guarded.

Written is only what the user was shown: the file must still have the hash it had
then. Nothing leads out of the project, and the original is kept before it goes.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import stat
import tempfile
import tokenize
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import msgspec

from jupyter_ctx.errors import FileError
from jupyter_ctx.workspace.folder import SIZE_LIMIT, is_secret

NEW = "new"  # stands for the hash of a file that is not there
KEPT = 200  # newest originals that are kept
_BOM = b"\xef\xbb\xbf"
_CLOSED = (".git", ".hg", ".svn", ".ipynb_checkpoints", "node_modules")


class FileText(msgspec.Struct, frozen=True):
    """A text file: *text* ends lines by newlines alone, *lines* as the file does."""

    text: str
    digest: str
    encoding: str = "utf-8"
    newline: str = "\n"
    has_bom: bool = False
    lines: tuple[str, ...] = ()


def digest_of(content: bytes) -> str:
    """Give the hash that guards *content*."""
    return hashlib.sha256(content).hexdigest()


def masked_digest(mask: Callable[[str], str]) -> Callable[[str], str]:
    """Give what hashes the source of a cell as *mask* shows it."""
    return lambda source: digest_of(mask(source).encode("utf-8", "replace"))


def place(root: str, path: str) -> Path:
    """Give where the file *path* of the project is, links inside of it followed.

    Raises:
        FileError: It is none that may be written; the text says why.

    """
    parts = PurePosixPath(path.replace("\\", "/")).parts
    is_odd = not parts or ".." in parts or "\0" in path or ":" in parts[0]
    if is_odd or PurePosixPath(path).is_absolute() or path.startswith(("~", "\\")):
        msg = f"{path!r} is no path inside the project's folder; it is not touched."
        raise FileError(msg)
    base = Path(root).resolve()
    try:
        whole = base.joinpath(*parts).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        msg = f"{path} cannot be reached ({error}); it is not touched."
        raise FileError(msg) from error
    inside = whole.is_relative_to(base) and whole != base
    if not inside:
        msg = f"{path} leads out of the project's folder; it is not touched."
        raise FileError(msg)
    names = whole.relative_to(base).parts
    if any(name in _CLOSED for name in names) or is_secret(whole.name):
        msg = f"{path} is no file for an assistant to change; change it by hand."
        raise FileError(msg)
    if whole.suffix == ".ipynb":
        msg = f"{path} is a notebook; open it to change its cells."
        raise FileError(msg)
    return whole


def look(root: str, path: str) -> FileText:
    """Read a text file.

    Raises:
        FileError: It is not there, too large, or no text.

    """
    whole = place(root, path)
    content = _bytes(whole, path)
    if len(content) > SIZE_LIMIT or b"\0" in content:
        msg = f"{path} is too large, or no text; change it by hand."
        raise FileError(msg)
    has_bom = content.startswith(_BOM)
    encoding = "utf-8" if has_bom else _encoding(content, path)
    try:
        raw = content.removeprefix(_BOM).decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        msg = f"{path} is no {encoding} text; change it by hand."
        raise FileError(msg) from error
    lines = tuple(raw.split("\n"))
    returns = sum(line.endswith("\r") for line in lines)
    return FileText(
        text="\n".join(line.removesuffix("\r") for line in lines),
        digest=digest_of(content),
        encoding=encoding,
        newline="\r\n" if returns * 2 > len(lines) - 1 and returns else "\n",
        has_bom=has_bom,
        lines=lines,
    )


def _bytes(whole: Path, path: str) -> bytes:
    try:
        if not whole.is_file():
            msg = f"{path} is not there (any more)."
            raise FileError(msg)
        return whole.read_bytes()
    except OSError as error:
        msg = f"{path} cannot be read ({error.strerror}). Look at its permissions."
        raise FileError(msg) from error


def _encoding(content: bytes, path: str) -> str:
    """Give the encoding that a Python file says it has, else UTF-8."""
    if not path.endswith((".py", ".pyi")):
        return "utf-8"
    try:
        return tokenize.detect_encoding(io.BytesIO(content).readline)[0]
    except SyntaxError:
        return "utf-8"


def as_bytes(lines: list[str], like: FileText | None) -> bytes:
    """Give the bytes of *lines*, each with its own end of line but the newline."""
    encoding = like.encoding if like is not None else "utf-8"
    content = "\n".join(lines).encode(encoding)
    return _BOM + content if like is not None and like.has_bom else content


def write(  # noqa: PLR0913 - the facts of a change
    root: str,
    path: str,
    content: bytes,
    base: str,
    originals: Path,
    *,
    ready: Callable[[str], None] = lambda _: None,
) -> str:
    """Put *content* in place of the file whose hash is *base*; gives the original's.

    The file is there as it was or as it shall be, never half; its mode is kept. *ready*
    is told the original's hash once that is kept, before the file changes.

    Raises:
        FileError: The file is not as it was shown, or cannot be written.

    """
    whole = place(root, path)
    before = _now(whole, path)
    _check(path, before, base)
    if before is not None and not whole.stat().st_mode & stat.S_IWUSR:
        msg = f"{path} is read-only; it is as it was. Change its mode if that is meant."
        raise FileError(msg)
    original = NEW
    try:
        if before is not None:
            original = _keep(before, originals)
        ready(original)
        _replace(whole, content, base)
    except OSError as error:
        msg = f"{path} cannot be written ({error.strerror}); it is as it was."
        raise FileError(msg) from error
    return original


def restore(root: str, path: str, after: str, original: str, originals: Path) -> None:
    """Put the *original* back, if the file still is what was written.

    Raises:
        FileError: It was changed since, or the original is gone.

    """
    whole = place(root, path)
    now = _now(whole, path)
    if now is None or digest_of(now) != after:
        msg = f"{path} was changed since; it is left as it is."
        raise FileError(msg)
    try:
        if original == NEW:
            whole.unlink()
            return
        content = (originals / original).read_bytes()
        if digest_of(content) != original:
            msg = f"The kept original of {path} is damaged; {path} is left as it is."
            raise FileError(msg)
        _replace(whole, content, after)
    except OSError as error:
        msg = f"{path} cannot be put back ({error.strerror})."
        raise FileError(msg) from error


def _check(path: str, before: bytes | None, base: str) -> None:
    if (NEW if before is None else digest_of(before)) == base:
        return
    if base == NEW:
        msg = f"{path} is there by now; nothing was written."
    elif before is None:
        msg = f"{path} is not there any more; nothing was written."
    else:
        msg = f"{path} was changed since it was shown; nothing was written."
    raise FileError(msg)


def _now(whole: Path, path: str) -> bytes | None:
    try:
        return whole.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        msg = f"{path} cannot be read ({error.strerror}); nothing was written."
        raise FileError(msg) from error


def _replace(whole: Path, content: bytes, base: str) -> None:
    """Write beside *whole* and move it there: no reader sees half of it."""
    whole.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=whole.parent, prefix=".jupyter_ctx-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644 if base == NEW else whole.stat().st_mode & 0o7777)
        if base == NEW:
            _make(Path(name), whole)
            return
        # Once more, since another program may have saved it meanwhile.
        if digest_of(whole.read_bytes()) != base:
            raise OSError(0, "it was changed at this moment")
        Path(name).replace(whole)
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()


def _make(draft: Path, whole: Path) -> None:
    """Give *draft* its name; fails where a file came meanwhile."""
    try:
        os.link(draft, whole)
    except FileExistsError:
        raise
    except OSError as error:  # a file system without hard links
        if whole.exists():
            raise OSError(0, "it is there by now") from error
        draft.replace(whole)


def _keep(content: bytes, originals: Path) -> str:
    """Keep an original, for the user alone to read; the oldest of many go."""
    originals.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = digest_of(content)
    target = originals / name
    if not target.exists():
        handle, draft = tempfile.mkstemp(dir=originals)  # made with mode 0600
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(target)
    os.utime(target)
    old = sorted(originals.iterdir(), key=lambda one: one.stat().st_mtime)[:-KEPT]
    for one in old:
        one.unlink(missing_ok=True)
    return name
