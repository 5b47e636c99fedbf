"""A treemap: items as rectangles whose areas are their tokens, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from jupyter_ctx.core.piece import Item

WIDTH, HEIGHT = 720, 360  # pixels
LEAST_LABEL = 34, 14  # pixels of a rectangle that has room for a word
CHARACTER = 6.5  # pixels of a letter in a label

_COLOURS = {
    "rules": "#9aa0a6",
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
    boxes = squares([*sizes, float(free)] if free else sizes, (0, 0, WIDTH, HEIGHT))
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    font = 'role="img" font-size="11" font-family="system-ui, sans-serif"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        f"<title>{used:,} of {budget:,} tokens</title>",
    ]
    for item, box in zip(shown, boxes, strict=False):
        told = f"{item.id}: {item.tokens:,} tokens, {item.fidelity}, {item.why}"
        label = f"{item.id} {item.tokens:,}"
        parts.append(_box(box, _COLOURS.get(item.kind, _OTHER), label, told))
    if free and boxes:
        parts.append(_box(boxes[-1], "#ffffff", f"free {free:,}", f"{free:,} free"))
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


def _box(box: Box, colour: str, label: str, told: str) -> str:
    x, y, width, height = box
    text = ""
    if width >= LEAST_LABEL[0] and height >= LEAST_LABEL[1]:
        room = int((width - 6) / CHARACTER)
        text = (
            f'<text x="{x + 4:.1f}" y="{y + 12:.1f}" fill="#202124">'
            f"{escape(label[:room])}</text>"
        )
    return (
        f"<g><title>{escape(told)}</title>"
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{colour}" stroke="#ffffff"/>{text}</g>'
    )
