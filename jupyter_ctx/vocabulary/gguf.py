"""The tokenizer inside a GGUF file: only its head is read, never the weights.

The format is that of ggml's documentation (gguf.md): a magic word, a version, counts,
then keys with typed values, little endian.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

MAGIC = b"GGUF"
VERSIONS = (2, 3)
MOST_PAIRS = 10_000  # keys of a head; a damaged file may claim any number

_PREFIX = "tokenizer."
_SCALARS = dict(enumerate("BbHhIif?", start=0)) | {10: "Q", 11: "q", 12: "d"}
_TEXT, _ARRAY = 8, 9


class Vocabulary(msgspec.Struct, frozen=True):
    """What a file tells of its tokenizer.

    *kind* is its algorithm (`gpt2` is byte-pair encoding), *pre* names the pattern
    that cuts a text into words, *merges* are pairs in their order, *template* lays out
    a conversation.
    """

    kind: str
    pre: str
    merges: tuple[str, ...]
    template: str = ""
    begins: bool = False


def read(path: str) -> Vocabulary | None:
    """Read the tokenizer of the model in *path*; None where it cannot be told."""
    try:
        with (
            Path(path).open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            found = _Head(data).pairs()
        return _vocabulary(found)
    except (OSError, ValueError, struct.error, IndexError, MemoryError):
        return None


def _vocabulary(found: Mapping[str, Any]) -> Vocabulary:
    return Vocabulary(
        kind=_text(found, "ggml.model"),
        pre=_text(found, "ggml.pre"),
        merges=tuple(one.decode() for one in found.get("ggml.merges") or ()),
        template=_text(found, "chat_template"),
        begins=bool(found.get("ggml.add_bos_token")),
    )


def _text(found: Mapping[str, Any], key: str) -> str:
    value = found.get(key)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


class _Head:
    """Walks through the keys of a file and keeps those of the tokenizer."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = 0

    def pairs(self) -> dict[str, Any]:
        """Give the tokenizer's keys without their prefix.

        Raises:
            ValueError: This is no GGUF file of a known version.

        """
        if self._data[:4] != MAGIC:
            msg = "This is no GGUF file."
            raise ValueError(msg)
        self._at = 4
        version, _, count = self._take("I"), self._take("Q"), self._take("Q")
        if version not in VERSIONS or count > MOST_PAIRS:
            msg = f"GGUF of version {version} is not known."
            raise ValueError(msg)
        found = {}
        for _ in range(count):
            key = self._bytes().decode("utf-8", "replace")
            value = self._value(self._take("I"), is_kept=key.endswith(".merges"))
            if key.startswith(_PREFIX):
                found[key.removeprefix(_PREFIX)] = value
        return found

    def _take(self, form: str) -> Any:  # noqa: ANN401 - the file decides
        form = f"<{form}"
        (value,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return value

    def _bytes(self) -> bytes:
        length = self._take("Q")
        start, self._at = self._at, self._at + length
        if self._at > len(self._data):
            msg = "The file ends in the middle of a text."
            raise ValueError(msg)
        return self._data[start : self._at]

    def _value(self, kind: int, *, is_kept: bool) -> Any:  # noqa: ANN401 - as above
        """Read a value; of an array that is not *is_kept* only its length is used."""
        if kind == _TEXT:
            return self._bytes()
        if kind != _ARRAY:
            return self._take(_scalar(kind))
        inner, length = self._take("I"), self._take("Q")
        if inner != _TEXT:
            self._at += length * struct.calcsize(f"<{_scalar(inner)}")
            return None
        texts = (self._bytes() for _ in range(length))
        return list(texts) if is_kept else sum(0 for _ in texts)


def _scalar(kind: int) -> str:
    form = _SCALARS.get(kind)
    if form is None:
        msg = f"A value of kind {kind} is not known."
        raise ValueError(msg)
    return form
