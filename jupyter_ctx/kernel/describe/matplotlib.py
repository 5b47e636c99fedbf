"""Describes figures and axes by type: what they store says nothing to people."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, bare
from jupyter_ctx.kernel.describe.static import loaded


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*, any artist."""
    del cls
    is_artist = name == "Artist" and loaded("matplotlib.artist", name) is base
    return describe_artist if is_artist else None


def describe_artist(value: object, look: Look) -> Summary:
    """Name the type only."""
    return bare(look.name, value)
