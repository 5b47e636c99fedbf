"""Describes numbers, texts, dates and other single values."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.literals import TEXT_LIMIT, element
from jupyter_ctx.kernel.describe.look import Look, bare, module
from jupyter_ctx.kernel.describe.static import Foreign, type_name

HEAD = 80  # characters shown of a long text
TOKEN = 40  # characters: a secret cut in two would no longer be recognised


def describe_scalar(value: Foreign, look: Look) -> Summary:
    """Give the exact value of a number, date or other single value."""
    text = element(value, look.name, look.mask)
    if not text:
        return (
            describe_huge_int(value, look)
            if type(value) is int
            else bare(look.name, value)
        )
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="scalar",
        module=module(value),
        value=text,
    )


def describe_huge_int(value: int, look: Look) -> Summary:
    """Give the size of an integer whose digits would take long to compute."""
    bits = int.bit_length(value)
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="scalar",
        shape=f"{bits:,} bits",
    )


def describe_text(value: Foreign, look: Look) -> Summary:
    """Give a short text as it is, of a long one its length and how it begins."""
    length = str.__len__(value)
    shown = Summary(
        name=look.name, type_name=type_name(value), kind="text", module=module(value)
    )
    # A slice by `str` itself is a plain text, also of a subclass.
    text = str.__getitem__(value, slice(0, max(TEXT_LIMIT, HEAD + TOKEN)))
    if length <= TEXT_LIMIT:
        return replace(shown, value=element(text, look.name, look.mask))
    detail = f"begins {_head(text[: HEAD + TOKEN], look)}"
    return replace(shown, shape=f"{length:,} characters", detail=detail)


def _head(seen: str, look: Look) -> str:
    # Looks further than is shown, so that a secret is seen whole and masked.
    masked = look.mask(look.name, seen)
    if masked != seen:
        return f"{masked[:HEAD]}..." if masked.startswith("<masked") else "(masked)"
    return f"{seen[:HEAD]!r}..."


def describe_bytes(value: Foreign, look: Look) -> Summary:
    """Give the number of bytes, and short ones as a literal."""
    base = bytes if type(value) is bytes else bytearray
    length = base.__len__(value)
    text = element(value, look.name, look.mask) if type(value) is bytes else ""
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="text",
        module=module(value),
        shape=f"{length:,} bytes",
        value=text,
    )
