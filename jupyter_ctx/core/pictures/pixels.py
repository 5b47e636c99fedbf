"""What the bytes of a picture say of it, without decoding its pixels."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

PNG, JPEG, GIFS = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", (b"GIF87a", b"GIF89a")
RATIO = 1_100  # bytes that zlib can make of one, at most
TAIL = 64  # bytes at the end in which some writers leave zeros


class Head(NamedTuple):
    """The true type of a picture and its size in pixels."""

    mime: str
    width: int
    height: int


def head_of(data: bytes) -> Head | None:
    """Read the beginning of a picture; None if it is none that models take."""
    if data.startswith(PNG):
        return _head("image/png", ">II", data[16:24])
    if data.startswith(GIFS):
        return _head("image/gif", "<HH", data[6:10])
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return _jpeg(data) if data.startswith(JPEG) else None


def is_whole(data: bytes) -> bool:
    """Tell whether nothing is missing of a picture whose head could be read."""
    if data.startswith(PNG):
        return _is_whole_png(data)
    if data.startswith(GIFS):
        return data[-TAIL:].rstrip(b"\0").endswith(b"\x3b")
    if data.startswith(b"RIFF"):
        return len(data) >= 8 + int.from_bytes(data[4:8], "little")
    return data[-TAIL:].rstrip(b"\0").endswith(b"\xff\xd9")


def _head(mime: str, form: str, raw: bytes) -> Head | None:
    if len(raw) < struct.calcsize(form):
        return None
    width, height = struct.unpack(form, raw)
    return Head(mime, width, height) if width and height else None


def _webp(data: bytes) -> Head | None:
    if data[12:16] == b"VP8X" and len(data) >= 30:  # noqa: PLR2004 - to the height
        width = 1 + int.from_bytes(data[24:27], "little")
        return Head("image/webp", width, 1 + int.from_bytes(data[27:30], "little"))
    if data[12:16] == b"VP8L" and len(data) >= 25:  # noqa: PLR2004 - to the height
        bits = int.from_bytes(data[21:25], "little")
        return Head("image/webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    return _head("image/webp", "<HH", data[26:30]) if data[12:16] == b"VP8 " else None


def _jpeg(data: bytes) -> Head | None:
    """Go from segment to segment to the one that tells the frame."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:  # noqa: PLR2004 - a marker
        kind = data[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):  # noqa: PLR2004 - frames
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return Head("image/jpeg", width, height) if width and height else None
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _is_whole_png(data: bytes) -> bool:
    """Check the sum of every chunk to the last, and that it can hold its pixels."""
    at, packed = len(PNG), 0
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        kind, end = data[at + 4 : at + 8], at + 8 + length
        if zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return False
        if kind == b"IEND":
            return packed * RATIO >= _raw_size(data)
        packed += length if kind == b"IDAT" else 0
        at = end + 4
    return False


def _raw_size(data: bytes) -> int:
    """Give the bytes that the rows of a PNG need, from below."""
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    channels = {2: 3, 4: 2, 6: 4}.get(colour, 1)
    # An interlaced one may need a little less than rows of whole bytes.
    size: int = height * (width * depth * channels // 8)
    return size
