"""What pages enclosed with questions, held in memory: bounded, for any thread."""

from __future__ import annotations

import binascii
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable

from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.core.talk.enclosed import Enclosed, Enclosure
from jupyter_ctx.errors import EnclosureError
from jupyter_ctx.kernel.pictures import Album

KEPT = 60  # enclosures; the oldest go first
PICTURE_LIMIT = 8_000_000  # bytes
TEXT_LIMIT = 1_000_000  # bytes
PIXELS_KEPT = 40_000_000  # characters of base64, of all pictures


class Enclosures:
    """Keeps what was enclosed, by the key that its page gave it."""

    def __init__(self) -> None:
        self.album = Album(PIXELS_KEPT, "enclosed")
        self._kept: OrderedDict[str, Enclosure] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, key: str, name: str, mime: str, data: str) -> Enclosure:
        """Keep what *data* holds in base64; the same again changes nothing.

        Raises:
            EnclosureError: It is too large, broken, or of a kind that cannot be sent.

        """
        name = " ".join(name.split())[:80] or "picture"
        try:
            content = binascii.a2b_base64(data)
        except (binascii.Error, ValueError):
            raise EnclosureError(name, "it came here broken; add it again") from None
        digest = hashlib.sha256(content).hexdigest()
        with self._lock:
            known = self._kept.get(key)
            if known is not None and known.digest == digest:
                return known
            made = self._made(Enclosed(key, name, mime, len(content)), content, digest)
            self._kept[key] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return made

    def find(self, wanted: Iterable[Enclosed]) -> tuple[Enclosure, ...]:
        """Give what is *wanted*, empty ones for those that are not held any more."""
        with self._lock:
            return tuple(
                self._kept.get(one.key)
                or Enclosure(one.key, one.name, one.mime, one.size)
                for one in wanted
            )

    def _made(self, one: Enclosed, content: bytes, digest: str) -> Enclosure:
        if one.mime.startswith("image/"):
            picture, text = self._picture(one, content), ""
        else:
            picture, text = None, _text(one, content)
        return Enclosure(one.key, one.name, one.mime, one.size, text, picture, digest)

    def _picture(self, one: Enclosed, content: bytes) -> Picture:
        if one.size > PICTURE_LIMIT:
            raise EnclosureError(one.name, "it has more than 8 MB; make it smaller")
        picture = self.album.add(content)
        if picture is None:
            told = "it is no picture that models take; save it as PNG or JPEG"
            raise EnclosureError(one.name, told)
        if fault := self.album.fault(picture):
            raise EnclosureError(one.name, fault)
        return picture


def _text(one: Enclosed, content: bytes) -> str:
    beside = "put it beside the notebook and mention it with @"
    if one.size > TEXT_LIMIT:
        raise EnclosureError(one.name, f"it has more than 1 MB; {beside}")
    if b"\0" in content:
        told = f"it is neither a text nor a picture; read it in a cell, or {beside}"
        raise EnclosureError(one.name, told)
    text = content.decode("utf-8", "replace").replace("\r\n", "\n")
    if not text.strip():
        raise EnclosureError(one.name, "it is empty")
    return text
