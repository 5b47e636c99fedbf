"""Pictures that cells showed: their sizes, and the newest of them with their pixels."""

from __future__ import annotations

import base64
import binascii
from collections import OrderedDict
from importlib.util import find_spec

from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.core.pictures.pixels import Head, head_of, is_whole

HEAD = 65_536  # bytes read of a picture; a JPEG tells its size somewhere in there
KEPT = 3_000_000  # characters of base64, of all pictures; the oldest go first
MIMES = ("image/png", "image/jpeg", "image/gif", "image/webp")
BROKEN = "broken"
MOST_PIXELS = 178_000_000  # more of them Pillow refuses, as a bomb


def pixels(mime: str, data: object) -> str:
    """Say how large a picture is, as `640 x 480 pixels`, or that it is broken.

    *data* is its bytes, or base64 as it travels; of other things nothing is said.
    """
    if mime not in MIMES:
        return ""
    head = _read(data)
    return f"{head.width} x {head.height} pixels" if head is not None else BROKEN


def told(mime: str, data: object, text: str) -> str:
    """Give the *text* beside a picture, with a note where the picture is broken."""
    is_new = BROKEN not in text and pixels(mime, data) == BROKEN
    return f"({BROKEN} picture) {text}".rstrip() if is_new else text


class Album:
    """The newest pictures, as base64; bounded to *limit* characters, for any thread.

    *name* begins the ids of its pictures, by which two albums are told apart.
    """

    def __init__(self, limit: int = KEPT, name: str = "picture") -> None:
        self._limit = limit
        self._name = name
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._size = 0
        self._next = 1

    @property
    def can_resize(self) -> bool:
        """Whether pictures can be made smaller, by Pillow in the worker."""
        return find_spec("PIL") is not None

    def add(self, data: object) -> Picture | None:
        """Keep a picture; None if *data* is none. A huge one is known by size alone."""
        head = _read(data)
        if head is None:
            return None
        text = base64.b64encode(data).decode() if type(data) is bytes else data
        if type(text) is not str:
            return None
        size = len(text) * 3 // 4
        if len(text) > self._limit:
            return Picture(*head, size=size)
        picture = Picture(*head, size=size, id=f"{self._name}-{self._next}")
        self._next += 1
        self._kept[picture.id] = text
        self._size += len(text)
        while self._size > self._limit:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)
        return picture

    def pixels(self, picture: Picture) -> bytes | None:
        """Give the bytes of *picture*; None where they are not kept any more."""
        text = self._kept.get(picture.id)
        try:
            return binascii.a2b_base64(text) if text is not None else None
        except (binascii.Error, ValueError):
            return b""

    def fault(self, picture: Picture) -> str:
        """Say why the pixels of *picture* cannot be sent, or nothing."""
        data = self.pixels(picture)
        if data is None:
            return "its pixels are not in the kernel (any more); run its cell again"
        head = head_of(data)
        if head is None or not is_whole(data):
            return "it is broken"
        if head.width * head.height > MOST_PIXELS:
            size = f"{head.width:,} x {head.height:,} pixels"
            return f"its {size} are more than can be read; show it smaller"
        return ""


class Albums:
    """Several albums as one, each with names of its own."""

    def __init__(self, *albums: Album) -> None:
        self._albums = albums

    @property
    def can_resize(self) -> bool:
        """Whether pictures can be made smaller, by Pillow in the worker."""
        return self._albums[0].can_resize

    def pixels(self, picture: Picture) -> bytes | None:
        """Give the bytes of *picture*; None where they are not kept any more."""
        found = (one.pixels(picture) for one in self._albums)
        return next((data for data in found if data is not None), None)

    def fault(self, picture: Picture) -> str:
        """Say why the pixels of *picture* cannot be sent, or nothing."""
        owner = (one for one in self._albums if one.pixels(picture) is not None)
        return next(owner, self._albums[0]).fault(picture)


def _read(data: object) -> Head | None:
    head = _head(data)
    return head_of(head) if head is not None else None


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
