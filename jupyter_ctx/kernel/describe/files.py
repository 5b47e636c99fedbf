"""Describes open files and buffers: name, mode, encoding; nothing is read."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.look import (
    Describer,
    Look,
    about,
    count,
    find,
    joined,
)
from jupyter_ctx.kernel.describe.static import Foreign, is_of, type_name


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; a file class of the user may run its code."""
    del name
    return find(_KNOWN, base) if cls is base else None


def describe_file(value: Foreign, look: Look) -> Summary:
    """Give name, mode and encoding, and whether the file is open."""
    raw = _raw(value)
    name = literal(raw.name) if raw is not None else ""
    encoding = value.encoding if type_name(value) == "TextIOWrapper" else ""
    facts = joined(
        look.mask(look.name, name),
        f"mode {_mode(value, raw)!r}" if raw is not None else "",
        encoding if type(encoding) is str else "",
        _state(raw),
    )
    return about(value, look, "lazy", shape=facts)


def _raw(value: Foreign) -> Foreign:
    """Find the file below text and buffer, if all of them are Python's own."""
    for _ in range(2):
        kind = type_name(value)
        if kind == "TextIOWrapper":
            value = value.buffer
        elif kind.startswith("Buffered"):
            value = value.raw
        if not is_of(type(value), "_io"):
            return None
    return value if type_name(value) == "FileIO" else None


def _mode(value: Foreign, raw: Foreign) -> str:
    mode = str(raw.mode)
    return mode.replace("b", "") if type_name(value) == "TextIOWrapper" else mode


def _state(raw: Foreign) -> str:
    if raw is None:
        return ""
    return "closed" if raw.closed else "open"


def describe_buffer(value: Foreign, look: Look) -> Summary:
    """Give the size of a text or bytes held in memory."""
    if value.closed:
        return about(value, look, "lazy", shape="closed")
    if type_name(value) == "BytesIO":
        return about(value, look, "lazy", shape=count(_length(value), "byte"))
    size = len(value.getvalue())
    return about(value, look, "lazy", shape=count(size, "character"))


def _length(value: Foreign) -> int:
    view = value.getbuffer()
    try:
        return int(view.nbytes)
    finally:
        view.release()


_KNOWN: dict[str, Describer] = {
    **dict.fromkeys(
        (
            "_io.TextIOWrapper",
            "_io.BufferedReader",
            "_io.BufferedWriter",
            "_io.BufferedRandom",
            "_io.FileIO",
        ),
        describe_file,
    ),
    "_io.BytesIO": describe_buffer,
    "_io.StringIO": describe_buffer,
}
