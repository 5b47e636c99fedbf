"""A treemap: items as rectangles whose areas are their tokens, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from jupyter_ctx.core.engine.piece import Item

WIDTH, HEIGHT = 720, 360  # pixels
HEADING = 20  # pixels above, for the sum
LEAST_LABEL = 30, 15  # pixels of a rectangle that has room for a word
TWO_LINES = 30  # pixels of height, from which on the tokens stand below the name
CHARACTER = 6.3  # pixels of a letter in a label

_GREY = "#80868b"  # can be read on white and on black
_COLOURS = {
    "rules": "#bdc1c6",
    "memory": "#d7ccc8",
    "instructions": "#bcaaa4",
    "question": "#f6c26b",
    "turn": "#c5b3e6",
    "cell": "#8ab4f8",
    "variable": "#81c995",
    "definition": "#5bb974",
    "card": "#b7e1c1",
    "import": "#a8dab5",
    "error": "#f28b82",
    "output": "#fdd663",
    "names": "#cfd8dc",
}
_OTHER = "#d7ccc8"

Box = tuple[float, float, float, float]


def treemap(items: Sequence[Item], budget: int) -> str:
    """Draw *items* of a request, and what is free of its *budget*, as one SVG."""
    shown = sorted((i for i in items if i.tokens > 0), key=lambda i: (-i.tokens, i.id))
    used = sum(item.tokens for item in shown)
    sizes = [float(item.tokens) for item in shown]
    free = max(0, budget - used)
    area = (0, HEADING, WIDTH, HEIGHT)
    boxes = squares([*sizes, float(free)] if free else sizes, area)
    height = HEIGHT + HEADING
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    font = 'role="img" font-size="11" font-family="system-ui, sans-serif"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        f"<title>{used:,} of {budget:,} tokens</title>",
        f'<text x="2" y="13" fill="{_GREY}">{used:,} of {budget:,} tokens</text>',
    ]
    for item, box in zip(shown, boxes, strict=False):
        told = f"{item.id}: {item.tokens:,} tokens, {item.fidelity}, {item.why}"
        colour = _COLOURS.get(item.kind, _OTHER)
        parts.append(_box(box, colour, (item.id, f"{item.tokens:,}"), told))
    if free and boxes:
        parts.append(_box(boxes[-1], "", ("free", f"{free:,}"), f"{free:,} free"))
    return "".join([*parts, "</svg>"])


def squares(sizes: Sequence[float], box: Box) -> list[Box]:
    """Cut *box* into one part for each of *sizes*, halving along its longer side."""
    if len(sizes) <= 1:
        return [box] if sizes else []
    total, half, cut = sum(sizes), 0.0, 0
    while cut < len(sizes) - 1 and (cut == 0 or half + sizes[cut] <= total / 2):
        half += sizes[cut]
        cut += 1
    x, y, width, height = box
    share = half / total if total else 0.5
    if width >= height:
        first = (x, y, width * share, height)
        rest = (x + width * share, y, width * (1 - share), height)
    else:
        first = (x, y, width, height * share)
        rest = (x, y + height * share, width, height * (1 - share))
    return [*squares(sizes[:cut], first), *squares(sizes[cut:], rest)]


def _box(box: Box, colour: str, label: tuple[str, str], told: str) -> str:
    """Draw one rectangle with its label; without a *colour* as an empty frame."""
    x, y, width, height = box
    fill = f'fill="{colour}"' if colour else f'fill="none" stroke="{_GREY}"'
    dashes = "" if colour else ' stroke-dasharray="4 3"'
    return (
        f"<g><title>{escape(told)}</title>"
        f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:.1f}" rx="2" '
        f'width="{max(0.5, width - 1):.1f}" height="{max(0.5, height - 1):.1f}" '
        f"{fill}{dashes}/>{_label(box, label, '#202124' if colour else _GREY)}</g>"
    )


def _label(box: Box, label: tuple[str, str], colour: str) -> str:
    """Write the name, and its tokens beside or below it; what is too long is cut."""
    x, y, width, height = box
    if width < LEAST_LABEL[0] or height < LEAST_LABEL[1]:
        return ""
    room = int((width - 6) / CHARACTER)
    lines = label if height >= TWO_LINES else (" ".join(label),)
    return "".join(
        f'<text x="{x + 4:.1f}" y="{y + 12 + 13 * row:.1f}" fill="{colour}">'
        f"{escape(line if len(line) <= room else line[: room - 1] + '…')}</text>"
        for row, line in enumerate(lines)
    )
