"""Pictures as sizes: what their first bytes say, without decoding them."""

from __future__ import annotations

import binascii
import struct

HEAD = 65_536  # bytes read of a picture; a JPEG tells its size somewhere in there
PNG, GIF = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a")
BROKEN = "broken"


def pixels(mime: str, data: object) -> str:
    """Say how large a picture is, as `640 x 480 pixels`, or that it is broken.

    *data* is its bytes, or base64 as it travels; of other things nothing is said.
    """
    if mime not in ("image/png", "image/jpeg", "image/gif"):
        return ""
    head = _head(data)
    if head is None:
        return BROKEN
    size = {"image/png": _png, "image/gif": _gif}.get(mime, _jpeg)(head)
    return f"{size[0]} x {size[1]} pixels" if size is not None else BROKEN


def _head(data: object) -> bytes | None:
    if type(data) is bytes:
        return data[:HEAD]
    if type(data) is not str:
        return None
    text = data[: 2 * HEAD].replace("\n", "")
    try:
        return binascii.a2b_base64(text[: len(text) // 4 * 4])[:HEAD]
    except (binascii.Error, ValueError):
        return None


Size = tuple[int, int]


def _png(head: bytes) -> Size | None:
    if not head.startswith(PNG) or len(head) < 24:  # noqa: PLR2004 - to the height
        return None
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def _gif(head: bytes) -> Size | None:
    if not head.startswith(GIF) or len(head) < 10:  # noqa: PLR2004 - to the height
        return None
    width, height = struct.unpack("<HH", head[6:10])
    return width, height


def _jpeg(head: bytes) -> Size | None:
    """Go from segment to segment to the one that tells the frame."""
    at = 2
    while head.startswith(b"\xff\xd8") and at + 9 <= len(head) and head[at] == 0xFF:  # noqa: PLR2004 - a marker
        kind = head[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):  # noqa: PLR2004 - frames
            height, width = struct.unpack(">HH", head[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None
