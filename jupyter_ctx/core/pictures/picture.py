"""Pictures as values: what is known of one without its pixels, and how it is sent."""

from __future__ import annotations

import math

import msgspec

SMALL = 384  # pixels a side that Google takes as one crop


class Picture(msgspec.Struct, frozen=True):
    """A picture that a cell showed: *width* x *height* pixels, *size* in bytes.

    *id* names its pixels where they are kept; it is empty where they are not.
    """

    mime: str
    width: int
    height: int
    size: int
    id: str = ""


class Attached(msgspec.Struct, frozen=True):
    """A picture as it goes to a model: with *width* x *height* pixels, for *tokens*.

    *id* names its pixels, which travel beside the messages. *detail* is what
    OpenAI's models are told, empty for others.
    """

    id: str
    mime: str
    width: int
    height: int
    tokens: int
    detail: str = ""


class ImageRule(msgspec.Struct, frozen=True):
    """How a family of models counts a picture, and what it takes.

    *tokens* of a picture are *base* and *per_cell* for each cell of *cell* x *cell*
    pixels, *most* cells at most. Longer sides than *long* pixels, and shorter ones
    than *short* where that is not 0, are made smaller first. A *cell* of 0 is
    Google's: two thirds of the shorter side. *exact* is false where the family's own
    rule is not known, or counts from above.
    """

    name: str
    cell: int
    per_cell: float
    base: int = 0
    most: int = 0
    long: int = 1_568
    short: int = 0
    detail: str = ""
    exact: bool = True

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Give the size in pixels that the model looks at; never a larger one."""
        scale = min(1.0, self.long / max(width, height))
        if self.short:
            scale = min(scale, self.short / min(width, height))
        return scaled(width, height, scale)

    def tokens(self, width: int, height: int) -> int:
        """Count the tokens of a picture of that size, rounded up."""
        side = self.cell or _crop(width, height)
        cells = -(-width // side) * -(-height // side)
        cells = min(cells, self.most) if self.most else cells
        return self.base + math.ceil(cells * self.per_cell)


FROM_ABOVE = ImageRule("28 pixels a side, from above", 28, 1.25, base=16, exact=False)
"""For a model whose own rule is not known."""


def _crop(width: int, height: int) -> int:
    """Give the side of Google's crops; a small picture is one."""
    if max(width, height) <= SMALL:
        return SMALL
    return min(768, max(256, int(min(width, height) / 1.5)))


def scaled(width: int, height: int, scale: float) -> tuple[int, int]:
    """Scale a size; no side falls below one pixel."""
    if scale >= 1.0:
        return width, height
    return max(1, int(width * scale)), max(1, int(height * scale))
