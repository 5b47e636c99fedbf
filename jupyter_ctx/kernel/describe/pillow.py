"""Describes images of Pillow by their size; no pixel is loaded."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, joined
from jupyter_ctx.kernel.describe.static import held, is_of, stored


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del cls
    return describe_image if name == "Image" and is_of(base, "PIL") else None


def describe_image(value: object, look: Look) -> Summary:
    """Give width, height, mode, and format and file where it was opened from one."""
    size, mode = held(value, "_size"), held(value, "_mode")
    kind, place = stored(value, "format"), held(value, "filename")
    pixels = f"{size[0]} x {size[1]} pixels" if type(size) is tuple else ""
    file = look.mask("", place) if type(place) is str else ""
    shape = joined(
        pixels,
        mode if type(mode) is str else "",
        kind if type(kind) is str else "",
        f"from {file}" if file else "",
    )
    return about(value, look, shape=shape)
