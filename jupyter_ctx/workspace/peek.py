"""A look at a file of the project that is not read as a whole."""

from __future__ import annotations

from pathlib import Path

import msgspec

from jupyter_ctx.workspace.folder import is_secret

LOOKED_AT = 4_000  # bytes from the beginning
LINES = 20
WIDTH = 300  # characters of a line that are shown
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


class Glimpse(msgspec.Struct, frozen=True):
    """The first lines of a file, empty where it is no text; *note* tells its size."""

    text: str
    note: str


def peek(root: str, path: str) -> Glimpse | None:
    """Look at the beginning of a file; None where it is not to be shown or not there.

    Not shown are files that lead out of the project or hold secrets. Never raises.
    """
    if is_secret(path):
        return None
    try:
        base = Path(root).resolve()
        whole = (base / path).resolve()
        size = whole.stat().st_size
        if not whole.is_relative_to(base) or not whole.is_file():
            return None
        with whole.open("rb") as file:
            start = file.read(LOOKED_AT)
    except (OSError, ValueError):
        return None
    if b"\0" in start:
        return Glimpse("", f"no text, {in_words(size)}")
    return Glimpse(_lines(start, size), f"of {in_words(size)}")


def _lines(start: bytes, size: int) -> str:
    lines = start.decode("utf-8", "replace").splitlines()
    if size > len(start) and len(lines) > 1:
        lines.pop()  # it may be cut
    return "\n".join(line[:WIDTH] for line in lines[:LINES])


def in_words(size: float) -> str:
    """Say a number of bytes as people do: `3.1 MB`."""
    for unit in _UNITS[:-1]:
        if size < 1_000:  # noqa: PLR2004 - the next unit
            return f"{size:.1f} {unit}" if unit != "bytes" else f"{size:.0f} {unit}"
        size /= 1_000
    return f"{size:.1f} {_UNITS[-1]}"
