"""Describes answers from the network that were received already."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, joined
from jupyter_ctx.kernel.describe.static import held, is_of

ADDRESS = 100  # characters of an address that are told


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del cls
    return describe_response if name == "Response" and is_of(base, "requests") else None


def describe_response(value: object, look: Look) -> Summary:
    """Give status, kind, size and address; a body that streams is not read."""
    status, reason = held(value, "status_code"), held(value, "reason")
    body, address = held(value, "_content"), held(value, "url")
    told = f"{status} {reason}" if type(reason) is str else str(status)
    return about(
        value,
        look,
        shape=joined(
            told if type(status) is int else "",
            _kind(held(value, "headers")),
            f"{len(body):,} bytes" if type(body) is bytes else "body not read",
            look.mask("", address)[:ADDRESS] if type(address) is str else "",
        ),
    )


def _kind(headers: object) -> str:
    """Read the content type, which is stored by its name in lower case."""
    store = held(headers, "_store")
    found = dict.get(store, "content-type") if isinstance(store, dict) else None
    text = found[1] if type(found) is tuple and len(found) > 1 else ""
    return text.partition(";")[0] if type(text) is str else ""
