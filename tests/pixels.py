"""Small real pictures, made without any library."""

from __future__ import annotations

import struct
import zlib


def png(width: int, height: int) -> bytes:
    """Make a whole PNG of one grey."""
    rows = (b"\0" + b"\x80" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = (b"IHDR" + header, b"IDAT" + zlib.compress(rows), b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))


def _chunk(content: bytes) -> bytes:
    length = struct.pack(">I", len(content) - 4)
    return length + content + struct.pack(">I", zlib.crc32(content))
