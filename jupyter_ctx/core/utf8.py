"""Text that can be sent and saved: what UTF-8 cannot hold is replaced."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def sendable(text: str) -> str:
    """Replace lone surrogates (of undecodable file names, say) by question marks."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def printable(text: str) -> str:
    """Leave out control characters: some servers refuse them, nobody reads them."""
    return _CONTROL.sub("", sendable(text))
