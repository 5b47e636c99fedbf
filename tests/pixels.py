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


def bomb(side: int) -> bytes:
    """Make a small PNG, whole and all black, of *side* x *side* pixels of one bit."""
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((1 + -(-side // 8)) * side))
    chunks = (b"IHDR" + header, b"IDAT" + rows, b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))


def lying(width: int, height: int) -> bytes:
    """Make a PNG whose header tells a size that its few bytes cannot hold."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR" + header, b"IDAT" + zlib.compress(bytes(900)), b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))


def _chunk(content: bytes) -> bytes:
    length = struct.pack(">I", len(content) - 4)
    return length + content + struct.pack(">I", zlib.crc32(content))
