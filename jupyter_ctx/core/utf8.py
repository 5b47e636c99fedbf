"""Text that can be sent and saved: what UTF-8 cannot hold is replaced."""

from __future__ import annotations


def sendable(text: str) -> str:
    """Replace lone surrogates (of undecodable file names, say) by question marks."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")
